"""How often one address may do what costs something.

Generous enough for a whole class behind one address. Each process counts for itself, in memory.
"""

import ipaddress

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from negotiation.refusals import Refusal

RATES: dict[str, RateLimitItem] = {
    "create": parse("120 per hour"),
    "enter": parse("240 per minute"),
    "join": parse("120 per minute"),
    "answer": parse("240 per minute"),
    "organise": parse("120 per minute"),
    "read": parse("1800 per minute"),
    "socket": parse("600 per minute"),
    # Of receipts that are sent here, see parleysite/uploads.py.
    "check": parse("30 per minute"),
    # A seat's own: every change is an entry in the log for good.
    "change": parse("30 per 10 minutes"),
}

_limiter = SlidingWindowCounterRateLimiter(MemoryStorage())


def count(rate: str, who: str) -> None:
    """Counts one use of `rate` (a key of RATES) by `who`; raises Refusal `too-often`."""
    if settings.RATES_ON and not _limiter.hit(RATES[rate], rate, who):
        raise Refusal("too-often")


def address_key(address: str | None) -> str:
    """What stands for one visitor: an IPv4 address, or the network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    # A home gets a whole /64, and may use another address in it for every request.
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def forget() -> None:
    """Starts counting anew."""
    _limiter.storage.reset()
