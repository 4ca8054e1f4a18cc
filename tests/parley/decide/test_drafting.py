"""`parley decide` with a model: a stand-in that listens on this machine."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from parley.receipt import verify
from tests.parley.decide.keyboard import Keyboard

pytest.importorskip("httpx2")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

DRAFT = {
    "claims": ["I want to live in the centre."],
    "hard": [
        {"attr": "rent", "op": "<=", "value": 1600, "source_prompt_id": "unacceptable"},
        {"attr": "commute", "op": "<=", "value": "not far"},
        {"attr": "rent", "op": "<=", "value": 1, "code": "import os"},
    ],
    "utility": [{"attr": "rent", "direction": "lower", "weight": 2}, {"attr": "view"}],
}
WELL_DRAFTED = json.dumps(DRAFT)


class Model:
    """What it was asked, and what it says."""

    def __init__(self, status=200, content=WELL_DRAFTED):
        self.asked = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                size = int(self.headers["Content-Length"])
                model.asked.append(
                    (self.path, self.headers["Authorization"], json.loads(self.rfile.read(size)))
                )
                reply = {"choices": [{"message": {"role": "assistant", "content": content}}]}
                body = json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def decide(model, home, **more):
    return Keyboard(
        "--options", "shared-flat", "--participants", "Ana,Bob", home=home,
        PARLEY_MODEL_ENDPOINT=model.address, PARLEY_MODEL="small", PARLEY_MODEL_KEY="k3y-of-all",
        **more,
    )  # fmt: skip


def answer_six(keyboard, word):
    for prompt in ("good", "not accept", "put up with", "matters more", "be told", "rather have"):
        keyboard.answer(prompt, f"{word} about {prompt}")


def test_a_model_drafts_and_every_red_line_is_confirmed_by_id(tmp_path):
    with Model() as model, decide(model, tmp_path) as keyboard:
        keyboard.begin()
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.expect("is sent to the model at 127.0.0.1")
            answer_six(keyboard, f"{name}-secret")
            keyboard.expect("Nothing of it counts until you confirm.")
            keyboard.expect("i1  rent <= 1600   (leaves 4 of 6 options)")
            keyboard.expect("rent lower, from 1295 to 1890   (weight 2)")
            keyboard.expect("i2  Which number is the limit for commute?")
            keyboard.expect("left out: unknown key: code")
            keyboard.expect("left out: i4: a wish that says nothing")
            keyboard.answer("> ", "confirm i1")
            keyboard.expect("A question is open")
            keyboard.answer("> ", "drop i2")
            keyboard.answer("> ", "commute <= 30")
            keyboard.answer("> ", "confirm i1")
            keyboard.expect("to confirm: confirm i1 r1")
            keyboard.answer("> ", "confirm i1 r1")
            keyboard.answer("Word: ", "")
            keyboard.expect("Press Enter")
            assert f"{name}-secret" not in keyboard.readable()
            keyboard._read = keyboard.shown.rindex("Now ")
        for name in ("Ana", "Bob"):
            keyboard.take_seat(name)
            keyboard.answer("accept or decline: ", "accept")
        assert keyboard.finish() == 0
        assert "k3y-of-all" not in keyboard.shown
    assert verify((tmp_path / "parley-receipt.json").read_bytes()).exit_code == 0

    assert [(path, key) for path, key, _ in model.asked] == [
        ("/v1/chat/completions", "Bearer k3y-of-all")
    ] * 2
    system, user = model.asked[1][2]["messages"]
    assert model.asked[1][2]["model"] == "small"
    assert '"name": "rent"' in system["content"]
    assert "secret" not in system["content"]
    assert "Ana-secret" not in user["content"]
    assert json.loads(user["content"])["unacceptable"] == "Bob-secret about not accept"


@pytest.mark.parametrize("trouble", [{"status": 500}, {"content": "I would say 700."}])
def test_a_model_that_fails_leaves_the_sheet_to_be_written_by_hand(tmp_path, trouble):
    with Model(**trouble) as model, decide(model, tmp_path) as keyboard:
        keyboard.begin()
        keyboard.take_seat("Ana")
        answer_six(keyboard, "Ana")
        keyboard.expect("Write your sheet by hand.")
        keyboard.answer("> ", "rent <= 1500")
        keyboard.answer("> ", "confirm r1")
        keyboard.expect("Word: ")


@pytest.mark.parametrize("address", ["", "http://example.org/v1", "nonsense"])
def test_without_a_usable_address_it_does_not_start(tmp_path, address):
    with Keyboard(
        "--options", "shared-flat", home=tmp_path, PARLEY_MODEL_ENDPOINT=address
    ) as keyboard:
        assert keyboard.finish() == 2
        assert "PARLEY_MODEL_ENDPOINT" in keyboard.shown
        assert "Traceback" not in keyboard.shown
