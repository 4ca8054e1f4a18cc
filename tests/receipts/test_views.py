from django.test import Client

from receipts.views import download


def test_a_receipt_is_downloaded_byte_for_byte_and_never_shown():
    response = download('{"title": "Größe"}\n')
    assert response.content == '{"title": "Größe"}\n'.encode()
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="parley-receipt.json"'
    assert response["Cache-Control"] == "no-store"


def test_the_verify_page_takes_no_file():
    client = Client()
    assert client.get("/verify").status_code == 200
    assert client.post("/verify", {"file": "x"}).status_code == 405
