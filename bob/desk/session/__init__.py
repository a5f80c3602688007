"""One game at the screen: its seats, the view of each, the decisions due, its file, and the officers of the program."""
