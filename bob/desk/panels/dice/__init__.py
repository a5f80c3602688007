"""Parts of the table panel: the lookups behind the rolls, the words for them, dice drawn as dice."""
