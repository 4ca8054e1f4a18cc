"""The site with one more address, which fails on what it was sent."""

from parleysite.settings import *  # noqa: F403

ROOT_URLCONF = "tests.parleysite.crashing_urls"
