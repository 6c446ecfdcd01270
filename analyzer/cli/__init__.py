"""The command line, `baccarat-odds`. It imports the rooms below only when a command runs."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING

import click

from analyzer import __version__
from analyzer.cli.audit import audit
from analyzer.cli.batch import batch
from analyzer.cli.bet import bet, bets
from analyzer.cli.certify import certify, verify
from analyzer.cli.chemin_de_fer import chemin_de_fer
from analyzer.cli.completion import completion
from analyzer.cli.console import StandardOutput, StandardOutputError, cause, detach, print_note, show_what_it_has
from analyzer.cli.coup import coup
from analyzer.cli.drill import drill
from analyzer.cli.edge import edge
from analyzer.cli.formula import formula
from analyzer.cli.outcomes import outcomes
from analyzer.cli.removal import removal
from analyzer.cli.report import report
from analyzer.cli.rules import tableau, variants
from analyzer.cli.settle import commission_card, settle
from analyzer.stopping import Terminated, ended, settled

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["cli", "main"]

PROGRAM = "baccarat-odds"
COMPLETE = "_BACCARAT_ODDS_COMPLETE"
INTERRUPTED = 130


class _Commands(click.Group):
    """A group that lists its commands in the order added, and suggests the nearest name for an unknown one."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands with their whole help, and the options."""
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            command = self.commands.get(item.value)
            if command is not None:
                item.help = command.short_help
        return items

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            from analyzer.errors import nearest
            from analyzer.notation import shown

            raise click.UsageError(f"command: got {shown(name)}{nearest(name, list(self.commands))}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    # Not the docstring, which `python -OO` leaves out.
    help="""Exact odds of punto banco (baccarat): any shoe, any drawing rules, any pay table.

    Every figure is an integer count of ordered six-card deals or a rational made of them; no float decides anything.
    """,
    epilog="""\b
Examples:
  baccarat-odds edge                       the house edge of every variant
  baccarat-odds edge --variant classic     one variant, bet by bet
  baccarat-odds bet banco --decks 6        the table that proves an edge
  baccarat-odds outcomes --remove 99K      how often each hand wins

Exit status: 0 done, 1 cannot be computed or a bad file, 2 a usage error, 130 interrupted.""",
)
@click.version_option(__version__, prog_name=PROGRAM)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Run `baccarat-odds`."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for command in (
    edge,
    bet,
    bets,
    outcomes,
    coup,
    removal,
    batch,
    settle,
    audit,
    commission_card,
    drill,
    variants,
    tableau,
    formula,
    certify,
    verify,
    chemin_de_fer,
    report,
    completion,
):
    cli.add_command(command)


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    # Python has no sys.stdout if the process was started with it closed: an answer is then an error, not a traceback.
    lost = io.StringIO() if sys.stdout is None else None
    if lost is not None:
        sys.stdout = lost
    for stream in (sys.stdout, sys.stderr):
        show_what_it_has(stream)
    output = sys.stdout
    sys.stdout = StandardOutput(output)
    try:
        status = _run(args)
    finally:
        sys.stdout = output
    if lost is not None and lost.getvalue() and not status:
        status = _fail("cannot write to standard output: it is closed", 1)
    sys.exit(status)


def _run(args: list[str] | None) -> int:
    """Run a command, or answer a shell that completes one; return the exit status, with one line for every failure."""
    try:
        instruction = os.environ.get(COMPLETE)
        if instruction:
            from click.shell_completion import shell_complete

            from analyzer.cli import shells  # noqa: F401 - registers the scripts

            return shell_complete(cli, {}, PROGRAM, COMPLETE, instruction)
        with cli.make_context(PROGRAM, sys.argv[1:] if args is None else list(args)) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as early:
        return early.exit_code
    except (StandardOutputError, BrokenPipeError) as error:
        return _output_lost(error)
    except (click.ClickException, click.Abort, KeyboardInterrupt, Terminated) as error:
        return _fail(*_stopped(error))
    except Exception as error:
        line = cause(error)
        if not line:
            raise  # a defect of this program
        return _fail(line, 1)
    return 0


def _stopped(error: BaseException) -> tuple[str, int]:
    """Return the line and the exit status of a run that the user's words or a signal ended."""
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    status = int(error.code or 0) if isinstance(error, Terminated) else INTERRUPTED
    return ended(status), status


def _output_lost(error: StandardOutputError | BrokenPipeError) -> int:
    """Report that standard output cannot be written; a pipe closed by its reader is not an error."""
    from analyzer.files import reason

    if isinstance(error, BrokenPipeError):
        return 0
    detach(sys.stdout)
    if isinstance(error.cause, BrokenPipeError):
        return 0
    return _fail(f"cannot write to standard output: {reason(error.cause)}", 1)


def _fail(message: str, status: int) -> int:
    """Print an error as one line on stderr, after flushing standard output, and return the status."""
    from analyzer.errors import one_line

    if settled():
        with contextlib.suppress(OSError, StandardOutputError):
            sys.stdout.flush()
        print_note("Error: " + one_line(" ".join(message.split())))
    return status
