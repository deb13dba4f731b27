# Usage: SENTRY_DSN=… PYTHONPATH=folder python3 program.py
# Reports in every way that a Python program does, then crashes.
import logging
import os
import sys

import sentry_sdk

sentry_sdk.init(
    dsn=os.environ["SENTRY_DSN"],
    release="shop@1.2.3",
    environment="staging",
    traces_sample_rate=1.0,
    attach_stacktrace=True,
    send_default_pii=True,
)
version = tuple(int(part) for part in sentry_sdk.VERSION.split(".")[:2])


class StockError(Exception):
    pass


def reserve(sku, pin):
    shelf = {"A-17": 0, "nested": {"deep": [1, 2, {"x": None}]}}
    if not shelf[sku]:
        raise StockError("No stock for " + sku)


with sentry_sdk.configure_scope() if version < (2, 0) else sentry_sdk.isolation_scope() as scope:
    scope.set_user({"id": "u-1", "email": "planted.person@example.com", "ip_address": "203.0.113.77"})
    scope.set_tag("plan", "pro")
    scope.set_context("cart", {"items": 3, "api_token": "planted-secret-1"})
    scope.set_extra("attempt", 2)
    for index in range(60):
        sentry_sdk.add_breadcrumb(category="ui.click", message="tap %d" % index, level="info", data={"index": index})
    try:
        reserve("A-17", "planted-4111111111111111-card")
    except StockError:
        sentry_sdk.capture_exception()
    try:
        try:
            {}["total"]
        except KeyError as cause:
            raise RuntimeError("no cart") from cause
    except RuntimeError:
        sentry_sdk.capture_exception()
    if sys.version_info >= (3, 11):
        try:
            raise ExceptionGroup("both", [TypeError("one"), ExceptionGroup("inner", [ValueError("two")])])  # noqa: F821
        except Exception:
            sentry_sdk.capture_exception()
    sentry_sdk.capture_message("The queue is long", level="warning")
    logging.getLogger("shop.mail").error("mail to %s failed after %d tries", "list", 3)
    sentry_sdk.capture_exception(Exception("surrogate \udcff here"))
    if version >= (2, 0):
        scope.add_attachment(bytes=b"three items", filename="cart.txt")
        sentry_sdk.capture_exception(Exception("with a file"))
        scope.clear_attachments() if hasattr(scope, "clear_attachments") else None

if version >= (1, 20):
    from sentry_sdk.crons import capture_checkin

    config = {
        "schedule": {"type": "crontab", "value": "0 3 * * *"},
        "checkin_margin": 5,
        "max_runtime": 10,
        "timezone": "Europe/Berlin",
    }
    check_in = capture_checkin(monitor_slug="nightly", status="in_progress", monitor_config=config)
    capture_checkin(monitor_slug="nightly", check_in_id=check_in, status="ok", duration=4)
    with sentry_sdk.start_transaction(op="task", name="work"):
        pass
sentry_sdk.flush(timeout=5)
raise TypeError("crash at the end")
