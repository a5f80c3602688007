"""Help: rules, glossary, keys; and the lesson."""
