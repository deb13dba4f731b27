"""A test that fails: consoles.py runs it."""
from consoles import pay


def test_pay():
    assert pay([1, 2]) == 3
