"""Orders at the desk: the foreseen effect of an order before it is given, menus at the thing itself, groups, and standing orders."""
