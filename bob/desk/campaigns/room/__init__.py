"""The room of a campaign: map, calendar, the mission being planned, the options, newspaper and book. For any campaign."""
