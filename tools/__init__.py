"""Tools for those who work on the program. They are run from a checkout and are not in the wheel."""
