"""What the owner of a rule in Python reads about one that cannot say yes."""

from __future__ import annotations

from tests.browser.decisions import make_decision
from tests.browser.steps import Participant
from tests.browser.test_python_rules_in_the_sheet import sees, write_rule


def seated_ana(new_person, server) -> Participant:
    ana = Participant("Ana", new_person().page)
    ana.join(make_decision(server, people=2).group)
    return ana


def test_a_rule_that_hangs_names_the_option_on_which_it_was_stopped(new_person, server):
    ana = seated_ana(new_person, server)
    rule = write_rule(ana, "option['flat'] != 'Mill Lane 4' or [0 for _ in iter(int, 1)]")
    sees(rule, "Stopped at \u2068Mill Lane 4\u2069: it took too long.")


def test_a_rule_that_gives_a_function_is_told_what_to_write(new_person, server):
    ana = seated_ana(new_person, server)
    rule = write_rule(ana, "lambda option: option['rent'] < 1300")
    sees(rule, "This gave a function, not True or False")
    sees(rule, "def acceptable(option)")


def test_a_rule_that_gives_something_else_than_true_or_false_is_told_its_type(new_person, server):
    ana = seated_ana(new_person, server)
    rule = write_rule(ana, "option.get('rent') if option['commute'] < 15 else True")
    sees(rule, "This gave a value of the type int, not True or False")
    sees(rule, "✓ holds")
