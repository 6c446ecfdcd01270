"""Write Figures.v: the theorems, with every number computed by the package.

Run `python tests/formal/figures.py` from the root of the checkout after a change to its output; a test compares the
file with it.
"""

from __future__ import annotations

import re
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import STANDARD, Shoe, endings, price, read_variant
from analyzer.proof.closed_form import ClosedForm, closed_form
from analyzer.proof.formula import Polynomial
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from analyzer import Bet

FIGURES = Path(__file__).parent / "Figures.v"
DECKS = range(1, 9)
EVENTS = ("punto_wins", "banco_wins", "tie")
BETS = {
    "punto_bet": ("classic", "punto"),
    "classic_banco": ("classic", "banco"),
    "tie_bet": ("classic", "tie"),
    "straight_banco": ("straight", "banco"),
    "super_six_banco": ("super-six", "banco"),
    "ez_banco": ("ez", "banco"),
}
HEAD = """\
(** The theorems: counts and house edges, for 1 to 8 decks and for every number of decks.

    This file is written by figures.py, with the numbers the package prints; the proofs do not depend on where a number
    came from. *)

From Coq Require Import ZArith QArith List Lia.
From Formal Require Import Game Counting.
Import ListNotations.
Open Scope Z_scope.

Definition events : list (ending -> Z) :=
  (fun _ => 1) :: map (fun event coup => one_if (event coup)) [punto_wins; banco_wins; tie].

Definition bets : list bet := [punto_bet; classic_banco; tie_bet; straight_banco; super_six_banco; ez_banco].

(** A computation is left to the kernel, which runs it once, when it comes to [Qed]. *)
Ltac by_computation := match goal with |- _ = ?answer => vm_cast_no_check (eq_refl answer) end.

Ltac column place row :=
  unfold count, all_deals; rewrite (same_tally _ (fun coup => nth place (worth_of events coup) 0)) by reflexivity;
  rewrite row_counts_deals, row; reflexivity.
"""


def product(text: str) -> str:
    """Return a factored polynomial in the syntax of Coq, with explicit products."""
    return re.sub(r"(?<=[0-9d)])(?=[d(])", " * ", re.sub(r"(?<=d)-(?=[0-9])", " - ", text)).replace("^", " ^ ")


def row(numbers: list[int]) -> str:
    """Return a list of integers."""
    return "[" + "; ".join(map(str, numbers)) + "]"


def bet_of(name: str) -> Bet:
    """Return the package's bet for a bet of Game.v."""
    variant, bet = BETS[name]
    return read_variant(variant).bet(bet)


def formula_of(name: str) -> ClosedForm:
    """Return the closed form of a bet of Game.v."""
    return closed_form(bet_of(name), STANDARD)


def cells(draws: Iterable[bool]) -> str:
    """Return a row of cells, D where the hand draws."""
    return "[" + "; ".join("D" if cell else "S" for cell in draws) + "]"


def tableau_theorem() -> str:
    """Return the tableau cell by cell."""
    banco = ";\n   ".join(cells(line) for line in STANDARD.banco)
    return f"""\
(** * The tableau cell by cell: D draws, S stands *)

Notation D := true (only parsing).
Notation S := false (only parsing).

(** Punto by its opening, 0 to 7; banco by its opening, then by punto's third card, 0 to 9, and last where it stood. *)
Theorem the_tableau :
  map punto_draws (seq 0 8) = {cells(STANDARD.punto)} /\\
  map (fun opening => map (banco_draws opening) (map Some (seq 0 10) ++ [None])) (seq 0 8) =
  [{banco}].
Proof. split; reflexivity. Qed.
"""


def count_theorems() -> str:
    """Return the counts for each number of decks, by running the recursion on that shoe."""
    parts = ["(** * Counts for 1 to 8 decks, each by running the recursion on that shoe *)\n"]
    for decks in DECKS:
        ended = endings(Shoe.decks(decks), STANDARD)
        winners = ended.coarsen(lambda ending: ending.winner)
        numbers = [ended.total, *map(winners.count, Winner)]
        claims = " /\\\n".join(
            f"  {name} (full_shoe {decks}) = {number}"
            for name, number in zip(["all_deals", *(f"count {event}" for event in EVENTS)], numbers, strict=True)
        )
        parts.append(f"""\
Lemma row_{decks} : row_recursion events (composition (full_shoe {decks})) = {row(numbers)}.
Proof. by_computation. Qed.

Theorem counts_{decks} :
{claims}.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_{decks}|column 1%nat row_{decks}|column 2%nat row_{decks}|column 3%nat row_{decks}].
Qed.
""")
    return "\n".join(parts)


def polynomial_theorems(forms: dict[str, ClosedForm]) -> str:
    """Return the counts and edges for every number of decks."""
    banco = forms["classic_banco"]
    counts = {
        "all_deals": banco.total,
        "count punto_wins": banco.rows[2].count,
        "count banco_wins": banco.rows[0].count,
        "count tie": banco.rows[1].count,
    }
    nets = map(net_polynomial, forms.values())
    coefficients = ";\n   ".join(row(list(polynomial.coefficients)) for polynomial in [*counts.values(), *nets])
    parts = [
        f"""\
(** * Counts for every number of decks

    The recursion runs once, on a shoe whose counts are polynomials in the number of decks. *)

Definition tallied : list (ending -> Z) := events ++ map net bets.

Lemma polynomials : polynomial_recursion tallied any_decks =
  [{coefficients}].
Proof. by_computation. Qed.

(** Rewrite a tally of full decks as its polynomial. *)
Ltac as_polynomial place :=
  rewrite (same_tally _ (fun coup => nth place (worth_of tallied coup) 0)) by reflexivity;
  rewrite polynomials_count_deals, polynomials; cbn [nth evaluate].
"""
    ]
    parts += [
        f"""\
Theorem {name.split()[-1]}_of_any_decks : forall decks, let d := Z.of_nat decks in
  {name} (full_shoe decks) = {product(str(polynomial))}.
Proof. intros decks d; unfold count, all_deals; as_polynomial {place}%nat; fold d; ring. Qed.
"""
        for place, (name, polynomial) in enumerate(counts.items())
    ]
    parts.append("""\
(** * House edges for every number of decks *)

Ltac edge place :=
  intros decks some d; assert (0 < d) by lia; unfold house_edge; rewrite all_deals_of_any_decks; fold d;
  as_polynomial place; fold d; apply same_edge;
    [cbn [parts punto_bet classic_banco banco_bet tie_bet straight_banco super_six_banco ez_banco]
    |..|cbn [parts punto_bet classic_banco banco_bet tie_bet straight_banco super_six_banco ez_banco]; ring];
    repeat (apply Z.neq_mul_0; split); lia.
""")
    for place, (name, form) in enumerate(forms.items(), start=len(counts)):
        edge = form.house_edge
        parts.append(f"""\
Theorem {name}_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge {name} (full_shoe decks)
   == inject_Z ({product(str(edge.numerator))})
      / inject_Z ({product(str(edge.denominator))}))%Q.
Proof. edge {place}%nat. Qed.
""")
    return "\n".join(parts)


def edge_theorems(forms: dict[str, ClosedForm]) -> str:
    """Return each bet's edge for each number of decks, as a rational in lowest terms."""
    parts = ["(** * House edges for 1 to 8 decks *)\n"]
    for name in forms:
        edges = {decks: price(bet_of(name), Shoe.decks(decks), STANDARD).house_edge for decks in DECKS}
        claims = " /\\\n".join(
            f"  house_edge {name} (full_shoe {decks}) == {edge.numerator} # {edge.denominator}"
            for decks, edge in edges.items()
        )
        parts.append(f"""\
Theorem {name}_edges : (
{claims})%Q.
Proof. repeat apply conj; rewrite {name}_edge by lia; reflexivity. Qed.
""")
    return "\n".join(parts)


def net_polynomial(form: ClosedForm) -> Polynomial:
    """Return the sum of a bet's net results over all deals, in the parts into which Game.v divides a unit."""
    parts = lcm(*(row.pays.net.denominator for row in form.rows))
    sums = [0] * 7
    for table_row in form.rows:
        for power, coefficient in enumerate(table_row.count.coefficients):
            sums[power] += int(table_row.pays.net * parts) * coefficient
    return Polynomial(tuple(sums))


def figures() -> str:
    """Return the whole file."""
    forms = {name: formula_of(name) for name in BETS}
    theorems = [
        "the_tableau",
        *(f"counts_{decks}" for decks in DECKS),
        *(f"{name}_of_any_decks" for name in ("all_deals", *EVENTS)),
        *(f"{name}_edge" for name in BETS),
        *(f"{name}_edges" for name in BETS),
    ]
    last = f"""\
(** * No axiom is used anywhere *)

Definition all_theorems :=
  ({", ".join(theorems)}).

Print Assumptions all_theorems.
"""
    return "\n".join(
        [HEAD, tableau_theorem(), count_theorems(), polynomial_theorems(forms), edge_theorems(forms), last]
    )


if __name__ == "__main__":
    FIGURES.write_text(figures(), encoding="utf-8")
