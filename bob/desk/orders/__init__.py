"""Orders at the desk: what an order would bring about before it is given, menus at the thing itself, groups, and standing orders."""
