/* SPDX-License-Identifier: MIT */
/* Published games as text; see live_text.h. */
#define _GNU_SOURCE
#include "server/hall/live_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/chess960.h"
#include "arbitro/game_pgn.h"
#include "server/hall/hall_internal.h"
#include "server/hall/live_clock.h"
#include "server/hall/particulars.h"
#include "server/hall/wall_day.h"

enum {
    TEXT_MAX = 16 << 20,
    TAGS_MAX = 40,
    SAN_ROOM = 64,
    ID_MAX = INT32_MAX /* readers give a whole list up for a larger one */
};

void arb_live_text_init(arb_live_text *out)
{
    arb_buf_init(&out->relay, NULL, TEXT_MAX);
    arb_buf_init(&out->faithful, NULL, TEXT_MAX);
    arb_buf_init(&out->moves, NULL, TEXT_MAX);
    arb_buf_init(&out->pairing, NULL, TEXT_MAX);
    out->began_ms = 0;
}

void arb_live_text_clear(arb_live_text *t)
{
    arb_buf_clear(&t->relay);
    arb_buf_clear(&t->faithful);
    arb_buf_clear(&t->moves);
    arb_buf_clear(&t->pairing);
}

/* ---- tags */

typedef struct tags {
    arb_seat_tag all[TAGS_MAX];
    size_t count;
} tags;

static void put(tags *to, const char *name, const char *value)
{
    if (!value || !*value || to->count == TAGS_MAX)
        return;
    (void)snprintf(to->all[to->count].name, sizeof to->all[0].name, "%s", name);
    (void)snprintf(to->all[to->count].value, ARB_SEAT_TAG_VALUE, "%s", value);
    to->count++;
}

static const char *find_tag(const tags *in, const char *name)
{
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(in->all[i].name, name) == 0)
            return in->all[i].value;
    return NULL;
}

/* What is known of the players beside their names: titles, ratings, numbers, teams. The clocks are
 * the game's own. */
static void put_people(tags *to, const char *lines)
{
    arb_seat_tag one;

    while (arb_seat_tag_next(&one, &lines)) {
        if (strcmp(one.name, "WhiteClock") != 0 && strcmp(one.name, "BlackClock") != 0)
            put(to, one.name, one.value);
    }
}

static void put_times(tags *to, const arb_table *t)
{
    const int64_t began = arb_table_dated_ms(t);
    char text[ARB_WALL_ROOM];

    arb_wall_day(text, began, ARB_WALL_HERE, '.');
    put(to, "Date", text);
    arb_wall_day(text, began, ARB_WALL_UTC, '.');
    put(to, "UTCDate", text);
    arb_wall_clock(text, began);
    put(to, "UTCTime", text);
}

/* What both clocks show since the last event: time that was added is seen before the next move. */
static void put_clocks(tags *to, const arb_game *game)
{
    static const char *const names[] = { [ARB_WHITE] = "WhiteClock", [ARB_BLACK] = "BlackClock" };
    const arb_live_clock clock = arb_live_clock_of(game);
    char text[32];

    if (!arb_regulations_timed(arb_game_regulations(game)))
        return;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_ms left = clock.left[c];
        const long long s = (long long)(left > 0 ? left / 1000 : 0);
        (void)snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
        put(to, names[c], text);
    }
}

static void collect(tags *to, const arb_table *t, const arb_live_place *place)
{
    char text[32];

    to->count = 0;
    put(to, "Event", place->event);
    put(to, "Site", "?");
    put_times(to, t);
    (void)snprintf(text, sizeof text, "%u.%u", place->round, place->board);
    put(to, "Round", text);
    put(to, "White", t->names.white ? t->names.white : "?");
    put(to, "Black", t->names.black ? t->names.black : "?");
    (void)snprintf(text, sizeof text, "%u", place->board);
    put(to, "Board", text);
    put(to, "Section", t->group);
    if (t->game)
        put_clocks(to, t->game);
    put_people(to, t->tags);
}

/* One letter is no name to broadcasts, and whoever has none is not shown: it is an initial. */
static void write_initials(tags *in)
{
    for (size_t i = 0; i < in->count; i++) {
        arb_seat_tag *one = &in->all[i];
        const char *name = one->value;
        size_t letters = 0;
        if (strcmp(one->name, "White") != 0 && strcmp(one->name, "Black") != 0)
            continue;
        for (const char *c = name; *c; c++)
            letters += ((unsigned char)*c & 0xC0) != 0x80;
        if (letters == 1 && *name != '?')
            strcat(one->value, ".");
    }
}

/* FNV-1a; each text with its end, so that none runs into the next. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (const char *c = text ? text : "\1"; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return (hash ^ 0xFF) * UINT64_C(1099511628211);
}

uint64_t arb_live_head(const arb_table *t, const arb_live_place *place)
{
    char numbers[32];
    uint64_t hash = mix(UINT64_C(14695981039346656037), place->event);

    (void)snprintf(numbers, sizeof numbers, "%u.%u", place->round, place->board);
    hash = mix(hash, numbers);
    hash = mix(hash, t->names.white);
    hash = mix(hash, t->names.black);
    hash = mix(hash, t->group);
    return mix(hash, t->tags);
}

/* ---- PGN */

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static void refer(arb_pgn_tag out[TAGS_MAX], const tags *from)
{
    for (size_t i = 0; i < from->count; i++)
        out[i] = (arb_pgn_tag){ from->all[i].name, from->all[i].value, strlen(from->all[i].name),
                                strlen(from->all[i].value) };
}

static const char *result_of(const arb_table *t)
{
    if (!t->game)
        return t->known ? arb_result_points_text(t->result) : "*";
    return arb_result_points_text(arb_state_result(arb_game_state(t->game)));
}

static arb_err write_tag(arb_pgn_writer *writer, const char *name, const char *value)
{
    return arb_pgn_write_tag(writer, &(arb_pgn_tag){ name, value, strlen(name), strlen(value) });
}

/* Of a game that cannot be read only the tags are told, and that nobody goes on with one that was
 * annulled. */
static arb_err write_bare(arb_pgn_writer *writer, const arb_table *t, const arb_pgn_tag *all,
                          size_t count)
{
    const char *points = result_of(t);
    arb_pgn_result end = ARB_PGN_RESULT_OPEN;
    arb_err err = ARB_OK;

    for (arb_pgn_result one = ARB_PGN_RESULT_WHITE; one <= ARB_PGN_RESULT_DRAW; one++)
        if (strcmp(arb_pgn_result_text(one), points) == 0)
            end = one;
    for (size_t i = 0; i < count && !err; i++)
        err = arb_pgn_write_tag(writer, &all[i]);
    if (!err)
        err = write_tag(writer, "Result", points);
    if (!err && t->known && !arb_result_played(t->result))
        err = write_tag(writer, "Termination", "abandoned");
    return err ? err : arb_pgn_write_end(writer, end);
}

static arb_err write_pgn(arb_buf *out, const arb_table *t, const tags *from, bool relay)
{
    const arb_game *game = t->game;
    arb_pgn_tag all[TAGS_MAX];
    arb_pgn_writer *writer;
    arb_err err = arb_pgn_writer_new(&writer, NULL, NULL, add, out);

    if (err)
        return err;
    refer(all, from);
    if (!game)
        err = write_bare(writer, t, all, from->count);
    else
        err = relay ? arb_game_pgn_relay(writer, game, all, from->count)
                    : arb_game_pgn_write(writer, game, all, from->count);
    arb_pgn_writer_free(writer);
    return err;
}

/* ---- JSON */

/* "Rossi, Mario Luigi" has a last and a first name; anything else is one name. */
static json_t *player(const tags *from, const char *colour)
{
    const char *name = find_tag(from, colour), *comma = name ? strchr(name, ',') : NULL;
    char title[16], id[16], federation[16];

    (void)snprintf(title, sizeof title, "%sTitle", colour);
    (void)snprintf(id, sizeof id, "%sFideId", colour);
    (void)snprintf(federation, sizeof federation, "%sFed", colour);
    const char *first = comma ? comma + 1 + strspn(comma + 1, " ") : NULL;
    const char *number = find_tag(from, id);
    const long long value = number ? atoll(number) : 0;
    return json_pack("{ss? sn so so ss? ss? so}", "fname", first && *first ? first : NULL, "mname",
                     "lname", json_stringn(name, comma ? (size_t)(comma - name) : strlen(name)),
                     "name", json_string(name), "title", find_tag(from, title), "federation",
                     find_tag(from, federation), "fideid",
                     value > 0 && value <= ID_MAX ? json_integer(value) : json_null());
}

static bool is_live(const arb_table *t)
{
    return t->game && !t->is_over && t->log_count > 0 && t->phase != ARB_PHASE_WAITING;
}

static arb_err write_pairing(arb_buf *out, const arb_table *t, const tags *from)
{
    return arb_api_write(out, json_pack("{so so ss sb}", "white", player(from, "White"), "black",
                                        player(from, "Black"), "result", result_of(t), "live",
                                        is_live(t)));
}

/* The move and the seconds that its player had left then. */
static json_t *move_of(const arb_game *game, arb_ply ply, size_t *at)
{
    const arb_history *history = arb_game_history(game);
    char san[SAN_ROOM], text[SAN_ROOM + 32];
    arb_pos before;

    (void)arb_game_ply_write(san, sizeof san, game, ply);
    if (!arb_regulations_timed(arb_game_regulations(game)) ||
        !arb_history_position(&before, history, arb_history_get(history, ply)->before))
        return json_string(san);
    const arb_colour mover = (arb_colour)before.turn;
    const int64_t left = arb_game_clock_after(game, ply, mover, at);
    (void)snprintf(text, sizeof text, "%s %lld", san, (long long)(left > 0 ? left / 1000 : 0));
    return json_string(text);
}

/* Can it be played after the one before it, and be told? A position that was set (Laws 7.1) ends
 * what can. */
static bool goes_on(const arb_game *game, arb_ply ply)
{
    const arb_history *history = arb_game_history(game);
    const arb_ply_record *it = arb_history_get(history, ply);

    return it->kind == ARB_PLY_MOVE && arb_history_get(history, it->before)->kind != ARB_PLY_SET &&
           !arb_game_ply_waits(game, ply);
}

static json_t *moves_of(const arb_game *game)
{
    const size_t count = arb_game_plies(NULL, 0, game);
    arb_ply *plies = calloc(count + 1, sizeof *plies);
    json_t *list = plies ? json_array() : NULL;
    size_t at = 0;

    if (plies)
        (void)arb_game_plies(plies, count, game);
    for (size_t i = 0; i < count && list && goes_on(game, plies[i]); i++)
        list = arb_json_add(list, move_of(game, plies[i], &at));
    free(plies);
    return list;
}

/* When they showed this, by the clock on the wall: as the journal says, so that it is the same
 * whoever reads it, and whenever. Where no clock runs, what was refused changes nothing; before the
 * first event they have shown it since the game is there. */
static int64_t instant_of(const arb_table *t, const arb_live_clock *clock)
{
    size_t at = t->log_count > 0 ? t->log_count - 1 : 0;
    arb_ms since = clock->at;

    while (at > 0 && clock->running == ARB_COLOUR_COUNT && arb_log_is_refused(t, at))
        at--;
    if (t->log_count > 0 && arb_game_event(t->game, at, NULL)->time < since)
        since = arb_game_event(t->game, at, NULL)->time;
    while (at > 0 && arb_game_event(t->game, at - 1, NULL)->time >= since)
        at--;
    return t->log_count > 0 ? t->log[at].wall_ms : t->created_ms;
}

/* Which clock runs: White's, Black's, none. */
static json_t *clock_of(const arb_table *t)
{
    const arb_live_clock clock = arb_live_clock_of(t->game);
    const arb_ms white = clock.left[ARB_WHITE], black = clock.left[ARB_BLACK];

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return json_null();
    return json_pack("{sI sI so sI}", "white", (json_int_t)(white > 0 ? white / 1000 : 0), "black",
                     (json_int_t)(black > 0 ? black / 1000 : 0), "run",
                     clock.running < ARB_COLOUR_COUNT ? json_boolean(clock.running == ARB_WHITE)
                                                      : json_null(),
                     "time", (json_int_t)instant_of(t, &clock));
}

/* Its number; null where the game began elsewhere, which only PGN can say. */
static json_t *start_of(const arb_table *t)
{
    const arb_setup initial = arb_setup_initial();

    if (!t->game || arb_setup_equal(&arb_game_given(t->game)->setup, &initial))
        return json_integer(ARB_CHESS960_STANDARD);
    return t->start960 >= 0 ? json_integer(t->start960) : json_null();
}

/* Moves from a position that cannot be told could not be played. */
static arb_err write_moves(arb_buf *out, const arb_table *t)
{
    json_t *start = start_of(t);
    json_t *moves = t->game && !json_is_null(start) ? moves_of(t->game) : json_array();
    json_t *game = json_pack("{so ss so sb}", "moves", moves, "result", result_of(t), "clock",
                             t->game ? clock_of(t) : json_null(), "live", is_live(t));

    return arb_api_write(out, arb_json_put(game, "chess960", start));
}

/* ---- all of it */

/* PGN marks an illegal move as such, also one that nobody has found yet (Laws A.5.2): until that
 * may be told, the faithful form is that of the relay. */
arb_err arb_live_write(arb_live_text *out, const arb_table *t, const arb_live_place *place)
{
    const bool whole = t->game && arb_live_is_whole(t->game);
    tags *from = calloc(1, sizeof *from);

    if (!from)
        return ARB_NOMEM;
    collect(from, t, place);
    out->began_ms = t->began_ms;
    arb_err err = write_pgn(&out->faithful, t, from, !whole);
    write_initials(from);
    if (!err)
        err = write_pgn(&out->relay, t, from, true);
    if (!err)
        err = write_pairing(&out->pairing, t, from);
    if (!err)
        err = write_moves(&out->moves, t);
    free(from);
    return err;
}
