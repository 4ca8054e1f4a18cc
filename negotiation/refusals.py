"""Every "no" of the server: a stable code, a status, and a sentence for the person."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

# code: (HTTP status, sentence)
_REFUSALS = {
    # The request itself
    "malformed": (400, _("The server could not read this request.")),
    "not-json": (415, _("This address takes JSON only.")),
    "wrong-method": (405, _("This address cannot be used in this way.")),
    "too-big": (413, _("That is more than this page may send.")),
    "too-often": (429, _("That was asked too often. Wait a minute, then try again.")),
    "broken": (500, _("Something failed on the server. What you did may not have been kept.")),
    "key-unreadable": (
        503,
        _("The server cannot open the key of this decision. Tell whoever runs this server."),
    ),
    # Making a decision
    "made-already": (
        409,
        _(
            "Before your last changes, a decision was already made from this page. Press the "
            "button again to make another one as it stands now."
        ),
    ),
    # Who may do what
    "not-found": (404, _("There is no decision under this address.")),
    "no-link": (
        403,
        _("This browser does not have a link to this decision. Open the link you were given."),
    ),
    "wrong-link": (403, _("This link is not complete or is no longer valid. Ask for it again.")),
    "no-seat": (403, _("You have no seat here. Join first, or open your return link.")),
    "removed": (403, _("The organiser removed your seat.")),
    "not-organiser": (
        403,
        _("Only the organiser can do this. Open the organiser's link in this browser first."),
    ),
    # Joining
    "name-taken": (
        409,
        _("Someone already has this name here. If it was you, open your return link."),
    ),
    "not-on-list": (409, _("This name is not on the list of people for this decision.")),
    "full": (409, _("Every place is taken.")),
    "already-seated": (409, _("You already have a seat here.")),
    "closed": (409, _("Answering has ended.")),
    # Answering
    "stale": (
        409,
        _("Your answers were changed in another window or on another device. Look again first."),
    ),
    "bad-ballot": (422, _("These answers do not fit this decision. Load the page again.")),
    "other-key": (
        409,
        _(
            "Your seat answers with another key, which was made in another browser. Go on there, "
            "or move your seat here with its file. Until everybody has answered, the organiser can "
            "also replace the key."
        ),
    ),
    "key-taken": (
        409,
        _("This key was replaced, or it belongs to another seat. Answer with a new key."),
    ),
    "used-nonce": (409, _("These answers were sent once before. Send them anew.")),
    # The outcome
    "not-ready": (409, _("The outcome does not stand yet.")),
    "already-closed": (409, _("You have already accepted or declined, and that is final.")),
    "other-record": (409, _("This is about another record than the one kept here.")),
    "bad-acceptance": (422, _("The server could not read this answer to the outcome.")),
    "no-receipt": (404, _("There is no receipt yet.")),
    # Organising
    "no-such-seat": (404, _("This seat is no longer here.")),
    "answered": (409, _("This person has already answered and cannot be removed.")),
    "too-few": (409, _("At least two people must have answered before answering can end.")),
    "names-signed": (
        409,
        _(
            "The signed question names everybody who takes part, so answering cannot end before "
            "all of them have answered."
        ),
    ),
    "no-key": (409, _("This seat has no key yet that could be replaced.")),
    "too-many-keys": (409, _("The key of this seat was replaced too often.")),
}


class Refusal(Exception):
    """A step that is not carried out; `code` is one of the codes above, `message` a sentence that
    says more than the code's own."""

    def __init__(self, code: str, message: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.status, sentence = _REFUSALS[code]
        self._message = message or sentence

    @property
    def message(self) -> str:
        """The sentence, in the language of the present request."""
        return str(self._message)


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field, such as `title`, `names.2` or `rows.3.1`."""

    field: str
    message: str


class Invalid(Exception):
    """A form with fields to correct; `errors` holds all of them at once."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(f"{len(errors)} fields")
        self.errors = errors
