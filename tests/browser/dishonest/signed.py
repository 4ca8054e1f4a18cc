from parleysite.settings import *  # noqa: F403
from parleysite.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.dishonest.signed_server.SignedServer"]
