"""The panels around the map: orders, tote, planner, log, dice, forecast, referee, network, post."""
