"""What goes wrong between a person and the draft of their sheet."""


class ElicitError(ValueError):
    """A step that is refused. The message is a plain sentence for the participant; it repeats
    nothing that anybody said, and no token or key."""
