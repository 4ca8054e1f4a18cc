"""The same records give the same hash and the same winner in the server's Python and in Pyodide."""

import json
import random

from parley.agenda import build_agenda
from parley.ballot import build_ballot
from parley.bridge import call
from parley.record import build_record
from parley.transcript import Transcript

PEOPLE = ["Ana", "Bob", "Cara", "Zoë", "李", "مريم"]
ASK = """async ([name, payload]) => {
  const { engine } = await import("/static/js/engine/client.js");
  return await engine.call(name, payload);
}"""


def test_python_and_pyodide_agree_on_hash_winner_and_explanation(new_person, server):
    page = new_person(server=server).page
    page.goto(f"{server.url}/verify")
    chance = random.Random(20261130)
    winners = set()
    for _ in range(60):
        payload = random_outcome(chance)
        here = json.loads(call("check_outcome", json.dumps(payload)))["ok"]
        there = page.evaluate(ASK, ["check_outcome", payload])
        assert there == here
        assert here["computed_hash"] == payload["transcript_hash"]
        winners.add(here["explanation"]["winner"])
    # Deadlocks and several winners came up, so that the agreement says something.
    assert None in winners
    assert len(winners) > 3


def test_python_and_pyodide_agree_on_records_that_no_ballot_could_make(new_person, server):
    page = new_person(server=server).page
    page.goto(f"{server.url}/verify")
    chance = random.Random(7)
    for _ in range(60):
        payload = random_outcome(chance)
        record = Transcript.from_dict(json.loads(payload["transcript"]))
        for entry in record.entries:
            for verdict in entry["verdicts"]:
                # Sums of such scores round differently from one Python to the next.
                verdict["score"] = chance.choice([0.1, 0.2, 0.3, 0.7, 1 / 3, chance.random()])
        payload["transcript"] = record.canonical()
        payload["transcript_hash"] = record.hash()
        here = json.loads(call("check_outcome", json.dumps(payload)))["ok"]
        assert page.evaluate(ASK, ["check_outcome", payload]) == here


def random_outcome(chance: random.Random) -> dict:
    """What a browser asks the engine about a decision with random options and answers."""
    attributes = [
        {"name": "näme", "type": "text", "unit": None},
        {"name": "cost", "type": "money", "unit": "EUR"},
        {"name": "sun", "type": "yes-no", "unit": None},
    ]
    options = [
        {"näme": f"option {number} ✓", "cost": chance.choice([number, number + 0.5]), "sun": True}
        for number in range(chance.randint(2, 7))
    ]
    people = PEOPLE[: chance.randint(2, len(PEOPLE))]
    agenda = build_agenda(
        decision=f"{chance.getrandbits(128):032x}",
        round=1,
        title="Wohin?",
        context="",
        attributes=attributes,
        options=options,
        people=len(people),
    )
    ballots = []
    for owner in people:
        answers = []
        for _ in options:
            acceptable = chance.random() < 0.75
            answers.append([acceptable, chance.choice([0, 512, 1024]) if acceptable else 0])
        ballots.append(build_ballot(agenda, owner, f"{chance.getrandbits(256):064x}", answers))
    record = build_record(agenda, ballots)
    return {
        "agenda": agenda,
        "transcript": record.canonical(),
        "transcript_hash": record.hash(),
        "participants": sorted(people),
        "owner": people[0],
        "ballot": ballots[0],
        "sheet": None,
    }
