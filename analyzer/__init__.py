"""Exact odds of punto banco (baccarat): any shoe, any drawing rules, any pay table.

>>> from analyzer import STANDARD, Shoe, price, read_variant
>>> banco = read_variant("classic").bet("banco")
>>> price(banco, Shoe.decks(8), STANDARD).house_edge
Fraction(114753351728, 10847218479825)
"""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that `--help` imports none; `__init__.pyi` lists the names."""
    import re
    from importlib import import_module
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    modules = {public: module for module, public in re.findall(r"^from (\S+) import (\w+)", stub, re.MULTILINE)}
    if name == "__all__":
        return ["__version__", *sorted(modules)]
    if name not in modules:
        raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(modules[name]), name)
    return value


def __dir__() -> list[str]:
    """Return only the public names."""
    names = __getattr__("__all__")
    assert isinstance(names, list)  # noqa: S101 - the type checker cannot see what __getattr__ returns
    return names
