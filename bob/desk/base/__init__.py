"""The lowest floor of the desk: look, settings, sound and small widgets that know no game."""
