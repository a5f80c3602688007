"""The card dogfight's classic edition: Elements, Formations, ordnance, and whole flights over a target, as campaigns fly them."""
