"""What someone asks to be decided: read, checked, and made into round 1's question.

What is wrong is found at once, up to `MOST_ERRORS`, each with the field where it stands, so that a
page can say it there. Paths count from 0 over what was sent: `title`, `context`, `people`, `names`,
`names.2`, `attributes`, `attributes.1.name`, `attributes.1.type`, `attributes.1.unit`, `rows` (all
of them), `rows.3` (a whole row), `rows.3.1` (one cell).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from negotiation.proposal_table import MOST_ERRORS, read_attributes, read_options
from negotiation.refusals import FieldError, Invalid, Refusal
from negotiation.wording import owner_message, text_message
from parley.agenda import MAX_CONTEXT_LENGTH, MAX_TITLE_LENGTH, AgendaError, build_agenda
from parley.names import OwnerError, clean_owner, confusable, owner_key
from parley.text import TextError, clean_line, clean_paragraphs

FEWEST_PEOPLE = 2
MOST_PEOPLE = 30


@dataclass(frozen=True)
class Proposal:
    """A question that can be put: all texts in their one spelling, all cells as values."""

    title: str
    context: str
    people: int
    names: list[str] | None
    attributes: list[dict[str, Any]]
    options: list[dict[str, Any]]
    signed: bool = False


def read_proposal(data: object) -> Proposal:
    """Reads the JSON that the page for a new decision sends.

    Raises Refusal `malformed` when it does not have that page's shape, and Invalid with the fields
    that a person has to correct: all, or the first `MOST_ERRORS`, of which the last says so.
    """
    if not _has_shape(data):
        raise Refusal("malformed")
    errors: list[FieldError] = []
    title = _text("title", data["title"], MAX_TITLE_LENGTH, clean_line, errors)
    context = _text("context", data["context"], MAX_CONTEXT_LENGTH, clean_paragraphs, errors)
    names = _names(data["names"], errors) if data["names"] is not None else None
    people = len(names) if names is not None else _people(data["people"], errors)
    attributes = read_attributes(data["attributes"], errors)
    options = read_options(data["rows"], attributes, errors)
    if errors:
        raise Invalid(_first(errors))
    signed = data.get("signed", False)
    return Proposal(title, context, people, names, attributes, options, signed)


def agenda_text(proposal: Proposal, decision: str, coordinator: str | None) -> str:
    """The canonical text of round 1's question; `coordinator` is the public key of a signed
    decision's. Raises Invalid when it is too large as a whole."""
    try:
        return build_agenda(
            decision=decision,
            round=1,
            title=proposal.title,
            context=proposal.context,
            attributes=proposal.attributes,
            options=proposal.options,
            people=proposal.people,
            names=proposal.names,
            coordinator=coordinator,
        )
    except AgendaError as error:
        if error.code == "too-large":
            message = _("All options together are too long. Shorten some texts or leave some out.")
        else:
            message = _("This table cannot be used. Look over it once more.")
        raise Invalid([FieldError("rows", message)]) from None


def _first(errors: list[FieldError]) -> list[FieldError]:
    if len(errors) <= MOST_ERRORS:
        return errors
    last = errors[MOST_ERRORS - 1]
    more = _("There is more to correct. Only the first %(most)d places are listed.")
    message = f"{last.message} {more % {'most': MOST_ERRORS}}"
    return [*errors[: MOST_ERRORS - 1], FieldError(last.field, message)]


def _has_shape(data: object) -> bool:
    return (
        isinstance(data, dict)
        and {"title", "context", "people", "names", "attributes", "rows"} <= data.keys()
        and isinstance(data["title"], str)
        and isinstance(data["context"], str)
        and isinstance(data.get("signed", False), bool)
        and (data["people"] is None or type(data["people"]) is int)
        and (data["names"] is None or _all(data["names"], lambda name: isinstance(name, str)))
        and _all(data["attributes"], _is_attribute_draft)
        and _all(data["rows"], lambda row: _all(row, lambda cell: isinstance(cell, str)))
    )


def _is_attribute_draft(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("type"), str)
        and (value.get("unit") is None or isinstance(value["unit"], str))
    )


def _all(value: object, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _text(
    field: str,
    text: str,
    limit: int,
    clean: Callable[[str, int], str],
    errors: list[FieldError],
) -> str:
    try:
        return clean(text, limit)
    except TextError as error:
        # A context may be empty, so that only the title is missing here.
        is_missing = error.code == "empty"
        message = _("Say what you decide.") if is_missing else text_message(error.code, limit)
        errors.append(FieldError(field, message))
        return ""


def _people(people: int | None, errors: list[FieldError]) -> int:
    if people is None or not FEWEST_PEOPLE <= people <= MOST_PEOPLE:
        errors.append(FieldError("people", _("Say how many people take part, from 2 to 30.")))
        return FEWEST_PEOPLE
    return people


def _names(drafts: list[str], errors: list[FieldError]) -> list[str]:
    """The names in code-point order; blank lines between them do not count."""
    names: dict[str, str] = {}
    filled = [(index, draft) for index, draft in enumerate(drafts) if draft.strip()]
    if not FEWEST_PEOPLE <= len(filled) <= MOST_PEOPLE:
        errors.append(FieldError("names", _("Name from 2 to 30 people.")))
    for index, draft in filled[:MOST_PEOPLE]:
        try:
            name = clean_owner(draft)
        except OwnerError as error:
            errors.append(FieldError(f"names.{index}", owner_message(error.code)))
            continue
        if owner_key(name) in names:
            message = _("Two people are called %(name)s. Tell them apart, for example by initials.")
            errors.append(FieldError(f"names.{index}", message % {"name": name}))
        elif any(confusable(name, other) for other in names.values()):
            message = _("%(name)s looks like another name here. Add something, such as an initial.")
            errors.append(FieldError(f"names.{index}", message % {"name": name}))
        names.setdefault(owner_key(name), name)
    return sorted(names.values())
