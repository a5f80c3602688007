"""What the table panel is made of: the lookups behind the rolls, the words for them, dice drawn as dice."""
