"""Any game at the screen: by itself or inside a day, on a sheet of its own that `bob.desk.boards.registry` declares, or on a plain one."""
