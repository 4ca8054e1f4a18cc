"""What a dishonest coordinator can try. For each attack: who notices, and that a receipt without
proof would not have told where it would not.

Ana's browser is the one that looks; the coordinator signs whatever it likes with its own key, and
can make as many other keys as it likes, but has nobody else's.
"""

import json

import pytest

from parley.agenda import AGENDA_TYPE, AgendaError
from parley.ballot import BALLOT_TYPE, BallotError, build_ballot, read_ballot
from parley.canonical import canonical_json
from parley.net.identity import check_signature
from parley.protocol.calls import CallError, answer
from parley.protocol.chain import acceptance_stands
from parley.protocol.closing import read_closing
from parley.protocol.difference import difference
from parley.protocol.round import read_signed_agenda, take_ballot
from parley.ratify import Acceptance
from parley.receipt import build_receipt, receipt_text, verify
from parley.record import build_record
from tests.parley.protocol.browser import failures, look, remembered, shown, verdicts
from tests.parley.protocol.group import (
    ALL,
    ANA,
    BOB,
    CARA,
    COORDINATOR,
    HANDS,
    PLACES,
    TIED,
    Hand,
    Made,
    agenda,
    agreed,
    ballot,
    closing,
    deadlocked,
    declined,
    forced_roster,
    judged,
    made,
    next_round,
    nonce,
    roster,
    unsigned,
)

ROOM = agreed()

OTHER_ANSWERS = [[True, 1024], [True, 0], [True, 0]]


def rows(room):
    return json.loads(room.roster.body)["seats"]


def written_from_scratch(the_agenda, ballots, closings=None):
    """The receipt that an unsigned coordinator writes from whatever it likes: all consistent."""
    record = build_record(the_agenda, ballots)
    owners = sorted(json.loads(text)["owner"] for text in ballots)
    said = closings or dict.fromkeys(owners, True)
    accepted = [
        Acceptance(owner, record.result["decision"], record.hash(), said[owner])
        for owner in owners
        if owner in said
    ]
    title = json.loads(the_agenda)["title"]
    return receipt_text(build_receipt(title, record, accepted, owners))


def bodies(room):
    return [text.body for text in room.ballots]


class TestASwappedWinner:
    def swapped(self):
        receipt = ROOM.file()
        receipt["decision"] = receipt["transcript"]["result"]["decision"] = PLACES[0]
        return receipt

    def test_the_receipt_does_not_follow_from_its_proof(self):
        result, found = judged(self.swapped())
        assert result == "FAILED"
        assert "max-min" in found
        assert found.count("proof-field-differs") == 2

    def test_the_browser_shows_the_winner_that_it_works_out(self):
        found = look(shown(ROOM, transcript_hash="0" * 64), remembered(ROOM))
        assert found.outcome.decision == PLACES[1]
        assert found.failed() == ["record"]


class TestAnEditedVerdict:
    EDITED = ([True, 400], [True, 0], [True, 1024])

    def test_rewritten_as_a_whole_the_unsigned_tier_takes_it(self):
        texts = bodies(ROOM)
        texts[1] = build_ballot(ROOM.agenda.body, BOB, nonce("x"), self.EDITED)
        assert verify(written_from_scratch(ROOM.agenda.body, texts)).result == "VERIFIED"

    def test_the_coordinator_cannot_sign_it_for_bob(self):
        body = build_ballot(ROOM.agenda.body, BOB, nonce("x"), self.EDITED)
        stolen = type(ROOM.ballots[1])(BALLOT_TYPE, body, HANDS[BOB].key, ROOM.ballots[1].sig)
        ballots = [ROOM.ballots[0], stolen, ROOM.ballots[2]]
        cheat = Made(ROOM.agenda, roster(ROOM.agenda, ballots), ballots)
        assert failures(shown(cheat), remembered(cheat)) == {"ballots": "ballot-unsigned"}
        assert judged(cheat.close().receipt())[1][0] == "proof-ballot-signature"

    def test_in_the_proof_alone_it_has_another_digest(self):
        receipt = ROOM.file()
        body = json.loads(receipt["proof"]["ballots"][1]["body"])
        receipt["proof"]["ballots"][1]["body"] = canonical_json(
            {**body, "answers": list(self.EDITED)}
        )
        assert judged(receipt) == ("FAILED", ["proof-ballot"])
        assert unsigned(receipt) == "VERIFIED"


class TestABallotUnderAnotherKeyWithTheSameName:
    def cheat(self, name):
        ballots = list(ROOM.ballots)
        ballots[ALL.index(name)] = ballot(
            ROOM.agenda, name, OTHER_ANSWERS, hand=Hand("the coordinator's own")
        )
        return Made(ROOM.agenda, roster(ROOM.agenda, ballots), ballots)

    def test_its_owner_sees_another_key_in_her_row(self):
        cheat = self.cheat(ANA)
        mine = remembered(ROOM, rosters_seen=())
        assert failures(shown(cheat), mine) == {"my-row": "other-key"}

    def test_others_see_that_the_key_is_new_and_the_owner_sees_another_code(self):
        cheat = self.cheat(BOB)
        known = {name: HANDS[name].key for name in ALL}
        people = look(shown(cheat), remembered(cheat, known=known)).people
        assert [person["is_new"] for person in people] == [False, True, False]
        assert cheat.round.code != ROOM.round.code

    def test_the_receipt_differs_from_the_keys_that_somebody_expects(self):
        from parley.expected import Expected

        cheat = self.cheat(BOB)
        keys = {name: HANDS[name].key for name in ALL}
        found = judged(cheat.close(names=[ANA, CARA]).receipt(), expected=Expected(roster=keys))
        assert found == ("FAILED", ["expected-roster"])
        assert unsigned(cheat.receipt()) == "VERIFIED"


class TestADroppedParticipant:
    def test_the_unsigned_tier_takes_it(self):
        assert verify(written_from_scratch(ROOM.agenda.body, bodies(ROOM)[1:])).result == "VERIFIED"

    def test_she_is_not_on_the_roster_and_does_not_sign(self):
        cheat = Made(ROOM.agenda, forced_roster(ROOM.agenda, rows(ROOM)[1:]), ROOM.ballots[1:])
        found = failures(shown(cheat), remembered(ROOM, rosters_seen=()))
        assert found["my-row"] == "not-on-roster"

    def test_where_the_agenda_names_her_everybody_notices(self):
        receipt = ROOM.file()
        receipt["proof"]["roster"] = forced_roster(ROOM.agenda, rows(ROOM)[1:]).to_dict()
        receipt["proof"]["ballots"] = receipt["proof"]["ballots"][1:]
        assert "proof-other-names" in judged(receipt)[1]

    def test_where_it_names_nobody_the_receipt_says_how_many_are_missing(self):
        room = made(names=None)
        cheat = Made(room.agenda, roster(room.agenda, room.ballots[1:]), room.ballots[1:])
        report = cheat.close(names=[BOB, CARA]).report()
        assert report.result == "VERIFIED"
        assert "people-fewer" in [remark.code for remark in report.notes]


class TestAnInventedParticipant:
    DAN = Hand("Dan")

    def cheat(self, **changes):
        the_agenda = agenda(**changes)
        ballots = [ballot(the_agenda, name) for name in (ANA, BOB)]
        ballots.append(ballot(the_agenda, "Dan", OTHER_ANSWERS, hand=self.DAN))
        seats = [[json.loads(text.body)["owner"], text.key, text.digest, []] for text in ballots]
        return Made(the_agenda, forced_roster(the_agenda, seats), ballots)

    def test_the_unsigned_tier_takes_it(self):
        cheat = self.cheat(names=None)
        assert verify(written_from_scratch(cheat.agenda.body, bodies(cheat))).result == "VERIFIED"

    def test_where_the_agenda_names_everybody_nobody_can_answer_for_a_stranger(self):
        the_agenda = agenda()
        body = canonical_json({**json.loads(ROOM.ballots[2].body), "owner": "Dan"})
        with pytest.raises(BallotError):
            read_ballot(body, the_agenda.body)
        seats = [*rows(ROOM)[:2], ["Dan", self.DAN.key, "0" * 64, []]]
        cheat = forced_roster(the_agenda, seats)
        found = failures(shown(ROOM, roster=cheat.text), remembered(ROOM, rosters_seen=()))
        assert found["people"] == "other-names"

    def test_where_it_names_nobody_the_browser_shows_the_name_and_asks(self):
        cheat = self.cheat(names=None)
        found = look(shown(cheat), remembered(cheat, known={ANA: HANDS[ANA].key}))
        assert found.failed() == []
        assert [(p["owner"], p["is_new"]) for p in found.people][-1] == ("Dan", True)
        codes = [remark.code for remark in cheat.close(names=[ANA, BOB]).report().notes]
        assert "open-joining" in codes


class TestABallotUnderAnotherName:
    """Bob's key and ballot stand in a row that is called Bert."""

    def cheat(self):
        room = made(names=None)
        seats = rows(room)
        seats[1][0] = "Bert"
        return room, Made(room.agenda, forced_roster(room.agenda, seats), room.ballots)

    def test_everybody_notices(self):
        room, cheat = self.cheat()
        mine = remembered(room, rosters_seen=())
        assert failures(shown(cheat), mine)["ballots"] == "ballot-unfit"

    def test_the_receipt_fails(self):
        room, cheat = self.cheat()
        receipt = room.close().file()
        receipt["proof"]["roster"] = cheat.roster.to_dict()
        assert judged(receipt) == ("FAILED", ["proof-ballot"])


class TestOneKeyForTwoNames:
    def cheat(self):
        ballots = [*ROOM.ballots[:2], ballot(ROOM.agenda, CARA, hand=HANDS[BOB])]
        seats = [[name, text.key, text.digest, []] for name, text in zip(ALL, ballots, strict=True)]
        return Made(ROOM.agenda, forced_roster(ROOM.agenda, seats), ballots)

    def test_everybody_notices(self):
        cheat = self.cheat()
        found = failures(shown(cheat), remembered(ROOM, rosters_seen=()))
        assert found == {"people": "same-key", "record": "no-record", "my-sheet": "no-record"}

    def test_the_receipt_fails(self):
        cheat, receipt = self.cheat(), ROOM.file()
        receipt["proof"]["roster"] = cheat.roster.to_dict()
        receipt["proof"]["ballots"] = [text.to_dict() for text in cheat.ballots]
        assert judged(receipt) == ("FAILED", ["proof-same-key"])
        assert unsigned(receipt) == "VERIFIED"


class TestTwoQuestionsToDifferentPeople:
    """Bob is asked about dearer options than Ana, or under another title."""

    @pytest.mark.parametrize(
        "change",
        [
            {"title": "Where do we sleep?"},
            {"context": ""},
            {"options": [{"place": "Garden", "price": 200}, *PLACES[1:]]},
            {"options": [{"place": "Garden!", "price": 20}, *PLACES[1:]]},
        ],
    )
    def test_answers_to_another_question_do_not_fit(self, change):
        other = agenda(**change)
        assert other.digest != ROOM.agenda.digest
        with pytest.raises(BallotError) as caught:
            take_ballot(ballot(other, BOB).text, ROOM.agenda.body, check_signature)
        assert caught.value.code == "other-agenda"

    def test_bobs_browser_holds_the_question_that_it_answered(self):
        other = made(title="Where do we sleep?")
        found = verdicts(
            shown(ROOM), remembered(ROOM, BOB, ballot=other.ballots[1].text, agendas_seen=())
        )
        assert found["agenda"] == (False, "agenda-not-answered")

    def test_the_link_tells_a_question_that_was_changed_before_anybody_answered(self):
        typed = agenda()
        found = verdicts(
            shown(made(title="x")), remembered(made(title="x"), link_code=typed.digest)
        )
        assert found["agenda"] == (False, "agenda-not-chained")

    def test_the_unsigned_tier_takes_another_title(self):
        receipt = ROOM.file()
        receipt["title"] = "Where do we sleep?"
        assert unsigned(receipt) == "VERIFIED"
        assert judged(receipt) == ("FAILED", ["proof-field-differs"])

    def test_two_agendas_convict_the_coordinator(self):
        found = difference(ROOM.receipt(), agreed(title="Where do we sleep?").receipt())
        assert (found.result, found.code) == ("contradicts", "two-agendas")
        assert found.against == (COORDINATOR.key,)

    def test_and_one_browser_that_saw_both_signs_nothing(self):
        seen = (ROOM.agenda.digest, agenda(title="x").digest)
        found = failures(shown(ROOM), remembered(ROOM, agendas_seen=seen))
        assert found == {"agenda": "agenda-seen-another"}


class TestTwoRecordsToDifferentPeople:
    """The coordinator has two ballots of Bob's, and shows each to one of the others."""

    def other(self):
        ballots = list(ROOM.ballots)
        ballots[1] = ballot(ROOM.agenda, BOB, OTHER_ANSWERS, draw="second")
        return Made(ROOM.agenda, roster(ROOM.agenda, ballots), ballots)

    def test_their_comparison_codes_differ(self):
        assert self.other().round.code != ROOM.round.code

    def test_one_browser_that_saw_both_signs_nothing(self):
        seen = (self.other().roster.digest,)
        found = failures(shown(ROOM), remembered(ROOM, rosters_seen=seen))
        assert found == {"coordinator": "roster-seen-another"}

    def test_two_rosters_convict_the_coordinator(self):
        found = difference(ROOM.receipt(), self.other().close().receipt())
        assert (found.result, found.code) == ("contradicts", "two-rosters")
        assert found.against == (COORDINATOR.key,)
        assert len(found.evidence) == 3

    def test_closings_of_two_views_do_not_make_one_receipt(self):
        other = self.other()
        receipt = ROOM.file()
        receipt["proof"]["closings"][2] = closing(other.round, CARA).to_dict()
        found = ["proof-field-differs", "proof-field-differs", "proof-closing"]
        assert judged(receipt) == ("FAILED", found)
        assert unsigned(receipt) == "VERIFIED"


class TestReorderedOptionsAtAnExactTie:
    REORDERED = (PLACES[1], PLACES[0], PLACES[2])

    def reordered(self):
        answers = {name: [said[1], said[0], said[2]] for name, said in TIED.items()}
        return made(answers, options=self.REORDERED)

    def test_the_order_decides_and_the_unsigned_tier_takes_either(self):
        one, other = made(TIED), self.reordered()
        assert one.outcome.decision != other.outcome.decision
        for room in (one, other):
            text = written_from_scratch(room.agenda.body, bodies(room))
            assert verify(text).result == "VERIFIED"

    def test_answers_in_one_order_are_none_in_another(self):
        with pytest.raises(BallotError):
            take_ballot(made(TIED).ballots[0].text, self.reordered().agenda.body, check_signature)

    def test_a_receipt_in_another_order_does_not_follow_from_its_proof(self):
        receipt = made(TIED).close().file()
        entries = receipt["transcript"]["entries"]
        entries[0], entries[1] = entries[1], entries[0]
        assert "proof-field-differs" in judged(receipt)[1]


class TestAnOlderBallot:
    def older(self):
        before = ballot(ROOM.agenda, ANA, OTHER_ANSWERS, draw="first thought")
        ballots = [before, *ROOM.ballots[1:]]
        return before, Made(ROOM.agenda, roster(ROOM.agenda, ballots), ballots)

    def test_the_receipt_alone_cannot_tell(self):
        assert judged(self.older()[1].close().receipt())[0] == "VERIFIED"

    def test_the_browser_that_replaced_it_signs_nothing(self):
        before, cheat = self.older()
        mine = remembered(
            cheat,
            rosters_seen=(),
            ballot=ROOM.ballots[0].text,
            replaced_ballots=(before.digest,),
        )
        assert failures(shown(cheat), mine) == {"my-row": "older-ballot"}

    def test_one_that_only_knows_the_last_shows_what_stands_there_and_asks(self):
        _, cheat = self.older()
        found = look(shown(cheat), remembered(cheat, ballot=ROOM.ballots[0].text))
        check = found.checks[2]
        assert (check["passed"], check["code"]) == (None, "other-ballot")
        assert check["detail"]["answers"] == OTHER_ANSWERS

    def test_nothing_is_signed_before_the_person_was_asked(self):
        _, cheat = self.older()
        asked = {
            "shown": cheat.texts(),
            "remembered": {
                "owner": ANA,
                "key": HANDS[ANA].key,
                "ballot": ROOM.ballots[0].text,
                "link_code": ROOM.round.agenda.code,
            },
        }
        count = len(answer("round_questions", asked)["questions"])
        call = {**asked, "accept": False, "answers": [True] * count}
        with pytest.raises(CallError) as caught:
            answer("closing_to_sign", call)
        assert caught.value.code == "not-confirmed"
        signed = answer("closing_to_sign", {**call, "confirmed": ["other-ballot"]})
        assert read_closing(signed["body"]).accepted is False


class TestABallotFromElsewhere:
    def test_one_of_an_earlier_round_is_refused(self):
        second = next_round(declined(), "declined")
        with pytest.raises(BallotError) as caught:
            take_ballot(ROOM.ballots[1].text, second.agenda.body, check_signature)
        assert caught.value.code == "other-agenda"

    def test_one_of_another_decision_is_refused(self):
        other = agenda(decision="ab" * 16)
        with pytest.raises(BallotError):
            take_ballot(ROOM.ballots[1].text, other.body, check_signature)

    def test_in_a_receipt_it_fails(self):
        elsewhere = made(decision="ab" * 16)
        rows = json.loads(elsewhere.roster.body)["seats"]
        receipt = ROOM.file()
        receipt["proof"]["roster"] = forced_roster(ROOM.agenda, rows).to_dict()
        receipt["proof"]["ballots"] = [text.to_dict() for text in elsewhere.ballots]
        assert judged(receipt) == ("FAILED", ["proof-ballot"] * 3)
        assert unsigned(receipt) == "VERIFIED"


class TestStripping:
    def test_without_its_proof_a_receipt_says_that_it_is_unsigned(self):
        receipt = ROOM.file()
        del receipt["proof"]
        report = verify(json.dumps(receipt))
        assert (report.result, report.proof) == ("VERIFIED", None)
        found = difference(ROOM.receipt(), json.dumps(receipt))
        assert (found.result, found.code) == ("contradicts", "proof-missing")

    def test_without_its_decline_it_is_k_of_n_and_never_accepted_by_all(self):
        room = declined()
        whole = room.receipt()
        room.closings.pop(1)
        report = room.report()
        assert (report.result, report.proof.closed) == ("NOT PROVABLE", 2)
        assert report.headline.code == "headline-some"
        # The same nine fields are quite in order without a proof.
        assert unsigned(room.receipt()) == "VERIFIED"
        found = difference(whole, room.receipt())
        assert (found.code, found.owners) == ("closings-missing", (BOB,))

    def test_a_decline_cannot_be_turned_round(self):
        receipt = declined().file()
        bob = receipt["proof"]["closings"][1]
        bob["body"] = bob["body"].replace("false", "true")
        assert "proof-closing-signature" in judged(receipt)[1]

    def test_a_withheld_closing_is_k_of_n(self):
        room = agreed()
        room.closings.pop()
        assert room.report().result == "NOT PROVABLE"
        receipt = room.file()
        receipt["unanimous_acceptance"] = True
        receipt["acceptances"] = ROOM.file()["acceptances"]
        # Who has only the nine fields believes it.
        assert unsigned(receipt) == "VERIFIED"
        assert judged(receipt) == ("FAILED", ["proof-field-differs"] * 2)


class TestAReplacedKey:
    NEW = Hand("Ana's next browser, says the coordinator")

    def replaced(self, former=True):
        ballots = [ballot(ROOM.agenda, ANA, OTHER_ANSWERS, hand=self.NEW), *ROOM.ballots[1:]]
        seats = rows(ROOM)
        seats[0] = [ANA, self.NEW.key, ballots[0].digest, [HANDS[ANA].key] if former else []]
        return Made(ROOM.agenda, forced_roster(ROOM.agenda, seats), ballots)

    def test_its_owner_notices_whether_it_is_said_or_not(self):
        for former in (True, False):
            cheat = self.replaced(former)
            found = failures(shown(cheat), remembered(ROOM, rosters_seen=()))
            assert found == {"my-row": "other-key"}

    def test_everybody_sees_that_it_was_replaced(self):
        cheat = self.replaced()
        assert look(shown(cheat), remembered(cheat, BOB)).people[0]["former"] == [HANDS[ANA].key]
        codes = [remark.code for remark in cheat.close(names=[BOB, CARA]).report().notes]
        assert "keys-replaced" in codes

    def test_after_the_roster_it_makes_a_second_roster(self):
        found = difference(ROOM.receipt(), self.replaced().close(names=[BOB, CARA]).receipt())
        assert (found.code, found.against) == ("two-rosters", (COORDINATOR.key,))


class TestAFalseEnd:
    @pytest.mark.parametrize("end", ["void", "declined"])
    def test_a_receipt_that_all_accepted_contradicts_another_end(self, end):
        found = difference(ROOM.receipt(), next_round(ROOM, end).close().receipt())
        assert (found.result, found.code) == ("contradicts", "end-against-closings")
        # Somebody else may have held the last closing back until the round was over.
        assert found.against == ()

    def test_a_deadlock_that_was_none_and_none_that_was_one_convict_the_coordinator(self):
        for room, end in ((ROOM, "deadlock"), (deadlocked(), "void"), (deadlocked(), "declined")):
            found = difference(room.receipt(), next_round(room, end).close().receipt())
            assert (found.result, found.code) == ("contradicts", "false-end")
            assert found.against == (COORDINATOR.key,)

    def test_so_does_a_round_that_never_had_a_roster(self):
        later = next_round(ROOM, "void", roster_digest=None).close()
        found = difference(ROOM.receipt(), later.receipt())
        assert (found.code, found.against) == ("previous-roster", (COORDINATOR.key,))

    def test_who_accepted_is_warned_before_a_later_round(self):
        mine, others = (
            [read_closing(text.body) for text in texts]
            for texts in (ROOM.closings[:1], ROOM.closings[1:])
        )
        assert acceptance_stands(mine[0], others, deadlock=False)
        said_no = [read_closing(text.body) for text in declined().closings]
        assert not acceptance_stands(mine[0], said_no, deadlock=False)

    def test_a_decline_of_another_roster_releases_nobody(self):
        mine = read_closing(ROOM.closings[0].body)
        elsewhere = read_closing(declined(title="x").closings[1].body)
        assert acceptance_stands(mine, [elsewhere], deadlock=False)


class TestTwoReadingsOfOneText:
    """A body that two readers could read as two things has no reading at all."""

    @pytest.mark.parametrize(
        "spell",
        [
            lambda body: body.replace('"answers"', '"answers": [], "answers"'),
            lambda body: body.replace("[true, 900]", "[true, 900.0]"),
            lambda body: body.replace("[true, 900]", "[true, 9e2]"),
            lambda body: body.replace("[false, 0]", "[false, -0]"),
            lambda body: body.replace("[true, 900]", "[true,900]"),
            lambda body: body.replace('"Ana"', '"\\u0041na"'),
            lambda body: body + " ",
        ],
    )
    def test_a_ballot_in_another_spelling_is_refused_although_it_is_signed(self, spell):
        body = spell(ROOM.ballots[0].body)
        assert body != ROOM.ballots[0].body
        odd = HANDS[ANA].sign_anything(BALLOT_TYPE, body)
        assert odd.holds(check_signature)
        with pytest.raises(BallotError):
            take_ballot(odd.text, ROOM.agenda.body, check_signature)
        seats = rows(ROOM)
        seats[0][2] = odd.digest
        receipt = ROOM.file()
        receipt["proof"]["roster"] = forced_roster(ROOM.agenda, seats).to_dict()
        receipt["proof"]["ballots"][0] = odd.to_dict()
        assert judged(receipt) == ("FAILED", ["proof-ballot"])
        assert unsigned(receipt) == "VERIFIED"

    def test_an_agenda_with_a_key_twice_is_none(self):
        body = ROOM.agenda.body.replace('"title"', '"title": "x", "title"')
        odd = COORDINATOR.sign_anything(AGENDA_TYPE, body)
        with pytest.raises(AgendaError):
            read_signed_agenda(odd.text)

    def test_a_file_with_a_key_twice_is_no_receipt(self):
        text = ROOM.receipt().replace('"proof"', '"proof": {}, "proof"')
        assert judged(text) == ("UNREADABLE", ["duplicate-key"])


def test_a_text_of_one_type_is_none_of_another():
    for text in (ROOM.agenda, ROOM.roster, *ROOM.closings):
        body = text.body
        odd = HANDS[ANA].sign_anything(text.type, body)
        with pytest.raises(ValueError, match="type"):
            take_ballot(odd.text, ROOM.agenda.body, check_signature)


def test_the_coordinator_cannot_answer_with_its_own_key():
    own = ballot(ROOM.agenda, ANA, hand=COORDINATOR)
    with pytest.raises(ValueError, match="key"):
        take_ballot(own.text, ROOM.agenda.body, check_signature)
