"""Whatever is tried in whatever order: no acceptance that the sheet rejects, and no agreement
without everybody's."""

import hashlib
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from parley.consensus import run_consensus
from parley.preferences import PreferenceSheet
from parley.ratify import RatifyError, acceptance_payload, agreement, ratify
from parley.spec import Constraint, DecisionSpec, PartySpec
from parley.transcript import Transcript

OWNERS = ("Ana", "Bob", "Cara")
OPTIONS = [{"id": index, "cost": cost} for index, cost in enumerate((100, 200, 300, 400))]
LIMITS = st.builds(
    Constraint,
    st.just("cost"),
    st.sampled_from(["<=", ">=", "!="]),
    st.sampled_from([100, 250, 400]),
)
PARTIES = st.tuples(
    *(st.builds(PartySpec, st.just(owner), st.lists(LIMITS, max_size=2)) for owner in OWNERS)
)


# Stands in for Ed25519: whoever knows a name's key can sign with it, and nobody else does.
KEYS = {owner: f"the key of {owner}" for owner in OWNERS}


def sign_as(owner):
    return lambda payload: (hashlib.sha256(KEYS[owner].encode() + payload).hexdigest(), owner)


def is_signed_by_its_owner(one):
    if not isinstance(one.owner, str) or one.owner not in KEYS:
        return False
    payload = acceptance_payload(one.owner, one.decision, one.transcript_hash, one.accepted)
    return (one.sig, one.pubkey_hex) == sign_as(one.owner)(payload)


EDITS = (
    {"accepted": 1},
    {"accepted": "yes"},
    {"accepted": False},
    {"decision": {}},
    {"decision": None},
    {"transcript_hash": "0" * 64},
    {"transcript_hash": None},
    {"owner": "Dan"},
    {"owner": ["Ana"]},
    {"sig": None},
    {"sig": "0" * 64},
)


class Ratifying(RuleBasedStateMachine):
    """Three sheets, a record that can be forged, and the acceptances that were given."""

    @initialize(parties=PARTIES)
    def decide(self, parties):
        self.parties = dict(zip(OWNERS, parties, strict=True))
        result = DecisionSpec("Where?", OPTIONS, list(parties)).run()
        self.honest = self.record = result.transcript
        self.given = []

    @rule(parties=PARTIES)
    def decide_again_with_other_sheets_on_record(self, parties):
        """A room that recorded what nobody said."""
        agents = DecisionSpec("Where?", OPTIONS, list(parties)).to_agents()
        self.record = run_consensus(agents, OPTIONS).transcript

    @rule(option=st.sampled_from(OPTIONS))
    def announce_another_winner(self, option):
        self.record = Transcript.from_dict(self.record.to_dict())
        self.record.finalize("agreed", option)

    @rule()
    def go_back_to_the_honest_record(self):
        self.record = self.honest

    @rule(owner=st.sampled_from(OWNERS), accept=st.booleans())
    def ratify(self, owner, accept):
        sheet = self.parties[owner].to_sheet()
        decision = self.record.result["decision"]
        rejects = decision is not None and not all(
            line.check(decision) for line in self.parties[owner].hard
        )
        try:
            acceptance = ratify(sheet, self.record, accept, sign_as(owner))
        except RatifyError:
            assert accept
            assert rejects
            return
        assert not (accept and rejects)
        self.given.append(acceptance)

    @rule(owner=st.sampled_from(OWNERS), data=st.data())
    def pass_an_acceptance_off_as_somebody_elses(self, owner, data):
        if self.given:
            forged = replace(data.draw(st.sampled_from(self.given)), owner=owner)
            # It names another owner, which only a signature could tell; it must be bound all the
            # same, and count once.
            assert not agreement(self.record, [forged] * 3)

    @rule(data=st.data())
    def edit_an_acceptance(self, data):
        now = self.record.hash()
        bound = [one for one in self.given if one.transcript_hash == now and one.accepted]
        if not bound or self.record.result["status"] != "agreed":
            return
        one = data.draw(st.sampled_from(bound))
        others = [self.acceptance_by(owner) for owner in OWNERS if owner != one.owner]
        assert agreement(self.record, [*others, one], is_signed_by_its_owner)
        for change in EDITS:
            edited = replace(one, **change)
            assert not agreement(self.record, [*others, edited], is_signed_by_its_owner)
            # What only a signature shows is all that passes without one.
            assert agreement(self.record, [*others, edited]) == (not change.keys() - {"sig"})
        # Equal to Python, and not the same text.
        equal = replace(one, decision={**one.decision, "id": float(one.decision["id"])})
        assert not agreement(self.record, [*others, equal])

    def acceptance_by(self, owner):
        """What somebody without any red line would sign now."""
        return ratify(PreferenceSheet(owner), self.record, True, sign_as(owner))

    @invariant()
    def agreement_needs_an_acceptance_of_this_record_by_each(self):
        now = self.record.hash()
        bound = [one for one in self.given if one.transcript_hash == now and one.accepted]
        everybody = {one.owner for one in bound} == set(OWNERS)
        agreed = self.record.result["status"] == "agreed"
        assert agreement(self.record, bound) == (everybody and agreed)
        assert agreement(self.record, bound, is_signed_by_its_owner) == (everybody and agreed)
        if any(one not in bound for one in self.given):
            assert not agreement(self.record, self.given)
        if agreed and agreement(self.record, bound):
            decision = self.record.result["decision"]
            for party in self.parties.values():
                assert self.record.verify_non_betrayal(party.to_sheet(), decision)


TestRatifyingInAnyOrder = Ratifying.TestCase
TestRatifyingInAnyOrder.settings = settings(max_examples=80, stateful_step_count=20, deadline=None)
