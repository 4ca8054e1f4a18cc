"""Files that somebody might hand to the verifier: receipts that were damaged, and all that looks
like JSON or nearly does (tests/vectors/json-parsing.json).

The names there are those of JSON test suites: `y_` is JSON, `n_` is none, and `i_` is what readers
of JSON answer differently, or refuse. `answer` is ours: `"read"`, or the code of the refusal.
"""

import json
import random
from itertools import islice
from pathlib import Path

from parley.receipt import receipt_text
from tests.parley.changes.leaves import changes
from tests.parley.changes.receipts import receipt, receipts
from tests.parley.much_signed import MOST_EACH, much_signed

VECTORS = Path(__file__).parent.parent.parent / "vectors"

DAMAGED = ("agreed", "declined, all signed", "odd names", "options of any shape, all signed")
FLIPS, CUTS, EVERY_CHANGE = 200, 80, 131


def corpus():
    """{name: (content, answer)}."""
    cases = json.loads((VECTORS / "json-parsing.json").read_text())
    return {name: (content_of(case["content"]), case["answer"]) for name, case in cases.items()}


def content_of(parts):
    """A part is a text, bytes in hex, or a text many times."""
    return b"".join(
        part.encode()
        if isinstance(part, str)
        else bytes.fromhex(part["hex"])
        if "hex" in part
        else part["text"].encode() * part["times"]
        for part in parts
    )


def damaged():
    """Yield (name, content, receipt as it was): single bits turned over, and ends cut off."""
    chance = random.Random(20261130)
    whole = receipts()
    for kind in DAMAGED:
        # As small as it can be, so that most bits mean something.
        content = json.dumps(whole[kind], ensure_ascii=False, separators=(",", ":")).encode()
        for bit in chance.sample(range(8 * len(content)), FLIPS):
            flipped = bytearray(content)
            flipped[bit // 8] ^= 1 << bit % 8
            yield f"{kind}, bit {bit} flipped", bytes(flipped), whole[kind]
        for length in {0, 1, len(content) - 1, *chance.sample(range(len(content)), CUTS)}:
            yield f"{kind}, cut to {length} bytes", content[:length], whole[kind]


def every():
    """Yield (name, content) of all there is."""
    whole = receipt({"Ana": [1.0], "Bob": [0.5]}, ["yes"])
    rest = receipt_text(whole).encode().lstrip(b"{")
    for name, (content, answer) in corpus().items():
        yield name, content
        yield f"{name}, in a further field", b'{"comment": ' + content + b"," + rest
        value = json.loads(content) if answer == "read" else None
        if value is not None:
            option = receipt({"Ana": [1.0]}, [value])
            yield f"{name}, as an option", receipt_text(option).encode()
    for name, content, _ in damaged():
        yield name, content
    for kind, before in receipts().items():
        yield kind, receipt_text(before).encode()
        for number, (how, path, changed) in enumerate(
            islice(changes(before), 0, None, EVERY_CHANGE)
        ):
            yield f"{kind}, {how} {path} {number}", json.dumps(changed).encode()
    yield "more signed than may be", much_signed(MOST_EACH + 1)
    for path in sorted((VECTORS / "hostile-receipts").glob("[0-9]*.json")):
        yield path.name, path.read_bytes()
