from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from negotiation.consumers import RoomSocket

websocket_urlpatterns = [
    path("d/<str:decision>/socket", RoomSocket.as_asgi()),
    # Without it, an unknown address would be an error in the log instead of a plain "no".
    re_path("", WebsocketDenier.as_asgi()),
]
