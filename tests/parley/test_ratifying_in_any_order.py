"""Whatever is tried in whatever order: no acceptance that the sheet rejects, and no agreement
without everybody's."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from parley.consensus import run_consensus
from parley.ratify import RatifyError, agreement, ratify
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
            acceptance = ratify(sheet, self.record, accept)
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

    @invariant()
    def agreement_needs_an_acceptance_of_this_record_by_each(self):
        now = self.record.hash()
        bound = [one for one in self.given if one.transcript_hash == now and one.accepted]
        everybody = {one.owner for one in bound} == set(OWNERS)
        agreed = self.record.result["status"] == "agreed"
        assert agreement(self.record, bound) == (everybody and agreed)
        if any(one not in bound for one in self.given):
            assert not agreement(self.record, self.given)
        if agreed and agreement(self.record, bound):
            decision = self.record.result["decision"]
            for party in self.parties.values():
                assert self.record.verify_non_betrayal(party.to_sheet(), decision)


TestRatifyingInAnyOrder = Ratifying.TestCase
TestRatifyingInAnyOrder.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
