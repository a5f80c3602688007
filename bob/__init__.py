"""The Battle of Britain at the operational layer, on a real hex map."""

__version__ = "1.0.0"
