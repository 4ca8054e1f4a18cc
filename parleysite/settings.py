"""Settings of the site. The variables it reads all start with `PARLEY_`, except `REDIS_URL`."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF, WASM_UNSAFE_EVAL

from parleysite import environment

BASE_DIR = Path(__file__).resolve().parent.parent

VAR_DIR = Path(os.environ.get("PARLEY_VAR") or BASE_DIR / "var").resolve()
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

SECRET_KEY = environment.kept_secret(VAR_DIR / "secret-key")
# Under it the database keeps the keys that sign agendas and rosters, see negotiation/keys.py.
COORDINATOR_KEY = environment.kept_key("PARLEY_KEY", VAR_DIR / "coordinator-key")
DEBUG = environment.flag("PARLEY_DEBUG")
# Reads templates and static files anew for each request, for people who edit them.
DEVELOP = environment.flag("PARLEY_DEVELOP", DEBUG)

# Without it the site answers on this machine only. With it, exactly under these addresses.
ORIGINS = environment.origins("PARLEY_ORIGINS")
ALLOWED_HOSTS = [urlsplit(origin).hostname for origin in ORIGINS] or [
    "localhost",
    "127.0.0.1",
    "[::1]",
]
CSRF_TRUSTED_ORIGINS = ORIGINS
CSRF_COOKIE_SECURE = bool(ORIGINS) and all(origin.startswith("https:") for origin in ORIGINS)
CSRF_FAILURE_VIEW = "parleysite.errors.csrf_failure"

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "csp",
    "negotiation",
    "receipts",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "parleysite.headers.HeadersMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]

ROOT_URLCONF = "parleysite.urls"
ASGI_APPLICATION = "parleysite.asgi.application"

_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": _LOADERS
            if DEVELOP
            else [("django.template.loaders.cached.Loader", _LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "parleysite.engine_files.engine_files",
            ],
        },
    },
]

DATABASES = {
    "default": environment.database(
        os.environ.get("PARLEY_DATABASE", ""),
        VAR_DIR / "parley.sqlite3",
        VAR_DIR / f"test-{os.getpid()}.sqlite3",
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        # Memberships end with their socket. The layer's own day would silence longer ones.
        "CONFIG": {"group_expiry": 10 * 365 * 24 * 3600},
    }
}

# How often one address may do what costs something, see negotiation/rates.py.
RATES_ON = environment.flag("PARLEY_RATES", True)

# No request body is larger than this, and most routes take far less; but see uploads.py.
LARGEST_BODY = 512 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
# Nothing that was sent is ever written to a temporary file: a receipt tells who decided what.
FILE_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEVELOP
# Our own files are asked for anew each time (a short "not modified"), so that no page runs
# yesterday's script against today's server. Vendored ones are kept, see static_files.py.
WHITENOISE_MAX_AGE = 0
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Django checks the Origin of posts. Browsers send the full one with fetch() even under this policy;
# with a plain form they send "null", which is refused: see receipts/views.py for the one form.
SECURE_REFERRER_POLICY = "no-referrer"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        # Pages check signatures with libsodium, which is WebAssembly. It runs no text as a script.
        "script-src": [SELF, WASM_UNSAFE_EVAL],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "font-src": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"quiet": {"()": "parleysite.quiet_logging.QuietFormatter"}},
    "filters": {"lifecycle": {"()": "parleysite.quiet_logging.LifecycleFilter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "quiet"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # These come with handlers of their own, which print messages as they are.
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # Below that it tells of every 404.
        "django.request": {"level": "ERROR"},
        "django.server": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "uvicorn": {"handlers": ["console"], "propagate": False},
        "uvicorn.error": {"handlers": [], "filters": ["lifecycle"], "propagate": True},
        "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
