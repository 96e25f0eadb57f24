/* SPDX-License-Identifier: MIT */
/*
 * Games by chance from many starts, with every actor and every verb: after each event everything
 * is as it must be, judging changes nothing, and the game can be written down and read again.
 *
 * Two million events, divided by ARB_TEST_SCALE; a hundred million with ARB_TEST_SOAK, which the
 * ten seeds of ./test --soak make a billion. A failure names seed and game: ARB_TEST_SEED and
 * ARB_TEST_GAME show that game again, alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event_make.h"
#include "arbitro/game_envelope.h"
#include "arbitro/notation.h"
#include "support/explorer.h"

enum { EVENTS = 2000000, SOAK_TIMES = 50, SOAK_NEWS = 10000000, CASE_MAX = 16 << 20 };

/* A game under way. */
typedef struct walk {
    unsigned number;
    chance luck;
    explorer_temper temper;
    arb_game *game;
    bool taken_back; /* some of its moves were */
    char line[EXPLORER_LINE_SIZE];
} walk;

/* Shows the whole game as a case, because nobody believes it otherwise. */
static void give_up(const walk *w, const char *wrong)
{
    arb_buf text;

    arb_buf_init(&text, NULL, CASE_MAX);
    if (arb_case_write(&text, "found by the explorer", w->game) == ARB_OK)
        fprintf(stderr, "%s# last: %s\n", arb_buf_text(&text), w->line);
    arb_buf_clear(&text);
    fail_msg("ARB_TEST_SEED=%llu ARB_TEST_GAME=%u, event %zu: %s: %s",
             (unsigned long long)chance_seed(), w->number, arb_game_size(w->game), w->line, wrong);
}

static void expect(const walk *w, bool fulfilled, const char *wrong)
{
    if (!fulfilled)
        give_up(w, wrong);
}

static arb_game *begin(unsigned number)
{
    char header[EXPLORER_HEADER_SIZE], text[EXPLORER_HEADER_SIZE + 16];
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;
    arb_game *game;

    explorer_start(header, number);
    const int size = snprintf(text, sizeof text, "case a start\n%s", header);

    arb_case_reader_init(&reader, text, (size_t)size);
    if (arb_case_next(&item, &read, &reader, &where))
        fail_msg("%s: %zu:%zu: expected %s", header, where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    assert_int_equal(arb_game_new(&game, NULL, &read.regulations, &read.given), ARB_OK);
    return game;
}

/* Reads the line of the walk. What is written of it, read and written again stays as it is. */
static arb_event read_line(walk *w)
{
    const arb_ms now = arb_state_now(arb_game_state(w->game));
    const arb_language *language = arb_game_regulations(w->game)->language;
    char again[EXPLORER_LINE_SIZE];
    arb_event event;

    expect(w, !arb_event_read(&event, NULL, w->line, strlen(w->line), now, language),
           "cannot be read");
    const size_t size = arb_event_write(again, sizeof again, &event);
    expect(w, size < sizeof again, "too long");
    expect(w, !arb_event_read(&event, NULL, again, size, now, language), "cannot be read again");
    memcpy(w->line, again, size + 1);
    expect(w, !arb_event_read(&event, NULL, w->line, size, now, language), "cannot be read again");
    (void)arb_event_write(again, sizeof again, &event);
    expect(w, strcmp(w->line, again) == 0, "is not written as it was read");
    return event;
}

/* However it came to this, the game can go on: what is allowed is not refused. */
static void look_ahead(walk *w)
{
    const arb_language *language = arb_game_regulations(w->game)->language;
    char line[EXPLORER_LINE_SIZE];
    arb_verdict verdict;
    arb_event event;

    if (!explorer_way_out(line, w->game, &w->luck))
        return;
    expect(w,
           !arb_event_read(&event, NULL, line, strlen(line), arb_state_now(arb_game_state(w->game)),
                           language),
           "what comes next cannot be read");
    expect(w, !arb_game_judge(&verdict, w->game, &event), "what comes next cannot be judged");
    if (verdict.refused && verdict.count == 0) /* otherwise a flag has fallen before it */
        memcpy(w->line, line, sizeof line);
    expect(w, !verdict.refused || verdict.count > 0, "the game cannot go on");
}

static bool takes_back(const arb_verdict *verdict)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->ruling[i].effect == ARB_EFFECT_TAKE_BACK ||
            verdict->ruling[i].effect == ARB_EFFECT_RESTORE)
            return true;
    return false;
}

/* Judges, often twice, commits, and looks at what came out. */
static void take_step(walk *w)
{
    arb_state before, next;
    arb_verdict verdict, again;

    explorer_event(w->line, w->game, w->temper, &w->luck);
    const arb_event event = read_line(w);
    memcpy(&before, arb_game_state(w->game), sizeof before);
    expect(w, !arb_game_judge(&verdict, w->game, &event), "judging fails");
    expect(w, memcmp(&before, arb_game_state(w->game), sizeof before) == 0,
           "judging changes the state");
    next = *arb_game_next(w->game);
    if (event.verb == ARB_VERB_REVOKE || chance_below(&w->luck, 4) == 0) {
        expect(w, !arb_game_judge(&again, w->game, &event), "judging again fails");
        expect(w, !explorer_verdict_difference(&verdict, &again),
               "judged otherwise the second time");
        expect(w, !explorer_difference(&next, arb_game_next(w->game)),
               "leads elsewhere the second time");
    }
    w->taken_back = w->taken_back || takes_back(&verdict);
    expect(w, !arb_game_commit(w->game), "committing fails");
    expect(w, !explorer_difference(&next, arb_game_state(w->game)), "leads elsewhere");
    const char *wrong = explorer_check(&(explorer_step){ &before, w->game, &event, &verdict });
    if (wrong)
        give_up(w, wrong);
    if (chance_below(&w->luck, 4) == 0)
        look_ahead(w);
}

/* Guidelines I: is something left out when the game is written, because it is still sealed? */
static bool is_sealed(const walk *w)
{
    arb_event told;

    for (size_t i = 0; i < arb_game_size(w->game); i++)
        if (arb_game_told(&told, w->game, i, ARB_ACTOR_SPECTATOR))
            return true;
    return false;
}

/* The game as a case, read again, is the same game: its events, its refusals, its end. */
static void write_and_read(const walk *w)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_verdict verdict;
    arb_game *game;
    arb_buf text;
    size_t count = 0;
    const bool sealed = is_sealed(w);

    arb_buf_init(&text, NULL, CASE_MAX);
    expect(w, !arb_case_write(&text, "a walk", w->game), "the game cannot be written");
    arb_case_reader_init(&reader, arb_buf_text(&text), arb_buf_size(&text));
    expect(w, !arb_case_next(&item, &header, &reader, NULL), "its header cannot be read");
    expect(w, !arb_game_new(&game, NULL, &header.regulations, &header.given), "does not begin");
    for (; !arb_case_ends(&reader); count++) {
        bool refused;
        expect(w, !arb_case_next(&item, &header, &reader, NULL), "an event cannot be read");
        expect(w, !arb_game_judge(&verdict, game, &item.event), "an event cannot be judged");
        expect(w, !arb_game_commit(game), "an event cannot be committed");
        (void)arb_game_event(w->game, count, &refused);
        expect(w, sealed || refused == verdict.refused,
               "an event is heard only when it is played again");
    }
    expect(w, count == arb_game_size(w->game), "events are missing when it is played again");
    const char *wrong =
        sealed ? NULL : explorer_difference(arb_game_state(w->game), arb_game_state(game));
    if (wrong)
        give_up(w, wrong);
    arb_game_free(game);
    arb_buf_clear(&text);
}

/* Is it the same game on the board: what stands there, how often it has, and how it came about? */
static void expect_same_board(const walk *w, const arb_game *other)
{
    const arb_state *a = arb_game_state(w->game), *b = arb_game_state(other);
    const arb_history *one = arb_game_history(w->game), *two = arb_game_history(other);

    expect(w, arb_pos_same(&a->pos, &b->pos) && a->pos.quiet_plies == b->pos.quiet_plies,
           "moves were taken back, and another position stands there");
    expect(w, a->turn == b->turn, "moves were taken back, and the other player has the move");
    expect(w,
           arb_history_occurrences(one, a->ply, ARB_IDENTITY_MOVES) ==
               arb_history_occurrences(two, b->ply, ARB_IDENTITY_MOVES),
           "moves were taken back, and still count as repetitions");
    expect(w, arb_half_moves(a, one) == arb_half_moves(b, two),
           "moves were taken back, and are still in the record");
}

/* Laws 7.1, 7.5.1: a game in which moves were taken back is the game without those moves. */
static void play_without(const walk *w)
{
    enum { PLIES_MAX = 400 };
    arb_ply plies[PLIES_MAX];
    const size_t count = arb_game_plies(plies, PLIES_MAX, w->game);
    const arb_history *history = arb_game_history(w->game);
    const arb_event start = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);
    bool refused = count > PLIES_MAX;

    for (size_t i = 0; i < count && !refused; i++)
        refused = arb_history_get(history, plies[i])->kind != ARB_PLY_MOVE;
    for (arb_ply ply = arb_game_state(w->game)->ply; ply != 0 && !refused;
         ply = arb_history_get(history, ply)->before)
        refused = arb_history_get(history, ply)->kind != ARB_PLY_MOVE; /* or a position was set */
    if (refused || arb_game_regulations(w->game)->board != ARB_BOARD_SEEN)
        return;
    arb_game *game = begin(w->number);
    arb_verdict verdict;
    expect(w, !arb_game_submit(&verdict, game, &start), "the start cannot be judged again");
    for (size_t i = 0; i < count && !refused; i++) {
        const arb_pos *pos = arb_state_position(arb_game_state(game));
        char text[ARB_MOVE_TEXT_SIZE];
        const arb_event move = arb_event_move(text, 0, (arb_actor)pos->turn, ARB_VERB_MOVE, pos,
                                              arb_history_get(history, plies[i])->move,
                                              arb_game_regulations(game)->language);
        expect(w, !arb_game_submit(&verdict, game, &move), "a move cannot be judged again");
        refused = verdict.refused; /* somebody may not have been there */
    }
    if (!refused)
        expect_same_board(w, game);
    arb_game_free(game);
}

/* One game, until it has been over for a while or has lasted long enough; how many events? */
static uint64_t play(unsigned number)
{
    walk w = { .number = number, .luck = chance_begin(UINT64_C(1000000) + number) };
    w.luck.state = chance_bits(&w.luck); /* far from the chances of the games beside it */
    unsigned left = 20 + chance_below(&w.luck, 300);
    uint64_t events = 0;

    w.temper.shuffles = chance_below(&w.luck, 5) == 0;
    w.temper.careless = chance_below(&w.luck, 5) == 0;
    w.game = begin(number);
    for (; left > 0; left--, events++) {
        take_step(&w);
        if (arb_state_is_over(arb_game_state(w.game)) && left > 15)
            left = 15;
    }
    write_and_read(&w);
    if (w.taken_back)
        play_without(&w);
    arb_game_free(w.game);
    return events;
}

static void test_explorer__every_event_leaves_the_game_in_order(void **state)
{
    const bool soak = getenv("ARB_TEST_SOAK") != NULL;
    const char *one = getenv("ARB_TEST_GAME");
    const uint64_t wanted = (uint64_t)scaled(EVENTS) * (soak ? SOAK_TIMES : 1);
    uint64_t events = 0, told = 0;
    unsigned games = 0;

    (void)state;
    if (one) {
        events = play((unsigned)strtoul(one, NULL, 10));
        print_message("# %llu events\n", (unsigned long long)events);
        return;
    }
    for (; events < wanted; games++) {
        events += play(games);
        if (soak && events >= told + SOAK_NEWS) {
            told = events;
            fprintf(stderr, "# %llu events in %u games\n", (unsigned long long)events, games);
        }
    }
    print_message("# %llu events in %u games\n", (unsigned long long)events, games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_explorer__every_event_leaves_the_game_in_order),
    };

    return cmocka_run_group_tests_name("explorer", tests, NULL, NULL);
}
