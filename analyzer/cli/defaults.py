"""Environment variables that stand for options: what --decks, --variant and --places are where nothing else is said.

Such a default yields to every option given: to its own, and to those that it could contradict.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

import click

from analyzer.cli.console import print_note, usage_error

__all__ = ["DEFAULTS", "Default", "print_defaults", "use_defaults"]

_USED = "analyzer.defaults"


class Default(NamedTuple):
    """A variable that stands for an option.

    Attributes:
        variable: its name.
        parameter: the name of the option's parameter.
        yields_to: the parameters with which it is not used, beside the option itself.
        form: what its value looks like, as a pattern.
        allowed: what its value is, in words.
    """

    variable: str
    parameter: str
    yields_to: tuple[str, ...]
    form: str
    allowed: str


DEFAULTS = (
    Default("BACCARAT_ODDS_DECKS", "decks", ("shoe",), "[0-9]+", "it is one number of decks: 6"),
    Default(
        "BACCARAT_ODDS_VARIANT",
        "chosen",
        ("tableau", "commission", "tie_odds", "half_on"),
        "(?i:(?!all$))[^,*?[]+",
        "it is the name or the file of one variant: ez",
    ),
    Default("BACCARAT_ODDS_PLACES", "places", ("exact",), "[0-9]+", "it is one number of decimal places: 6"),
)
"""The variables. Each has one value, which every command with the option takes."""


def use_defaults(command: click.Command, ctx: click.Context) -> None:
    """Give each option that is left out the value of its variable, unless an option given speaks against it.

    Raises:
        UsageError: for a bad value, naming the variable.
    """
    from analyzer.errors import BaccaratError
    from analyzer.notation import shown
    from analyzer.text import printable

    parameters = {parameter.name: parameter for parameter in command.params}
    used = []
    for default in DEFAULTS:
        option, text = parameters.get(default.parameter), os.environ.get(default.variable, "").strip()
        if option is None or not text or any(ctx.params.get(name) for name in (default.parameter, *default.yields_to)):
            continue
        if ctx.params[default.parameter] not in {None, ()}:
            continue  # --places 0
        if not re.fullmatch(default.form, text, re.ASCII):
            raise usage_error(f"{default.variable}: got {shown(text)}; {default.allowed}")
        try:
            ctx.params[default.parameter] = option.process_value(ctx, (text,) if option.multiple else text)
        except (BaccaratError, click.UsageError) as error:
            message = error.format_message() if isinstance(error, click.UsageError) else str(error)
            raise usage_error(f"{default.variable}: {re.sub(r'^(--)?[a-z]+: ', '', message)}") from None
        used.append(f"{option.opts[0]} {printable(text)} is from {default.variable}")
    ctx.meta[_USED] = used


def print_defaults(ctx: click.Context) -> None:
    """Say on stderr which options come from variables."""
    if used := ctx.meta.get(_USED):
        print_note(f"Note: {', '.join(used)}")
