"""The rules of the miniatures dogfight: geometry, movement, attacks, cards, legality, sequence."""
