import base64
import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.ballot import ballot_digest, read_ballot
from parley.bridge import CALLS, call
from parley.canonical import canonical_json
from parley.options import option_digest
from parley.ratify import Acceptance, agreement
from parley.receipt import build_receipt, receipt_text
from parley.sheet import MAX_SHEET_BYTES
from parley.transcript import Transcript
from tests.parley.flat import AGENDA, AGREEING, BY_NAME, DEADLOCKED, OPTIONS, decide, write_sheet

NONCE = "0123456789abcdef" * 4


def answer(name, **fields):
    result = json.loads(call(name, json.dumps(fields)))
    assert set(result) == {"ok"}, result
    return result["ok"]


def error(name, text):
    result = json.loads(call(name, text))
    assert set(result) == {"error"} and set(result["error"]) == {"code", "message"}, result
    return result["error"]


def code(name, **fields):
    return error(name, json.dumps(fields))["code"]


@pytest.fixture
def preview():
    return {"agenda": AGENDA, "sheet": AGREEING["Ana"], "owner": "Ana", "nonce": NONCE}


@pytest.fixture
def closing():
    record = decide(AGREEING).record
    return {
        "sheet": AGREEING["Ana"],
        "transcript": record.canonical(),
        "owner": "Ana",
        "accept": True,
    }


def test_a_preview_gives_the_answers_and_the_ballot_that_would_be_sent(preview):
    result = answer("preview", **preview)
    assert [item["score"] for item in result["answers"]] == [0, 0, 622, 497, 885, 701]
    assert result["answers"][0] == {
        "acceptable": False,
        "score": 0,
        "crossed": [{"kind": "attribute", "index": 0}],
    }
    assert (result["acceptable"], result["rejected"]) == (4, 2)
    ballot = read_ballot(result["ballot"], preview["agenda"])
    assert ballot["owner"] == "Ana" and ballot["nonce"] == NONCE
    assert ballot["answers"] == [[a["acceptable"], a["score"]] for a in result["answers"]]
    assert result["digest"] == ballot_digest(result["ballot"])


def test_a_ballot_holds_nothing_of_the_sheet_but_yes_no_and_scores(preview):
    one = write_sheet("Ana", red_lines=[("rent", "<=", 1600)])
    other = write_sheet("Ana", red_lines=[("rent", "<", 1640), ("rent", "!=", 1640)])
    ballots = [answer("preview", **{**preview, "sheet": sheet})["ballot"] for sheet in (one, other)]
    assert ballots[0] == ballots[1]


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"agenda": "{}"}, "agenda-fields"),
        ({"agenda": ""}, "agenda-not-json"),
        ({"sheet": "{}"}, "sheet-fields"),
        ({"sheet": " " * (MAX_SHEET_BYTES + 1)}, "sheet-too-large"),
        ({"owner": "Bob"}, "other-owner"),
        ({"nonce": "0"}, "ballot-nonce"),
        ({"nonce": NONCE.upper()}, "ballot-nonce"),
        ({"sheet": None}, "bad-fields"),
        ({"nonce": 5}, "bad-fields"),
        ({"extra": 5}, "bad-fields"),
    ],
)
def test_a_preview_that_cannot_be_made_says_why(preview, changes, expected):
    assert code("preview", **{**preview, **changes}) == expected


def test_an_outcome_is_checked():
    decided = decide(AGREEING)
    fields = {
        "agenda": AGENDA,
        "transcript": decided.record.canonical(),
        "transcript_hash": decided.record.hash(),
        "participants": ["Ana", "Bob", "Cara"],
        "owner": "Cara",
        "ballot": decided.ballots["Cara"],
        "sheet": AGREEING["Cara"],
    }
    result = answer("check_outcome", **fields)
    assert [check["passed"] for check in result["checks"]] == [True] * 4
    assert result["computed_hash"] == decided.record.hash()
    assert code("check_outcome", **{**fields, "participants": "Ana"}) == "bad-fields"
    assert code("check_outcome", **{**fields, "participants": ["Ana", 5]}) == "bad-fields"
    assert code("check_outcome", **{**fields, "participants": ["Ana"] * 1001}) == "bad-fields"


def test_all_three_accept_and_the_receipt_verifies():
    record = decide(AGREEING).record
    acceptances = []
    for owner, sheet in AGREEING.items():
        text = answer(
            "close", sheet=sheet, transcript=record.canonical(), owner=owner, accept=True
        )["acceptance"]
        assert canonical_json(json.loads(text)) == text
        acceptances.append(Acceptance(**json.loads(text)))
    assert agreement(record, acceptances, participants=list(AGREEING))
    receipt = receipt_text(build_receipt("Flat", record, acceptances, list(AGREEING)))
    report = answer("verify", base64=base64.b64encode(receipt.encode()).decode())
    assert (report["exit_code"], report["result"]) == (0, "VERIFIED")


def test_a_report_comes_with_what_the_page_says_about_it():
    report = answer("verify", base64=base64.b64encode(b"{}").decode())
    assert report["summary"]["reason"][0]["code"] == "field-missing"


def signed_receipt():
    path = Path(__file__).parents[1] / "vectors" / "hostile-receipts" / "00-baseline-signed.json"
    return base64.b64encode(path.read_bytes()).decode()


def test_a_signed_receipt_is_judged_by_the_answers_about_its_signatures():
    file = signed_receipt()
    signatures = answer("signatures", base64=file)["signatures"]
    assert len(signatures) > 3
    assert answer("verify", base64=file, invalid=[])["result"] == "VERIFIED"
    for place in range(len(signatures)):
        assert answer("verify", base64=file, invalid=[place])["result"] == "FAILED"


def test_a_receipt_without_signatures_has_none_to_check():
    assert answer("signatures", base64=base64.b64encode(b"{}").decode()) == {"signatures": []}
    for wrong in ([["a", "b", "c"]], [True], [0], [-1], {}):
        assert code("verify", base64="", invalid=wrong) == "bad-fields"


def test_a_sheet_is_replayed_on_a_receipt():
    record = decide(AGREEING).record
    receipt = receipt_text(build_receipt("Flat", record, [], list(AGREEING)))
    file = base64.b64encode(receipt.encode()).decode()
    result = answer("replay", base64=file, sheet=AGREEING["Ana"])
    assert (result["decision"], result["answers_match"]) == ("holds", True)
    assert code("replay", base64=file, sheet="{}") == "sheet-fields"
    assert code("replay", base64="e30=", sheet=AGREEING["Ana"]) == "receipt-unreadable"
    assert code("replay", base64="?", sheet=AGREEING["Ana"]) == "bad-base64"
    results = {"base64": file, "sheet": AGREEING["Ana"], "python_results": [["passed"]]}
    assert code("replay", **results) == "python-results"
    assert code("replay", **{**results, "python_results": "passed"}) == "bad-fields"


def test_declining_needs_no_reason_and_no_sheet(closing):
    for sheet in (closing["sheet"], None, "damaged"):
        text = answer("close", **{**closing, "accept": False, "sheet": sheet})["acceptance"]
        assert json.loads(text)["accepted"] is False


def test_accepting_what_the_sheet_rejects_is_impossible(closing):
    sheet = write_sheet("Ana", red_lines=[("rent", "<", 1000)])
    assert code("close", **{**closing, "sheet": sheet}) == "sheet-rejects"
    assert code("close", **{**closing, "sheet": sheet, "without_sheet": True}) == "sheet-rejects"


def test_accepting_without_a_sheet_is_said_aloud(closing):
    assert code("close", **{**closing, "sheet": None}) == "no-sheet"
    result = answer("close", **{**closing, "sheet": None, "without_sheet": True})
    assert json.loads(result["acceptance"])["accepted"] is True


def test_a_deadlock_can_be_acknowledged_without_a_sheet():
    record = decide(DEADLOCKED).record
    result = answer("close", sheet=None, transcript=record.canonical(), owner="Bob", accept=True)
    acceptance = json.loads(result["acceptance"])
    assert acceptance["accepted"] is True and acceptance["decision"] is None
    assert acceptance["transcript_hash"] == record.hash()


def test_a_closing_needs_an_honest_record_with_my_name(closing):
    record = Transcript.from_dict(json.loads(closing["transcript"]))
    record.finalize("agreed", BY_NAME["Canal Walk 15"])
    swapped = {**closing, "transcript": record.canonical()}
    assert code("close", **swapped) == "winner-differs"
    assert answer("close", **{**swapped, "accept": False})
    dora = write_sheet("Dora")
    assert code("close", **{**closing, "owner": "Dora", "sheet": dora}) == "not-in-record"
    assert code("close", **{**closing, "owner": "Bob"}) == "other-owner"
    assert code("close", **{**closing, "transcript": "{}"}) == "record-malformed"
    assert code("close", **{**closing, "accept": 1}) == "bad-fields"
    assert code("close", **{**closing, "without_sheet": None}) == "bad-fields"


def test_a_file_is_verified_from_its_own_bytes():
    assert answer("verify", base64="e30=")["exit_code"] == 2
    assert answer("verify", base64="")["exit_code"] == 2
    assert answer("verify", base64=base64.b64encode(b"\xff\xfe\x00").decode())["exit_code"] == 2
    for text in ("e30", "é", "e3 0=", "e30=\n"):
        assert code("verify", base64=text) == "bad-base64"


def test_the_digests_of_the_options_are_those_that_sheets_use():
    result = answer("option_digests", agenda=AGENDA)
    assert result == {"digests": [option_digest(option) for option in OPTIONS]}
    plain = json.dumps(OPTIONS[0], sort_keys=True, ensure_ascii=False)
    assert result["digests"][0] == hashlib.sha256(plain.encode()).hexdigest()


def test_a_pasted_text_and_the_bytes_of_a_file_are_read_as_a_table():
    text = "flat;rent\nMühle;1.250,50 €\nHafen;980 €\n"
    pasted = answer("read_table", text=text)
    assert pasted["attributes"][1] == {"name": "rent", "type": "money", "unit": "EUR"}
    assert pasted["rows"] == [["Mühle", "1250.5"], ["Hafen", "980"]]
    content = base64.b64encode(text.encode("utf-16")).decode()
    assert answer("read_table", base64=content, has_header=None) == pasted
    assert len(answer("read_table", text=text, has_header=False)["rows"]) == 3
    assert answer("read_table", text="A, one\nB, two", is_list=True)["rows"] == [
        ["A, one"],
        ["B, two"],
    ]
    assert code("read_table", text="") == "table-empty"
    assert code("read_table", base64="e3 0=") == "bad-base64"
    assert code("read_table", text=text, base64=content) == "bad-fields"
    assert code("read_table", text=text, has_header=1) == "bad-fields"
    assert code("read_table", text=text, is_list="yes") == "bad-fields"


def test_the_cells_that_do_not_fit_a_type_are_named():
    cells = ["700", "1.234,50 €", "", "cheap", "5 USD"]
    assert answer("misfits", cells=cells, type="money", unit="EUR") == {"rows": [3, 4]}
    assert answer("misfits", cells=cells, type="whole", unit=None) == {"rows": [1, 3, 4]}
    assert answer("misfits", cells=cells, type="text", unit=None) == {"rows": []}
    assert answer("misfits", cells=cells, type="color", unit=None) == {"rows": [0, 1, 2, 3, 4]}
    assert code("misfits", cells="700", type="money", unit=None) == "bad-fields"


def test_a_recipe_is_read_without_its_parties():
    recipe = {"title": "Lunch", "options": ["Pizza", "Sushi"], "parties": [{"owner": "MarkerAna"}]}
    read = answer("read_recipe", text=json.dumps(recipe))
    assert (read["title"], read["rows"]) == ("Lunch", [["Pizza"], ["Sushi"]])
    assert read["parties_ignored"] == 1 and "Marker" not in json.dumps(read)
    content = base64.b64encode(json.dumps(recipe).encode()).decode()
    assert answer("read_recipe", base64=content) == read
    assert code("read_recipe", text="[]") == "recipe-fields"
    assert code("read_recipe") == "bad-fields"


@pytest.mark.parametrize("name", ["", "unknown", "__class__", "call", None, 5, ["preview"]])
def test_an_unknown_call_is_refused(name):
    assert error(name, "{}")["code"] == "unknown-call"


@pytest.mark.parametrize("name", sorted(CALLS))
@pytest.mark.parametrize(
    "text, expected",
    [
        (None, "bad-json"),
        (b"{}", "bad-json"),
        ("", "bad-json"),
        ("{", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ('{"a": 1, "a": 2}', "bad-json"),
        ('{"a": NaN}', "bad-json"),
        ('{"a": "\\ud800"}', "bad-json"),
        ("[]", "bad-fields"),
        ("null", "bad-fields"),
        ("{}", "bad-fields"),
        ('{"self": 1}', "bad-fields"),
    ],
)
def test_a_broken_call_is_refused(name, text, expected):
    assert error(name, text)["code"] == expected


def test_an_unforeseen_fault_is_an_error_without_a_trace(monkeypatch):
    def broken(**_):
        raise RuntimeError("MarkerSecret")

    monkeypatch.setitem(CALLS, "option_digests", (broken, {}))
    fault = error("option_digests", "{}")
    assert fault["code"] == "internal"
    assert "Marker" not in fault["message"]


def test_no_error_repeats_what_came_in(preview):
    marked = json.loads(preview["sheet"])
    marked["red_lines"] = [{"attr": "MarkerAttr", "op": "~", "value": "MarkerValue"}]
    for text in (
        json.dumps({**preview, "sheet": json.dumps(marked)}),
        json.dumps({**preview, "owner": "MarkerName"}),
        json.dumps({**preview, "MarkerField": 1}),
        '{"MarkerField": MarkerValue}',
    ):
        assert "Marker" not in error("preview", text)["message"]


@given(st.sampled_from([*sorted(CALLS), "other"]), st.text())
def test_the_bridge_never_raises_on_arbitrary_text(name, text):
    assert "error" in json.loads(call(name, text))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=6,
)


@given(st.sampled_from(sorted(CALLS)), st.data())
def test_the_bridge_never_raises_on_fields_of_any_value(name, data):
    fields = {field: data.draw(st.text() | json_values) for field in CALLS[name][1]}
    result = json.loads(call(name, json.dumps(fields)))
    assert set(result) in ({"ok"}, {"error"})
    assert result.get("error", {}).get("code") != "internal"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_record_is_never_accepted_nor_a_fault_of_ours(closing, data):
    honest = json.loads(closing["transcript"])
    record = json.loads(closing["transcript"])
    place = record
    while isinstance(place, (dict, list)) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(place[key], (dict, list)) or data.draw(st.booleans()):
            place[key] = data.draw(json_values)
            break
        place = place[key]
    result = json.loads(call("close", json.dumps({**closing, "transcript": json.dumps(record)})))
    if "ok" in result:
        accepted = json.loads(result["ok"]["acceptance"])
        assert canonical_json(accepted["decision"]) == canonical_json(honest["result"]["decision"])
    else:
        assert result["error"]["code"] != "internal"
