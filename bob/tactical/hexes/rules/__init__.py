"""The rules of the hex dogfight: movement, gunnery, cards, formations, legality, sequence."""
