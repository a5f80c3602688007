"""The card dogfight at the screen: its sheet, and the dialog that sets a battle up."""
