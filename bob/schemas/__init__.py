"""JSON Schemas of the files that people write, so that an editor completes and checks them before the program reads them.

A schema says what can be said of a file's form; what only the map, the order of battle or other files can tell is the loaders' to say.
"""

from bob.schemas.kinds import FILES, SchemaFile, schema_of, shipped_of, write_schemas

__all__ = ["FILES", "SchemaFile", "schema_of", "shipped_of", "write_schemas"]
