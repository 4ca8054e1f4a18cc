import pytest

from parley.elicit import PROMPTS, Elicitation, ElicitError
from parley.spec import Constraint, UtilityTerm

RENT = {"attr": "rent", "op": "<=", "value": 700, "source_prompt_id": "unacceptable"}
AREA = {"attr": "area", "op": "in", "value": ["Centre", "Harbour"]}
CHEAP = {"attr": "rent", "weight": 2, "direction": "lower", "lo": 500, "hi": 900}
PROPOSAL = {"claims": ["I work early."], "hard": [RENT, AREA], "utility": [CHEAP]}


def start(proposal, participant="Ana"):
    """A service whose elicitor always says the same, an interview, and its draft."""
    service = Elicitation(lambda answers: proposal)
    interview = service.start_interview("flat", participant)
    return service, interview, service.draft_sheet(interview.interview_id)


def confirmation(interview, draft, **change):
    return {
        "participant_id": interview.participant_id,
        "token": interview.token,
        "confirm_hard": [item.item_id for item in draft.hard],
        "confirm_version": draft.version,
        **change,
    }


def change(interview, *ops, **more):
    return {
        "participant_id": interview.participant_id,
        "token": interview.token,
        "ops": list(ops),
        **more,
    }


def test_the_six_questions_are_asked_in_order():
    service = Elicitation(dict)
    interview = service.start_interview("flat", "Ana")
    asked = []
    while (prompt := interview.next_prompt()) is not None:
        asked.append(prompt)
        service.answer(interview.interview_id, prompt[0], f"about {prompt[0]}")
    assert tuple(asked) == PROMPTS
    assert [prompt_id for prompt_id, _ in PROMPTS] == [
        "desired_outcome", "unacceptable", "acceptable_costs",
        "priorities", "private_info", "fallback",
    ]  # fmt: skip
    assert interview.answers["fallback"] == "about fallback"


def test_a_draft_is_confirmed_into_a_party():
    service, interview, draft = start(PROPOSAL)
    assert [item.data for item in draft.hard] == [
        Constraint("rent", "<=", 700),
        Constraint("area", "in", ["Centre", "Harbour"]),
    ]
    assert [item.source_prompt_id for item in draft.hard] == ["unacceptable", None]
    assert [item.kind for item in (*draft.hard, *draft.utility)] == ["hard", "hard", "soft"]
    assert draft.shared_claims == ["I work early."]
    assert (draft.needs_clarification, draft.rejected, draft.version) == ([], [], 1)

    sheet = service.confirm_sheet(draft.draft_id, confirmation(interview, draft))
    party = sheet.to_party_spec()
    assert party.owner == "Ana"
    assert party.hard == [item.data for item in draft.hard]
    assert party.utility == [UtilityTerm("rent", 2, None, "lower", 500, 900)]
    assert party.to_sheet().evaluate({"rent": 600, "area": "Centre"}).feasible
    assert (sheet.version, sheet.shared_claims, sheet.token) == (
        1,
        ("I work early.",),
        interview.token,
    )
    assert "rent <= 700" in sheet.rendered


def test_nothing_at_all_is_a_draft_too():
    service, interview, draft = start({})
    sheet = service.confirm_sheet(draft.draft_id, confirmation(interview, draft))
    assert (sheet.hard, sheet.utility, sheet.shared_claims) == ((), (), ())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"confirm_hard": []}, "explicit confirmation"),
        ({"confirm_hard": ["i1"]}, "explicit confirmation"),
        ({"confirm_hard": ["i1", "i2", "i9"]}, "explicit confirmation"),
        ({"confirm_hard": "i1"}, "explicit confirmation"),
        ({"confirm_hard": True}, "explicit confirmation"),
        ({"confirm_hard": None}, "explicit confirmation"),
        ({"confirm_version": 2}, "version"),
        ({"confirm_version": True}, "version"),
        ({"confirm_version": 1.0}, "version"),
        ({"confirm_version": None}, "version"),
        ({"participant_id": "Bob"}, "only the participant"),
        ({"token": "guess"}, "token"),
        ({"token": None}, "token"),
        ({"token": "\ud800"}, "token"),
    ],
)
def test_nothing_binds_without_the_whole_confirmation(wrong, words):
    service, interview, draft = start(PROPOSAL)
    with pytest.raises(ElicitError, match=words):
        service.confirm_sheet(draft.draft_id, confirmation(interview, draft, **wrong))


@pytest.mark.parametrize("missing", ["participant_id", "token", "confirm_hard", "confirm_version"])
def test_no_part_of_a_confirmation_can_be_left_out(missing):
    service, interview, draft = start(PROPOSAL)
    request = confirmation(interview, draft)
    del request[missing]
    with pytest.raises(ElicitError):
        service.confirm_sheet(draft.draft_id, request)
    with pytest.raises(ElicitError, match="dict"):
        service.confirm_sheet(draft.draft_id, list(request.items()))


def test_an_open_question_keeps_a_draft_from_binding():
    service, interview, draft = start({"hard": [RENT], "unclear": [{"question": "How far?"}]})
    assert draft.needs_clarification[0].question == "How far?"
    with pytest.raises(ElicitError, match="clarification"):
        service.confirm_sheet(draft.draft_id, confirmation(interview, draft))
    question = draft.needs_clarification[0].item_id
    draft = service.revise_sheet(
        draft.draft_id, change(interview, {"op": "resolve", "item_id": question, "drop": True})
    )
    assert service.confirm_sheet(draft.draft_id, confirmation(interview, draft)).version == 2


def test_a_changed_draft_needs_its_new_version():
    service, interview, old = start(PROPOSAL)
    new = service.revise_sheet(
        old.draft_id, change(interview, {"op": "add_hard", "constraint": RENT})
    )
    assert (old.version, new.version, new.draft_id) == (1, 2, old.draft_id)
    with pytest.raises(ElicitError, match="version"):
        service.confirm_sheet(old.draft_id, confirmation(interview, old))
    assert len(service.confirm_sheet(new.draft_id, confirmation(interview, new)).hard) == 3


def test_changing_a_draft_object_changes_nothing_that_can_be_confirmed():
    service, interview, draft = start({"hard": [AREA], "utility": []})
    original = confirmation(interview, draft)
    draft.hard[0].data.value.append("Anywhere")
    draft.hard.clear()
    sheet = service.confirm_sheet(draft.draft_id, original)
    sheet.hard[0].data.value.append("Anywhere")
    sheet.to_party_spec().hard[0].value.append("Anywhere")
    assert sheet.to_party_spec().hard == [Constraint("area", "in", ["Centre", "Harbour"])]


def test_a_confirmed_sheet_never_changes_and_revising_it_opens_a_draft():
    service, interview, draft = start(PROPOSAL)
    sheet = service.confirm_sheet(draft.draft_id, confirmation(interview, draft))
    again = service.revise_sheet(
        sheet.sheet_id, change(interview, {"op": "remove", "item_id": sheet.hard[0].item_id})
    )
    assert (len(sheet.hard), len(again.hard), again.version) == (2, 1, 2)
    assert again.draft_id not in (draft.draft_id, sheet.sheet_id)
    with pytest.raises(ElicitError, match="no such draft"):
        service.confirm_sheet(sheet.sheet_id, confirmation(interview, again))
    newer = service.confirm_sheet(again.draft_id, confirmation(interview, again))
    assert newer.sheet_id != sheet.sheet_id


def test_several_interviews_stay_apart():
    seen = []

    def elicitor(answers):
        seen.append(dict(answers))
        return {"hard": [{"attr": "rent", "op": "<=", "value": int(answers["unacceptable"])}]}

    service = Elicitation(elicitor)
    ana, bob = (service.start_interview("flat", name) for name in ("Ana", "Bob"))
    service.answer(ana.interview_id, "unacceptable", "700")
    service.answer(bob.interview_id, "unacceptable", "900")
    of_ana, of_bob = (service.draft_sheet(one.interview_id) for one in (ana, bob))
    assert seen == [{"unacceptable": "700"}, {"unacceptable": "900"}]
    assert len({ana.token, bob.token, ana.interview_id, bob.interview_id}) == 4

    for request in (
        confirmation(bob, of_ana),
        {**confirmation(ana, of_ana), "token": bob.token},
        {**confirmation(ana, of_ana), "participant_id": "Bob"},
    ):
        with pytest.raises(ElicitError):
            service.confirm_sheet(of_ana.draft_id, request)
    with pytest.raises(ElicitError, match="only the participant"):
        service.revise_sheet(of_ana.draft_id, change(bob))
    confirmed = service.confirm_sheet(of_bob.draft_id, confirmation(bob, of_bob))
    assert confirmed.to_party_spec().hard[0].value == 900


def test_an_elicitor_cannot_change_the_answers():
    def elicitor(answers):
        answers.clear()
        return {}

    service = Elicitation(elicitor)
    interview = service.start_interview("flat", "Ana")
    service.answer(interview.interview_id, "fallback", "stay")
    service.draft_sheet(interview.interview_id)
    assert interview.answers == {"fallback": "stay"}


@pytest.mark.parametrize("result", [None, [], "{}", 1, type("Sly", (dict,), {})()])
def test_a_result_that_is_no_dict_is_an_error(result):
    with pytest.raises(ElicitError, match="dict"):
        start(result)


def test_tokens_and_answers_are_in_no_repr():
    service, interview, draft = start(PROPOSAL)
    service.answer(interview.interview_id, "private_info", "my secret")
    sheet = service.confirm_sheet(draft.draft_id, confirmation(interview, draft))
    shown = f"{interview!r} {draft!r} {sheet!r}"
    assert interview.token not in shown
    assert "my secret" not in shown


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("start_interview", ("flat", "")),
        ("start_interview", (None, "Ana")),
        ("answer", ("unknown", "fallback", "x")),
        ("draft_sheet", ("unknown",)),
        ("draft_sheet", (None,)),
        ("confirm_sheet", ("unknown", {})),
        ("confirm_sheet", ([], {})),
        ("revise_sheet", ("unknown", {})),
    ],
)
def test_what_does_not_exist_is_said(call, arguments):
    with pytest.raises(ElicitError):
        getattr(Elicitation(dict), call)(*arguments)


def test_only_a_text_answers_a_question_of_ours():
    service = Elicitation(dict)
    interview = service.start_interview("flat", "Ana")
    for prompt_id, text in (
        ("other", "x"),
        (["fallback"], "x"),
        ("fallback", 1),
        ("fallback", "x" * 9000),
    ):
        with pytest.raises(ElicitError):
            service.answer(interview.interview_id, prompt_id, text)
    assert interview.answers == {}
