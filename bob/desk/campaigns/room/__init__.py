"""The room of a campaign: map, calendar, the mission being planned, what may be chosen, newspaper and book. Any campaign feeds it."""
