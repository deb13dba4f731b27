"""Writes the frames of a failed test, from the test on, as Python reports them."""
import json
import os
import traceback

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.excinfo is None:
        return
    found = traceback.extract_tb(call.excinfo.value.__traceback__)
    ours = [f for f in found if f.filename.startswith(os.getcwd())]
    frames = [
        {"function": f.name, "file": os.path.relpath(f.filename), "line": f.lineno} for f in reversed(ours)
    ]
    reported = {"exception_type": call.excinfo.typename, "message": str(call.excinfo.value), "frames": frames}
    with open("pytest-frames.json", "w") as file:
        json.dump(reported, file)
