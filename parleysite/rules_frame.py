"""The frame in which pasted rules in Python are isolated, and its policy.

The room and the page that checks receipts show it with `sandbox="allow-scripts"`: its origin is its
own and nobody else's, so it has no cookies, no storage and no way to the page around it. Its
workers are made from blobs and obey this same policy. Its one script stands in the page itself and
is named by its hash: a policy that named an address would let a secret out after the `?` of that
address (see parleysite/engine_files.py), and `'self'` would allow every script of this site.
"""

import base64
import hashlib
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

SCRIPT = Path("static") / "js" / "rules" / "frame.js"


def frame_policy(script: str) -> str:
    """The policy of a frame with this script: it runs that and blobs, and asks for nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; "
        f"script-src 'sha256-{digest}' blob: 'wasm-unsafe-eval'; "
        "connect-src 'none'; worker-src blob:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    )


@require_safe
@xframe_options_sameorigin
def rules_frame(request: HttpRequest) -> HttpResponse:
    """The page of the frame."""
    script = (Path(settings.BASE_DIR) / SCRIPT).read_text(encoding="utf-8")
    response = HttpResponse(
        f'<!doctype html><meta charset="utf-8"><title>Parley</title><script>{script}</script>'
    )
    response["Content-Security-Policy"] = frame_policy(script)
    return response
