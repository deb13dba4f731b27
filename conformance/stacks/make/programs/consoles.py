"""Usage: python3 consoles.py loguru|rich|ipython|pytest (prints JSON)

Raises one error below three calls, and prints it as a console shows it, with the frames that Python reports."""
import io
import json
import os
import subprocess
import sys
import traceback


def frames_of(error):
    found = traceback.extract_tb(error.__traceback__)
    return [{"function": f.name, "file": f.filename, "line": f.lineno} for f in reversed(found)]


def case(name, error, text, frames=None):
    kind = type(error)
    prefix = "" if kind.__module__ == "builtins" else kind.__module__ + "."
    return {
        "name": name,
        "exception_type": prefix + kind.__name__,
        "message": str(error),
        "stack": text,
        "frames": frames if frames is not None else frames_of(error),
    }


def charge(cents):
    limit = {"cents": 0}
    return limit["euros"] + cents


def pay(basket):
    total = sum(basket)
    return charge(total)


def run_loguru():
    from loguru import logger

    out = io.StringIO()
    logger.remove()
    logger.add(out, colorize=False)
    try:
        pay([1, 2])
    except KeyError as error:
        logger.exception("cannot pay")
        # loguru prints the callers of the function that caught the exception as well.
        above = traceback.extract_stack(error.__traceback__.tb_frame.f_back)
        callers = [{"function": f.name, "file": f.filename, "line": f.lineno} for f in reversed(above)]
        yield case("loguru", error, out.getvalue(), frames_of(error) + callers)


def run_rich():
    from rich.console import Console
    from rich.traceback import Traceback

    for width, show_locals in ((100, False), (60, False), (100, True)):
        out = io.StringIO()
        try:
            pay([1, 2])
        except KeyError as error:
            console = Console(file=out, width=width, color_system=None)
            console.print(Traceback.from_exception(type(error), error, error.__traceback__, show_locals=show_locals))
            yield case(f"rich, {width} columns{', locals' if show_locals else ''}", error, out.getvalue())


def run_ipython():
    from IPython.core.ultratb import FormattedTB

    for mode in ("Context", "Verbose"):
        try:
            pay([1, 2])
        except KeyError as error:
            shown = FormattedTB(mode=mode, theme_name="nocolor").text(type(error), error, error.__traceback__)
            yield case(f"IPython, {mode}", error, shown)


def run_pytest():
    """pytest runs in a process of its own; a hook writes the frames of the failure."""
    for style in ("long", "short", "auto"):
        result = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", f"--tb={style}", "-p", "no:cacheprovider", "test_consoles.py"],
            capture_output=True,
            text=True,
        )
        with open("pytest-frames.json") as file:
            reported = json.load(file)
        yield {"name": f"pytest --tb={style}", "stack": result.stdout, **reported}
        os.remove("pytest-frames.json")


if __name__ == "__main__":
    runs = {"loguru": run_loguru, "rich": run_rich, "ipython": run_ipython, "pytest": run_pytest}
    print(json.dumps(list(runs[sys.argv[1]]())))
