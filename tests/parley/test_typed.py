import json

import pytest

from parley.agenda import build_agenda, read_agenda
from parley.bridge import call
from parley.typed import differences, fields_of_typed

TYPED = {
    "title": " Which  flat? ",
    "context": "",
    "people": 3,
    "names": None,
    "attributes": [
        {"name": "flat", "type": "text", "unit": None},
        {"name": "rent", "type": "money", "unit": " EUR "},
        {"name": "balcony", "type": "yes-no", "unit": ""},
    ],
    "rows": [["Mill Lane", "€ 1.250,50", "ja"], ["", " ", ""], ["Dockside", "980", ""]],
}


def agenda(**changes):
    fields = {**fields_of_typed(TYPED), **changes}
    return build_agenda(decision="ab" * 16, round=1, coordinator="cd" * 32, **fields)


def test_what_was_typed_becomes_the_fields_of_a_question():
    fields = fields_of_typed(TYPED)
    assert fields["title"] == "Which flat?"
    assert fields["options"] == [
        {"flat": "Mill Lane", "rent": 1250.5, "balcony": True},
        {"flat": "Dockside", "rent": 980},
    ]
    by_name = fields_of_typed({**TYPED, "people": None, "names": ["Cara", " Ana", "", "Bob"]})
    assert (by_name["people"], by_name["names"]) == (3, ["Ana", "Bob", "Cara"])


def test_the_question_that_was_typed_does_not_differ():
    assert differences(read_agenda(agenda()), TYPED) == []


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("title", "Which flat"),
        ("context", "By Friday."),
        ("people", 4),
        ("options", [{"flat": "Mill Lane", "rent": 1250}, {"flat": "Dockside", "rent": 980}]),
        ("deadline", "2027-01-01T00:00:00Z"),
    ],
)
def test_a_question_that_a_server_changed_is_found_by_its_field(field, changed):
    assert differences(read_agenda(agenda(**{field: changed})), TYPED) == [field]


def test_the_page_is_told_which_fields_differ():
    changed = agenda(title="Which house?")
    answer = json.loads(call("typed_differences", json.dumps({"agenda": changed, "typed": TYPED})))
    assert answer == {"ok": {"differs": ["title"]}}
    other = json.loads(call("typed_differences", json.dumps({"agenda": changed, "typed": {}})))
    assert other["error"]["code"] == "bad-fields"
