"""One game at the screen: who sits where, what each may see, what is owed, its file, the officers who think beside it."""
