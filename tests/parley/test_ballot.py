import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley import dsse
from parley.agenda import AgendaError, agenda_digest, build_agenda
from parley.ballot import BallotError, ballot_digest, build_ballot, read_ballot
from parley.canonical import canonical_json

NONCE = "0123456789abcdef" * 4
ANSWERS = [[True, 1024], [False, 0], [True, 0]]


def agenda(**changes):
    values = {
        "decision": "0f" * 16,
        "round": 1,
        "title": "Where do we eat?",
        "context": "",
        "attributes": [{"name": "place", "type": "text", "unit": None}],
        "options": [{"place": "Garden"}, {"place": "Harbour"}, {"place": "Mill"}],
        "people": 3,
    }
    return build_agenda(**{**values, **changes})


AGENDA = agenda()


def altered(**changes):
    body = {**json.loads(build_ballot(AGENDA, "Ana", NONCE, ANSWERS)), **changes}
    return canonical_json({key: value for key, value in body.items() if value is not ...})


def read_code(text, agenda_text=AGENDA):
    with pytest.raises(BallotError) as caught:
        read_ballot(text, agenda_text)
    return caught.value.code


def test_a_ballot_holds_the_answers_and_which_question_they_answer():
    text = build_ballot(AGENDA, "Ana", NONCE, ANSWERS)
    assert read_ballot(text, AGENDA) == {
        "agenda": agenda_digest(AGENDA),
        "owner": "Ana",
        "nonce": NONCE,
        "answers": ANSWERS,
    }
    assert ballot_digest(text) == dsse.digest("parley/2/ballot", text)


answer = st.tuples(st.just(True), st.integers(0, 1024)) | st.just((False, 0))


@given(st.lists(answer, min_size=3, max_size=3), st.binary(min_size=32, max_size=32))
def test_every_ballot_reads_back(answers, nonce):
    text = build_ballot(AGENDA, "Ana", nonce.hex(), answers)
    ballot = read_ballot(text, AGENDA)
    assert [tuple(pair) for pair in ballot["answers"]] == answers
    assert ballot["nonce"] == nonce.hex()
    assert canonical_json(ballot) == text


def test_a_ballot_for_another_agenda_is_refused():
    assert read_code(build_ballot(AGENDA, "Ana", NONCE, ANSWERS), agenda(title="x")) == (
        "other-agenda"
    )


def test_a_ballot_for_a_broken_agenda_is_the_agendas_fault():
    with pytest.raises(AgendaError):
        read_ballot(build_ballot(AGENDA, "Ana", NONCE, ANSWERS), "{}")


@pytest.mark.parametrize("owner", ["", " Ana", "Ana\u200b", "x" * 61, None, 5, "e\u0301"])
def test_the_owner_is_a_clean_name(owner):
    assert read_code(altered(owner=owner)) == "owner"


def test_where_the_agenda_names_its_people_the_owner_is_one_of_them():
    named = agenda(names=["Ana", "Bob", "Cara"])
    assert build_ballot(named, "Ana", NONCE, ANSWERS)
    with pytest.raises(BallotError) as caught:
        build_ballot(named, "Dora", NONCE, ANSWERS)
    assert caught.value.code == "not-on-list"


@pytest.mark.parametrize("nonce", ["", "a" * 63, "A" * 64, "g" * 64, 5, None, "a" * 63 + "\n"])
def test_the_nonce_is_64_lower_case_hex_digits(nonce):
    assert read_code(altered(nonce=nonce)) == "nonce"


@pytest.mark.parametrize("answers", [None, {}, [], ANSWERS[:2], [*ANSWERS, [True, 1]]])
def test_there_is_one_answer_for_each_option(answers):
    assert read_code(altered(answers=answers)) == "answers"


@pytest.mark.parametrize(
    "answer",
    [
        [True, 1025],
        [True, -1],
        [True, 512.0],
        [True, True],
        [True, "512"],
        [True, None],
        [False, 1],
        [False, False],
        [1, 512],
        [None, 0],
        ["true", 5],
        [True],
        [True, 5, 5],
        [],
        {"acceptable": True, "score": 5},
        True,
    ],
)
def test_a_malformed_answer_is_refused(answer):
    assert read_code(altered(answers=[answer, *ANSWERS[1:]])) == "answer"


@pytest.mark.parametrize(
    "text, code",
    [
        (None, "not-text"),
        ("", "not-json"),
        ("[" * 10_000, "not-json"),
        ("[]", "fields"),
        (altered(extra=1), "fields"),
        (altered(nonce=...), "fields"),
        (altered() + " ", "not-canonical"),
        (altered().replace("[true, 1024]", "[true,1024]"), "not-canonical"),
        (altered(owner="x" * 20_000), "too-large"),
    ],
)
def test_what_is_no_ballot_is_refused(text, code):
    assert read_code(text) == code


def test_the_message_repeats_nothing_of_the_ballot():
    with pytest.raises(BallotError) as caught:
        read_ballot(altered(owner="MarkerName\u200b"), AGENDA)
    assert "Marker" not in str(caught.value)


@given(st.text())
def test_any_text_is_refused_with_a_code(text):
    assert read_code(text)
