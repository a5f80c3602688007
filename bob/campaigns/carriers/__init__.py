"""The carrier campaigns: two Fleets, or bases that count as such, strike at each other turn by turn."""
