"""Attacks on the program by what is given to it: files and lines spoilt at random, from a seed."""
