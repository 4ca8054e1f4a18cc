"""Whatever is done in whatever order: nothing binds that its owner did not confirm."""

import copy
import math

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    precondition,
    rule,
)

from parley.elicit import ConfirmedSheet, Elicitation, ElicitError
from parley.ratify import RatifyError, ratify
from parley.spec import ORDERINGS, Constraint
from parley.transcript import Transcript

ATTRIBUTES = st.sampled_from(["rent", "area", "commute"])
NUMBERS = st.integers(0, 2000) | st.floats(0, 2000)
SOUND = st.one_of(
    st.fixed_dictionaries(
        {"attr": ATTRIBUTES, "op": st.sampled_from(sorted(ORDERINGS)), "value": NUMBERS}
    ),
    st.fixed_dictionaries(
        {
            "attr": ATTRIBUTES,
            "op": st.just("in"),
            "value": st.lists(st.text(max_size=3), max_size=3),
        }
    ),
)
ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5) | st.tuples(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
HOSTILE = ANY_VALUE | st.fixed_dictionaries(
    {},
    optional={
        "attr": ATTRIBUTES | ANY_VALUE,
        "op": st.sampled_from(["<=", "in", "==", "like"]) | ANY_VALUE,
        "value": ANY_VALUE,
        "predicate": st.just("True"),
    },
)
# Mostly what can be confirmed after a step or two, so that much is.
GOOD_PROPOSALS = st.fixed_dictionaries(
    {"hard": st.lists(SOUND, min_size=1, max_size=3)},
    optional={"unclear": st.just([{"question": "How far?"}])},
)
PROPOSALS = GOOD_PROPOSALS | st.fixed_dictionaries(
    {},
    optional={
        "hard": st.lists(SOUND | HOSTILE, max_size=4) | ANY_VALUE,
        "utility": st.lists(HOSTILE, max_size=2) | ANY_VALUE,
        "unclear": st.lists(st.just({"question": "How far?"}) | HOSTILE, max_size=2),
        "claims": st.lists(ANY_VALUE, max_size=2),
    },
)
OPS = st.one_of(
    st.builds(lambda raw: {"op": "add_hard", "constraint": raw}, SOUND | HOSTILE),
    st.builds(
        lambda number, op: {**op, "item_id": f"i{number}"},
        st.integers(1, 8),
        st.sampled_from(
            [
                {"op": "remove"},
                {"op": "resolve", "drop": True},
                {"op": "resolve", "as_hard": {"attr": "rent", "op": "<=", "value": 1}},
                {"op": "reclassify", "term": {"attr": "rent"}},
                {"op": "reclassify"},
                {"op": "set", "constraint": {"attr": "rent", "op": "<=", "value": "lots"}},
                {"op": "set", "constraint": {"attr": "rent", "op": "<=", "value": 2}},
            ]
        ),
    ),
)


OPTIONS = st.fixed_dictionaries(
    {}, optional={"rent": NUMBERS, "area": st.text(max_size=3), "commute": NUMBERS}
)


def is_sound(line):
    """Whether a red line is what the schema of plain data allows; written anew, not asked for."""
    if type(line) is not Constraint or type(line.attr) is not str or not line.attr:
        return False
    if line.op in ORDERINGS:
        return type(line.value) in (int, float) and math.isfinite(line.value)
    if line.op in ("in", "not_in"):
        return type(line.value) is list
    return line.op in ("==", "!=") and line.value is not None


class Elicitations(RuleBasedStateMachine):
    """People and documents of one service, with a shadow of what each person has read."""

    interviews = Bundle("interviews")
    drafts = Bundle("drafts")
    sheets = Bundle("sheets")

    @initialize()
    def start(self):
        self.proposal = {}
        self.service = Elicitation(lambda answers: self.proposal)
        self.latest = {}
        self.bound = []

    @rule(target=interviews, name=st.sampled_from(["Ana", "Bob", "Cara"]))
    def interview(self, name):
        return self.service.start_interview("flat", name)

    @rule(target=drafts, interview=interviews, proposal=PROPOSALS)
    def draft(self, interview, proposal):
        self.proposal = proposal
        return self.keep(interview, self.service.draft_sheet(interview.interview_id))

    def keep(self, interview, draft):
        assert all(is_sound(item.data) for item in draft.hard)
        assert all(item.data.weight > 0 for item in draft.utility)
        self.latest[draft.draft_id] = copy.deepcopy(draft)
        return interview, draft

    @rule(target=drafts, held=drafts, ops=st.lists(OPS, max_size=3))
    def revise(self, held, ops):
        interview, draft = held
        request = {"participant_id": interview.participant_id, "token": interview.token, "ops": ops}
        try:
            return self.keep(interview, self.service.revise_sheet(draft.draft_id, request))
        except ElicitError:
            return multiple()

    @rule(held=drafts)
    def what_was_handed_out_is_scribbled_on(self, held):
        _, draft = held
        for item in draft.hard:
            if isinstance(item.data.value, list):
                item.data.value.append("anything")
        draft.hard.clear()
        draft.needs_clarification.clear()
        draft.utility.extend(draft.utility)

    @rule(held=drafts, other=interviews)
    def somebody_else_changes_nothing(self, held, other):
        interview, draft = held
        if other.token != interview.token:
            request = {"participant_id": interview.participant_id, "token": other.token, "ops": []}
            try:
                self.service.revise_sheet(draft.draft_id, request)
            except ElicitError:
                return
            raise AssertionError("another token was taken")

    @rule(
        target=sheets,
        held=drafts,
        other=interviews,
        named=st.sampled_from(["all", "all", "none", "one less", "one more"]),
        steal=st.sampled_from([False, False, False, True]),
    )
    def confirm(self, held, other, named, steal):
        interview, draft = held
        ids = [item.item_id for item in self.latest[draft.draft_id].hard]
        ids = {"all": ids, "none": [], "one less": ids[1:], "one more": [*ids, "i99"]}[named]
        who = other if steal else interview
        request = {
            "participant_id": who.participant_id,
            "token": who.token,
            "confirm_hard": ids,
            "confirm_version": draft.version,
        }
        current = self.latest[draft.draft_id]
        may_bind = (
            who.token == interview.token
            and draft.version == current.version
            and not current.needs_clarification
            and set(ids) == {item.item_id for item in current.hard}
        )
        try:
            sheet = self.service.confirm_sheet(draft.draft_id, request)
        except ElicitError:
            assert not may_bind
            return multiple()
        assert may_bind
        assert sheet.to_party_spec().hard == [item.data for item in current.hard]
        assert sheet.to_party_spec().owner == interview.participant_id
        self.bound.append((sheet, sheet.to_party_spec().to_dict()))
        return interview, sheet

    @rule(target=drafts, held=consumes(sheets), ops=st.lists(OPS, max_size=2))
    def revise_a_sheet(self, held, ops):
        interview, sheet = held
        request = {"participant_id": interview.participant_id, "token": interview.token, "ops": ops}
        try:
            return self.keep(interview, self.service.revise_sheet(sheet.sheet_id, request))
        except ElicitError:
            return multiple()

    @precondition(lambda self: getattr(self, "bound", []))
    @rule()
    def bound_sheets_never_change(self):
        for sheet, party in self.bound:
            assert isinstance(sheet, ConfirmedSheet)
            assert sheet.to_party_spec().to_dict() == party
            assert all(is_sound(line) for line in sheet.to_party_spec().hard)

    @precondition(lambda self: getattr(self, "bound", []))
    @rule(data=st.data(), option=OPTIONS, accept=st.booleans())
    def whatever_is_announced_only_what_holds_every_confirmed_line_is_accepted(
        self, data, option, accept
    ):
        sheet, party = data.draw(st.sampled_from(self.bound))
        record = Transcript()
        record.finalize("agreed", option)
        crossed = [line for line in party["hard"] if not Constraint.from_dict(line).check(option)]
        try:
            acceptance = ratify(sheet.to_party_spec().to_sheet(), record, accept)
        except RatifyError:
            assert accept
            assert crossed
        else:
            assert not (accept and crossed)
            assert acceptance.accepted is accept


TestAnyOrder = Elicitations.TestCase
TestAnyOrder.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
