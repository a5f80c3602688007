"""What is worth a look when it happens: a combat, bombs, a hit: a short scene on the table with a card, that goes by itself."""
