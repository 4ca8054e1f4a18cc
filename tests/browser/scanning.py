"""What a phone reads from a QR code on the screen."""

from __future__ import annotations

import io

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator


def scanned(code: Locator) -> str:
    """The text of the QR code in a picture of this element. Fails where none can be read."""
    picture = Image.open(io.BytesIO(code.screenshot()))
    [found] = zxingcpp.read_barcodes(picture)
    return found.text
