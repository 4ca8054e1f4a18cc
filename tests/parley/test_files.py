"""Files are written whole, and only where a file belongs."""

import os

import pytest

from parley.command.files import NoFileError, can_be_written, write_whole


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    for text in ("new", "newer"):
        assert can_be_written(link)
        write_whole(link, text)
        assert link.is_symlink()
        assert target.read_text() == text
    assert sorted(one.name for one in tmp_path.rglob("*")) == [
        "elsewhere",
        "link.json",
        "target.json",
    ]


def test_what_is_no_file_is_not_replaced(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link, tmp_path):
        assert not can_be_written(path)
        with pytest.raises(NoFileError, match="no regular file"):
            write_whole(path, "text")
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_links_in_a_circle_are_refused(tmp_path):
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    assert not can_be_written(tmp_path / "one")
    with pytest.raises(OSError):
        write_whole(tmp_path / "one", "text")
    assert (tmp_path / "one").is_symlink()


def test_a_path_that_is_none_cannot_be_written(tmp_path):
    assert can_be_written(tmp_path / "new.json")
    assert not can_be_written(tmp_path / "missing" / "new.json")
    assert not can_be_written(tmp_path / "zero\0byte")
