"""Past and future of the day: the log, the timeline, the time machine, the end of the day."""
