(** Punto banco, stated: cards, deals, drawing rules, bets. Everything the theorems speak of is defined in this file. *)

From Coq Require Import ZArith QArith List.
Import ListNotations.
Open Scope Z_scope.

(** * Cards and shoes *)

Inductive rank : Set := Ace | Two | Three | Four | Five | Six | Seven | Eight | Nine | Ten | Jack | Queen | King.

Definition point_value (card : rank) : nat :=
  match card with
  | Ace => 1 | Two => 2 | Three => 3 | Four => 4 | Five => 5 | Six => 6 | Seven => 7 | Eight => 8 | Nine => 9
  | Ten | Jack | Queen | King => 0
  end.

(** Suits do not matter here: a deck holds each rank four times, and the cards are told apart by their place. *)
Definition deck : list rank :=
  flat_map (fun card => repeat card 4) [Ace; Two; Three; Four; Five; Six; Seven; Eight; Nine; Ten; Jack; Queen; King].

Fixpoint full_shoe (decks : nat) : list rank :=
  match decks with
  | O => []
  | S fewer => deck ++ full_shoe fewer
  end.

(** Every way to take one card out of a shoe: the card, and the shoe without it. *)
Fixpoint picks (shoe : list rank) : list (rank * list rank) :=
  match shoe with
  | [] => []
  | card :: rest => (card, rest) :: map (fun pick => (fst pick, card :: snd pick)) (picks rest)
  end.

(** Every ordered deal of [number] different cards of the shoe. *)
Fixpoint deals (number : nat) (shoe : list rank) : list (list rank) :=
  match number with
  | O => [[]]
  | S fewer => flat_map (fun pick => map (cons (fst pick)) (deals fewer (snd pick))) (picks shoe)
  end.

(** * The rules *)

Definition total (values : list nat) : nat := Nat.modulo (list_sum values) 10.

Definition between (low high value : nat) : bool := ((low <=? value) && (value <=? high))%nat%bool.

(** A natural, an opening of 8 or 9, ends the coup. *)
Definition natural (opening : nat) : bool := between 8 9 opening.

Definition punto_draws (opening : nat) : bool := between 0 5 opening.

(** Banco draws by its opening and the value of punto's third card, [None] if punto stood. *)
Definition banco_draws (opening : nat) (third : option nat) : bool :=
  match third, opening with
  | None, _ => between 0 5 opening
  | Some _, 0%nat | Some _, 1%nat | Some _, 2%nat => true
  | Some value, 3%nat => between 0 7 value || between 9 9 value
  | Some value, 4%nat => between 2 7 value
  | Some value, 5%nat => between 4 7 value
  | Some value, 6%nat => between 6 7 value
  | Some _, _ => false
  end%bool.

Record ending : Set := Ending { punto_total : nat; banco_total : nat; punto_cards : nat; banco_cards : nat }.

(** One coup with six cards in the order dealt: punto, banco, punto, banco, then the cards that may be drawn. A coup that
    ends after four or five cards leaves the others unused: it is counted once for every way they could have come. *)
Definition play (punto_1 banco_1 punto_2 banco_2 fifth sixth : nat) : ending :=
  let punto := total [punto_1; punto_2] in
  let banco := total [banco_1; banco_2] in
  if (natural punto || natural banco)%bool then Ending punto banco 2 2
  else if punto_draws punto then
    let drawn := total [punto_1; punto_2; fifth] in
    if banco_draws banco (Some fifth) then Ending drawn (total [banco_1; banco_2; sixth]) 3 3
    else Ending drawn banco 3 2
  else if banco_draws banco None then Ending punto (total [banco_1; banco_2; fifth]) 2 3
  else Ending punto banco 2 2.

Definition coup (deal : list rank) : ending :=
  match map point_value deal with
  | [punto_1; banco_1; punto_2; banco_2; fifth; sixth] => play punto_1 banco_1 punto_2 banco_2 fifth sixth
  | _ => Ending 0 0 0 0 (* no deal of six cards *)
  end.

(** * Counts, bets and house edges *)

Definition sum (numbers : list Z) : Z := fold_right Z.add 0 numbers.

(** The sum of [worth] over the endings of all ordered deals of six cards of the shoe. *)
Definition tally (worth : ending -> Z) (shoe : list rank) : Z :=
  sum (map (fun deal => worth (coup deal)) (deals 6 shoe)).

Definition one_if (holds : bool) : Z := if holds then 1 else 0.

Definition punto_wins (coup : ending) : bool := (banco_total coup <? punto_total coup)%nat.
Definition banco_wins (coup : ending) : bool := (punto_total coup <? banco_total coup)%nat.
Definition tie (coup : ending) : bool := (punto_total coup =? banco_total coup)%nat.

(** In how many ordered deals of six cards of the shoe the event happens. *)
Definition count (event : ending -> bool) (shoe : list rank) : Z := tally (fun coup => one_if (event coup)) shoe.

(** All ordered deals of six cards. *)
Definition all_deals (shoe : list rank) : Z := tally (fun _ => 1) shoe.

(** A bet: into how many parts a unit staked is cut, and the net result of a coup in such parts. *)
Record bet : Type := Bet { parts : Z; net : ending -> Z }.

(** Minus the expected net result per unit staked; a push counts in the denominator. *)
Definition house_edge (placed : bet) (shoe : list rank) : Q :=
  - inject_Z (tally (net placed) shoe) / inject_Z (parts placed * all_deals shoe).

(** Even money on punto; on a tie punto and banco bets push. *)
Definition punto_bet : bet :=
  Bet 1 (fun coup => if punto_wins coup then 1 else if banco_wins coup then -1 else 0).

(** A banco bet that loses when punto wins, pushes on a tie, and pays [paid coup] when banco wins. *)
Definition banco_bet (parts : Z) (paid : ending -> Z) : bet :=
  Bet parts (fun coup => if banco_wins coup then paid coup else if punto_wins coup then - parts else 0).

(** 19 to 20: even money less 5 % commission. *)
Definition classic_banco : bet := banco_bet 20 (fun _ => 19).

(** Even money, but a winning 5 pays 1 to 2. *)
Definition straight_banco : bet := banco_bet 2 (fun coup => if (banco_total coup =? 5)%nat then 1 else 2).

(** Even money, but a winning 6 pays 1 to 2. *)
Definition super_six_banco : bet := banco_bet 2 (fun coup => if (banco_total coup =? 6)%nat then 1 else 2).

(** Even money, but a winning three-card 7 pushes. *)
Definition ez_banco : bet :=
  banco_bet 1 (fun coup => if ((banco_total coup =? 7) && (banco_cards coup =? 3))%nat%bool then 0 else 1).

(** 8 to 1 on a tie; all else loses. *)
Definition tie_bet : bet := Bet 1 (fun coup => if tie coup then 8 else -1).
