/* SPDX-License-Identifier: MIT */
/*
 * Legal moves by chance, told hand by hand in every order that the Laws allow, are the same as the
 * move told as a whole: the state, what is said, the record; and after the press everything.
 *
 * 20,000 moves of ordinary chess and Chess960, captures, castling, promotions and captures en
 * passant more often than they come by themselves; divided by ARB_TEST_SCALE.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event_make.h"
#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "support/explorer.h"

enum { MOVES = 20000, STEPS_MAX = 6, WORDS_SIZE = 24, TEXT_SIZE = 512, AT = 1000 };

/* One thing that the hand does, after those of the set `needs`. */
typedef struct step {
    char words[WORDS_SIZE];
    unsigned needs;
} step;

typedef struct plan {
    unsigned count;
    step step[STEPS_MAX];
} plan;

/* A move that is told, and what it leads to when it is told as a whole. */
typedef struct trial {
    const char *header;
    arb_pos pos;
    arb_move move;
    arb_state made, pressed;
    arb_verdict at_move, at_press;
    arb_ply_record ply;
    uint64_t orders;
} trial;

static arb_game *begin(const char *header)
{
    char text[TEXT_SIZE];
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;
    arb_verdict verdict;
    arb_game *game;
    const int size = snprintf(text, sizeof text, "case a start\n%s", header);
    const arb_event start = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);

    arb_case_reader_init(&reader, text, (size_t)size);
    if (arb_case_next(&item, &read, &reader, &where))
        fail_msg("%s: %zu:%zu: expected %s", header, where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    assert_int_equal(arb_game_new(&game, NULL, &read.regulations, &read.given), ARB_OK);
    assert_int_equal(arb_game_submit(&verdict, game, &start), ARB_OK);
    return game;
}

static arb_verdict act(arb_game *game, arb_colour who, const char *words)
{
    arb_verdict verdict;
    arb_event event;

    if (arb_event_read_words(&event, NULL, words, strlen(words), (arb_actor)who, AT, NULL))
        fail_msg("cannot be read: %s", words);
    assert_int_equal(arb_game_submit(&verdict, game, &event), ARB_OK);
    return verdict;
}

/* The states but for what the hands show: one displacement after the other, or the whole. */
static const char *difference(const arb_state *whole, const arb_state *told)
{
    arb_state same = *told;

    same.hands = whole->hands;
    same.standing = whole->standing;
    return explorer_difference(whole, &same);
}

static void give_up(const trial *t, const plan *p, const unsigned *order, unsigned told,
                    const char *wrong)
{
    char text[TEXT_SIZE] = "", uci[8];
    size_t size = 0;

    for (unsigned i = 0; i <= told && i < p->count; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", i ? ", " : "",
                                 p->step[order[i]].words);
    (void)arb_uci_write(uci, sizeof uci, t->move, ARB_CHESS960);
    fail_msg("seed %llu: %s%s: %s: %s", (unsigned long long)chance_seed(), t->header, uci, text,
             wrong);
}

static bool same_ply(const arb_ply_record *a, const arb_ply_record *b)
{
    return a->kind == b->kind && arb_move_equal(a->move, b->move) && a->hand.from == b->hand.from &&
           a->hand.to == b->hand.to && a->hand.promotion == b->hand.promotion &&
           memcmp(a->note.clock_ms, b->note.clock_ms, sizeof a->note.clock_ms) == 0 &&
           memcmp(a->note.counter, b->note.counter, sizeof a->note.counter) == 0;
}

static void tell(trial *t, const plan *p, const unsigned *order)
{
    arb_game *game = begin(t->header);
    const arb_colour who = (arb_colour)t->pos.turn;
    const char *wrong = NULL;
    arb_verdict verdict = { 0 };

    for (unsigned i = 0; i < p->count; i++) {
        const arb_state *s = arb_game_state(game);
        if (s->ply != 0)
            give_up(t, p, order, i, "the move is made too early");
        verdict = act(game, who, p->step[order[i]].words);
        if (verdict.refused)
            give_up(t, p, order, i, arb_article_number(verdict.refusal.article));
    }
    wrong = difference(&t->made, arb_game_state(game));
    if (!wrong)
        wrong = explorer_verdict_difference(&t->at_move, &verdict);
    if (!wrong &&
        !same_ply(&t->ply, arb_history_get(arb_game_history(game), arb_game_state(game)->ply)))
        wrong = "another ply";
    if (!wrong) {
        verdict = act(game, who, "press");
        wrong = explorer_verdict_difference(&t->at_press, &verdict);
    }
    if (!wrong) /* after mate nobody presses, and what the hands did is still to be seen */
        wrong = verdict.refused ? difference(&t->pressed, arb_game_state(game))
                                : explorer_difference(&t->pressed, arb_game_state(game));
    if (wrong)
        give_up(t, p, order, p->count, wrong);
    arb_game_free(game);
    t->orders++;
}

/* Every order of the steps in which each comes after those that it needs. */
static void tell_in_order(trial *t, const plan *p, unsigned done, unsigned order[STEPS_MAX],
                          unsigned count)
{
    if (count == p->count) {
        tell(t, p, order);
        return;
    }
    for (unsigned i = 0; i < p->count; i++)
        if (!(done >> i & 1u) && (p->step[i].needs & ~done) == 0) {
            order[count] = i;
            tell_in_order(t, p, done | 1u << i, order, count + 1);
        }
}

static void tell_plan(trial *t, const plan *p)
{
    unsigned order[STEPS_MAX];

    tell_in_order(t, p, 0, order, 0);
}

/* ---- what hands do */

static unsigned add(plan *p, unsigned needs, const char *verb, arb_square square, char piece)
{
    step *s = &p->step[p->count];
    char name[3];

    arb_square_write(name, sizeof name, square);
    if (piece)
        snprintf(s->words, sizeof s->words, "%s %s %c", verb, name, piece);
    else
        snprintf(s->words, sizeof s->words, "%s %s", verb, name);
    s->needs = needs;
    return 1u << p->count++;
}

static char letter(const arb_pos *pos, arb_square square)
{
    return arb_piece_letter(arb_piece_of(ARB_WHITE, arb_piece_role(arb_pos_piece(pos, square))));
}

/* Laws 4.7, 4.7.1: the piece, and what it captures at any time. */
static void tell_simple(trial *t)
{
    static const char *const takes[] = { "touch", "lift" }, *const off[] = { "remove", "lift" };
    const arb_square from = arb_move_from(t->move), to = arb_move_to(t->move);
    const arb_square captured = arb_move_captured(&t->pos, t->move);

    for (unsigned i = 0; i < 4; i++) {
        plan p = { 0 };
        if (captured == ARB_SQUARE_NONE && i >= 2)
            break;
        const unsigned taken = add(&p, 0, takes[i % 2], from, 0);
        (void)add(&p, taken, "release", to, i >= 2 ? letter(&t->pos, from) : 0);
        if (captured != ARB_SQUARE_NONE)
            (void)add(&p, 0, off[i / 2], captured, 0);
        tell_plan(t, &p);
    }
}

/* Laws 4.6: the pawn may visit the last rank or not; the new piece, and the captured one, at any
 * time. */
static void tell_promotion(trial *t)
{
    const arb_square from = arb_move_from(t->move), to = arb_move_to(t->move);
    const bool captures = arb_move_captured(&t->pos, t->move) != ARB_SQUARE_NONE;
    const char piece = arb_piece_letter(arb_piece_of(ARB_WHITE, arb_move_promotion(t->move)));
    static const char *const off[] = { "remove", "lift" };

    for (unsigned i = 0; i < 3; i++) {
        plan p = { 0 };
        unsigned first = 0;
        if (i < 2) {
            (void)add(&p, 0, off[i], from, 0);
        } else {
            first = add(&p, add(&p, 0, "touch", from, 0), "release", to, 'P');
            (void)add(&p, first, "remove", to, 0);
        }
        (void)add(&p, first, "release", to, piece);
        if (captures)
            (void)add(&p, 0, "remove", to, 0);
        tell_plan(t, &p);
    }
}

/* Is there an ordinary step of the king that looks like the beginning of this castling? */
static bool has_step(const trial *t)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &t->pos);

    for (size_t i = 0; i < count; i++)
        if (arb_move_kind_of(moves[i]) != ARB_MOVE_CASTLING &&
            arb_move_from(moves[i]) == arb_move_from(t->move) &&
            arb_move_to(moves[i]) == arb_move_to(t->move))
            return true;
    return false;
}

/* Laws 4.4.1, 4.7.2, II.3.2: king before rook in the hand; either may be put down first. */
static void tell_castling(trial *t)
{
    static const char *const takes[] = { "touch", "lift" };
    const arb_square king = arb_move_from(t->move), to = arb_move_to(t->move);
    const arb_square rook = arb_move_rook(t->move);
    const bool kingside = rook > king;
    const arb_square rook_to = arb_square_at(kingside ? 5 : 3, arb_square_rank(king));

    for (unsigned i = 0; i < 4; i++) {
        plan p = { 0 };
        unsigned touched = 0, set = 0;
        if (king == to) {
            if (i == 0)
                (void)add(&p, add(&p, 0, "touch", rook, 0), "release", rook_to, 0);
            else if (i == 1)
                (void)add(&p, add(&p, add(&p, 0, "touch", king, 0), "touch", rook, 0), "release",
                          rook_to, 'R');
        } else if (rook == rook_to) {
            touched = add(&p, 0, takes[i % 2], king, 0);
            if (i >= 2)
                touched |= add(&p, touched, "touch", rook, 0);
            (void)add(&p, touched, "release", to, 'K');
        } else {
            touched = add(&p, 0, takes[i % 2], king, 0);
            set = touched | add(&p, touched, takes[i / 2], rook, 0);
            (void)add(&p, set, "release", rook_to, 'R');
            (void)add(&p, has_step(t) ? set : touched, "release", to, 'K');
        }
        if (p.count > 0)
            tell_plan(t, &p);
    }
}

/* ---- the moves */

static bool is_special(const arb_pos *pos, arb_move move)
{
    const arb_move_kind kind = arb_move_kind_of(move);

    return kind == ARB_MOVE_CASTLING || kind == ARB_MOVE_PROMOTION || kind == ARB_MOVE_EN_PASSANT ||
           arb_move_captured(pos, move) != ARB_SQUARE_NONE;
}

static uint64_t tell_move(const char *header, const arb_pos *pos, arb_move move)
{
    trial t = { .header = header, .pos = *pos, .move = move };
    arb_game *game = begin(header);
    char text[ARB_MOVE_TEXT_SIZE];
    const arb_event whole =
        arb_event_move(text, AT, (arb_actor)pos->turn, ARB_VERB_MOVE, pos, move, NULL);

    assert_int_equal(arb_game_submit(&t.at_move, game, &whole), ARB_OK);
    assert_false(t.at_move.refused);
    t.made = *arb_game_state(game);
    t.ply = *arb_history_get(arb_game_history(game), t.made.ply);
    t.at_press = act(game, (arb_colour)pos->turn, "press");
    t.pressed = *arb_game_state(game);
    if (arb_move_kind_of(move) == ARB_MOVE_CASTLING)
        tell_castling(&t);
    else if (arb_move_kind_of(move) == ARB_MOVE_PROMOTION)
        tell_promotion(&t);
    else
        tell_simple(&t);
    arb_game_free(game);
    return t.orders;
}

/* A position, mostly from a game, where special moves are near. */
static arb_setup some_setup(chance *luck, bool chess960)
{
    static const char *const near[] = {
        "1n2k1n1/P1P2P1P/8/8/8/8/p1p2p1p/1N2K1N1 w - - 0 50",
        "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
        "4k3/8/8/1pPpPpP1/8/8/8/4K3 w - d6 0 30",
        "4k3/8/8/8/1PpPpPp1/8/8/4K3 b - d3 0 30",
    };
    static const char *const near960[] = {
        "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1",
        "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1",
        "2rkr3/pppppppp/8/8/8/8/PPPPPPPP/2RKR3 w ECec - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1",
        "4rkr1/8/8/8/8/8/8/4RKR1 w GEge - 0 1",
        "2k5/8/8/8/8/8/8/R1K4R w HA - 0 1",
        "4k3/8/8/8/8/8/8/3R2KR w HD - 0 1",
        "r2rk3/8/8/8/8/8/8/3RKR2 w FDda - 0 1",
    };
    const char *fen = chess960 ? near960[chance_below(luck, sizeof near960 / sizeof *near960)]
                               : near[chance_below(luck, sizeof near / sizeof *near)];
    arb_setup setup;

    if (chance_below(luck, 3) > 0)
        return random_played(luck, chess960, chance_below(luck, 80));
    assert_int_equal(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL), ARB_OK);
    for (unsigned left = chance_below(luck, 4); left > 0; left--)
        (void)random_step(&setup, luck);
    return setup;
}

/* The header of a case that begins with this setup, under some edition and regulations. */
static void write_header(char out[TEXT_SIZE], const arb_setup *setup, bool chess960, chance *luck)
{
    static const char *const rules[] = { "", "option touch-move claim\n",
                                         "option detection manual\n",
                                         "option illegal-moves refuse\n" };
    static const char *const editions[] = { "fide-2023", "fide-2023", "fide-2018", "fide-2001" };
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    snprintf(out, TEXT_SIZE, "edition %s\ntime 5400+30\n%s%sposition %s\n",
             editions[chance_below(luck, 4)], chess960 ? "option variant chess960\n" : "",
             rules[chance_below(luck, 4)], fen);
}

/* What was told. */
typedef struct tally {
    unsigned moves, captures, of[ARB_MOVE_PROMOTION + 1];
    uint64_t orders;
} tally;

/* Some moves of one position. */
static void tell_position(unsigned number, tally *all)
{
    chance luck = chance_begin(UINT64_C(33000000) + number);
    luck.state = chance_bits(&luck);
    const bool chess960 = chance_below(&luck, 2) == 0;
    const arb_setup setup = some_setup(&luck, chess960);
    arb_move moves[ARB_MOVES_MAX];
    char header[TEXT_SIZE];
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
    write_header(header, &setup, chess960, &luck);
    const size_t count = arb_pos_moves(moves, &pos);
    arb_game *game = begin(header);
    const bool over = arb_state_is_over(arb_game_state(game));
    arb_game_free(game);
    for (size_t i = 0; i < count && !over; i++)
        if (is_special(&pos, moves[i]) || chance_below(&luck, (unsigned)count) < 3) {
            all->orders += tell_move(header, &pos, moves[i]);
            all->captures += arb_move_captured(&pos, moves[i]) != ARB_SQUARE_NONE;
            all->of[arb_move_kind_of(moves[i])]++;
            all->moves++;
        }
}

/* Laws 4.6, 4.7, 4.7.1, 4.7.2, 4.7.3, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4, II.3.2.5 */
static void test_hands_property__in_every_order_it_is_the_same_move(void **state)
{
    const unsigned wanted = scaled(MOVES);
    unsigned positions = 0;
    tally all = { 0 };

    (void)state;
    while (all.moves < wanted)
        tell_position(positions++, &all);
    print_message("# %u moves in %u positions, %llu ways; %u captures, %u en passant, %u castling, "
                  "%u promotions\n",
                  all.moves, positions, (unsigned long long)all.orders, all.captures,
                  all.of[ARB_MOVE_EN_PASSANT], all.of[ARB_MOVE_CASTLING],
                  all.of[ARB_MOVE_PROMOTION]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_property__in_every_order_it_is_the_same_move),
    };

    return cmocka_run_group_tests_name("hands", tests, NULL, NULL);
}
