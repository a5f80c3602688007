"""The look of the desk: tones, fonts, icons, the style sheet, and small parts shared by all rooms."""
