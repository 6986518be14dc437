"""Settings: everything from the environment, safe when nothing is set; a wrong value is an error at start."""

import contextlib
import re
import secrets
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvValidationError

from packreview import logs

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env(eager=False)
_data = Path(env.str("PACKREVIEW_DATA", "") or BASE_DIR / "data")  # set to nothing, it is not this folder
DEBUG = env.bool("DEBUG", False)
_key = env.str("SECRET_KEY", "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
_https = env.bool("PACKREVIEW_HTTPS", False)
_database = env.str("DATABASE_URL", "")
TIME_ZONE = env.str("TIME_ZONE", "UTC")
SQLITE_WAIT = env.float("SQLITE_WAIT_SECONDS", 20.0)
PACK_MAX_BYTES = env.int("PACK_MAX_BYTES", 8_000_000)
ARTICLE_MAX_BYTES = env.int("ARTICLE_MAX_BYTES", 5_000_000)
DISK_MIN_BYTES = env.int("DISK_MIN_BYTES", 200_000_000)
_fetch: list[str] = env.list("FETCH_HOSTS", [])
PROXY_COUNT = env.int("PROXY_COUNT", 0)
_idle = env.int("SESSION_IDLE_MINUTES", 120)
REQUIRE_TOTP = env.str("REQUIRE_TOTP", "none")
_rules = env.str("HOUSE_RULES", "")
RATIFY_BY_ANOTHER = env.bool("RATIFY_BY_ANOTHER", False)
_log = env.str("LOG", "json")
_signing = env.str("SIGNING_KEY", "")
try:
    env.seal()
except EnvValidationError as error:
    _wrong = cast("dict[str, list[str]]", error.error_messages)
    _told = "; ".join(f"{name} is {why[0].lower().rstrip('.')}" for name, why in _wrong.items())
    raise ImproperlyConfigured(_told) from None
try:
    ZoneInfo(TIME_ZONE)
except (KeyError, ValueError, OSError):
    raise ImproperlyConfigured(f"TIME_ZONE is a name such as Europe/Berlin, not {TIME_ZONE!r}") from None


def _data_folder() -> Path:
    """The data folder, made (or set) to be readable by its owner alone."""
    _data.mkdir(parents=True, exist_ok=True)
    if _data.stat().st_mode & 0o077:
        _data.chmod(0o700)
    return _data


# Words of keys that everybody can read in a manual or in another project's sources; chance does not make them.
KNOWN_KEYS = re.compile("insecure|secret|change|example|password|replace|default", re.IGNORECASE)


def _strong(key: str) -> str:
    if len(key) < 50 or len(set(key)) < 12 or KNOWN_KEYS.search(key):
        raise ImproperlyConfigured(
            "SECRET_KEY is weak or known: give at least 50 random characters, or leave it unset"
        )
    return key


def _secret_key() -> str:
    """The key from the environment, or one generated once and kept beside the database."""
    if _key:
        return _strong(_key)
    kept = DATA / "secret_key"
    if not kept.exists():
        fresh = DATA / f"secret_key.{secrets.token_hex(4)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):
            kept.hardlink_to(fresh)  # only one of two first starts can win, and both then read the winner's
        fresh.unlink()
    return _strong(kept.read_text().strip())


DATA = _data_folder()
SECRET_KEY = _secret_key()
SIGNING_KEY = Path(_signing).resolve() if _signing else None
HOUSE_RULES = Path(_rules).resolve() if _rules else None
# Hosts that articles may be fetched from; none: fetching is off.
FETCH_HOSTS = [host.strip().lower() for host in _fetch if host.strip()]

if any(host.strip(".* ") in ("", "com", "org", "net") for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured("ALLOWED_HOSTS may not be *: name the hosts that this desk is reached by")
if _odd := [host for host in FETCH_HOSTS if not re.fullmatch(r"([a-z0-9-]+\.)+[a-z][a-z0-9-]*", host)]:
    raise ImproperlyConfigured(f"FETCH_HOSTS are names such as docs.example.org, and {_odd[0]!r} is none")
if not (1 <= PACK_MAX_BYTES <= 8_000_000 and 1 <= ARTICLE_MAX_BYTES <= 5_000_000):
    raise ImproperlyConfigured(
        "PACK_MAX_BYTES is 1 to 8000000, and ARTICLE_MAX_BYTES 1 to 5000000: what is larger is no pack to others"
    )
if not (0 <= DISK_MIN_BYTES < 2**63 and 0 <= SQLITE_WAIT <= 3600):
    raise ImproperlyConfigured("DISK_MIN_BYTES is 0 to 2^63 - 1, and SQLITE_WAIT_SECONDS 0 to 3600")
if _https and DEBUG:
    raise ImproperlyConfigured("DEBUG may not be on where PACKREVIEW_HTTPS is")

SESSION_IDLE_SECONDS = _idle * 60
if REQUIRE_TOTP not in ("none", "admins", "all"):
    raise ImproperlyConfigured(f"REQUIRE_TOTP is none, admins or all, not {REQUIRE_TOTP!r}")
if not (0 <= PROXY_COUNT <= 9 and 1 <= _idle <= 12 * 60):
    raise ImproperlyConfigured("PROXY_COUNT is 0 to 9, and SESSION_IDLE_MINUTES 1 to 720")
if _log not in logs.KINDS:
    raise ImproperlyConfigured(f"LOG is json or plain, not {_log!r}")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "reviews",
]
MIDDLEWARE = [
    "packreview.logs.requests",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "packreview.static.Files",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "reviews.sessions.stay",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "reviews.middleware.private",
    "reviews.middleware.our_hosts",
    "reviews.middleware.in_utf8",
    "reviews.middleware.LoginRequired",
    "reviews.middleware.FirstThings",
    "reviews.middleware.plain_refusals",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "packreview.urls"
WSGI_APPLICATION = "packreview.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Before 3.51.3 SQLite's WAL is sound only where no two connections write or checkpoint at once: packreview.sqlite
# sees to that. A rollback journal would cost four syncs a commit instead of one.
SQLITE_JOURNAL = "WAL"
_SQLITE = {
    "ENGINE": "packreview.sqlite",
    "NAME": DATA / "packreview.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": SQLITE_WAIT,
        "init_command": (
            f"PRAGMA journal_mode={SQLITE_JOURNAL}; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"
        ),
    },
}


def _postgresql() -> dict[str, object]:
    """Connections are asked whether they live, and nothing waits for a lock for ever."""
    if not _database.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(
            "DATABASE_URL must begin with postgresql://; without it an SQLite file is used"
        )
    parsed = dj_database_url.parse(_database, conn_health_checks=True)
    limits = "-c lock_timeout=20s -c idle_in_transaction_session_timeout=60s"
    # The server notices within two minutes, not two hours, that a machine is gone.
    limits += " -c tcp_keepalives_idle=60 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6"
    name = {"application_name": "packreview"}  # a process that serves takes another (reviews.serving)
    # And the desk that a server is gone: whoever waits for a connection hears so in three seconds, who waits for an answer
    # in twenty.
    away = {"connect_timeout": 3, "tcp_user_timeout": 20_000}
    given = parsed.get("OPTIONS", {})
    return {**parsed, "OPTIONS": {"options": limits, **name, **away, **given}}


# Kept for each worker (reviews.serving): a command has one connection, which says itself why there is none. Two seconds of
# trying again, and no more: the pool would wait twice as long each time, up to minutes after the server is back; the next
# request has it try anew.
POSTGRESQL_POOL = {"min_size": 1, "max_size": 8, "timeout": 3, "reconnect_timeout": 2}
DATABASES = {"default": _postgresql() if _database else _SQLITE}

AUTH_USER_MODEL = "reviews.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTH_PASSWORD_VALIDATORS[1]["OPTIONS"] = {"min_length": 12}  # type: ignore[assignment]
AUTHENTICATION_BACKENDS = ["reviews.door.Backend", "reviews.door.Known"]
AXES_HANDLER = "reviews.door.Door"
AXES_CLIENT_IP_CALLABLE = "reviews.door.address"
AXES_LOCKOUT_CALLABLE = "reviews.views.account.not_heard"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
OTP_TOTP_ISSUER = "packreview"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "shelf"
LOGOUT_REDIRECT_URL = "login"
SESSION_ENGINE = "reviews.sessions"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "packreview.cookies.Messages"
CSRF_FAILURE_VIEW = "reviews.views.errors.csrf_failure"

if _https:
    SESSION_COOKIE_NAME = "__Host-packreview"
    CSRF_COOKIE_NAME = "__Host-csrf"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # asked from beside the desk, not through the proxy
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
else:
    SESSION_COOKIE_NAME = "packreview"

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope"
        " magnetometer microphone midi payment usb"
    ).split()
}

# A pack is at most 8 MB and an article 5 MB; the rest of a form is words. Both files are read under these limits.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2
FILE_UPLOAD_HANDLERS = ["reviews.uploads.CappedUploadHandler"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "packreview.static.Storage"},
}
# What the desk always loads together is one file there, made at collectstatic; its parts stay one purpose each.
STATIC_TOGETHER = {
    "css/desk-page.css": [f"css/{name}.css" for name in ("desk", "chip", "section")],
    "js/desk-page.js": [
        f"js/{name}.js"
        for name in "desk waiting twice keys why question cites quote whole thumb margin marks drafts".split()
    ],
}
WHITENOISE_MANIFEST_STRICT = WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en-gb"
USE_TZ = True
USE_I18N = False

LOGGING = logs.configuration(_log)
