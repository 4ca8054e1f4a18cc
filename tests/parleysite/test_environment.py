import base64
import os
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


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path):
    path = tmp_path / "coordinator-key"
    key = environment.kept_key("PARLEY_X", path)
    assert environment.kept_key("PARLEY_X", path) == key
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert environment.kept_key("PARLEY_X", tmp_path / "another") != key


@pytest.mark.parametrize(
    "write",
    [
        bytes.hex,
        lambda key: key.hex().upper(),
        lambda key: base64.b64encode(key).decode(),
        lambda key: base64.urlsafe_b64encode(key).decode().rstrip("="),
        lambda key: f"  {key.hex()}\n",
    ],
)
def test_a_key_is_given_in_hex_or_base64_by_the_environment_before_any_file(
    monkeypatch, tmp_path, write
):
    # Its base64 has the signs in which the two alphabets differ.
    key = bytes(range(224, 256))
    monkeypatch.setenv("PARLEY_X", write(key))
    assert environment.kept_key("PARLEY_X", tmp_path / "coordinator-key") == key
    assert not list(tmp_path.iterdir())


def test_a_key_in_a_file_may_be_written_in_the_same_ways(tmp_path):
    path = tmp_path / "coordinator-key"
    path.touch(mode=0o600)
    path.write_text(base64.b64encode(b"k" * 32).decode() + "\n")
    assert environment.kept_key("PARLEY_X", path) == b"k" * 32


WRONG_KEYS = [
    "k" * 43 + "k",
    "00" * 31,
    "00" * 33,
    "  " * 31 + "00",
    "zz" * 32,
    "perhaps",
    "é" * 64,
]


@pytest.mark.parametrize("text", WRONG_KEYS)
def test_a_key_of_another_size_is_refused_in_one_sentence_that_does_not_repeat_it(
    monkeypatch, tmp_path, text
):
    path = tmp_path / "coordinator-key"
    path.touch(mode=0o600)
    path.write_text(text)
    with pytest.raises(ImproperlyConfigured, match="32 bytes") as in_file:
        environment.kept_key("PARLEY_X", path)
    monkeypatch.setenv("PARLEY_X", text)
    with pytest.raises(ImproperlyConfigured, match="PARLEY_X must be 32 bytes") as in_variable:
        environment.kept_key("PARLEY_X", path)
    for error in (in_file, in_variable):
        assert text not in str(error.value)
        assert str(error.value).endswith(".") and "\n" not in str(error.value)


def test_an_empty_file_is_no_key_and_stays_as_it_is(tmp_path):
    path = tmp_path / "coordinator-key"
    path.touch(mode=0o600)
    with pytest.raises(ImproperlyConfigured, match="32 bytes"):
        environment.kept_key("PARLEY_X", path)
    assert path.read_bytes() == b""


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644, 0o666])
def test_a_key_that_others_may_read_or_write_is_refused(tmp_path, mode):
    path = tmp_path / "coordinator-key"
    key = environment.kept_key("PARLEY_X", path)
    path.chmod(mode)
    with pytest.raises(ImproperlyConfigured, match="mode to 0600") as error:
        environment.kept_key("PARLEY_X", path)
    assert key.hex() not in str(error.value)
    path.chmod(0o600)
    assert environment.kept_key("PARLEY_X", path) == key


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
