"""What an agent ratifies, and what it does not: the room is not trusted."""

import json

import pytest

from parley.agent import Agent, Verdict
from parley.consensus import run_consensus
from parley.net.identity import Identity, can_check_signatures
from parley.net.owner_agent import AgentRefusal, OwnerAgent
from parley.preferences import HardConstraint, PreferenceSheet
from parley.transcript import Transcript

pytestmark = pytest.mark.skipif(not can_check_signatures(), reason="needs PyNaCl")

OPTIONS = [
    {"venue": "rooftop", "cost": 900},
    {"venue": "garden", "cost": 600},
    {"venue": "diner", "cost": 300},
]


class Table:
    """Ana and Bob with agents, and an honest record of what they said."""

    def __init__(self, sheet=None):
        self.sheet = sheet or PreferenceSheet(
            "Ana",
            hard=[HardConstraint("budget", lambda o: o["cost"] <= 700)],
            utility=lambda o: 1 - o["cost"] / 1000,
        )
        self.identities = {name: Identity.generate(name) for name in ("Ana", "Bob")}
        self.ana = OwnerAgent(self.sheet, self.identities["Ana"])
        self.bob = OwnerAgent(PreferenceSheet("Bob"), self.identities["Bob"])

    def record(self, options=OPTIONS, ask=True):
        if ask:
            self.ana.consider({"options": list(options)})
        said = {}
        for name, agent in (("Ana", self.ana_again()), ("Bob", self.bob)):
            verdicts = agent.consider({"options": list(options)})["verdicts"]
            said[name] = dict(zip(map(json.dumps, options), verdicts, strict=True))

        class Said:
            def __init__(self, owner):
                self.owner = owner

            def consider(self, option):
                return Verdict(**said[self.owner][json.dumps(option)])

        return run_consensus([Said("Ana"), Said("Bob")], options).transcript.to_dict()

    def ana_again(self):
        """The same agent as far as anybody can see, that remembers no questions."""
        return OwnerAgent(self.sheet, self.identities["Ana"])


@pytest.fixture
def table():
    return Table()


def refusal(agent, record):
    with pytest.raises(AgentRefusal) as caught:
        agent.ratify({"transcript": record})
    return caught.value.code


def test_verdicts_are_masked_and_signed(table):
    verdicts = table.ana.consider({"options": OPTIONS})["verdicts"]
    assert [(one["acceptable"], one["score"], one["reason"]) for one in verdicts] == [
        (False, 0.0, "red-line"),
        (True, 0.4, "ok"),
        (True, 0.7, "ok"),
    ]
    assert {one["pubkey_hex"] for one in verdicts} == {table.ana.card()["pubkey_hex"]}


def test_an_honest_record_is_ratified(table):
    acceptance = table.ana.ratify({"transcript": table.record()})
    assert acceptance["accepted"] is True
    assert acceptance["decision"] == OPTIONS[2]
    assert acceptance["pubkey_hex"] == table.ana.card()["pubkey_hex"]


def test_a_deadlock_is_acknowledged(table):
    acceptance = table.ana.ratify({"transcript": table.record(OPTIONS[:1])})
    assert (acceptance["accepted"], acceptance["decision"]) == (True, None)


def test_options_it_was_not_asked_about_are_not_ratified(table):
    assert refusal(table.ana, table.record(ask=False)) == "not-asked"
    table.record(OPTIONS)
    # The one that would have won was left out.
    assert refusal(table.ana, table.record(OPTIONS[:2], ask=False)) == "not-asked"


def test_another_winner_is_not_ratified(table):
    record = table.record()
    record["result"]["decision"] = OPTIONS[1]
    assert refusal(table.ana, record) == "winner"
    record["result"] = {"status": "deadlock", "decision": None}
    assert refusal(table.ana, record) == "winner"
    record["result"] = None
    assert refusal(table.ana, record) == "winner"


def test_an_edited_or_unsigned_verdict_is_not_ratified(table):
    record = table.record()
    record["entries"][0]["verdicts"][1]["score"] = 0.1
    assert refusal(table.ana, record) == "signatures"
    record = table.record()
    record["entries"][2]["verdicts"][1] |= {"sig": None, "pubkey_hex": None}
    assert refusal(table.ana, record) == "signatures"


def test_its_own_verdict_under_another_key_is_not_ratified(table):
    record, mallory = table.record(), Identity.generate("Ana")
    for entry in record["entries"]:
        own = Agent("Ana", table.sheet).consider(entry["option"])
        sig = mallory.sign_verdict(entry["option"], own)
        entry["verdicts"][0] |= {"sig": sig, "pubkey_hex": mallory.card().pubkey_hex}
    assert refusal(table.ana, record) == "own-verdicts"


def test_a_record_without_its_owner_is_not_ratified(table):
    record = table.record()
    for entry in record["entries"]:
        del entry["verdicts"][0]
    transcript = Transcript.from_dict(record)
    transcript.finalize("agreed", OPTIONS[0])
    assert refusal(table.ana, transcript.to_dict()) == "own-verdicts"


def test_a_sheet_that_changed_its_mind_does_not_accept():
    limit = [700]
    table = Table(PreferenceSheet("Ana", [HardConstraint("b", lambda o: o["cost"] <= limit[0])]))
    record = table.record()
    limit[0] = 100
    assert refusal(table.ana, record) == "own-verdicts"


@pytest.mark.parametrize(
    "message",
    [
        None, [], {}, {"options": []}, {"options": None}, {"options": [1, 1]}, {"options": [None]},
        {"options": [{"__tuple__": []}]}, {"options": [1], "more": 1},
        {"options": list(range(1001))},
    ],
)  # fmt: skip
def test_a_malformed_question_is_refused(table, message):
    with pytest.raises(AgentRefusal) as caught:
        table.bob.consider(message)
    assert caught.value.code == "malformed"


@pytest.mark.parametrize(
    "record",
    [
        None, {}, {"entries": [], "result": None, "more": 1}, {"entries": [{}], "result": None},
        {"entries": [{"option": {"__tuple__": 1}, "verdicts": []}], "result": None},
    ],
)  # fmt: skip
def test_a_malformed_record_is_refused(table, record):
    assert refusal(table.ana, record) == "malformed"


def test_what_goes_wrong_in_a_sheet_stays_in_it():
    def fails(option):
        raise KeyError("my secret limit")

    ana = OwnerAgent(PreferenceSheet("Ana", [HardConstraint("x", fails)]), Identity.generate("Ana"))
    with pytest.raises(AgentRefusal) as caught:
        ana.consider({"options": [1]})
    assert caught.value.code == "sheet-fails"
    assert "secret" not in str(caught.value)


def test_it_remembers_a_bounded_number_of_questions(table, monkeypatch):
    monkeypatch.setattr("parley.net.owner_agent.MAX_QUESTIONS", 2)
    record = table.record()
    for number in range(2):
        table.ana.consider({"options": [{"cost": number}]})
    assert refusal(table.ana, record) == "not-asked"
