"""Sentences for what the engine refuses, by its codes: the engine itself speaks no language."""

from django.utils.translation import gettext as _


def text_message(code: str, limit: int) -> str:
    """About a text that `parley.text` refused, other than for being empty."""
    if code == "too-long":
        return _("This can have at most %(limit)d characters.") % {"limit": limit}
    return _("This contains characters that cannot be seen. Type it anew.")


def owner_message(code: str) -> str:
    """About a name that `parley.names` refused."""
    if code == "empty":
        return _("Write a name.")
    if code == "too-long":
        return _("A name can have at most 60 characters.")
    return _("This name contains characters that cannot be seen. Type it anew.")


def alike_message() -> str:
    """About a name that looks like one that is taken."""
    return _("This looks like a name that is taken here. Add something, such as an initial.")


def cell_message(code: str, limit: int, unit: str | None) -> str:
    """About a table cell that `parley.options` could not read; `unit` is its column's."""
    if code == "other-unit":
        message = _(
            "This is in another currency than the column. Write the amount in %(unit)s, or change "
            "the unit of the column."
        )
        return message % {"unit": unit}
    messages = {
        "number": _("This is not a number. Write it like 1234.50, without words beside it."),
        "not-whole": _("This must be a whole number."),
        "out-of-range": _("This number is too large, or too close to 0 without being 0."),
        "date": _("This is not a date. Write it like 2026-12-31."),
        "ambiguous-date": _("Day and month could be swapped here. Write it like 2026-12-31."),
        "yes-no": _("Write yes or no."),
    }
    return messages.get(code) or text_message(code, limit)
