# Usage: SENTRY_DSN=… COUNT=300 PYTHONPATH=folder python3 flood.py
# Reports many errors at once, and whatever the SDK dropped of them.
import os

import sentry_sdk

sentry_sdk.init(dsn=os.environ["SENTRY_DSN"], default_integrations=False)
for index in range(int(os.environ["COUNT"])):
    sentry_sdk.capture_exception(Exception("flood %d" % index))
    if index % 10 == 9:
        sentry_sdk.flush(timeout=10)
if hasattr(sentry_sdk, "get_client"):
    sentry_sdk.get_client().transport._flush_client_reports(force=True)
sentry_sdk.flush(timeout=10)
