"""The Battle of Britain at the operational layer, on a real hex map."""

__version__ = "0.1.0"
