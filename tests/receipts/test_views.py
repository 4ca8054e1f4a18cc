"""The verify page for browsers without scripts, and the receipt as a file."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from parley import sentences
from receipts import views
from receipts.checking import TooBusy, TooCostly
from receipts.views import download
from tests.parley.much_signed import MOST_EACH, much_signed

VECTORS = Path(__file__).parents[1] / "vectors"
CLEAN = (VECTORS / "committee-clean.json").read_bytes()


def post(content, name="receipt.json", client=None, **headers):
    file = SimpleUploadedFile(name, content, content_type="application/json")
    return (client or Client(enforce_csrf_checks=True)).post(
        "/verify", {"file": file}, headers=headers
    )


def text_of(response):
    return response.content.decode()


def result_of(response):
    """The part of the page that holds the report."""
    return text_of(response).split('<div id="result">')[1]


def test_a_receipt_is_downloaded_byte_for_byte_and_never_shown():
    response = download('{"title": "Größe"}\n')
    assert response.content == '{"title": "Größe"}\n'.encode()
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="parley-receipt.json"'
    assert response["Cache-Control"] == "no-store"


def test_a_posted_receipt_comes_back_as_a_report_with_what_it_does_not_prove():
    response = post(CLEAN, origin="null")
    page = result_of(response)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert "VERIFIED" in page
    assert page.count('<span class="check-result">holds</span>') == 5
    assert page.count('<span class="check-result">nothing to check</span>') == 1
    assert page.count("signature valid") == 0
    assert "What this does not prove" in page
    assert "Without signatures anyone can write every field" in page
    assert "Fund a grant proposal (committee vote)" in page


@pytest.mark.parametrize(
    ("name", "word", "reason"),
    [
        ("committee-swapped-winner.json", "FAILED", "another option leaves the least happy"),
        ("committee-edited-verdict.json", "FAILED", "it was edited afterwards"),
        ("hostile-receipts/15-duplicate-key-decision.json", "Cannot be read", "same field twice"),
    ],
)
def test_a_wrong_receipt_comes_back_with_its_reason(name, word, reason):
    page = result_of(post((VECTORS / name).read_bytes()))
    assert word in page and reason in page
    assert "VERIFIED" not in page


def test_a_receipt_with_more_signed_than_may_be_is_refused_with_its_reason():
    page = result_of(post(much_signed(MOST_EACH + 1)))
    assert "Cannot be read as a receipt" in page
    assert "signatures in the file cover more text than those of any decision" in page


def test_every_hostile_receipt_gets_its_result():
    expected = json.loads((VECTORS / "hostile-receipts" / "expected.json").read_text())
    words = {0: "VERIFIED", 1: "FAILED", 2: "Cannot be read as a receipt"}
    for name, case in expected.items():
        page = text_of(post((VECTORS / "hostile-receipts" / name).read_bytes()))
        result = page.split('id="result-word"')[1].split("</h2>")[0]
        assert words[case["exit"]] in result, name


def test_nothing_in_a_file_becomes_markup():
    receipt = json.loads(CLEAN) | {"title": "<script>alert(1)</script>\u202e"}
    page = text_of(post(json.dumps(receipt).encode(), name="<b>x.json"))
    assert "<script>alert" not in page and "<b>x" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&lt;U+202E&gt;" in page


def test_without_a_file_the_page_asks_for_one():
    for response in (
        Client().post("/verify", {}),
        Client().post("/verify", {"file": "a text"}),
        Client().post("/verify", "{}", content_type="application/json"),
        Client().post("/verify", "no form", content_type="multipart/form-data; boundary=x"),
        Client().post("/verify", "no form", content_type="multipart/form-data"),
    ):
        assert response.status_code == 400
        assert "Choose a receipt file first." in text_of(response)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_sends_is_not_checked(site):
    response = post(CLEAN, sec_fetch_site=site)
    assert response.status_code == 403
    assert "result-word" not in result_of(response)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://testserver", "http://testserver:81"]
)
def test_what_a_page_of_another_origin_sends_is_not_checked(origin):
    response = post(CLEAN, origin=origin)
    assert response.status_code == 403
    assert "result-word" not in result_of(response)


def test_behind_a_proxy_the_own_origin_is_the_one_that_was_set(settings):
    settings.ORIGINS = ["https://parley.example"]
    settings.ALLOWED_HOSTS = ["testserver"]
    assert post(CLEAN, origin="https://parley.example").status_code == 200
    assert post(CLEAN, origin="http://testserver").status_code == 403


@pytest.mark.parametrize("origin", ["http://testserver", "null"])
def test_the_own_origin_and_none_that_is_told_are_checked(origin):
    assert post(CLEAN, origin=origin).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_this_page_sends_is_checked(site):
    assert post(CLEAN, sec_fetch_site=site).status_code == 200


@pytest.mark.parametrize(
    ("fault", "status", "words"), [(TooCostly, 422, "terminal"), (TooBusy, 503, "in a minute")]
)
def test_a_check_that_was_not_made_says_so_and_claims_nothing(monkeypatch, fault, status, words):
    async def refuse(content):
        raise fault

    monkeypatch.setattr(views, "check", refuse)
    response = post(CLEAN)
    assert response.status_code == status
    assert words in text_of(response)
    assert "result-word" not in result_of(response)


def test_the_file_stays_in_memory_and_what_is_too_large_is_said_to_be(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tmp_path.chmod(0o500)
    page = text_of(post(b" " * (16 * 1024 * 1024 + 1)))
    assert "larger than 16 MiB" in page
    assert list(tmp_path.iterdir()) == []


def test_the_page_is_only_read_and_posted_to():
    client = Client()
    assert client.get("/verify").status_code == client.head("/verify").status_code == 200
    assert client.put("/verify").status_code == client.delete("/verify").status_code == 405


def test_the_page_hands_every_sentence_to_its_script():
    page = text_of(Client().get("/verify"))
    table = json.loads(
        page.split('<script id="sentences" type="application/json">')[1].split("<")[0]
    )
    assert set(sentences.FINDINGS) <= set(table)


def test_the_form_stands_where_only_browsers_without_scripts_see_it():
    page = text_of(Client().get("/verify"))
    outside = "".join(part.split("</noscript>")[-1] for part in page.split("<noscript>"))
    assert "<form" in page and "multipart" not in outside
