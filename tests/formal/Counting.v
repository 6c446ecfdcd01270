(** The recursion over compositions, and why what it computes is what Game.v defines. *)

From Coq Require Import ZArith QArith List Lia Arith.
From Formal Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** * The recursion

    A composition holds for each point value 0-9 how many such cards are left. The recursion is written once, for any kind of
    number: it is run with integers for one shoe, and with polynomials in the number of decks for all shoes at once. *)

Section Recursion.
  Variables (Number Answer : Type) (none : Number) (plus : Number -> Number -> Number) (less_one : Number -> Number).
  Variables (nothing : Answer) (both : Answer -> Answer -> Answer) (times : Number -> Answer -> Answer).
  Variable worth : ending -> Answer.

  Fixpoint without (value : nat) (composition : list Number) : list Number :=
    match composition, value with
    | [], _ => []
    | number :: rest, O => less_one number :: rest
    | number :: rest, S lower => number :: without lower rest
    end.

  (** The next card: for each value, as many times as there are such cards, what follows. *)
  Definition draw (composition : list Number) (follows : nat -> list Number -> Answer) : Answer :=
    fold_right both nothing
      (map (fun value => times (nth value composition none) (follows value (without value composition))) (seq 0 10)).

  Definition cards (composition : list Number) : Number := fold_right plus none composition.

  (** An unused card could be any that is left. *)
  Definition one_unused (composition : list Number) (answer : Answer) : Answer := times (cards composition) answer.

  Definition two_unused (composition : list Number) (answer : Answer) : Answer :=
    let number := cards composition in times number (times (less_one number) answer).

  Definition recursion (composition : list Number) : Answer :=
    draw composition (fun punto_1 composition =>
    draw composition (fun banco_1 composition =>
    draw composition (fun punto_2 composition => let punto := total [punto_1; punto_2] in
    draw composition (fun banco_2 composition => let banco := total [banco_1; banco_2] in
      if (natural punto || natural banco)%bool then two_unused composition (worth (Ending punto banco 2 2))
      else if punto_draws punto then
        draw composition (fun fifth composition => let drawn := total [punto; fifth] in
          if banco_draws banco (Some fifth) then
            draw composition (fun sixth _ => worth (Ending drawn (total [banco; sixth]) 3 3))
          else one_unused composition (worth (Ending drawn banco 3 2)))
      else if banco_draws banco None then
        draw composition (fun fifth composition =>
          one_unused composition (worth (Ending punto (total [banco; fifth]) 2 3)))
      else two_unused composition (worth (Ending punto banco 2 2)))))).
End Recursion.

(** * Evaluation commutes with it

    If [number] and [answer] respect the arithmetic, then evaluating the answer of the recursion is the same as running the
    recursion on evaluated numbers. *)

Section Evaluation.
  Variables (N A : Type) (none : N) (plus : N -> N -> N) (less_one : N -> N).
  Variables (nothing : A) (both : A -> A -> A) (times : N -> A -> A) (worth : ending -> A).
  Variables (N' A' : Type) (none' : N') (plus' : N' -> N' -> N') (less_one' : N' -> N').
  Variables (nothing' : A') (both' : A' -> A' -> A') (times' : N' -> A' -> A') (worth' : ending -> A').
  Variables (number : N -> N') (answer : A -> A').
  Hypothesis number_none : number none = none'.
  Hypothesis number_plus : forall m n, number (plus m n) = plus' (number m) (number n).
  Hypothesis number_less_one : forall n, number (less_one n) = less_one' (number n).
  Hypothesis answer_nothing : answer nothing = nothing'.
  Hypothesis answer_both : forall a b, answer (both a b) = both' (answer a) (answer b).
  Hypothesis answer_times : forall n a, answer (times n a) = times' (number n) (answer a).
  Hypothesis answer_worth : forall coup, answer (worth coup) = worth' coup.

  Let evaluated := map number.

  Lemma evaluated_without : forall composition value,
    evaluated (without N less_one value composition) = without N' less_one' value (evaluated composition).
  Proof. induction composition; destruct value; cbn; congruence. Qed.

  Lemma evaluated_draw : forall composition follows follows',
    (forall value rest, answer (follows value rest) = follows' value (evaluated rest)) ->
    answer (draw N A none less_one nothing both times composition follows)
    = draw N' A' none' less_one' nothing' both' times' (evaluated composition) follows'.
  Proof.
    intros composition follows follows' same; unfold draw.
    induction (seq 0 10) as [|value values step]; cbn [map fold_right]; [assumption|].
    rewrite answer_both, step, answer_times, same, evaluated_without.
    unfold evaluated; rewrite <- number_none, map_nth; reflexivity.
  Qed.

  Lemma evaluated_cards : forall composition,
    number (cards N none plus composition) = cards N' none' plus' (evaluated composition).
  Proof. induction composition as [|n rest step]; cbn; [|rewrite number_plus; unfold cards in step; rewrite step]; trivial. Qed.

  Theorem evaluation_commutes : forall composition,
    answer (recursion N A none plus less_one nothing both times worth composition)
    = recursion N' A' none' plus' less_one' nothing' both' times' worth' (map number composition).
  Proof.
    intro composition; unfold recursion, one_unused, two_unused.
    repeat (apply evaluated_draw; intros; cbv zeta).
    repeat match goal with |- context [if ?c then _ else _] => destruct c end;
      repeat (apply evaluated_draw; intros; cbv zeta;
        repeat match goal with |- context [if ?c then _ else _] => destruct c end);
      repeat rewrite answer_times; repeat rewrite number_less_one; repeat rewrite evaluated_cards; rewrite ?answer_worth;
      reflexivity.
  Qed.
End Evaluation.

(** * With integers the recursion counts deals of cards *)

Definition composition (shoe : list rank) : list Z :=
  map (fun value => Z.of_nat (count_occ Nat.eq_dec (map point_value shoe) value)) (seq 0 10).

Definition drawn := draw Z Z 0 Z.pred 0 Z.add Z.mul.
Definition integer_recursion (worth : ending -> Z) := recursion Z Z 0 Z.add Z.pred 0 Z.add Z.mul worth.

Lemma sum_app : forall left right, sum (left ++ right) = sum left + sum right.
Proof. induction left; intro right; cbn; [reflexivity|]; fold (sum (left ++ right)) (sum left); rewrite IHleft; lia. Qed.

Lemma same_tally : forall left right shoe, (forall coup, left coup = right coup) -> tally left shoe = tally right shoe.
Proof. intros left right shoe same; unfold tally; f_equal; apply map_ext; intro; apply same. Qed.

Lemma sum_flat_map : forall (A B : Type) (inner : A -> list B) (worth : B -> Z) (items : list A),
  sum (map worth (flat_map inner items)) = sum (map (fun item => sum (map worth (inner item))) items).
Proof.
  induction items; cbn; [reflexivity|]; rewrite map_app, sum_app, IHitems; reflexivity.
Qed.

Lemma point_value_below_ten : forall card, (point_value card < 10)%nat.
Proof. destruct card; cbn; lia. Qed.

(** A sum over cards is a sum over their values. *)
Lemma sum_by_value : forall (worth : nat -> Z) (shoe : list rank),
  sum (map (fun card => worth (point_value card)) shoe)
  = sum (map (fun value => Z.of_nat (count_occ Nat.eq_dec (map point_value shoe) value) * worth value) (seq 0 10)).
Proof.
  induction shoe as [|card rest step]; [reflexivity|].
  cbn [map sum fold_right]; fold (sum (map (fun card => worth (point_value card)) rest)); rewrite step; clear step.
  destruct card; cbn -[Z.of_nat Z.mul Z.add]; rewrite Nat2Z.inj_succ; ring.
Qed.

Lemma picks_keep_the_cards : forall pick shoe, In pick (picks shoe) ->
  forall value, count_occ Nat.eq_dec (map point_value shoe) value
                = count_occ Nat.eq_dec (map point_value (fst pick :: snd pick)) value.
Proof.
  intros pick shoe; revert pick; induction shoe as [|card rest step]; intros pick [].
  - subst; reflexivity.
  - intro value; apply in_map_iff in H as [other [same found]]; subst.
    specialize (step _ found value); cbn in *; rewrite step.
    destruct (Nat.eq_dec (point_value card) value), (Nat.eq_dec (point_value (fst other)) value); reflexivity.
Qed.

Lemma composition_without : forall pick shoe, In pick (picks shoe) ->
  composition (snd pick) = without Z Z.pred (point_value (fst pick)) (composition shoe).
Proof.
  intros pick shoe found.
  replace (composition shoe) with (composition (fst pick :: snd pick))
    by (unfold composition; apply map_ext; intro; rewrite (picks_keep_the_cards _ _ found); reflexivity).
  destruct pick as [card rest]; destruct card; unfold composition; cbn -[Z.of_nat];
    rewrite Nat2Z.inj_succ, Z.pred_succ; reflexivity.
Qed.

Lemma picked_cards : forall shoe, map fst (picks shoe) = shoe.
Proof. induction shoe as [|card rest step]; cbn; [reflexivity|rewrite map_map; f_equal; exact step]. Qed.

Lemma sum_over_picks : forall (worth : nat -> list Z -> Z) shoe,
  sum (map (fun pick => worth (point_value (fst pick)) (composition (snd pick))) (picks shoe))
  = drawn (composition shoe) worth.
Proof.
  intros worth shoe; set (worth_at := fun value => worth value (without Z Z.pred value (composition shoe))).
  transitivity (sum (map (fun card => worth_at (point_value card)) shoe)); [|rewrite sum_by_value; reflexivity].
  rewrite <- (picked_cards shoe) at 2; rewrite map_map; f_equal; apply map_ext_in; intros pick found.
  unfold worth_at; rewrite <- (composition_without _ _ found); reflexivity.
Qed.

(** The values of the cards dealt, card by card, without any rule. *)
Fixpoint walk (number : nat) (worth : list nat -> Z) (composition : list Z) : Z :=
  match number with
  | O => worth []
  | S fewer => drawn composition (fun value rest => walk fewer (fun later => worth (value :: later)) rest)
  end.

Lemma walk_counts_deals : forall number worth shoe,
  sum (map (fun deal => worth (map point_value deal)) (deals number shoe)) = walk number worth (composition shoe).
Proof.
  induction number as [|number step]; intros worth shoe; [apply Z.add_0_r|].
  cbn [deals walk]; rewrite sum_flat_map, <- sum_over_picks; f_equal; apply map_ext; intro pick.
  rewrite <- step, map_map; reflexivity.
Qed.

Lemma without_length : forall value composition, length (without Z Z.pred value composition) = length composition.
Proof. intros value composition; revert value; induction composition; destruct value; cbn; auto. Qed.

Notation cards_of := (cards Z 0 Z.add).

Lemma without_cards : forall value composition, (value < length composition)%nat ->
  cards_of (without Z Z.pred value composition) = Z.pred (cards_of composition).
Proof.
  intros value composition; revert value; induction composition as [|number rest step]; intros value bound; cbn in bound.
  - lia.
  - destruct value; cbn; [lia|]; unfold cards in step; rewrite step; lia.
Qed.

Lemma same_draw : forall composition left right, length composition = 10%nat ->
  (forall value rest, length rest = 10%nat -> cards_of rest = Z.pred (cards_of composition) ->
    left value rest = right value rest) ->
  drawn composition left = drawn composition right.
Proof.
  intros composition left right long same; unfold drawn, draw; f_equal; apply map_ext_in; intros value found.
  apply in_seq in found; rewrite same; rewrite ?without_length, ?without_cards; trivial; lia.
Qed.

Lemma draw_any : forall composition answer, length composition = 10%nat ->
  drawn composition (fun _ _ => answer) = cards_of composition * answer.
Proof.
  intros composition answer long.
  do 11 (destruct composition as [|? composition]; try discriminate long); cbn; ring.
Qed.

Lemma draw_any_two : forall composition answer, length composition = 10%nat ->
  drawn composition (fun _ rest => drawn rest (fun _ _ => answer))
  = cards_of composition * (Z.pred (cards_of composition) * answer).
Proof.
  intros composition answer long; rewrite <- draw_any by assumption.
  apply same_draw; [assumption|intros ? ? ? remaining]; rewrite <- remaining; apply draw_any; assumption.
Qed.

Lemma third_card : forall first second third, total [total [first; second]; third] = total [first; second; third].
Proof. intros; unfold total; cbn [list_sum fold_right]; rewrite !Nat.add_0_r, Nat.add_mod_idemp_l, Nat.add_assoc; lia. Qed.

Lemma walk_is_recursion : forall worth composition, length composition = 10%nat ->
  walk 6 (fun values => worth (match values with
    | [punto_1; banco_1; punto_2; banco_2; fifth; sixth] => play punto_1 banco_1 punto_2 banco_2 fifth sixth
    | _ => Ending 0 0 0 0 end)) composition = integer_recursion worth composition.
Proof.
  intros worth composition long; unfold integer_recursion, recursion, one_unused, two_unused; cbn [walk]; fold drawn.
  do 4 (apply same_draw; [assumption|intros ? ? ? ?]); unfold play.
  destruct (natural _ || natural _)%bool; [apply draw_any_two; assumption|].
  destruct (punto_draws _); [|destruct (banco_draws _ None); [|apply draw_any_two; assumption]];
    (apply same_draw; [assumption|intros ? ? ? ?]); rewrite third_card; [destruct (banco_draws _ _)|];
    try (apply draw_any; assumption).
  apply same_draw; [assumption|intros ? ? ? ?]; rewrite third_card; reflexivity.
Qed.

Theorem recursion_counts_deals : forall worth shoe, tally worth shoe = integer_recursion worth (composition shoe).
Proof.
  intros worth shoe; rewrite <- walk_is_recursion by reflexivity; rewrite <- walk_counts_deals; reflexivity.
Qed.

(** * Many bets and events at once

    An answer is a row of integers, one for each thing that is tallied. *)

Fixpoint add_rows (left right : list Z) : list Z :=
  match left, right with
  | [], _ => right
  | _, [] => left
  | a :: left_rest, b :: right_rest => a + b :: add_rows left_rest right_rest
  end.

Definition multiply_row (number : Z) (row : list Z) : list Z := map (Z.mul number) row.

Definition worth_of (worths : list (ending -> Z)) (coup : ending) : list Z := map (fun worth => worth coup) worths.

Definition row_recursion (worths : list (ending -> Z)) : list Z -> list Z :=
  recursion Z (list Z) 0 Z.add Z.pred [] add_rows multiply_row (worth_of worths).

Lemma nth_add_rows : forall left right place, nth place (add_rows left right) 0 = nth place left 0 + nth place right 0.
Proof. induction left; intros [|b right] [|place]; cbn; rewrite ?Z.add_0_r; trivial; apply IHleft. Qed.

Lemma nth_multiply_row : forall number row place, nth place (multiply_row number row) 0 = number * nth place row 0.
Proof. induction row; destruct place; cbn; rewrite ?Z.mul_0_r; trivial; apply IHrow. Qed.

Theorem row_counts_deals : forall worths place shoe,
  tally (fun coup => nth place (worth_of worths coup) 0) shoe = nth place (row_recursion worths (composition shoe)) 0.
Proof.
  intros; rewrite recursion_counts_deals; symmetry; rewrite <- (map_id (composition shoe)) at 2.
  unfold row_recursion, integer_recursion.
  apply evaluation_commutes with (number := fun number => number) (answer := fun row => nth place row 0);
    intros; trivial.
  - destruct place; reflexivity.
  - apply nth_add_rows.
  - apply nth_multiply_row.
Qed.

(** * Full decks, and polynomials in their number

    A polynomial is the list of its coefficients, the constant term first. The number of cards [(a, b)] stands for
    [a * decks + b]. *)

Fixpoint evaluate (polynomial : list Z) (decks : Z) : Z :=
  match polynomial with
  | [] => 0
  | coefficient :: higher => coefficient + decks * evaluate higher decks
  end.

Definition at_decks (decks : Z) (number : Z * Z) : Z := fst number * decks + snd number.

Definition multiply_polynomial (number : Z * Z) (polynomial : list Z) : list Z :=
  add_rows (multiply_row (snd number) polynomial) (0 :: multiply_row (fst number) polynomial).

Fixpoint add_polynomials (left right : list (list Z)) : list (list Z) :=
  match left, right with
  | [], _ => right
  | _, [] => left
  | a :: left_rest, b :: right_rest => add_rows a b :: add_polynomials left_rest right_rest
  end.

Definition polynomial_recursion (worths : list (ending -> Z)) : list (Z * Z) -> list (list Z) :=
  recursion (Z * Z) (list (list Z)) (0, 0) (fun m n => (fst m + fst n, snd m + snd n)) (fun n => (fst n, Z.pred (snd n)))
    [] add_polynomials (fun number => map (multiply_polynomial number))
    (fun coup => map (fun worth => [worth]) (worth_of worths coup)).

Definition values_of_a_deck : list Z := [16; 4; 4; 4; 4; 4; 4; 4; 4; 4].

Definition any_decks : list (Z * Z) := map (fun number => (number, 0)) values_of_a_deck.

Lemma evaluate_sum : forall left right decks,
  evaluate (add_rows left right) decks = evaluate left decks + evaluate right decks.
Proof. induction left; intros [|b right] decks; cbn; rewrite ?Z.add_0_r, ?IHleft; ring. Qed.

Lemma evaluate_multiple : forall number polynomial decks,
  evaluate (multiply_row number polynomial) decks = number * evaluate polynomial decks.
Proof. induction polynomial; intro decks; cbn; [|fold (multiply_row number polynomial); rewrite IHpolynomial]; ring. Qed.

Lemma evaluate_product : forall number polynomial decks,
  evaluate (multiply_polynomial number polynomial) decks = at_decks decks number * evaluate polynomial decks.
Proof.
  intros; unfold multiply_polynomial, at_decks; rewrite evaluate_sum; cbn [evaluate]; rewrite !evaluate_multiple; ring.
Qed.

Lemma composition_app : forall left right,
  composition (left ++ right) = add_rows (composition left) (composition right).
Proof.
  intros; unfold composition; rewrite map_app; induction (seq 0 10) as [|value values step]; cbn; [reflexivity|].
  rewrite count_occ_app, Nat2Z.inj_add, step; reflexivity.
Qed.

Lemma full_shoe_composition : forall decks, composition (full_shoe decks) = map (at_decks (Z.of_nat decks)) any_decks.
Proof.
  induction decks as [|decks step]; [reflexivity|].
  cbn [full_shoe]; rewrite composition_app, step, Nat2Z.inj_succ.
  change (composition deck) with values_of_a_deck; unfold any_decks, values_of_a_deck, at_decks; cbn [map add_rows fst snd].
  repeat (apply f_equal2; [lia|]); reflexivity.
Qed.

Theorem polynomials_count_deals : forall worths place decks,
  tally (fun coup => nth place (worth_of worths coup) 0) (full_shoe decks)
  = evaluate (nth place (polynomial_recursion worths any_decks) []) (Z.of_nat decks).
Proof.
  intros; rewrite recursion_counts_deals, full_shoe_composition; symmetry.
  unfold polynomial_recursion, integer_recursion.
  apply evaluation_commutes with (number := at_decks (Z.of_nat decks))
    (answer := fun row => evaluate (nth place row []) (Z.of_nat decks)); intros.
  - reflexivity.
  - unfold at_decks; cbn; ring.
  - unfold at_decks; cbn; lia.
  - destruct place; reflexivity.
  - revert b place; induction a as [|p a step]; intros [|q b] [|place]; cbn [add_polynomials nth evaluate];
      rewrite ?Z.add_0_r; trivial; apply evaluate_sum.
  - revert place; induction a as [|p a step]; intros [|place]; cbn [map nth evaluate]; rewrite ?Z.mul_0_r; trivial.
    apply evaluate_product.
  - revert place; induction worths as [|worth worths step]; intros [|place]; cbn; trivial; ring.
Qed.

(** * House edges *)

Lemma same_edge : forall net deals above below, deals <> 0 -> below <> 0 -> - net * below = above * deals ->
  (- inject_Z net / inject_Z deals == inject_Z above / inject_Z below)%Q.
Proof.
  intros net deals above below some_deals some_below same.
  assert (forall number : Z, number <> 0 -> ~ (inject_Z number == 0)%Q) as injected
    by (intros number other zero; apply other; unfold Qeq in zero; cbn in zero; lia).
  apply injected in some_deals as deals_q; apply injected in some_below as below_q.
  apply (Qmult_inj_r _ _ (inject_Z deals * inject_Z below)%Q).
  - intro zero; apply Qmult_integral in zero as [zero|zero]; contradiction.
  - transitivity (- inject_Z net * inject_Z below)%Q; [field; assumption|].
    transitivity (inject_Z above * inject_Z deals)%Q; [|field; assumption].
    rewrite <- inject_Z_opp, <- !inject_Z_mult, same; reflexivity.
Qed.
