"""What an ASGI server runs: the application, in the one process that may serve it."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parleysite.settings")

from parleysite.application import application
from parleysite.single_process import hold_alone

__all__ = ["application"]

if not settings.REDIS_URL:
    _held = hold_alone(settings.VAR_DIR / "serving")
