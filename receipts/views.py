"""The page that checks a receipt, and a receipt as a file to keep."""

from django.http import HttpResponse
from django.views.generic import TemplateView

FILE_NAME = "parley-receipt.json"

verify = TemplateView.as_view(template_name="verify.html")


def download(text: str) -> HttpResponse:
    """The receipt's text, unchanged, as a file that the browser saves and never shows."""
    return HttpResponse(
        text.encode(),
        headers={
            "Content-Type": "application/json",
            "Content-Disposition": f'attachment; filename="{FILE_NAME}"',
            "Cache-Control": "no-store",
        },
    )
