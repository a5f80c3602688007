"""Small widgets that any floor uses."""
