# Usage: SENTRY_DSN=… PYTHONPATH=folder python3 traces.py
# Sends a transaction, then three more after the response to the first, and an error.
import os

import sentry_sdk

sentry_sdk.init(dsn=os.environ["SENTRY_DSN"], traces_sample_rate=1.0)
for index in range(4):
    with sentry_sdk.start_transaction(op="task", name="work %d" % index):
        pass
    sentry_sdk.flush(timeout=5)
sentry_sdk.capture_exception(Exception("still heard"))
sentry_sdk.flush(timeout=5)
