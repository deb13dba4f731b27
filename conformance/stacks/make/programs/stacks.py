"""Usage: python3 stacks.py (prints JSON)"""
import asyncio
import functools
import json
import sys
import traceback


class Cart:
    def pay(self, cents):
        self.charge(cents)

    def charge(self, cents):
        raise ValueError("declined %d" % cents)

    @classmethod
    def all(cls):
        raise LookupError("class method")

    @staticmethod
    def helper():
        raise LookupError("static method")

    @property
    def total(self):
        return 1 / 0

    def __getattr__(self, name):
        raise AttributeError("no " + name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        raise RuntimeError("in exit")


class DeclinedError(Exception):
    pass


def fail(text="boom"):
    raise DeclinedError(text)


def recurse(depth):
    if depth == 0:
        fail("bottom")
    recurse(depth - 1)


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@decorated
def checked():
    fail("decorated")


def rows():
    yield 1
    fail("generator")


async def deep():
    await asyncio.sleep(0)
    fail("async")


async def gather():
    await asyncio.gather(deep(), deep())


def context():
    try:
        fail("first")
    except DeclinedError:
        return {}["missing"]


def cause():
    try:
        fail("first")
    except DeclinedError as error:
        raise RuntimeError("second") from error


def three():
    try:
        cause()
    except RuntimeError:
        raise OSError(2, "No such file", "/srv/app/x")


def multiline():
    raise ValueError('one\n  File "fake.py", line 3, in nowhere\ntwo: three')


def group():
    errors = []
    for text in ("a", "b"):
        try:
            fail(text)
        except DeclinedError as error:
            errors.append(error)
    raise ExceptionGroup("both", errors)


scenarios = {
    "method": lambda: Cart().pay(3),
    "class method": Cart.all,
    "static method": Cart.helper,
    "property": lambda: Cart().total,
    "getattr": lambda: Cart().missing,
    "with": lambda: Cart().__enter__().__exit__(),
    "function": fail,
    "recursion": lambda: recurse(2),
    "decorator": checked,
    "generator": lambda: list(rows()),
    "comprehension": lambda: [fail("item") for _ in range(2)],
    "sorted": lambda: sorted([2, 1], key=lambda _: fail("key")),
    "partial": functools.partial(fail, "partial"),
    "asyncio": lambda: asyncio.get_event_loop_policy().new_event_loop().run_until_complete(deep()),
    "gather": lambda: asyncio.get_event_loop_policy().new_event_loop().run_until_complete(gather()),
    "json": lambda: json.loads("{"),
    "int": lambda: int("x"),
    "exec": lambda: exec("fail('from exec')"),
    "syntax error": lambda: compile("a b", "input.py", "exec"),
    "import": lambda: __import__("no_such_module"),
    "context": context,
    "cause": cause,
    "three": three,
    "message of lines": multiline,
    "nested function": lambda: (lambda: fail("inner"))(),
}
if sys.version_info >= (3, 11):
    scenarios["group"] = group


def frames(error):
    calls = traceback.extract_tb(error.__traceback__)
    return [{"function": c[2], "file": c[0], "line": c[1]} for c in reversed(calls)]


def described(error):
    return {"exception_type": type(error).__name__, "message": str(error), "frames": frames(error)}


def causes(error):
    found = []
    while True:
        for member in getattr(error, "exceptions", ()):
            found.append(described(member))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if error is None:
            return found
        found.append(described(error))


out = []
for name, run in scenarios.items():
    try:
        run()
    except Exception as error:
        case = {"name": name, "stack": traceback.format_exc()}
        case.update(described(error))
        if causes(error):
            case["causes"] = causes(error)
        out.append(case)
print(json.dumps(out))
