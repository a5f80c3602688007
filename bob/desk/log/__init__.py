"""What has happened and what will: the log, the timeline, the time machine, the end of the day."""
