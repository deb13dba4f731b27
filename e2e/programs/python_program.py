"""A Python program with two faults, reported with nothing but the standard library. Output as in node-program.mjs."""

import json
import os
import platform
import time
import traceback
import urllib.request


class StockError(RuntimeError):
    pass


def pick(shelf, item):
    return shelf[item]


def reserve(shelf, item):
    try:
        return pick(shelf, item)
    except KeyError as error:
        raise StockError(f"no {item} on shelf {len(shelf)}") from error


def report(site, error, breadcrumbs):
    sent = {
        "exception_type": type(error).__name__,
        "message": str(error),
        "stack": "".join(traceback.format_exception(error)),
        "level": "error",
        "release": "warehouse@0.9.1",
        "environment": "production",
        "platform": "python",
        "app_id": "com.example.programs",
        "tags": {"python": platform.python_version(), "site": site},
        "user": {"id": "robot-7"},
        "mechanism": {"type": "excepthook", "handled": False},
        "breadcrumbs": breadcrumbs,
        "extra": {"pi": 3.14159, "none": None, "text": "größer \u2028 than"},
    }
    request = urllib.request.Request(
        os.environ["INGEST_URL"],
        data=json.dumps(sent).encode(),
        headers={"Content-Type": "application/json", "X-Service-Token": os.environ["INGEST_TOKEN"]},
    )
    with urllib.request.urlopen(request) as response:
        print(json.dumps({"site": site, "sent": sent, "status": response.status, "response": json.load(response)}))


def now():
    return int(time.time() * 1000)


trail = [
    {"category": "robot", "message": f"moved to aisle {aisle}", "ts": now() + aisle} for aisle in range(1, 6)
]
try:
    reserve({"bolt": 4}, "nut")
except StockError as caught:
    report("reserve", caught, trail)
try:
    int("seven")
except ValueError as caught:
    report("parse", caught, [])
