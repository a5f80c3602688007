"""The rules of the day, judged by what is known: legality, planning, reach, control, weather."""
