"""What every game keeps, whatever it is: run over all registered games and one that lives in the tests alone."""
