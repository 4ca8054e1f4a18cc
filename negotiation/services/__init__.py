"""The steps of the protocol, each one database transaction. Views and sockets call only these."""

from negotiation.services.answering import submit
from negotiation.services.closing import close
from negotiation.services.creating import Created, create
from negotiation.services.organising import cancel, end_early, remove, replace_key
from negotiation.services.reading import exists, printable_receipt, receipt, state, version
from negotiation.services.restoring import void_unfinished
from negotiation.services.seating import Joined, enter, join

__all__ = [
    "Created",
    "Joined",
    "cancel",
    "close",
    "create",
    "end_early",
    "enter",
    "exists",
    "join",
    "printable_receipt",
    "receipt",
    "remove",
    "replace_key",
    "state",
    "submit",
    "version",
    "void_unfinished",
]
