"""The day as a story: all that a seat may know of a match, as HTML and as pages."""
