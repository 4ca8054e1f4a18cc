"""The finder of leaks finds them, so that the privacy test means something."""

import base64
import gzip
import json
import struct
import urllib.parse
import zlib

import brotli
import pytest

from tests.browser.leaks import find

NUMBER = "48271.0931"
WORD = "märker-sheet"
SHEET = json.dumps({"limit": 48271.0931, "name": WORD}, ensure_ascii=False).encode()

WRAPPINGS = {
    "plain": SHEET,
    "UTF-16": SHEET.decode().encode("utf-16-le"),
    "JSON escapes": json.dumps({"limit": 48271.0931, "name": WORD}).encode(),
    "percent-encoded": urllib.parse.quote(SHEET, safe="").encode(),
    "form-encoded": urllib.parse.urlencode({"a": SHEET.decode()}).encode(),
    "base64": b"x=" + base64.b64encode(SHEET),
    "base64 off by one": base64.b64encode(b"z" + SHEET),
    "base64 off by two": base64.b64encode(b"zz" + SHEET),
    "base64 for addresses": base64.urlsafe_b64encode(SHEET).rstrip(b"="),
    "hexadecimal": SHEET.hex().encode(),
    "gzip": b"POST /x HTTP/1.1\r\n\r\n" + gzip.compress(SHEET),
    "zlib": b"before" + zlib.compress(SHEET) + b"after",
    "raw deflate": b"POST /x HTTP/1.1\r\n\r\n" + zlib.compress(SHEET)[2:-4],
    "brotli": b"POST /x HTTP/1.1\r\n\r\n" + brotli.compress(SHEET),
    "base64 of gzip": b"?d=" + base64.urlsafe_b64encode(gzip.compress(SHEET)),
    "JSON in percent in base64": base64.b64encode(urllib.parse.quote(SHEET).encode()),
}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_markers_are_found_whatever_they_are_wrapped_in(wrapping):
    assert find([NUMBER, WORD], WRAPPINGS[wrapping]) == {NUMBER, WORD}


@pytest.mark.parametrize("form", ["<d", ">d"])
def test_a_number_is_found_as_the_eight_bytes_of_a_double(form):
    assert find([NUMBER], b"\x00" + struct.pack(form, float(NUMBER))) == {NUMBER}


def test_a_number_is_found_without_its_point():
    assert find([NUMBER], b'{"cents": 482710931}') == {NUMBER}


def test_nothing_is_found_in_bytes_without_markers():
    clean = b"GET / HTTP/1.1\r\nCookie: seat=AbCdEf0123456789\r\n\r\n" + gzip.compress(b"clean")
    assert find([NUMBER, WORD], clean + base64.b64encode(b"nothing of interest")) == set()
