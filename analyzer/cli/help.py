"""The class of every command: `-h` gives the help in short, `--help` in full with the options under headings.

It also reads the environment variables that stand for options, see `analyzer.cli.defaults`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.defaults import print_defaults, use_defaults

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Documented", "put_under"]

_HEADINGS: dict[click.Parameter, str] = {}
"""The heading of each option that is not under `Options`."""
_ORDER = ("Options", "Shoe", "Rules", "Output")
_MOST_USED = frozenset({"decks", "chosen", "output_format"})
"""The names of the options of the bundles that `-h` shows, beside a command's own."""
_OWN_IN_SHORT = 6
"""The most of a command's own options that `-h` shows, besides those it requires."""

_NEVER_IN_SHORT = frozenset({"crosscheck", "help", "short_help"})


def put_under(heading: str, options: Iterable[click.Parameter]) -> None:
    """Put options under a heading of the help: Shoe, Rules or Output."""
    _HEADINGS.update(dict.fromkeys(options, heading))


def _heading(option: click.Parameter) -> str:
    return _HEADINGS.get(option, _ORDER[0])


def _options(command: click.Command, ctx: click.Context) -> list[click.Option]:
    return [option for option in command.get_params(ctx) if isinstance(option, click.Option)]


def _show(ctx: click.Context, text: str) -> None:
    click.echo(text, color=ctx.color)
    ctx.exit()


def _help(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:  # noqa: FBT001 - Click's signature
    if asked and not ctx.resilient_parsing:
        _show(ctx, ctx.get_help())


def _short_help(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:  # noqa: FBT001 - Click's signature
    if asked and not ctx.resilient_parsing:
        assert isinstance(ctx.command, Documented)  # noqa: S101 - the option is added by this class alone
        _show(ctx, ctx.command.short_page(ctx))


class Documented(click.Command):
    """A command whose options have headings, and whose help is short or long."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Add the two options of the help to the command's own."""
        super().__init__(*args, **options | {"add_help_option": False})
        for name, show, text in (
            ("-h", _short_help, "Show the help in short."),
            ("--help", _help, "Show all options and exit."),
        ):
            self.params.append(
                click.Option(
                    [name, "short_help" if name == "-h" else "help"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=show,
                    help=text,
                )
            )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line; environment variables stand for some options that are left out."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            use_defaults(self, ctx)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and say which options come from environment variables."""
        print_defaults(ctx)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each bundle under its heading."""
        self._write(ctx, formatter, _options(self, ctx))

    def short_page(self, ctx: click.Context) -> str:
        """Return the help in short: the usage, its first paragraph, the most used options, and how to see the rest."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(" ".join((self.help or "").split("\n\n")[0].split()))
        own = 0
        chosen: list[click.Option] = []
        for option in _options(self, ctx):
            if _heading(option) != _ORDER[0]:
                shown = option.name in _MOST_USED
            elif option.name in _NEVER_IN_SHORT:
                continue
            else:
                own += not option.required
                shown = option.required or own <= _OWN_IN_SHORT
            if shown:
                chosen.append(option)
        self._write(ctx, formatter, chosen, one_list=True)
        formatter.write_paragraph()
        formatter.write_text(f"All options and examples: {ctx.command_path} --help")
        return formatter.getvalue().rstrip("\n")

    def _write(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
        options: Sequence[click.Option],
        *,
        one_list: bool = False,
    ) -> None:
        """Write options under their headings, or all under one."""
        lists: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _ORDER}
        for option in options:
            record = option.get_help_record(ctx)
            if record is not None:
                lists[_ORDER[0] if one_list else _heading(option)].append(record)
        for heading, records in lists.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
