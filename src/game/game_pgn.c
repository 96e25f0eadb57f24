/* SPDX-License-Identifier: MIT */
/* A game's journal as PGN; see game_pgn.h. */
#include "arbitro/game_pgn.h"

#include <assert.h>
#include <string.h>

#include "arbitro/mem.h"
#include "base/sink.h"
#include "game/game.h"

/* What is known of the game beside its moves. */
typedef struct record {
    const arb_game *game;
    arb_ply *plies; /* the moves, and positions that were set, oldest first */
    bool *offered;  /* with which of them a draw was offered */
    size_t count;
    size_t at;  /* in the journal, where the move at hand was made, or one before it */
    bool relay; /* for readers that know nothing but legal moves */
} record;

static arb_pgn_result result_of(const arb_game *game)
{
    const arb_result result = arb_state_result(arb_game_state(game));
    const arb_outcome white = arb_result_outcome(result, ARB_WHITE);
    const arb_outcome black = arb_result_outcome(result, ARB_BLACK);

    if (white == ARB_OUTCOME_WIN)
        return ARB_PGN_RESULT_WHITE;
    if (black == ARB_OUTCOME_WIN)
        return ARB_PGN_RESULT_BLACK;
    return white == ARB_OUTCOME_DRAW && black == ARB_OUTCOME_DRAW ? ARB_PGN_RESULT_DRAW
                                                                  : ARB_PGN_RESULT_OPEN;
}

/* The words that PGN has for the ways in which a game ends. */
static const char *termination(const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    const arb_code reason = arb_state_reason(state);

    if (arb_state_result(state) == ARB_RESULT_NONE)
        return "unterminated";
    if (!arb_result_played(arb_state_result(state)))
        return "abandoned";
    if (reason == ARB_CODE_TIME_LOSS || reason == ARB_CODE_TIME_DRAW ||
        reason == ARB_CODE_BOTH_FLAGS_DRAW)
        return "time forfeit";
    if (reason == ARB_CODE_ILLEGAL_LOSS || reason == ARB_CODE_ILLEGAL_LOSS_THIRD ||
        reason == ARB_CODE_ILLEGAL_DRAW || reason == ARB_CODE_PENALTY_LOSS ||
        reason == ARB_CODE_SCORE_SET)
        return "rules infraction";
    return reason == ARB_CODE_AWARDED ? "adjudication" : "normal";
}

static arb_err write_tag(arb_pgn_writer *writer, const char *name, const char *value)
{
    const arb_pgn_tag tag = { name, value, strlen(name), strlen(value) };
    return arb_pgn_write_tag(writer, &tag);
}

/* PGN has one time control; where the players have two, there is none to tell. */
static arb_err write_control(arb_pgn_writer *writer, const arb_regulations *regulations)
{
    const arb_time_control *control = regulations->clock.control;
    char white[256], black[256];

    arb_time_control_write(white, sizeof white, &control[ARB_WHITE]);
    arb_time_control_write(black, sizeof black, &control[ARB_BLACK]);
    if (!arb_regulations_timed(regulations))
        return write_tag(writer, "TimeControl", "-");
    return write_tag(writer, "TimeControl", strcmp(white, black) == 0 ? white : "?");
}

static arb_err write_start(arb_pgn_writer *writer, const arb_game *game)
{
    const arb_setup *setup = &arb_game_given(game)->setup;
    const arb_setup initial = arb_setup_initial();
    const bool chess960 = arb_game_regulations(game)->variant == ARB_CHESS960;
    char fen[ARB_FEN_SIZE];
    arb_err err = ARB_OK;

    if (chess960)
        err = write_tag(writer, "Variant", "Chess960");
    if (err || (!chess960 && arb_setup_equal(setup, &initial)))
        return err;
    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    err = write_tag(writer, "SetUp", "1");
    return err ? err : write_tag(writer, "FEN", fen);
}

/* Broadcasts know results that PGN does not, such as 1/2-0, and none but points; to others the tag
 * says that it is open, and a comment says it in words. */
static const char *result_text(const record *r)
{
    return r->relay ? arb_result_points_text(arb_state_result(arb_game_state(r->game)))
                    : arb_pgn_result_text(result_of(r->game));
}

static arb_err write_tags(arb_pgn_writer *writer, const record *r, const arb_pgn_tag *tags,
                          size_t count)
{
    const arb_game *game = r->game;
    arb_err err = ARB_OK;

    for (size_t i = 0; i < count && !err; i++)
        err = arb_pgn_write_tag(writer, &tags[i]);
    if (!err)
        err = write_tag(writer, "Result", result_text(r));
    if (!err)
        err = write_control(writer, arb_game_regulations(game));
    if (!err)
        err = write_tag(writer, "Termination", termination(game));
    return err ? err : write_start(writer, game);
}

/* Laws 9.1.2.1: with which move each draw was offered. */
static void find_offers(record *r)
{
    for (size_t i = 0; i < r->game->journal_count; i++) {
        const arb_journal_entry *entry = &r->game->journal[i];
        if (entry->event.verb != ARB_VERB_OFFER || entry->refused)
            continue;
        for (size_t at = 0; at < r->count; at++)
            r->offered[at] |= r->plies[at] == entry->ply;
    }
}

/* The plies that lead to the present one, oldest first, without the start. */
static arb_err collect(record *r, const arb_mem *mem)
{
    const arb_history *history = arb_game_history(r->game);
    const arb_ply last = r->game->state.ply;

    for (arb_ply ply = last; arb_history_get(history, ply)->before != ARB_PLY_NONE;
         ply = arb_history_get(history, ply)->before)
        r->count++;
    r->plies = arb_mem_new_array(mem, r->count + 1, sizeof *r->plies);
    r->offered = arb_mem_new_array(mem, r->count + 1, sizeof *r->offered);
    if (!r->plies || !r->offered)
        return ARB_NOMEM;
    size_t at = r->count;
    for (arb_ply ply = last; at > 0; ply = arb_history_get(history, ply)->before)
        r->plies[--at] = ply;
    find_offers(r);
    return ARB_OK;
}

/* [%clk 1:29:57], with tenths where the display would show them; and the offer. */
static arb_err write_note(arb_pgn_writer *writer, bool timed, arb_ms ms, bool offered)
{
    char text[64];
    arb_sink sink = { text, sizeof text, 0 };
    const uint64_t tenths = (uint64_t)(ms > 0 ? ms : 0) / 100;

    if (timed) {
        const unsigned seconds = (unsigned)(tenths / 10 % 3600);
        arb_sink_format(&sink, "[%%clk %u:%02u:%02u", (unsigned)(tenths / 36000), seconds / 60,
                        seconds % 60);
        if (tenths % 10 > 0)
            arb_sink_format(&sink, ".%u", (unsigned)(tenths % 10));
        arb_sink_char(&sink, ']');
    }
    if (offered)
        arb_sink_text(&sink, timed ? " [%arb offer]" : "[%arb offer]");
    return sink.length > 0 ? arb_pgn_write_comment(writer, text, sink.length) : ARB_OK;
}

static arb_err write_ply(arb_pgn_writer *writer, record *r, size_t index)
{
    const arb_history *history = arb_game_history(r->game);
    const arb_ply_record *ply = arb_history_get(history, r->plies[index]);
    const bool timed = arb_regulations_timed(arb_game_regulations(r->game));
    const arb_setup after = arb_history_board(history, r->plies[index]);
    arb_pos before;
    arb_err err;

    if (!arb_history_position(&before, history, ply->before))
        return ARB_STATE;
    if (ply->kind == ARB_PLY_MOVE)
        err = arb_pgn_write_move(writer, &before, ply->move);
    else
        err = arb_pgn_write_stood(writer, &before, ply->kind == ARB_PLY_HAND ? &ply->hand : NULL,
                                  &after);
    if (err)
        return err;
    const arb_colour mover = (arb_colour)before.turn;
    const arb_ms left = arb_game_clock_after(r->game, r->plies[index], mover, &r->at);
    return write_note(writer, timed, left, !r->relay && r->offered[index]);
}

/* How many of the plies are told: to a relay, those before the first that is no legal move. */
static size_t told(const record *r)
{
    const arb_history *history = arb_game_history(r->game);
    size_t count = 0;

    while (count < r->count &&
           (!r->relay || (arb_history_get(history, r->plies[count])->kind == ARB_PLY_MOVE &&
                          !arb_game_ply_waits(r->game, r->plies[count]))))
        count++;
    return count;
}

/* A result that PGN cannot say is said in words. */
static arb_err write_end(arb_pgn_writer *writer, const record *r)
{
    const arb_result result = arb_state_result(arb_game_state(r->game));
    const arb_pgn_result known = result_of(r->game);
    const char *text = arb_result_text(result);
    arb_err err = ARB_OK;

    if (!r->relay && result != ARB_RESULT_NONE && strcmp(text, arb_pgn_result_text(known)) != 0)
        err = arb_pgn_write_comment(writer, text, strlen(text));
    return err ? err : arb_pgn_write_end(writer, known);
}

static arb_err write_game(arb_pgn_writer *writer, record *r, const arb_pgn_tag *tags, size_t count)
{
    const arb_mem *mem = r->game->mem;

    arb_err err = collect(r, mem);
    const size_t plies = err ? 0 : told(r);
    if (!err)
        err = write_tags(writer, r, tags, count);
    for (size_t i = 0; i < plies && !err; i++)
        err = write_ply(writer, r, i);
    if (!err)
        err = write_end(writer, r);
    arb_mem_free(mem, r->plies, (r->count + 1) * sizeof *r->plies);
    arb_mem_free(mem, r->offered, (r->count + 1) * sizeof *r->offered);
    return err;
}

arb_err arb_game_pgn_write(arb_pgn_writer *writer, const arb_game *game, const arb_pgn_tag *tags,
                           size_t count)
{
    record r = { .game = game };

    return write_game(writer, &r, tags, count);
}

arb_err arb_game_pgn_relay(arb_pgn_writer *writer, const arb_game *game, const arb_pgn_tag *tags,
                           size_t count)
{
    record r = { .game = game, .relay = true };

    return write_game(writer, &r, tags, count);
}
