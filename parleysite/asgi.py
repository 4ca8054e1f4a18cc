"""The application that an ASGI server runs."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parleysite.settings")
_pages = get_asgi_application()

# These read the settings and the models, which stand only from here on.
from negotiation.routing import websocket_urlpatterns  # noqa: E402
from parleysite.bounded_body import BoundedBody  # noqa: E402
from parleysite.single_process import hold_alone  # noqa: E402
from parleysite.static_files import StaticFiles  # noqa: E402

if not settings.REDIS_URL:
    _held = hold_alone(settings.VAR_DIR / "serving")

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(BoundedBody(_pages, settings.LARGEST_BODY)),
        "websocket": URLRouter(websocket_urlpatterns),
    }
)
