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

(** * The tableau cell by cell: D draws, S stands *)

Notation D := true (only parsing).
Notation S := false (only parsing).

(** Punto by its opening, 0 to 7; banco by its opening, then by punto's third card, 0 to 9, and last where it stood. *)
Theorem the_tableau :
  map punto_draws (seq 0 8) = [D; D; D; D; D; D; S; S] /\
  map (fun opening => map (banco_draws opening) (map Some (seq 0 10) ++ [None])) (seq 0 8) =
  [[D; D; D; D; D; D; D; D; D; D; D];
   [D; D; D; D; D; D; D; D; D; D; D];
   [D; D; D; D; D; D; D; D; D; D; D];
   [D; D; D; D; D; D; D; D; S; D; D];
   [S; S; D; D; D; D; D; D; S; S; D];
   [S; S; S; S; D; D; D; D; S; S; D];
   [S; S; S; S; S; S; D; D; S; S; S];
   [S; S; S; S; S; S; S; S; S; S; S]].
Proof. split; reflexivity. Qed.

(** * Counts for 1 to 8 decks, each by running the recursion on that shoe *)

Lemma row_1 : row_recursion events (composition (full_shoe 1)) = [14658134400; 6548674432; 6737232640; 1372227328].
Proof. by_computation. Qed.

Theorem counts_1 :
  all_deals (full_shoe 1) = 14658134400 /\
  count punto_wins (full_shoe 1) = 6548674432 /\
  count banco_wins (full_shoe 1) = 6737232640 /\
  count tie (full_shoe 1) = 1372227328.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_1|column 1%nat row_1|column 2%nat row_1|column 3%nat row_1].
Qed.

Lemma row_2 : row_recursion events (composition (full_shoe 2)) = [1092514737600; 487816735232; 501543728128; 103154274240].
Proof. by_computation. Qed.

Theorem counts_2 :
  all_deals (full_shoe 2) = 1092514737600 /\
  count punto_wins (full_shoe 2) = 487816735232 /\
  count banco_wins (full_shoe 2) = 501543728128 /\
  count tie (full_shoe 2) = 103154274240.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_2|column 1%nat row_2|column 2%nat row_2|column 3%nat row_2].
Qed.

Lemma row_3 : row_recursion events (composition (full_shoe 3)) = [13076423680320; 5837305562496; 6000349195008; 1238768922816].
Proof. by_computation. Qed.

Theorem counts_3 :
  all_deals (full_shoe 3) = 13076423680320 /\
  count punto_wins (full_shoe 3) = 5837305562496 /\
  count banco_wins (full_shoe 3) = 6000349195008 /\
  count tie (full_shoe 3) = 1238768922816.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_3|column 1%nat row_3|column 2%nat row_3|column 3%nat row_3].
Qed.

Lemma row_4 : row_recursion events (composition (full_shoe 4)) = [75297571090560; 33608344225792; 34543624867840; 7145601996928].
Proof. by_computation. Qed.

Theorem counts_4 :
  all_deals (full_shoe 4) = 75297571090560 /\
  count punto_wins (full_shoe 4) = 33608344225792 /\
  count banco_wins (full_shoe 4) = 34543624867840 /\
  count tie (full_shoe 4) = 7145601996928.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_4|column 1%nat row_4|column 2%nat row_4|column 3%nat row_4].
Qed.

Lemma row_5 : row_recursion events (composition (full_shoe 5)) = [291478205491200; 130087780016000; 133700037548800; 27690387926400].
Proof. by_computation. Qed.

Theorem counts_5 :
  all_deals (full_shoe 5) = 291478205491200 /\
  count punto_wins (full_shoe 5) = 130087780016000 /\
  count banco_wins (full_shoe 5) = 133700037548800 /\
  count tie (full_shoe 5) = 27690387926400.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_5|column 1%nat row_5|column 2%nat row_5|column 3%nat row_5].
Qed.

Lemma row_6 : row_recursion events (composition (full_shoe 6)) = [878869206895680; 392220492728832; 403095751234560; 83552962932288].
Proof. by_computation. Qed.

Theorem counts_6 :
  all_deals (full_shoe 6) = 878869206895680 /\
  count punto_wins (full_shoe 6) = 392220492728832 /\
  count banco_wins (full_shoe 6) = 403095751234560 /\
  count tie (full_shoe 6) = 83552962932288.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_6|column 1%nat row_6|column 2%nat row_6|column 3%nat row_6].
Qed.

Lemma row_7 : row_recursion events (composition (full_shoe 7)) = [2231622494861760; 995884732700032; 1023469376328448; 212268385833280].
Proof. by_computation. Qed.

Theorem counts_7 :
  all_deals (full_shoe 7) = 2231622494861760 /\
  count punto_wins (full_shoe 7) = 995884732700032 /\
  count banco_wins (full_shoe 7) = 1023469376328448 /\
  count tie (full_shoe 7) = 212268385833280.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_7|column 1%nat row_7|column 2%nat row_7|column 3%nat row_7].
Qed.

Lemma row_8 : row_recursion events (composition (full_shoe 8)) = [4998398275503360; 2230518282592256; 2292252566437888; 475627426473216].
Proof. by_computation. Qed.

Theorem counts_8 :
  all_deals (full_shoe 8) = 4998398275503360 /\
  count punto_wins (full_shoe 8) = 2230518282592256 /\
  count banco_wins (full_shoe 8) = 2292252566437888 /\
  count tie (full_shoe 8) = 475627426473216.
Proof.
  refine (conj _ (conj _ (conj _ _)));
    [column 0%nat row_8|column 1%nat row_8|column 2%nat row_8|column 3%nat row_8].
Qed.

(** * Counts for every number of decks

    The recursion runs once, on a shoe whose counts are polynomials in the number of decks. *)

Definition tallied : list (ending -> Z) := events ++ map net bets.

Lemma polynomials : polynomial_recursion tallied any_decks =
  [[0; -6240; 740896; -31636800; 621487360; -5703060480; 19770609664];
   [0; 0; 233600; -12709632; 268635648; -2528073728; 8820588544];
   [0; 0; 234752; -12871680; 273677824; -2587207680; 9063399424];
   [0; -6240; 272544; -6055488; 79173888; -587779072; 1886621696];
   [0; 0; -1152; 162048; -5042176; 59133952; -242810880];
   [0; 0; -211712; 9630720; -172834304; 1404528640; -4207181824];
   [0; -49920; 1712000; -22862592; 91077632; 413048832; -2791014400];
   [0; 0; -17984; 728320; -13492224; 115859456; -369983488];
   [0; 0; -32000; 1443712; -25246464; 198166528; -580423680];
   [0; 0; -8416; 449280; -8315904; 68628480; -202612736]].
Proof. by_computation. Qed.

(** Rewrite a tally of full decks as its polynomial. *)
Ltac as_polynomial place :=
  rewrite (same_tally _ (fun coup => nth place (worth_of tallied coup) 0)) by reflexivity;
  rewrite polynomials_count_deals, polynomials; cbn [nth evaluate].

Theorem all_deals_of_any_decks : forall decks, let d := Z.of_nat decks in
  all_deals (full_shoe decks) = 416 * d * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1).
Proof. intros decks d; unfold count, all_deals; as_polynomial 0%nat; fold d; ring. Qed.

Theorem punto_wins_of_any_decks : forall decks, let d := Z.of_nat decks in
  count punto_wins (full_shoe decks) = 128 * d ^ 2 * (68910848 * d ^ 4 - 19750576 * d ^ 3 + 2098716 * d ^ 2 - 99294 * d + 1825).
Proof. intros decks d; unfold count, all_deals; as_polynomial 1%nat; fold d; ring. Qed.

Theorem banco_wins_of_any_decks : forall decks, let d := Z.of_nat decks in
  count banco_wins (full_shoe decks) = 256 * d ^ 2 * (35403904 * d ^ 4 - 10106280 * d ^ 3 + 1069054 * d ^ 2 - 50280 * d + 917).
Proof. intros decks d; unfold count, all_deals; as_polynomial 2%nat; fold d; ring. Qed.

Theorem tie_of_any_decks : forall decks, let d := Z.of_nat decks in
  count tie (full_shoe decks) = 32 * d * (58956928 * d ^ 5 - 18368096 * d ^ 4 + 2474184 * d ^ 3 - 189234 * d ^ 2 + 8517 * d - 195).
Proof. intros decks d; unfold count, all_deals; as_polynomial 3%nat; fold d; ring. Qed.

(** * House edges for every number of decks *)

Ltac edge place :=
  intros decks some d; assert (0 < d) by lia; unfold house_edge; rewrite all_deals_of_any_decks; fold d;
  as_polynomial place; fold d; apply same_edge;
    [cbn [parts punto_bet classic_banco banco_bet tie_bet straight_banco super_six_banco ez_banco]
    |..|cbn [parts punto_bet classic_banco banco_bet tie_bet straight_banco super_six_banco ez_banco]; ring];
    repeat (apply Z.neq_mul_0; split); lia.

Theorem punto_bet_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge punto_bet (full_shoe decks)
   == inject_Z (4 * d * (1896960 * d ^ 4 - 461984 * d ^ 3 + 39392 * d ^ 2 - 1266 * d + 9))
      / inject_Z (13 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 4%nat. Qed.

Theorem classic_banco_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge classic_banco (full_shoe decks)
   == inject_Z (2 * d * (16434304 * d ^ 4 - 5486440 * d ^ 3 + 675134 * d ^ 2 - 37620 * d + 827))
      / inject_Z (65 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 5%nat. Qed.

Theorem tie_bet_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge tie_bet (full_shoe decks)
   == inject_Z (4 * (21804800 * d ^ 5 - 3226944 * d ^ 4 - 711544 * d ^ 3 + 178614 * d ^ 2 - 13375 * d + 390))
      / inject_Z (13 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 6%nat. Qed.

Theorem straight_banco_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge straight_banco (full_shoe decks)
   == inject_Z (d * (5780992 * d ^ 4 - 1810304 * d ^ 3 + 210816 * d ^ 2 - 11380 * d + 281))
      / inject_Z (13 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 7%nat. Qed.

Theorem super_six_banco_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge super_six_banco (full_shoe decks)
   == inject_Z (2 * d * (4534560 * d ^ 4 - 1548176 * d ^ 3 + 197238 * d ^ 2 - 11279 * d + 250))
      / inject_Z (13 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 8%nat. Qed.

Theorem ez_banco_edge : forall decks, (decks > 0)%nat -> let d := Z.of_nat decks in
  (house_edge ez_banco (full_shoe decks)
   == inject_Z (d * (6331648 * d ^ 4 - 2144640 * d ^ 3 + 259872 * d ^ 2 - 14040 * d + 263))
      / inject_Z (13 * (13 * d - 1) * (26 * d - 1) * (52 * d - 5) * (52 * d - 3) * (52 * d - 1)))%Q.
Proof. edge 9%nat. Qed.

(** * House edges for 1 to 8 decks *)

Theorem punto_bet_edges : (
  house_edge punto_bet (full_shoe 1) == 163679 # 12724075 /\
  house_edge punto_bet (full_shoe 2) == 214484264 # 17070542775 /\
  house_edge punto_bet (full_shoe 3) == 94353954 # 7567374815 /\
  house_edge punto_bet (full_shoe 4) == 2435626672 # 196087424715 /\
  house_edge punto_bet (full_shoe 5) == 161261497 # 13012419888 /\
  house_edge punto_bet (full_shoe 6) == 18880657128 # 1525814595305 /\
  house_edge punto_bet (full_shoe 7) == 1080225706 # 87391231785 /\
  house_edge punto_bet (full_shoe 8) == 241149546272 # 19524993263685)%Q.
Proof. repeat apply conj; rewrite punto_bet_edge by lia; reflexivity. Qed.

Theorem classic_banco_edges : (
  house_edge classic_banco (full_shoe 1) == 49303 # 4873050 /\
  house_edge classic_banco (full_shoe 2) == 295577956 # 28450904625 /\
  house_edge classic_banco (full_shoe 3) == 69941701 # 6677095425 /\
  house_edge classic_banco (full_shoe 4) == 268987976 # 25576620615 /\
  house_edge classic_banco (full_shoe 5) == 3200775359 # 303623130720 /\
  house_edge classic_banco (full_shoe 6) == 460294100 # 43594702723 /\
  house_edge classic_banco (full_shoe 7) == 263268138259 # 24906501058725 /\
  house_edge classic_banco (full_shoe 8) == 114753351728 # 10847218479825)%Q.
Proof. repeat apply conj; rewrite classic_banco_edge by lia; reflexivity. Qed.

Theorem tie_bet_edges : (
  house_edge tie_bet (full_shoe 1) == 2003549 # 12724075 /\
  house_edge tie_bet (full_shoe 2) == 18996096 # 126448465 /\
  house_edge tie_bet (full_shoe 3) == 1115453342 # 7567374815 /\
  house_edge tie_bet (full_shoe 4) == 9537459304 # 65362474905 /\
  house_edge tie_bet (full_shoe 5) == 1467524797 # 10120771024 /\
  house_edge tie_bet (full_shoe 6) == 220299549488 # 1525814595305 /\
  house_edge tie_bet (full_shoe 7) == 15932888014 # 110695560261 /\
  house_edge tie_bet (full_shoe 8) == 103841353768 # 723147898655)%Q.
Proof. repeat apply conj; rewrite tie_bet_edge by lia; reflexivity. Qed.

Theorem straight_banco_edges : (
  house_edge straight_banco (full_shoe 1) == 278027 # 30537780 /\
  house_edge straight_banco (full_shoe 2) == 2102246 # 227607237 /\
  house_edge straight_banco (full_shoe 3) == 60177947 # 6486321270 /\
  house_edge straight_banco (full_shoe 4) == 1823203084 # 196087424715 /\
  house_edge straight_banco (full_shoe 5) == 30558971 # 3282412224 /\
  house_edge straight_banco (full_shoe 6) == 2843464538 # 305162919061 /\
  house_edge straight_banco (full_shoe 7) == 6192423125 # 664173361566 /\
  house_edge straight_banco (full_shoe 8) == 20235972488 # 2169443695965)%Q.
Proof. repeat apply conj; rewrite straight_banco_edge by lia; reflexivity. Qed.

Theorem super_six_banco_edges : (
  house_edge super_six_banco (full_shoe 1) == 1057531 # 76344450 /\
  house_edge super_six_banco (full_shoe 2) == 243736784 # 17070542775 /\
  house_edge super_six_banco (full_shoe 3) == 327240163 # 22702124445 /\
  house_edge super_six_banco (full_shoe 4) == 2839666768 # 196087424715 /\
  house_edge super_six_banco (full_shoe 5) == 2645452805 # 182173878432 /\
  house_edge super_six_banco (full_shoe 6) == 716053792 # 49219825655 /\
  house_edge super_six_banco (full_shoe 7) == 2687491891 # 184492600435 /\
  house_edge super_six_banco (full_shoe 8) == 284694798368 # 19524993263685)%Q.
Proof. repeat apply conj; rewrite super_six_banco_edge by lia; reflexivity. Qed.

Theorem ez_banco_edges : (
  house_edge ez_banco (full_shoe 1) == 492567 # 50896300 /\
  house_edge ez_banco (full_shoe 2) == 56773946 # 5690180925 /\
  house_edge ez_banco (full_shoe 3) == 457255199 # 45404248890 /\
  house_edge ez_banco (full_shoe 4) == 1983662644 # 196087424715 /\
  house_edge ez_banco (full_shoe 5) == 410625207 # 40483084096 /\
  house_edge ez_banco (full_shoe 6) == 15503689966 # 1525814595305 /\
  house_edge ez_banco (full_shoe 7) == 33785059091 # 3320866807830 /\
  house_edge ez_banco (full_shoe 8) == 66274384744 # 6508331087895)%Q.
Proof. repeat apply conj; rewrite ez_banco_edge by lia; reflexivity. Qed.

(** * No axiom is used anywhere *)

Definition all_theorems :=
  (the_tableau, counts_1, counts_2, counts_3, counts_4, counts_5, counts_6, counts_7, counts_8, all_deals_of_any_decks, punto_wins_of_any_decks, banco_wins_of_any_decks, tie_of_any_decks, punto_bet_edge, classic_banco_edge, tie_bet_edge, straight_banco_edge, super_six_banco_edge, ez_banco_edge, punto_bet_edges, classic_banco_edges, tie_bet_edges, straight_banco_edges, super_six_banco_edges, ez_banco_edges).

Print Assumptions all_theorems.
