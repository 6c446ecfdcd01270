"""`certify` and `verify`: one verifies what the other writes, and names the line that fails."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from certificates import CHECKER, certificate, sealed
from command import process, run

from analyzer import STANDARD, Shoe, read_bet, read_pays, read_tableau, read_variant
from analyzer.proof.certificate import certify

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_commands_write_and_verify(tmp_path: Path) -> None:
    """`verify` and the standalone checker verify a file of `certify`, line by line."""
    file = tmp_path / "certificate.json"
    assert run("certify", "banco", "tie", "--variant", "ez", "--remove", "9 9 K", "-o", str(file)) == (0, "", "")
    status, printed, errors = run("verify", str(file))
    assert (status, errors) == (0, "")
    assert printed.count(" holds ") == 7
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stdout) == (0, b"every line holds\n")


def test_a_certificate_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`certify` refuses a file that `verify` would refuse for its size."""
    monkeypatch.setattr("analyzer.proof.certificate.MAX_BYTES", 10_000)
    status, _, errors = run("certify", "-o", str(tmp_path / "file.json"))
    assert status == 1
    assert "got 13,561 bytes; a certificate has at most 10,000: certify fewer bets at a time" in errors
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_no_checker_reads_is_not_written(tmp_path: Path) -> None:
    """A certificate cannot hold more cards of a class than its format allows."""
    status, _, errors = run("certify", "banco", "--decks", "100000000", "-o", str(tmp_path / "file.json"))
    assert (status, errors.count("\n")) == (1, 1)
    assert "a certificate holds at most 1,000,000,000 cards of a class; got 1,600,000,000" in errors
    assert list(tmp_path.iterdir()) == []


def test_the_command_names_the_first_line_that_fails(tmp_path: Path) -> None:
    """Exit status 1, the line in the document and on stderr, and no line after it."""
    document = json.loads(certificate("ten cards"))
    document["bets"][1]["edge"] = "1/2"
    file = tmp_path / "certificate.json"
    file.write_bytes(sealed(document))
    status, printed, errors = run("verify", str(file), "-f", "json")
    assert status == 1
    answer = json.loads(printed)
    assert answer["verified"] is False
    assert [line["line"] for line in answer["lines"] if not line["holds"]] == ["bet banco"]
    assert answer["lines"][-1]["line"] == "bet banco"
    assert errors.startswith(f"Error: {file}: bet banco does not hold: its edge is ")


class TestTheGameProved:
    """What `verify` shows of the game, from the certificate's own contents."""

    def test_honest_rules_are_found_in_the_catalog(self, tmp_path: Path) -> None:
        """The shoe, the rules in digits, and what each row pays, under the names of the catalog."""
        file = tmp_path / "certificate.json"
        file.write_text(certificate("ten cards"))
        game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
        assert (game["variant"], game["is_catalog_variant"]) == ("classic", True)
        assert game["shoe"] == "0=2 A=1 3=2 5=1 6=1 7=1 8=1 9=1, 10 cards"
        assert game["tableau"]["catalog"] == {"verdict": "same", "names": ["standard"]}
        assert game["tableau"]["banco"]["3"] == [0, 1, 2, 3, 4, 5, 6, 7, 9]
        assert [bet["catalog"]["verdict"] for bet in game["bets"]] == ["same"] * 3
        rows = [[(row["paid_on"], row["odds"]) for row in bet["rows"]] for bet in game["bets"]]
        assert rows[1] == [("all banco wins", "19/20"), ("all ties", "0/1"), ("all punto wins", "-1/1")]

    def test_rules_under_a_false_name_verify_and_are_shown(self, tmp_path: Path) -> None:
        """Named "classic" and "standard", but banco draws on six when punto stood: every line holds, and it shows."""
        rows = list(STANDARD.banco)
        rows[6] = (*rows[6][:-1], True)
        other = replace(STANDARD, name="house", banco=tuple(rows))
        file = tmp_path / "lie.json"
        lie = json.loads(certify("house", read_variant("classic").bets, Shoe.decks(8), other))
        file.write_bytes(sealed(lie | {"tableau": lie["tableau"] | {"name": "standard"}, "variant": "classic"}))
        done = run("verify", str(file))
        assert (done.status, done.err) == (0, "")
        shown = [line.split("  ") for line in done.out.splitlines()]
        cells = [[cell.strip() for cell in line if cell.strip()] for line in shown]
        assert ["banco draws on, punto stood", "0-6"] in cells
        assert ["tableau", "standard", "not found; its own of this name is another"] in cells
        assert [
            "game",
            "classic",
            "a label; the catalog's variant of this name has other rules or pays otherwise",
        ] in cells
        game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
        assert game["is_catalog_variant"] is False
        assert game["tableau"]["catalog"] == {"verdict": "none", "names": []}

    def test_rules_of_the_catalog_under_another_name_are_recognized(self, tmp_path: Path) -> None:
        """A tableau, a bet on totals and a bet on cards."""
        honest = certify(
            "house", [read_bet("dragon-7"), read_bet("punto-pair")], Shoe.decks(2), read_tableau("punto-0-4")
        )
        for name, other in (("punto-0-4", "standard"), ("dragon-7", "panda-8"), ("punto-pair", "banco-pair")):
            honest = honest.replace(f'"{name}"', f'"{other}"')
        file = tmp_path / "certificate.json"
        file.write_bytes(sealed(json.loads(honest)))
        game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
        assert game["is_catalog_variant"] is None
        assert game["tableau"]["catalog"] == {"verdict": "another name", "names": ["punto-0-4"]}
        assert [bet["catalog"]["verdict"] for bet in game["bets"]] == ["another name"] * 2
        assert ["dragon-7" in game["bets"][0]["catalog"]["names"], game["bets"][1]["catalog"]["names"]] == [
            True,
            ["punto-pair"],
        ]
        assert "the same as dragon-7" in run("verify", str(file)).out

    def test_other_odds_are_not_those_of_the_catalog(self, tmp_path: Path) -> None:
        """A bet named dragon-7 that pays 39 to 1."""
        dragon = read_bet("dragon-7")
        payouts = (replace(dragon.payouts[0], pays=read_pays("39 to 1")),)
        file = tmp_path / "certificate.json"
        other = certify("house", [replace(dragon, name="own", payouts=payouts)], Shoe.decks(2), STANDARD)
        file.write_bytes(sealed(json.loads(other.replace('"own"', '"dragon-7"').replace('"house"', '"classic"'))))
        game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
        assert game["is_catalog_variant"] is False
        assert game["bets"][0]["catalog"] == {"verdict": "none", "names": []}
        assert game["bets"][0]["rows"][0]["paid_on"] == "banco wins with 7 in 3 cards"

    def test_options_are_part_of_the_name(self, tmp_path: Path) -> None:
        """A commission that the house sets is not certified under the name of the variant alone."""
        file = tmp_path / "certificate.json"
        assert run("certify", "banco", "--commission", "4%", "-o", str(file)).status == 0
        game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
        assert (game["variant"], game["is_catalog_variant"]) == ("classic, commission 1/25", None)
        assert game["bets"][0]["catalog"]["verdict"] == "another name"
        assert "banco of commission-4" in game["bets"][0]["catalog"]["names"]

    def test_a_certificate_that_fails_proves_no_game(self, tmp_path: Path) -> None:
        """Nothing is shown of what it states."""
        document = json.loads(certificate("ten cards"))
        document["bets"][1]["edge"] = "1/2"
        file = tmp_path / "certificate.json"
        file.write_bytes(sealed(document))
        assert json.loads(run("verify", str(file), "-f", "json").out)["game"] is None
        assert "The game proved" not in run("verify", str(file)).out


def test_the_cards_that_each_table_looks_at_are_shown(tmp_path: Path) -> None:
    """One line for each table of counts, with the bets it settles; a bet's JSON names its table."""
    file = tmp_path / "certificate.json"
    bets = ["tie", "punto-pair", "all-red-22"]
    assert run("certify", *bets, "--shoe", "As=2 2h=2 3d=2 Kc=1 9s=1", "-o", str(file)).status == 0
    printed = [" ".join(line.split()) for line in run("verify", str(file)).out.splitlines()]
    everywhere = "punto's opening, banco's opening, punto's third card, banco's third card"
    assert printed[-3:] == [
        "counts 0 totals and numbers of cards tie",
        "counts 1 which ranks are equal in punto's opening punto-pair",
        f"counts 2 colours in {everywhere} all-red-22",
    ]
    game = json.loads(run("verify", str(file), "-f", "json").out)["game"]
    assert game["tables"] == [
        "totals and numbers of cards",
        "which ranks are equal in punto's opening",
        f"colours in {everywhere}",
    ]
    assert [bet["table"] for bet in game["bets"]] == [0, 1, 2]


def test_without_bets_on_cards_there_is_no_line() -> None:
    """Every table is of totals; the JSON says so all the same."""
    assert "Look at" not in process("verify", "-", stdin=certificate("ten cards").encode()).stdout.decode()


class TestTranscript:
    """What was checked, for people."""

    def test_a_certificate_that_holds(self, tmp_path: Path) -> None:
        """Every line with what it checks, the game, and how to check it again; the table is printed as ever."""
        certificate, transcript = tmp_path / "banco.json", tmp_path / "banco.md"
        assert run("certify", "banco", "either-pair", "--decks", "6", "-o", str(certificate)).status == 0
        done = run("verify", str(certificate), "--transcript", str(transcript))
        assert (done.status, done.out) == (0, run("verify", str(certificate)).out)
        text = transcript.read_text()
        assert text.startswith(f"# What was checked of {certificate}\n\nEvery line holds.\n")
        lines = json.loads(run("verify", str(certificate), "-f", "json").out)["lines"]
        rows = [row for row in text.splitlines() if row.startswith("|")]
        for line in lines:
            [row] = [row for row in rows if row.startswith(f"| {line['line']} ")]
            assert line["says"] in row
            assert row.rstrip("| ").endswith(".")
        assert "| tableau " in text
        assert "python -m analyzer.proof.check" in text
        assert run("verify", str(certificate), "--transcript", "-").out == text

    def test_a_certificate_that_does_not_hold(self, tmp_path: Path) -> None:
        """The line that fails is named, nothing after it is claimed, and the status is 1."""
        certificate, transcript = tmp_path / "banco.json", tmp_path / "banco.md"
        run("certify", "banco", "-o", str(certificate))
        certificate.write_text(certificate.read_text().replace('"variant":"classic"', '"variant":"clasic"'))
        done = run("verify", str(certificate), "--transcript", str(transcript))
        assert done.status == 1
        text = transcript.read_text()
        assert "The line “digest” does not hold, and no line after it was checked." in text
        assert "FAILS" in text
        assert "total" not in text
