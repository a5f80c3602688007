"""The window: strip, card, docks, menus, palette, keys, the blank sheet between two seats; and the room, all widgets of one game."""
