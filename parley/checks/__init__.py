"""The six checks of a receipt, each a function of what the file says. None of them raises."""
