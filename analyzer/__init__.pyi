# Every public name of the package, once. `__init__.py` reads this file when a name is first asked for.

# Shoes and cards
from analyzer.cards.card import Card as Card
from analyzer.cards.card import Fineness as Fineness
from analyzer.cards.card import Rank as Rank
from analyzer.cards.card import Suit as Suit
from analyzer.cards.card import read_card as read_card
from analyzer.cards.card import read_cards as read_cards
from analyzer.cards.shoe import Shoe as Shoe

# Rules
from analyzer.catalog.rules_file import read_tableau as read_tableau
from analyzer.rules.coup import Coup as Coup
from analyzer.rules.coup import Ending as Ending
from analyzer.rules.coup import Hand as Hand
from analyzer.rules.coup import Winner as Winner
from analyzer.rules.coup import play as play
from analyzer.rules.known_coup import KnownCoup as KnownCoup
from analyzer.rules.known_coup import Third as Third
from analyzer.rules.known_coup import read_opening as read_opening
from analyzer.rules.known_coup import read_third as read_third
from analyzer.rules.tableau import STANDARD as STANDARD
from analyzer.rules.tableau import Tableau as Tableau

# Enumeration: how often
from analyzer.enumeration.coups import Playout as Playout
from analyzer.enumeration.coups import endings as endings
from analyzer.enumeration.coups import playouts as playouts
from analyzer.enumeration.distribution import Distribution as Distribution
from analyzer.enumeration.enumerator import BY_FACE as BY_FACE
from analyzer.enumeration.enumerator import BY_RANK as BY_RANK
from analyzer.enumeration.enumerator import BY_VALUE as BY_VALUE
from analyzer.enumeration.enumerator import Deals as Deals
from analyzer.enumeration.enumerator import Opening as Opening
from analyzer.enumeration.enumerator import Partition as Partition
from analyzer.enumeration.enumerator import enumerate_deals as enumerate_deals
from analyzer.enumeration.polynomial import Forms as Forms
from analyzer.enumeration.polynomial import crosscheck as crosscheck
from analyzer.enumeration.polynomial import event_forms as event_forms
from analyzer.enumeration.polynomial import outcome_forms as outcome_forms

# Bets and variants
from analyzer.bets.bet import Bet as Bet
from analyzer.bets.bet import Payout as Payout
from analyzer.bets.function_bet import CoupView as CoupView
from analyzer.bets.function_bet import FunctionBet as FunctionBet
from analyzer.bets.function_bet import SeenCard as SeenCard
from analyzer.bets.vocabulary import CONDITIONS as CONDITIONS
from analyzer.bets.vocabulary import Condition as Condition
from analyzer.catalog.bet_file import read_bet as read_bet
from analyzer.catalog.bet_names import find_bet as find_bet
from analyzer.catalog.door import odds as odds
from analyzer.catalog.variant import Variant as Variant
from analyzer.catalog.variant import read_variant as read_variant
from analyzer.catalog.variant import variant_names as variant_names

# Prices and payments
from analyzer.bets.layout import JointResults as JointResults
from analyzer.bets.layout import combined_odds as combined_odds
from analyzer.bets.layout import joint as joint
from analyzer.bets.odds import Odds as Odds
from analyzer.bets.odds import OddsRow as OddsRow
from analyzer.bets.odds import Rebates as Rebates
from analyzer.bets.odds import price_endings as price_endings
from analyzer.bets.pricing import price as price
from analyzer.bets.pricing import price_bets as price_bets
from analyzer.bets.settlement import Currency as Currency
from analyzer.bets.settlement import Settlement as Settlement
from analyzer.bets.settlement import settle as settle

# Many shoes
from analyzer.batch.plan import payoff_form as payoff_form
from analyzer.batch.stream import Prices as Prices
from analyzer.batch.stream import count_outcomes as count_outcomes
from analyzer.batch.stream import price_batch as price_batch
from analyzer.batch.stream import stream_outcomes as stream_outcomes
from analyzer.batch.stream import stream_prices as stream_prices

# Analyses
from analyzer.analyses.chemin_de_fer.game import Game as Game
from analyzer.analyses.chemin_de_fer.game import chemin_de_fer_game as chemin_de_fer_game
from analyzer.analyses.chemin_de_fer.solution import Solution as Solution
from analyzer.analyses.chemin_de_fer.solution import solve_game as solve_game
from analyzer.analyses.known_coup import known_endings as known_endings
from analyzer.analyses.known_coup import next_cards as next_cards
from analyzer.analyses.known_coup import price_known as price_known
from analyzer.analyses.linear_count import LinearCount as LinearCount
from analyzer.analyses.linear_count import best_count as best_count
from analyzer.analyses.removal import Effect as Effect
from analyzer.analyses.removal import effects as effects

# Records
from analyzer.records.audit import Audit as Audit
from analyzer.records.audit import Finding as Finding
from analyzer.records.record_file import Record as Record
from analyzer.records.record_file import RecordFile as RecordFile

# Proof
from analyzer.proof.certificate import certify as certify
from analyzer.proof.closed_form import ClosedForm as ClosedForm
from analyzer.proof.closed_form import closed_form as closed_form
from analyzer.proof.formula import Formula as Formula
from analyzer.proof.formula import Polynomial as Polynomial
from analyzer.proof.verify import Line as Line
from analyzer.proof.verify import verify as verify

# Numbers and errors
from analyzer.errors import BaccaratError as BaccaratError
from analyzer.errors import BetError as BetError
from analyzer.errors import CoupError as CoupError
from analyzer.errors import DisagreementError as DisagreementError
from analyzer.errors import FileError as FileError
from analyzer.errors import MissingExtraError as MissingExtraError
from analyzer.errors import NotationError as NotationError
from analyzer.errors import RulesError as RulesError
from analyzer.errors import ShoeError as ShoeError
from analyzer.errors import TooFewCardsError as TooFewCardsError
from analyzer.notation import Pays as Pays
from analyzer.notation import read_number as read_number
from analyzer.notation import read_pays as read_pays

__version__: str
