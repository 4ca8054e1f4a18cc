"""Sentences about a receipt in templates, by their codes."""

from collections.abc import Mapping
from typing import Any

from django import template

from receipts.wording import sentence

register = template.Library()


@register.filter
def said(remark: Mapping[str, Any] | str) -> str:
    """A remark of a summary as a sentence; a code alone as its word."""
    return sentence({"code": remark} if isinstance(remark, str) else remark)


@register.filter
def more(count: int) -> str:
    """How many were left out."""
    return sentence({"code": "word-more", "detail": {"count": count}})
