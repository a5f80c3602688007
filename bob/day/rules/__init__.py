"""The rules of the day, judged by known facts: legality, planning, reach, control, weather."""
