"""Finds marker texts in bytes, whatever they were wrapped in on the way out."""

from __future__ import annotations

import base64
import binascii
import gzip
import html
import re
import struct
import urllib.parse
import zlib
from collections.abc import Iterator

import brotli

DEEPEST = 3
SMALLEST_RUN = 8

_BASE64_RUN = re.compile(rb"[A-Za-z0-9+/_-]{%d,}" % SMALLEST_RUN)
_HEX_RUN = re.compile(rb"(?:[0-9A-Fa-f]{2}){%d,}" % SMALLEST_RUN)
_JSON_ESCAPE = re.compile(rb"\\u([0-9a-fA-F]{4})")
_STREAM_START = re.compile(rb"\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]")
_BODY_START = re.compile(rb"\r\n\r\n")


def find(markers: list[str], data: bytes) -> set[str]:
    """The markers that are in `data` in any of these forms, three of them inside each other at
    most: plain in UTF-8 or UTF-16, number as a double, JSON or HTML escaped, percent-encoded,
    base64 (both alphabets), hexadecimal, gzip, zlib, raw deflate, brotli."""
    forms = {marker: list(_plain_forms(marker)) for marker in markers}
    found: set[str] = set()
    seen: set[bytes] = set()
    _search(data, forms, found, seen, DEEPEST)
    return found


def _plain_forms(marker: str) -> Iterator[bytes]:
    yield marker.encode()
    yield marker.encode("utf-16-le")
    yield marker.encode("utf-16-be")
    try:
        number = float(marker)
    except ValueError:
        return
    yield struct.pack("<d", number)
    yield struct.pack(">d", number)
    # Cents and the like: the same digits without the point.
    yield marker.replace(".", "").encode()


def _search(
    data: bytes, forms: dict[str, list[bytes]], found: set[str], seen: set[bytes], depth: int
) -> None:
    if data in seen:
        return
    seen.add(data)
    found.update(
        marker for marker, spellings in forms.items() if any(form in data for form in spellings)
    )
    if depth:
        for inner in _unwrapped(data):
            _search(inner, forms, found, seen, depth - 1)


def _unwrapped(data: bytes) -> Iterator[bytes]:
    if b"%" in data or b"+" in data:
        yield urllib.parse.unquote_to_bytes(data.replace(b"+", b" "))
    if b"&" in data:
        yield html.unescape(data.decode("latin-1")).encode("latin-1", "replace")
    if b"\\u" in data:
        yield _JSON_ESCAPE.sub(
            lambda match: chr(int(match[1], 16)).encode("utf-8", "replace"), data
        )
    for run in _BASE64_RUN.findall(data):
        yield from _base64_forms(run)
    for run in _HEX_RUN.findall(data):
        yield binascii.unhexlify(run)
    yield from _decompressed(data)


def _base64_forms(run: bytes) -> Iterator[bytes]:
    standard = run.translate(bytes.maketrans(b"-_", b"+/"))
    # The run may begin with characters that only look like base64.
    for start in range(4):
        whole = standard[start:]
        whole = whole[: len(whole) - len(whole) % 4] if len(whole) % 4 == 1 else whole
        try:
            yield base64.b64decode(whole + b"=" * (-len(whole) % 4))
        except binascii.Error:
            continue


def _decompressed(data: bytes) -> Iterator[bytes]:
    starts = [0, *(match.end() for match in _BODY_START.finditer(data))]
    for match in _STREAM_START.finditer(data):
        yield from _inflate(data[match.start() :], zlib.MAX_WBITS | 32)
    for start in starts:
        yield from _inflate(data[start:], -zlib.MAX_WBITS)
        try:
            yield brotli.decompress(data[start:])
        except brotli.error:
            continue


def _inflate(data: bytes, window: int) -> Iterator[bytes]:
    try:
        inflated = zlib.decompressobj(window).decompress(data, 8 * 1024 * 1024)
    except (zlib.error, gzip.BadGzipFile):
        return
    if len(inflated) >= SMALLEST_RUN:
        yield inflated
