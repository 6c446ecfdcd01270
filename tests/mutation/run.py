"""Mutation testing: change one operator, number or comparison at a time, and see whether a test notices.

Run it with `make mutation`, or for some modules only: `python tests/mutation/run.py bets/odds notation`. It needs
cosmic-ray, which the extra `mutation` installs, and changes only copies of the checkout, in build/mutation.

Every mutant that no test notices must be in the table of CONTRIBUTING.md with the reason. The run prints those that
are not, and rows of the table that no mutant needs any more; either fails.
"""

import ast
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutation"
TARGETS = {
    "bets/bet": "bets/test_bet.py bets/test_bet_rows.py bets/test_pricing.py bets/test_vocabulary.py",
    "bets/odds": "bets/test_odds.py bets/test_pricing.py bets/test_layout.py published/test_bets.py",
    "bets/pricing": "bets/test_pricing.py bets/test_function_bet_cards.py",
    "bets/settlement": "bets/test_settlement.py bets/test_vocabulary.py",
    "bets/vocabulary": "bets/test_vocabulary.py bets/test_bet.py catalog/test_bet_file.py",
    "enumeration/enumerator": "enumeration/test_enumerator.py enumeration/test_coups.py",
    "enumeration/polynomial": "enumeration/test_polynomial.py",
    "notation": "test_notation.py",
    "rules/tableau": "rules/test_tableau.py rules/test_coup.py enumeration/test_coups.py catalog/test_rules_file.py",
}
"""The tests of each module, those that find most mutants first."""
TIMEOUT = 60
ARITHMETIC = "(Add|Sub|Mul|FloorDiv|Div|Mod)"
BITS = "(BitAnd|BitOr|BitXor|LShift|RShift)"
NEEDLESS = re.compile(
    # A shift for a sum, or a power for a shift, is noticed by the first test that gets there; so is "is" for "==".
    rf"core/ReplaceBinaryOperator_({ARITHMETIC}_(?!{ARITHMETIC}$)|{BITS}_(?!{BITS}$)).*"
    r"|core/ReplaceComparisonOperator_(?!Is)\w+_Is(Not)?"
)
"""The mutations that are not tried."""


class Mutant(NamedTuple):
    """A mutant that no test notices.

    Attributes:
        module: the module, as in `TARGETS`.
        was: the line before, without its indentation.
        now: the line after.
    """

    module: str
    was: str
    now: str


class Source(NamedTuple):
    """Where parts of a module start and end: lines and columns.

    Attributes:
        without_effect: what no result depends on: annotations, TYPE_CHECKING, caches, slots, and
            `strict`, an assertion about lengths.
        computed: operations of two operands; a `*` elsewhere is a part of a signature or a call.
    """

    without_effect: list[tuple[tuple[int, int], tuple[int, int]]]
    computed: list[tuple[tuple[int, int], tuple[int, int]]]

    @classmethod
    def of(cls, source: str) -> "Source":
        """Return the parts of a module."""
        nodes = list(ast.walk(ast.parse(source)))
        without_effect = [getattr(node, field, None) for node in nodes for field in ("annotation", "returns")]
        without_effect += [node for node in nodes if isinstance(node, ast.Name) and node.id == "TYPE_CHECKING"]
        memory = (
            node for node in nodes if isinstance(node, ast.keyword) and node.arg in {"maxsize", "slots", "strict"}
        )
        without_effect += [node.value for node in memory]
        caches = {
            decorator
            for node in nodes
            for decorator in getattr(node, "decorator_list", [])
            if ast.unparse(decorator).partition("(")[0] in {"cache", "lru_cache"}
        }
        computed = [node for node in nodes if isinstance(node, ast.BinOp | ast.AugAssign)]
        # A decorator is removed with its @ and the end of its line.
        lines = [((line, column - 1), (last + 1, 0)) for (line, column), (last, _) in cls._spans(caches)]
        return cls(cls._spans(without_effect) + lines, cls._spans(computed))

    @staticmethod
    def _spans(nodes: Iterable[object]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return [
            ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
            for node in nodes
            if isinstance(node, ast.expr | ast.stmt)
        ]

    def matters(self, operator: str, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """Return whether a mutation between two places is worth trying."""
        if NEEDLESS.fullmatch(operator) or any(first <= start and end <= last for first, last in self.without_effect):
            return False
        binary = operator.startswith("core/ReplaceBinaryOperator")
        return not binary or any(first <= start and end <= last for first, last in self.computed)


def prepare(module: str) -> Path:
    """Copy the checkout for the mutants of one module, and return the folder."""
    folder = WORK / module.replace("/", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("analyzer", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name)
    # Byte code is written once, except that of the module which changes: its files differ within one second.
    compile_dir(str(folder), quiet=1)
    Path(cache_from_source(str(folder / "analyzer" / f"{module}.py"))).unlink()
    # The examples of the module's docstrings find most mutants within half a second.
    tests = [f"analyzer/{module}.py", *(f"tests/{path}" for path in TARGETS[module].split())]
    options = "-x -q -n 0 --assert=plain --tb=no --no-header -p no:cacheprovider --hypothesis-profile=mutation"
    command = f"{sys.executable} -m pytest {options} {' '.join(tests)}"
    (folder / "session.toml").write_text(
        f'[cosmic-ray]\nmodule-path = "analyzer/{module}.py"\ntimeout = {TIMEOUT}.0\nexcluded-modules = []\n'
        f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    return folder


def run(module: str) -> tuple[int, list[Mutant]]:
    """Try all mutants of a module; return their number, and those that no test notices."""
    folder = prepare(module)
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}

    def cosmic_ray(*arguments: str) -> None:
        command = [sys.executable, "-m", "cosmic_ray.cli", *arguments]
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)

    cosmic_ray("baseline", "session.toml")
    cosmic_ray("init", "session.toml", "session.sqlite")
    source = Source.of((folder / "analyzer" / f"{module}.py").read_text(encoding="utf-8"))
    with sqlite3.connect(folder / "session.sqlite") as session:
        places = "start_pos_row, start_pos_col, end_pos_row, end_pos_col"
        mutations = session.execute(f"select job_id, operator_name, {places} from mutation_specs")  # noqa: S608
        for job, operator, *place in mutations.fetchall():
            if not source.matters(operator, (place[0], place[1]), (place[2], place[3])):
                session.execute("delete from work_items where job_id = ?", (job,))
                session.execute("delete from mutation_specs where job_id = ?", (job,))
    cosmic_ray("exec", "session.toml", "session.sqlite")
    with sqlite3.connect(folder / "session.sqlite") as session:
        results = session.execute("select test_outcome, worker_outcome, diff from work_results").fetchall()
    survivors = [mutant(module, diff) for outcome, _, diff in results if outcome == "SURVIVED"]
    failed = [worker for _, worker, _ in results if worker != "NORMAL"]
    if failed:
        raise RuntimeError(f"{module}: {len(failed)} mutants could not be tried: {Counter(failed)}")
    return len(results), survivors


def mutant(module: str, diff: str) -> Mutant:
    """Return a mutant by the lines that its diff changes."""
    was = [line[1:].strip() for line in diff.splitlines() if re.match(r"-(?!--)", line)]
    now = [line[1:].strip() for line in diff.splitlines() if re.match(r"\+(?!\+\+)", line)]
    return Mutant(module, " ".join(was), " ".join(now))


def explained() -> dict[Mutant, str]:
    """Return the mutants of the table in CONTRIBUTING.md, with the reason of each."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Mutants")[2]
    rows = re.findall(r"^\| (\S+) \| `(.+?)` \| `(.*?)` \| (.+) \|$", page, re.MULTILINE)
    return {Mutant(module, was.replace("\\|", "|"), now.replace("\\|", "|")): why for module, was, now, why in rows}


def main(modules: list[str]) -> int:
    """Try the mutants of some modules, all by default; return 1 if one survives unexplained."""
    modules = modules or list(TARGETS)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        tried = dict(zip(modules, pool.map(run, modules), strict=True))
    known = explained()
    survivors = [survivor for _, found in tried.values() for survivor in found]
    for module, (number, found) in tried.items():
        sys.stdout.write(f"{module}: {number} mutants, {number - len(found)} noticed by a test\n")
    unexplained = [survivor for survivor in survivors if survivor not in known]
    needless = [mutant for mutant in known if mutant.module in modules and mutant not in survivors]
    for title, mutants in (("survives without a reason", unexplained), ("explained, but noticed", needless)):
        for survivor in mutants:
            was, now = (f"`{line}`".replace("|", r"\|") for line in (survivor.was, survivor.now))
            sys.stdout.write(f"{title}:\n| {survivor.module} | {was} | {now} |  |\n")
    return 1 if unexplained or needless else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
