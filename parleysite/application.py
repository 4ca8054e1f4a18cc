"""Puts the site together: static files, then bounded requests to Django, and sockets."""

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

# Sets Django up, so that the models below can be loaded.
_django = get_asgi_application()

from negotiation.routing import websocket_urlpatterns  # noqa: E402
from parleysite.bounded_body import BoundedBody  # noqa: E402
from parleysite.static_files import StaticFiles  # noqa: E402
from parleysite.uploads import Uploads  # noqa: E402

_others = BoundedBody(_django, settings.LARGEST_BODY)

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(Uploads(_django, _others, settings.LARGEST_BODY)),
        "websocket": URLRouter(websocket_urlpatterns),
    }
)
