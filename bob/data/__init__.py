"""Data from files: tables, the theatre, units, and the readers of TOML that name file and place in an error."""
