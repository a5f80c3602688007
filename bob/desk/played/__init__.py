"""A game at the screen, whichever it is: by itself or inside a day, on a sheet of its own that is found by its name, or on a plain one."""
