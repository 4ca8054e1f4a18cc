import stat

import pytest
from django.core.exceptions import ImproperlyConfigured

from parleysite import environment


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", True), ("Yes", True), ("on", True), ("0", False), ("no", False), ("", True)],
)
def test_a_flag_is_on_off_or_what_it_is_by_itself(monkeypatch, text, expected):
    monkeypatch.setenv("PARLEY_X", text)
    assert environment.flag("PARLEY_X", True) is expected


def test_a_flag_of_another_word_is_a_mistake(monkeypatch):
    monkeypatch.setenv("PARLEY_X", "perhaps")
    with pytest.raises(ImproperlyConfigured):
        environment.flag("PARLEY_X")


def test_origins_are_kept_as_browsers_send_them(monkeypatch):
    monkeypatch.setenv("PARLEY_X", "https://Parley.example.org/, http://192.0.2.1:8000")
    assert environment.origins("PARLEY_X") == [
        "https://parley.example.org",
        "http://192.0.2.1:8000",
    ]


@pytest.mark.parametrize("text", ["parley.example.org", "https://", "*", "https://a.example/x"])
def test_what_is_no_origin_is_a_mistake(monkeypatch, text):
    monkeypatch.setenv("PARLEY_X", text)
    with pytest.raises(ImproperlyConfigured):
        environment.origins("PARLEY_X")


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path):
    path = tmp_path / "secret-key"
    secret = environment.kept_secret(path)
    assert environment.kept_secret(path) == secret
    assert len(secret) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


def test_the_database_is_a_file_that_begins_transactions_with_the_write_lock(tmp_path):
    options = environment.database("", tmp_path / "a", tmp_path / "b")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]


def test_a_database_elsewhere_is_given_by_its_address(tmp_path):
    url = "postgresql://ana:p%40ss@db.example:5433/parley"
    found = environment.database(url, tmp_path / "a", tmp_path / "b")
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("ana", "p@ss", "db.example")
    assert (found["PORT"], found["NAME"]) == ("5433", "parley")
    assert found["OPTIONS"]["pool"]["max_size"] == 8
    with pytest.raises(ImproperlyConfigured):
        environment.database("mysql://x/y", tmp_path / "a", tmp_path / "b")
