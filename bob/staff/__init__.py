"""The staff: officers that see only the view of their seat, give its orders, and say why."""
