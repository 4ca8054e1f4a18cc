import json
import logging
import logging.config
import sys

import pytest
from django.conf import settings
from django.test import AsyncClient, Client

from parleysite.quiet_logging import LifecycleFilter, QuietFormatter

SECRET = "Ana-cannot-pay-700"


@pytest.fixture
def lines():
    """What the configured handler prints, in place of standard error."""
    logging.config.dictConfig(settings.LOGGING)
    handler = logging.getLogger().handlers[-1]
    printed = []
    emit = handler.emit
    handler.emit = lambda record: printed.append(handler.format(record))
    others = [h for h in logging.getLogger("django").handlers if h is not handler]
    kept = [(other, other.emit) for other in others]
    for other in others:
        other.emit = handler.emit
    yield printed
    handler.emit = emit
    for other, its_emit in kept:
        other.emit = its_emit


def record(level=logging.ERROR, name="somewhere", message="%s", args=(SECRET,), error=None):
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, level, "file.py", 1, message, args, info)


def raised(depth=3):
    def fail(rest):
        private = SECRET
        if rest:
            return fail(rest - 1)
        raise KeyError(private)

    try:
        try:
            fail(depth)
        except KeyError as error:
            raise ValueError(f"caught {error}") from error
    except ValueError as error:
        return error


def test_a_message_and_its_arguments_are_not_printed():
    line = QuietFormatter().format(record())
    assert SECRET not in line
    assert line.endswith("ERROR somewhere")


def test_an_exception_is_told_by_type_and_place_only():
    text = QuietFormatter().format(record(error=raised()))
    assert SECRET not in text
    assert "builtins.ValueError" in text
    assert "builtins.KeyError" in text
    assert f"{__file__}:" in text
    assert "in fail" in text


def test_an_exception_deeper_than_the_page_is_cut():
    assert len(QuietFormatter().format(record(error=raised(300))).splitlines()) < 100


def test_an_exception_that_names_itself_as_its_cause_ends():
    error = raised()
    error.__cause__.__cause__ = error
    assert "builtins.KeyError" in QuietFormatter().format(record(error=error))


def test_the_server_says_where_it_runs_and_nothing_of_who_comes():
    starting = record(logging.INFO, "uvicorn.error", "Uvicorn running on %s", ("http://x:1",))
    assert QuietFormatter().format(starting).endswith("Uvicorn running on http://x:1")
    visit = record(logging.INFO, "uvicorn.error", '%s - "WebSocket %s" [accepted]', ("::1", "/d/"))
    assert LifecycleFilter().filter(starting)
    assert not LifecycleFilter().filter(visit)
    assert LifecycleFilter().filter(record(logging.ERROR, "uvicorn.error"))


def failing_view(request):
    raise RuntimeError(f"{SECRET} {request.COOKIES} {request.body}")


@pytest.fixture
def failing_site(settings):
    from django.urls import path

    from parleysite.urls import urlpatterns

    module = type(sys)("failing_urls")
    module.urlpatterns = [path("fail", failing_view), *urlpatterns]
    module.handler500 = "parleysite.errors.broken"
    module.handler400 = "parleysite.errors.bad_request"
    module.handler404 = "parleysite.errors.not_found"
    sys.modules["failing_urls"] = module
    settings.ROOT_URLCONF = "failing_urls"
    yield
    del sys.modules["failing_urls"]


def test_a_view_that_crashes_tells_the_log_its_place_and_nobody_its_cause(lines, failing_site):
    client = Client(raise_request_exception=False)
    client.cookies["seat"] = SECRET
    response = client.post("/fail", json.dumps({"name": SECRET}), content_type="application/json")
    assert response.status_code == 500
    assert response.json()["code"] == "broken"
    assert SECRET not in response.content.decode()
    assert any("in failing_view" in line for line in lines)
    assert not [line for line in lines if SECRET in line]


def test_what_was_asked_for_is_not_printed(lines, failing_site):
    client = Client(raise_request_exception=False)
    client.get(f"/d/{SECRET}/nothing?{SECRET}")
    client.get("/fail", headers={"Host": SECRET + ".example"})
    Client(enforce_csrf_checks=True, raise_request_exception=False).post(
        f"/fail?{SECRET}", {"x": SECRET}
    )
    assert lines
    assert not [line for line in lines if SECRET in line]


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_json_route_that_crashes_is_told_in_the_same_way(lines, monkeypatch):
    def fail(*args):
        raise RuntimeError(SECRET)

    monkeypatch.setattr("negotiation.services.state", fail)
    response = await AsyncClient().get("/d/x/state")
    assert response.status_code == 500
    assert any("in fail" in line for line in lines)
    assert not [line for line in lines if SECRET in line]
