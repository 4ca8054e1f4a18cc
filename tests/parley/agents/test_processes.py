"""Each owner's agent as a process of its own, on this machine."""

import http.client
import json
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from parley.net.identity import Identity, verdict_payload
from parley.ratify import acceptance_payload
from parley.receipt import verify
from tests.parley.agents.processes import PARTIES, TOKEN, agent, parley, stand_in

pytest.importorskip("starlette")
pytest.importorskip("httpx2")
pytest.importorskip("nacl")


NOBODY = "http://127.0.0.1:9"
ROOM = ("room", "--options", "shared-flat")


def request(address, method, path, body=None, token=TOKEN, **headers):
    """(status, JSON) of one request, sent without any client of ours."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())
    finally:
        connection.close()


def test_three_agents_decide_and_the_signed_receipt_verifies(tmp_path):
    with ExitStack() as stack:
        agents = [stack.enter_context(agent(tmp_path, party)) for party in PARTIES.values()]
        addresses = [one.address for one in agents]
        out = tmp_path / "out.json"
        room = parley(
            "room", "--options", "shared-flat", "--receipt", out, "--json",
            "--participants", "Cara,Ana,Bob", *addresses,
        )  # fmt: skip
        assert (room.returncode, room.stderr) == (0, "")
        text = parley("room", "--options", "shared-flat", "--receipt", out, *addresses)
        assert "Decision: Orchard Road 8" in text.stdout
        for one in agents:
            one.terminate()
            printed, errors = one.communicate(timeout=30)
            assert (printed, errors) == ("", "")
    outcome = json.loads(room.stdout)
    assert outcome["decision"]["flat"] == "Orchard Road 8"
    assert outcome["accepted"] == ["Ana", "Bob", "Cara"]
    assert outcome["refused"] == {}
    report = verify(out.read_bytes())
    assert report.exit_code == 0
    assert report.verdict_signatures.state == "checked"
    assert [line.signature for line in report.acceptances] == ["valid"] * 3
    receipt = json.loads(out.read_text())
    keys = {one["owner"]: one["pubkey_hex"] for one in receipt["acceptances"]}
    assert keys == dict(zip(PARTIES, [one.key for one in agents], strict=True))
    for private in ("1611.25", TOKEN):
        assert private not in out.read_text() + room.stdout + text.stdout


def test_a_deadlock_has_a_signed_receipt(tmp_path):
    never = {"owner": "Bob", "hard": [{"attr": "rent", "op": "<", "value": 1}]}
    with agent(tmp_path, PARTIES["Ana"]) as ana, agent(tmp_path, never) as bob:
        out = tmp_path / "out.json"
        room = parley(
            "room", "--options", "shared-flat", "--receipt", out, ana.address, bob.address
        )
    assert room.returncode == 0
    assert "Deadlock" in room.stdout
    assert verify(out.read_bytes()).exit_code == 0


def test_an_agent_answers_only_the_holder_of_its_token(tmp_path):
    token_file = tmp_path / "token"
    token_file.write_text("another-token-of-bob\n")
    with agent(tmp_path, PARTIES["Bob"], "--token-file", str(token_file)) as bob:
        for path, method in (("/card", "GET"), ("/consider", "POST"), ("/ratify", "POST")):
            for token in (None, "", TOKEN, "another-token-of-bo", "another-token-of-bob2"):
                body = {"options": [1]} if method == "POST" else None
                status, reply = request(bob.address, method, path, body, token)
                assert (status, reply["code"]) == (401, "unauthorized")
        assert request(bob.address, "GET", "/card", token="another-token-of-bob")[0] == 200
        for _ in range(10):
            status, reply = request(bob.address, "GET", "/card", token="guess")
        assert (status, reply["code"]) == (429, "too-often")
        # Guessing does not lock out who knows the token.
        assert request(bob.address, "GET", "/card", token="another-token-of-bob")[0] == 200

        tokens = tmp_path / "tokens"
        tokens.write_text(f"another-token-of-bob\n{TOKEN}\n")
        with agent(tmp_path, PARTIES["Ana"]) as ana:
            command = ["room", "--options", "shared-flat", "--receipt", tmp_path / "out.json"]
            both = (bob.address, ana.address)
            assert parley(*command, *both).returncode == 1
            assert parley(*command, "--tokens", tokens, *both).returncode == 0
            assert parley(*command, "--tokens", tokens, bob.address).returncode == 2


def test_hostile_requests_get_an_error_and_never_a_fault(tmp_path):
    with agent(tmp_path, PARTIES["Ana"], "--rate", "1000/minute") as ana:
        expected = [
            (("GET", "/"), 404), (("GET", "/sheet"), 404), (("GET", "/consider"), 405),
            (("POST", "/card", {}), 405), (("POST", "/consider", b""), 400),
            (("POST", "/consider", b"{"), 400), (("POST", "/consider", b"\xff"), 400),
            (("POST", "/consider", b'{"options": [NaN]}'), 400),
            (("POST", "/consider", b'{"options": [1], "options": [2]}'), 400),
            (("POST", "/consider", b"[" * 100_000), 400),
            (("POST", "/consider", b'{"options": [1' + b"0" * 5000 + b"]}"), 400),
            (("POST", "/consider", []), 422), (("POST", "/consider", {"options": {}}), 422),
            (("POST", "/ratify", {"transcript": {}}), 422),
            (("POST", "/ratify", {"transcript": {"entries": [], "result": None}}), 409),
            (("POST", "/consider", b" " * (4 * 1024 * 1024 + 1)), 413),
        ]  # fmt: skip
        for arguments, status in expected:
            assert request(ana.address, *arguments)[0] == status, arguments[:2]
        plain = {"Content-Type": "text/plain"}
        assert request(ana.address, "POST", "/consider", b"{}", **plain)[0] == 415
        # Odd options are options, and a sheet that speaks about rent rejects them.
        odd = [1, "x", True, [], {}, {"rent": "low"}, {"rent": [1]}, {"rent": True}]
        status, reply = request(ana.address, "POST", "/consider", {"options": odd})
        assert status == 200
        assert not any(one["acceptable"] for one in reply["verdicts"])
        ana.terminate()
        assert ana.communicate(timeout=30) == ("", "")


def test_who_hangs_up_in_the_middle_of_a_question_is_met_in_silence(tmp_path):
    head = (
        f"POST /consider HTTP/1.1\r\nHost: agent\r\nAuthorization: Bearer {TOKEN}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    )
    with agent(tmp_path, PARTIES["Ana"]) as ana:
        parts = urlsplit(ana.address)
        for sent in (head[:20], head, head + '{"options": ['):
            with socket.create_connection((parts.hostname, parts.port)) as connection:
                connection.sendall(sent.encode())
        assert request(ana.address, "GET", "/card")[0] == 200
        ana.terminate()
        assert ana.communicate(timeout=30) == ("", "")


def test_an_agent_is_asked_only_so_often(tmp_path):
    with agent(tmp_path, PARTIES["Ana"], "--rate", "3/minute") as ana:
        codes = [request(ana.address, "GET", "/card")[0] for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


class Liar:
    """An agent that can be told to lie; it takes Bob's seat."""

    def __init__(self, **lies):
        self.lies = lies
        self.identity = Identity.generate("Bob")
        self.other = Identity.generate("Bob")

    def __call__(self, path, message):
        name = path.strip("/")
        honest = getattr(self, name)(message)
        lie = self.lies.get(name)
        return honest if lie is None else lie(self, honest)

    def card(self, _):
        key = self.identity.card().pubkey_hex
        return {"owner": "Bob", "pubkey_hex": key, "protocol": "parley/0.1"}

    def consider(self, message, by=None):
        by = by or self.identity
        return {
            "verdicts": [
                {
                    "owner": "Bob", "acceptable": True, "score": 0.5, "reason": "ok",
                    "sig": by.sign(verdict_payload(option, "Bob", True, 0.5, "ok")),
                    "pubkey_hex": by.card().pubkey_hex,
                }
                for option in message["options"]
            ]
        }  # fmt: skip

    def ratify(self, message, by=None, accepted=True):
        from parley.transcript import Transcript

        transcript = Transcript.from_dict(message["transcript"])
        self.message = message
        decision, found = transcript.result["decision"], transcript.hash()
        payload = acceptance_payload("Bob", decision, found, accepted)
        sig, key = (by or self.identity).sign_acceptance(payload)
        return {
            "owner": "Bob", "decision": decision, "transcript_hash": found, "accepted": accepted,
            "sig": sig, "pubkey_hex": key,
        }  # fmt: skip


def first(change):
    """A lie that changes the first verdict."""

    def lie(_liar, honest):
        return {"verdicts": [{**honest["verdicts"][0], **change}, *honest["verdicts"][1:]]}

    return lie


@pytest.fixture(scope="module")
def ana(tmp_path_factory):
    """An honest agent for all the liars, asked as often as they need."""
    folder = tmp_path_factory.mktemp("ana")
    with agent(folder, PARTIES["Ana"], "--rate", "1000/minute") as process:
        yield process


def hold(tmp_path, ana, liar, **more):
    out = tmp_path / "out.json"
    with stand_in(liar) as address:
        room = parley(
            "room", "--options", "shared-flat", "--receipt", out, "--json", ana.address, address
        )
    assert "Traceback" not in room.stderr
    return room, out


@pytest.mark.parametrize(
    ("lies", "words"),
    [
        ({"consider": lambda liar, _: liar.consider({"options": [1]})}, "agreed form"),
        ({"consider": first({"sig": "0" * 128})}, "not signed by the key"),
        ({"consider": first({"sig": None, "pubkey_hex": None})}, "not signed by the key"),
        ({"consider": first({"score": 0.9})}, "not signed by the key"),
        ({"consider": first({"owner": "Ana"})}, "agreed form"),
        ({"consider": first({"acceptable": 1})}, "agreed form"),
        ({"consider": first({"more": 1})}, "agreed form"),
        ({"consider": lambda _, honest: {"verdicts": honest["verdicts"][1:]}}, "agreed form"),
        ({"consider": lambda *_: b'{"verdicts": [], "verdicts": []}'}, "no JSON"),
        ({"consider": lambda *_: b"[" * 9000}, "no JSON"),
        ({"consider": lambda *_: b" " * (5 * 1024 * 1024)}, "too large"),
        ({"consider": lambda *_: (302, {})}, "answered 302"),
        ({"consider": lambda *_: (500, {"message": "\x1b[2J"})}, "answered 500"),
        ({"card": lambda _, honest: {**honest, "owner": "Ana"}}, "same name"),
        ({"card": lambda _, honest: {**honest, "owner": "Аnа"}}, "look alike"),
        ({"card": lambda _, honest: {**honest, "owner": "B\u202eob"}}, "card is not of"),
        ({"card": lambda _, honest: {**honest, "pubkey_hex": "AB" * 32}}, "card is not of"),
        ({"card": lambda _, honest: {**honest, "protocol": "parley/9"}}, "card is not of"),
        ({"card": lambda *_: []}, "card is not of"),
    ],
)  # fmt: skip
def test_a_reply_that_does_not_count_stops_the_room(tmp_path, ana, lies, words):
    room, out = hold(tmp_path, ana, Liar(**lies))
    assert room.returncode == 1
    assert words in room.stderr
    assert room.stderr.count("\n") == 1
    assert not out.exists()


def test_verdicts_signed_by_another_key_than_the_cards_are_refused(tmp_path, ana):
    class Switching(Liar):
        def consider(self, message, by=None):
            return super().consider(message, self.other)

    room, out = hold(tmp_path, ana, Switching())
    assert room.returncode == 1
    assert "not signed by the key on its card" in room.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("lie", "code"),
    [
        (lambda liar, _: liar.ratify(liar.message, liar.other), "wrong-key"),
        (lambda _, honest: {**honest, "sig": "0" * 128}, "wrong-key"),
        (lambda _, honest: {**honest, "sig": None, "pubkey_hex": None}, "wrong-key"),
        (lambda _, honest: {**honest, "owner": "Ana"}, "wrong-key"),
        (lambda _, honest: {**honest, "transcript_hash": "0" * 64}, "unbound"),
        (lambda _, honest: {**honest, "decision": None}, "unbound"),
        (lambda _, honest: {**honest, "accepted": 1}, "malformed"),
        (lambda *_: (409, {"code": "winner", "message": "no"}), "winner"),
        (lambda *_: (409, {"code": "\x1b[2J", "message": "no"}), "refused"),
        (lambda *_: b"nothing", "unreachable"),
    ],
)
def test_an_acceptance_that_does_not_count_is_left_out_of_the_receipt(tmp_path, ana, lie, code):
    room, out = hold(tmp_path, ana, Liar(ratify=lie))
    assert room.returncode == 1
    outcome = json.loads(room.stdout)
    assert outcome["refused"] == {"Bob": code}
    assert outcome["accepted"] == ["Ana"]
    assert verify(out.read_bytes()).exit_code == 0
    assert json.loads(out.read_text())["unanimous_acceptance"] is False


def test_a_signed_refusal_is_an_answer(tmp_path, ana):
    liar = Liar(ratify=lambda liar, _: liar.ratify(liar.message, accepted=False))
    room, out = hold(tmp_path, ana, liar)
    assert room.returncode == 0
    assert json.loads(out.read_text())["unanimous_acceptance"] is False
    assert verify(out.read_bytes()).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "more", "words"),
    [
        (["room", "--options", "nothing", NOBODY, NOBODY], {}, "neither a file nor"),
        ([*ROOM, "http://example.org", NOBODY], {}, "this machine only"),
        ([*ROOM, "nonsense", NOBODY], {}, "https://"),
        ([*ROOM, NOBODY, NOBODY], {"PARLEY_AGENT_TOKEN": ""}, "token"),
        ([*ROOM, NOBODY, NOBODY], {"PARLEY_AGENT_TOKEN": "short"}, "token"),
        ([*ROOM, NOBODY], {}, "at least 2 agents"),
        ([*ROOM, "--receipt", "no/where", NOBODY, NOBODY], {}, "receipt"),
        ([*ROOM, "--receipt", ".", NOBODY, NOBODY], {}, "receipt"),
        (["agent", "missing.json"], {}, "cannot be opened"),
        (["agent", "bad.json"], {}, "cannot be used"),
        (["agent", "python.json"], {}, "rules in Python"),
        (["agent", "ana.json"], {"PARLEY_AGENT_TOKEN": ""}, "token"),
        (["agent", "ana.json", "--token-file", "missing"], {}, "token"),
        (["agent", "ana.json", "--rate", "often"], {}, "rate"),
        (["agent", "ana.json", "--rate", "0/minute"], {}, "rate"),
        (["agent", "ana.json", "--port", "99999"], {}, "listen"),
    ],
)  # fmt: skip
def test_what_cannot_start_says_so_in_one_line(tmp_path, arguments, more, words):
    (tmp_path / "ana.json").write_text(json.dumps(PARTIES["Ana"]))
    (tmp_path / "bad.json").write_text('{"owner": "Ana", "hard": 1}')
    python = {**PARTIES["Cara"], "python": [{"name": "n", "code": "True", "on": True}]}
    (tmp_path / "python.json").write_text(json.dumps(python))
    run = parley(*arguments, cwd=tmp_path, **more)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert words in run.stderr


def test_an_agent_that_is_not_there_is_said(tmp_path):
    room = parley("room", "--options", "shared-flat", NOBODY, NOBODY, cwd=tmp_path)
    assert (room.returncode, room.stderr.count("\n")) == (1, 1)
    assert "Agent 1: The server could not be reached" in room.stderr


def test_the_people_who_were_to_take_part_must_be_there(tmp_path, ana):
    with stand_in(Liar()) as address:
        room = parley(
            "room", "--options", "shared-flat", "--participants", "Ana,Cara", ana.address, address,
            cwd=tmp_path,
        )  # fmt: skip
    assert room.returncode == 1
    assert "not those of the people" in room.stderr
