"""Whether a socket was opened by a page of this site.

Browsers let any page open a socket to any site, with that site's cookies. Only the Origin header,
which scripts cannot change, tells whose page it was.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def is_ours(scope: Mapping[str, Any]) -> bool:
    """Whether the request's one Origin is, in full, that of this site.

    With PARLEY_ORIGINS it must be one of them. Without, it must be the very host and port that the
    request was sent to, and a name of this machine, so that no other name can be pointed at it.
    A missing Origin is none of ours.
    """
    given = [value for name, value in scope["headers"] if name == b"origin"]
    if len(given) != 1:
        return False
    origin = given[0].decode("latin1").lower()
    if settings.ORIGINS:
        return origin in settings.ORIGINS
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return False
    host = hosts[0].decode("latin1").lower()
    domain, _port = split_domain_port(host)
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    return (
        bool(domain)
        and validate_host(domain, settings.ALLOWED_HOSTS)
        and (origin == f"{scheme}://{host}")
    )
