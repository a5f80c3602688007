"""The day as a story: what a seat may know of a match, told as HTML and as pages."""
