"""Notable events as they happen: a combat, bombs, a hit: a short scene on the table with a card that closes by itself."""
