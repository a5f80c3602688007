"""How everything looks: tones, fonts, icons, the style sheet, and small parts that all rooms share."""
