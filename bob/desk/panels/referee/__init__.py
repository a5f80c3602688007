"""The referee: corrections, typed dice, notes and hand-outs for a side, the truth beside what each side sees."""
