"""The kinds of values that options take, each with an error that says what was got and what is allowed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_file
from analyzer.cli.console import usage_error

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["INPUT_FILE", "OUTPUT_FILE", "Choice", "Name", "Whole"]


def _refusal(param: click.Parameter | None, value: object, allowed: str) -> click.UsageError:
    """Return the error of a value that a parameter does not take.

    Args:
        param: the option or the argument.
        value: what was got.
        allowed: the end of the error, as "; it is a number".
    """
    from analyzer.notation import shown

    label = "" if param is None else param.opts[0] if param.param_type_name == "option" else (param.name or "").upper()
    return usage_error(f"{label}: got {shown(value)}{allowed}")


class Choice(click.Choice[str]):
    """One of a few words; any other is refused with the nearest of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        from analyzer.errors import nearest

        words = [str(word) for word in self.choices]
        if value in words:
            return super().convert(value, param, ctx)
        raise _refusal(param, value, nearest(str(value), words))


class Whole(click.IntRange):
    """A whole number in a range, written in digits."""

    def __init__(self, lowest: int, highest: int) -> None:
        """Keep the range."""
        super().__init__(lowest, highest)
        self.allowed = range(lowest, highest + 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if not re.fullmatch("[0-9]{1,4}", str(value), re.ASCII) or int(value) not in self.allowed:
            raise _refusal(param, value, f"; it is a whole number from {self.min} to {self.max}")
        return int(super().convert(value, param, ctx))


class Name(click.types.StringParamType):
    """The name of a file or of another thing, which is never empty.

    Args:
        of: what it is the name of, as the error says.
    """

    def __init__(self, of: str) -> None:
        """Keep what it is the name of."""
        self.of = of

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name."""
        if not value.strip() or "\0" in value:
            raise _refusal(param, value, f"; it is {self.of}")
        return str(value)


class FileName(Name):
    """The name of a file, which a shell completes."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return files."""
        return complete_file(ctx, param, incomplete)


INPUT_FILE = FileName("the name of a file, or - for standard input")
OUTPUT_FILE = FileName("the name of a file, or - for standard output")
