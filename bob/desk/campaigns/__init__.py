"""The rooms of the campaigns."""
