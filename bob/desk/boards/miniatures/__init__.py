"""The miniatures dogfight at the screen: a cloth of Channel and Kent, aircraft on stands, the ghost of a move, cards and dice."""
