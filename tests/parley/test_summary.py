"""What pages say about a receipt: the right sentence for each check, of a bounded size."""

import json

import pytest

from parley import sentences
from parley.receipt import verify
from parley.summary import CODES, MOST_FIELDS, MOST_SHOWN, described, summary

SIGNED = "hostile-receipts/00-baseline-signed.json"


def checked(content, **options):
    if isinstance(content, dict):
        content = json.dumps(content)
    return summary(verify(content, **options))


def states(found):
    return {check["id"]: check["state"] for check in found["checks"]}


def reasons(found):
    return [remark["code"] for remark in found["reason"]]


def valid(key, message, signature):
    return True


def invalid(key, message, signature):
    return False


def test_everything_holds_in_a_clean_receipt_and_nothing_is_signed(vector):
    found = checked(vector("committee-clean.json"))
    assert reasons(found) == ["reason-follows-unsigned", "reason-unanimous"]
    assert list(states(found).values()) == ["holds"] * 5 + ["nothing"]
    assert found["hash"] == vector("committee-clean.json")["transcript_hash"]
    assert {"name": "reviewed", "value": True} in found["decision"]["fields"]
    assert found["not_proved"]


def test_a_signed_receipt_is_not_called_unsigned(vector):
    found = checked(vector(SIGNED), check=valid)
    assert reasons(found) == ["reason-follows", "reason-unanimous"]
    assert states(found)["signatures"] == "holds"


@pytest.mark.parametrize(
    ("name", "failing"),
    [
        ("committee-edited-verdict.json", "hash"),
        ("committee-swapped-winner.json", "winner"),
    ],
)
def test_an_edited_receipt_fails_where_it_was_edited(vector, name, failing):
    found = checked(vector(name))
    assert reasons(found) == ["reason-wrong"]
    assert states(found)[failing] == "fails"
    assert found["findings"]


@pytest.mark.parametrize("name", ["07-title-edited.json", "05-accepted-is-string-declined.json"])
def test_signatures_are_the_last_check_alone(vector, name):
    found = checked(vector(f"hostile-receipts/{name}"), check=valid)
    assert states(found)["signatures"] == "holds"


def test_a_signature_that_nobody_could_check_is_unchecked_and_breaks_no_other_check(
    vector, monkeypatch
):
    monkeypatch.setattr("parley.receipt.can_check_signatures", lambda: False)
    found = checked(vector(SIGNED))
    assert found["result"] == "FAILED"
    assert reasons(found) == ["reason-unchecked"]
    assert list(states(found).values()) == ["holds"] * 5 + ["unchecked"]
    assert {line["state"] for line in found["acceptances"]} == {"unchecked"}


def test_a_wrong_signature_fails_the_last_check(vector):
    found = checked(vector(SIGNED), check=invalid)
    assert reasons(found) == ["reason-wrong"]
    assert states(found)["signatures"] == "fails"
    assert {line["signature"] for line in found["acceptances"]} == {"word-signature-invalid"}


def test_an_acceptance_of_another_record_fails_its_check(vector):
    receipt = vector("committee-clean.json")
    receipt["acceptances"][0]["transcript_hash"] = "0" * 64
    receipt["unanimous_acceptance"] = False
    found = checked(receipt)
    assert states(found)["acceptances"] == "fails"
    assert found["acceptances"][0]["state"] == "fails"
    assert found["acceptances"][0]["bound"] == "word-not-bound"


def test_a_receipt_without_any_acceptance_says_so(vector):
    receipt = vector("committee-clean.json")
    receipt |= {"acceptances": [], "unanimous_acceptance": False}
    found = checked(receipt)
    assert reasons(found) == ["reason-follows-unsigned", "reason-not-unanimous"]
    assert found["checks"][4]["code"] == "check-acceptances-none"


def test_an_unreadable_file_has_its_reason_alone():
    found = checked("{}")
    assert found.keys() == {"result", "exit_code", "reason"}
    assert (found["result"], reasons(found)) == ("UNREADABLE", ["field-missing"])


def test_every_code_of_every_vector_is_known(vector):
    known = {
        *CODES,
        *sentences.FINDINGS,
        *sentences.NOTES,
        *sentences.NOT_PROVED,
        *sentences.UNREADABLE,
        "lone-surrogate",
        "duplicate-key",
        "not-a-number",
    }
    expected = vector("hostile-receipts/expected.json")
    for name in expected:
        for check in (None, valid, invalid):
            found = checked(vector(f"hostile-receipts/{name}", raw=True), check=check)
            assert set(codes_in(found)) <= known, name


def codes_in(value):
    """Every code anywhere in a summary, words included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("code", "word", "answer", "bound", "signature"):
                yield inner
            else:
                yield from codes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from codes_in(inner)


def test_a_receipt_made_to_be_long_has_a_short_summary(vector):
    receipt = vector("committee-clean.json")
    receipt["acceptances"] = receipt["acceptances"] * 500 + [{}] * 500
    receipt["participants"] = [f"Ana {number}" for number in range(5000)]
    receipt["decision"] = {f"field {number}": "x" * 5000 for number in range(500)}
    found = checked(receipt)
    assert len(found["findings"]) == len(found["acceptances"]) == MOST_SHOWN
    assert found["more_acceptances"] == 2000 - MOST_SHOWN
    assert found["more_findings"] > 0
    assert found["checks"][3]["lines"][0]["more"] == 5000 - MOST_SHOWN
    assert len(found["decision"]["fields"]) == MOST_FIELDS
    assert len(json.dumps(found)) < 100_000


@pytest.mark.parametrize(
    ("option", "text"),
    [("plain", "plain"), (["a", 1], '["a", 1]'), (None, "null"), ("a\u202eb", "a<U+202E>b")],
)
def test_an_option_that_is_no_object_is_shown_as_text(option, text):
    assert described(option) == {"text": text}


def test_names_and_values_of_an_option_hide_nothing():
    assert described({"re\u200bnt": "7\u202e", "n": 0.5}) == {
        "fields": [
            {"name": "re<U+200B>nt", "value": "7<U+202E>"},
            {"name": "n", "value": "0.5"},
        ],
        "more": 0,
    }
