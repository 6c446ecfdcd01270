"""`baccarat-odds completion`: the script with which a shell completes commands and names."""

from __future__ import annotations

import click

from analyzer.cli.help import Documented
from analyzer.cli.values import Choice

__all__ = ["completion"]


@click.command(
    cls=Documented,
    short_help="Print the completion script for a shell.",
    epilog="""\b
Examples:
  eval "$(baccarat-odds completion bash)"        in ~/.bashrc
  eval "$(baccarat-odds completion zsh)"         in ~/.zshrc
  baccarat-odds completion fish | source         in ~/.config/fish/config.fish""",
    help="Print the completion script for a shell.",
)
@click.argument("shell", type=Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Run `baccarat-odds completion`."""
    from click.shell_completion import get_completion_class

    from analyzer.cli import shells  # noqa: F401 - registers the scripts

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - Click has all three
    root = ctx.find_root()
    script = kind(root.command, {}, "baccarat-odds", "_BACCARAT_ODDS_COMPLETE")
    click.echo(script.source())
