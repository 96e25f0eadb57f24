/* SPDX-License-Identifier: MIT */
/*
 * The record of a game (Article 8): what the library tells of scoresheets; and what a player is
 * told about his sheet is the same whether he wrote a legal move or not. A second, slow reading of
 * games by chance is in test_record_chance.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/can.h"
#include "arbitro/event_make.h"
#include "arbitro/notation.h"
#include "arbitro/record.h"
#include "support/case_game.h"
#include "support/explorer.h"
#include "support/failing_mem.h"

#define KEPT "case x\ntime 5400+30\noption record kept\n0:00 arbiter start\n"

static arb_record *record_of(const case_game *it)
{
    arb_record *record;

    assert_int_equal(arb_record_new(&record, it->game), ARB_OK);
    return record;
}

/* ---- what an entry is */

/* The kinds of the entries of a text, as words. */
static void assert_kinds(const char *text, const char *kinds)
{
    char found[256] = "";
    arb_sheet_entry entry;
    size_t at = 0;

    while (arb_sheet_entry_next(&entry, text, strlen(text), &at, NULL)) {
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s", *found ? " " : "",
                 arb_entry_kind_word(entry.kind), entry.marks_offer ? "=" : "");
        assert_true(entry.size > 0 && entry.text >= text &&
                    entry.text + entry.size <= text + strlen(text));
        assert_true(entry.text[0] != ' ' && entry.text[entry.size - 1] != ' ');
    }
    if (strcmp(found, kinds) != 0)
        fail_msg("\"%s\": expected %s, found %s", text, kinds, found);
}

/* Texts, and the kinds of their entries. */
static const char *const texts[][2] = {
    { "e4", "move" },
    { "1.e4 e5 2. Nf3 Nc6", "move move move move" },
    { "1... e5", "move" },
    { "...e5", "move" },
    { "12 Nf3", "move" },
    { "e4 (=)", "move offer=" },
    { "e4(=) e5", "move= move" },
    { "e4 =", "move offer=" },
    { "- – — --", "blank blank blank blank" },
    { "1:12", "time" },
    { "[1:12] 0:59:59 [119:00]", "time time time" },
    { "1:60", "other" },
    { "1:5", "other" },
    { "1:12:60", "other" },
    { "[1:12", "other" },
    { "1:12]", "other" },
    { "1:12:13:14", "other" },
    { "claim e4 e5", "claim" },
    { "e4 richiesta 9.2", "move claim" },
    { "Claim", "claim" },
    { "1-0", "data" },
    { "½-½ 1/2-1/2 *", "data data data" },
    { "14", "data" },
    { "14.", "data" },
    { "1000", "other" },
    { "5254", "foreign" },
    { "knight f3 e5", "foreign move" },
    { "Cavallo f3", "foreign" },
    { "P-K4 N-KB3 Kt-QB3 QxP PxPch P-K8(Q) QRPxKt",
      "foreign foreign foreign foreign foreign foreign foreign" },
    { "K-9 P- Px x-K4", "other" },
    { "O-O 0-0-0 exd6 e.p. Qh4# e8=Q d8D", "move move move move move move" },
    { "Sf3 Cf3 Dh5 Kf3", "move move move move" },
    { "keep calm", "other" },
    { "keep calm e4", "other move" },
    { "keep calm 2. Nf3 2... Nc6", "other move move" },
    { "keep (=) calm 1:12 still -", "other offer= other time other blank" },
    { "keep 1-0 calm P-K4", "other data other foreign" },
    { "g1f3 g1-f3 e2xe4", "move move move" },
    { "e4x", "other" },
    { "  e4  ", "move" },
    { "", "" },
    { "   ", "" },
};

/* Laws 8.1.4, C.1, C.12 */
static void test_record__what_an_entry_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_kinds(texts[i][0], texts[i][1]);
}

/* Laws 8.1.1 */
static void test_record__numbers_of_entries(void **state)
{
    static const struct {
        const char *text;
        bool numbered, black;
        uint32_t number;
    } entries[] = {
        { "e4", false, false, 0 },        { "7.e4", true, false, 7 },
        { "7. e4", true, false, 7 },      { "7...e5", true, true, 7 },
        { "7… e5", true, true, 7 },       { "7 e4", true, false, 7 },
        { "1234.e4", true, false, 1234 }, { "1234 e4", false, false, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        arb_sheet_entry entry;
        size_t at = 0;
        assert_true(arb_sheet_entry_next(&entry, entries[i].text, strlen(entries[i].text), &at,
                                         arb_language_find("en", 2)));
        assert_int_equal(entry.numbered, entries[i].numbered);
        assert_int_equal(entry.black, entries[i].black);
        assert_int_equal(entry.number, entries[i].number);
    }
}

/* Laws C.3: an entry that cannot be read in the language of the event is read in another. */
static void test_record__letters_of_any_country(void **state)
{
    case_game it = case_game_of("case x\n");
    const arb_pos *pos = arb_state_position(arb_game_state(it.game));
    arb_reading reading;
    arb_written written;

    (void)state;
    assert_true(arb_sheet_entry_in(&reading, &written, "1.Cf3", 5, pos, ARB_STANDARD, NULL));
    assert_int_equal(reading.kind, ARB_READING_LEGAL);
    assert_true(arb_sheet_entry_in(&reading, &written, "Nf3", 3, pos, ARB_STANDARD, NULL));
    assert_int_equal(reading.kind, ARB_READING_LEGAL);
    /* in English it can be read, and is not legal: no other language is asked */
    assert_true(arb_sheet_entry_in(&reading, &written, "Rf3", 3, pos, ARB_STANDARD, NULL));
    assert_int_equal(reading.kind, ARB_READING_ILLEGAL);
    /* in no language legal: one of them says what it would be */
    assert_true(arb_sheet_entry_in(&reading, &written, "Cf6", 3, pos, ARB_STANDARD, NULL));
    assert_int_equal(reading.kind, ARB_READING_ILLEGAL);
    /* no German word: an English rook cannot go there, but a king of Italy can */
    case_game kings = case_game_of("case x\nposition 4k3/8/8/8/8/8/4K3/8 w - - 0 1\n");
    assert_true(arb_sheet_entry_in(&reading, &written, "Rf3", 3,
                                   arb_state_position(arb_game_state(kings.game)), ARB_STANDARD,
                                   arb_language_find("de", 2)));
    assert_int_equal(reading.kind, ARB_READING_LEGAL);
    case_game_free(&kings);
    assert_false(arb_sheet_entry_in(&reading, &written, "hello", 5, pos, ARB_STANDARD, NULL));
    assert_false(arb_sheet_entry_in(&reading, &written, "e4 e5", 5, pos, ARB_STANDARD, NULL));
    case_game_free(&it);
}

/* ---- entry by entry */

/* Laws 8.1, 8.2 */
static void test_record__entries_with_their_corrections(void **state)
{
    case_game it = case_game_of(KEPT "+9 white play e4\n+1 white write d4 (=)\n"
                                     "+1 white rewrite 1 c4\n+1 white rewrite 1 e4\n");
    arb_record *record = record_of(&it);
    const arb_record_entry *entry = arb_record_entry_at(record, ARB_WHITE, 0);

    (void)state;
    assert_int_equal(arb_record_size(record, ARB_WHITE), 2);
    assert_int_equal(arb_record_size(record, ARB_BLACK), 0);
    assert_memory_equal(entry->text, "e4", entry->size);
    assert_int_equal(entry->half_move, 1);
    assert_int_equal(entry->corrections, 2);
    assert_int_equal(entry->was_size, 2);
    assert_memory_equal(entry->was, "c4", 2);
    entry = arb_record_entry_at(record, ARB_WHITE, 1);
    assert_int_equal(entry->kind, ARB_ENTRY_OFFER);
    assert_int_equal(entry->half_move, 0);
    assert_int_equal(entry->corrections, 0);
    assert_null(entry->was);
    arb_record_free(record);
    arb_record_free(NULL);
    case_game_free(&it);
}

/* Laws 8.5 */
static void test_record__gaps_by_their_half_moves(void **state)
{
    case_game it =
        case_game_of(KEPT "+9 white play e4\n+9 black play e5\n+9 white play Nf3\n"
                          "+9 black play Nc6\n+1 white write e4 - Nf3\n+1 black write - e5\n");
    arb_record *record = record_of(&it);

    (void)state;
    assert_int_equal(arb_record_half_moves(record), 4);
    assert_int_equal(arb_record_gap_count(record, ARB_WHITE), 1);
    assert_int_equal(arb_record_gap(record, ARB_WHITE, 0), 2);
    assert_int_equal(arb_record_gap_count(record, ARB_BLACK), 2);
    assert_int_equal(arb_record_gap(record, ARB_BLACK, 0), 1);
    assert_int_equal(arb_record_gap(record, ARB_BLACK, 1), 3);
    assert_int_equal(arb_record_gap_count(record, ARB_COLOUR_COUNT), 3);
    assert_string_equal(arb_sheet_stand_word(arb_game_sheet_stands(it.game, ARB_WHITE)), "gaps");
    arb_record_free(record);
    case_game_free(&it);
}

static void assert_check(const arb_record *record, arb_colour sheet, uint32_t half_move,
                         const char *word)
{
    assert_string_equal(arb_row_check_word(arb_record_check(record, sheet, half_move)), word);
}

/* Laws 8.1.1, C.1 */
static void test_record__what_a_row_is_beside_the_game(void **state)
{
    case_game it = case_game_of(
        KEPT "+9 white play e4\n+9 black play e5\n+9 white play Nf3\n+9 black play Nc6\n"
             "+9 white play d4\n+9 black play exd4\n+9 white play Nxd4\n"
             "+1 white write e4 d5 Nd4 5755 - Bc6 Nd4\n"
             "+1 black write e4 e5 Nf3 Nc6 d4 exd4 Nd2 Bc5\n");
    arb_record *record = record_of(&it);

    (void)state;
    assert_check(record, ARB_WHITE, 1, "right");
    assert_check(record, ARB_WHITE, 2, "wrong");
    assert_check(record, ARB_WHITE, 3, "illegal");
    assert_check(record, ARB_WHITE, 4, "foreign");
    assert_check(record, ARB_WHITE, 5, "blank");
    assert_check(record, ARB_WHITE, 6, "illegal");
    assert_check(record, ARB_WHITE, 7, "right");
    assert_check(record, ARB_BLACK, 7, "ambiguous");
    assert_check(record, ARB_BLACK, 8, "unknown"); /* not made yet */
    assert_check(record, ARB_BLACK, 0, "unknown");
    assert_check(record, ARB_COLOUR_COUNT, 1, "blank");
    assert_string_equal(arb_sheet_stand_word(arb_game_sheet_stands(it.game, ARB_BLACK)), "ahead");
    arb_record_free(record);
    case_game_free(&it);
}

/* Laws 7.5.1: an illegal move that stands is right on the sheet that has it. */
static void test_record__an_illegal_move_that_stands(void **state)
{
    case_game it = case_game_of("case x\ntime 300\noption record kept\n0:00 arbiter start\n"
                                "+9 white play e2e5\n+1 white write e5\n+1 black write e6\n");
    arb_record *record = record_of(&it);
    arb_parting part;

    (void)state;
    case_game_assert_met(&it, "moves e2e5");
    assert_check(record, ARB_WHITE, 1, "right");
    assert_check(record, ARB_BLACK, 1, "illegal");
    assert_int_equal(arb_record_evidence(record), 0);
    assert_true(arb_record_part(&part, record));
    assert_true(part.right[ARB_WHITE] && !part.right[ARB_BLACK]);
    arb_record_free(record);
    case_game_free(&it);
}

/* ---- where they part */

static void assert_part(const char *game, uint32_t half_move, const char *settled_by,
                        unsigned right, unsigned says)
{
    case_game it = case_game_of(game);
    arb_record *record = record_of(&it);
    arb_parting part;

    if (half_move == 0) {
        assert_false(arb_record_part(&part, record));
    } else {
        assert_true(arb_record_part(&part, record));
        assert_int_equal(part.half_move, half_move);
        assert_string_equal(arb_settled_by_word(part.settled_by), settled_by);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(part.right[i], right >> i & 1u);
            assert_int_equal(part.says[i] != NULL, says >> i & 1u);
        }
    }
    arb_record_free(record);
    case_game_free(&it);
}

/* Laws 8.5.3 */
static void test_record__where_sheets_part(void **state)
{
#define MOVES KEPT "+9 white play e4\n+9 black play e5\n+9 white play Nf3\n"
#define WOOD                                                                                       \
    "case x\noption board written\n0:00 arbiter start\n+9 white press\n+9 black press\n"           \
    "+9 white press\n"
    (void)state;
    assert_part(MOVES "+1 white write e4 e5 Nf3\n+1 black write e4 e5 Nf3\n", 0, "", 0, 0);
    assert_part(MOVES "+1 white write e4 e5 Nf3\n+1 black write e4\n", 0, "", 0, 0);
    assert_part(MOVES "+1 white write e4 e5 Nf3\n+1 black write e4 e5 Nc3\n", 3, "board", 1, 3);
    assert_part(MOVES "+1 white write e4 d5 Nf3\n+1 black write e4 e5 Nc3\n", 2, "board", 2, 3);
    assert_part(MOVES "+1 white write e4 d5\n+1 arbiter write e4 e5\n", 2, "board", 4, 5);
    assert_part(MOVES "+1 white write d4\n+1 black write d4\n", 0, "", 0, 0);
    assert_part(MOVES "+1 white write Qh5\n+1 black write e4\n", 1, "board", 2, 3);
    assert_part(MOVES "+1 white write 5254\n+1 black write d4\n", 0, "", 0, 0);
    assert_part(WOOD "+1 white write e4 e5 Nf3\n+1 black write e4 e5 Nc3\n", 3, "nobody", 0, 3);
    assert_part(WOOD "+1 white write e4 e5 Nf3\n+1 black write e4 e5 Nc3\n"
                     "+1 arbiter write e4 e5 Nc3\n",
                3, "arbiter", 6, 7);
    assert_part(WOOD "+1 white write e4 e5 Nf3\n+1 black write e4 - Nc3\n", 3, "nobody", 0, 3);
    assert_part(WOOD "+1 white write e4 - Nf3\n+1 black write e4 - Nc3\n", 0, "", 0, 0);
    assert_part(WOOD "+1 white write Qh8\n+1 black write Qh8\n", 0, "", 0, 0);
}

static void assert_wood(const char *sheets, uint32_t evidence, const char *white, const char *black)
{
    char text[512];

    snprintf(text, sizeof text, WOOD "%s", sheets);
    case_game it = case_game_of(text);
    arb_record *record = record_of(&it);
    assert_int_equal(arb_record_evidence(record), evidence);
    assert_check(record, ARB_WHITE, 2, white);
    assert_check(record, ARB_BLACK, 2, black);
    arb_record_free(record);
    case_game_free(&it);
}

/* Laws 8.1.1: where the board is not seen the sheets are played, as far as one of them goes. */
static void test_record__sheets_played_through(void **state)
{
    (void)state;
    assert_wood("+1 white write e4 e5 Nf3\n+1 black write e4 e5 Nf3\n", 3, "right", "right");
    assert_wood("+1 white write e4 e5\n+1 black write d4 e5\n", 0, "right", "right");
    assert_wood("+1 white write e4 e4\n+1 black write d4 e5\n", 0, "illegal", "right");
    assert_wood("+1 white write - e5\n+1 black write Nf3 e5\n", 0, "right", "right");
    assert_wood("+1 white write Nf3 e5\n+1 black write - e5\n", 0, "right", "right");
    assert_wood("+1 white write Qh8 e5\n+1 black write e4 e5\n", 0, "right", "right");
    assert_wood("+1 white write e4 e5\n+1 black write Qh8 e5\n", 0, "right", "right");
    assert_wood("+1 white write Qh8 e5\n+1 black write Qh8 e5\n", 0, "unknown", "unknown");
    assert_wood("+1 arbiter write e4 e5 Nf3\n", 3, "blank", "blank");
    assert_wood("+1 white write d4 e5 Nf3\n+1 arbiter write e4 e5 Nf3\n", 3, "right", "blank");
    assert_wood("+1 white write d4 d4\n+1 black write c4 c3\n+1 arbiter write b4 b3\n", 1,
                "illegal", "illegal");
    assert_part(WOOD "+1 white write Qh8\n+1 black write e4\n+1 arbiter write e4\n", 1, "arbiter",
                6, 7);
}

/* After Rd2 the king cannot go to d7, after Rf2 he can. */
static void assert_second(const char *sheets, const char *white)
{
    char text[512];

    snprintf(text, sizeof text,
             "case x\noption board written\nposition 4k3/8/8/8/8/8/4R3/K7 w - - 0 1\n"
             "0:00 arbiter start\n+9 white press\n+9 black press\n%s",
             sheets);
    case_game it = case_game_of(text);
    arb_record *record = record_of(&it);
    assert_check(record, ARB_WHITE, 2, white);
    arb_record_free(record);
    case_game_free(&it);
}

/* Laws 8.1.1: what both have counts before the arbiter's, that before one player's. */
static void test_record__whose_move_is_played(void **state)
{
    (void)state;
    assert_second("+1 white write Rd2 Kd7\n+1 black write Rd2\n+1 arbiter write Rf2\n", "illegal");
    assert_second("+1 white write Rf2 Kd7\n+1 black write Rf2\n+1 arbiter write Rd2\n", "right");
    assert_second("+1 white write Rf2 Kd7\n+1 black write Rf1\n+1 arbiter write Rd2\n", "illegal");
    assert_second("+1 white write Rd2 Kd7\n+1 black write Rf2\n", "illegal");
    assert_second("+1 white write Rf2 Kd7\n+1 black write Rd2\n", "right");
    assert_second("+1 white write - Kd7\n+1 black write Rd2\n", "illegal");
    assert_second("+1 white write - Kd7\n+1 black write Rf2\n", "right");
}

static arb_err read_record(const arb_mem *mem, void *user)
{
    static const char game[] =
        KEPT "+9 white play e4\n+9 black play e5\n+9 white play Nf3\n+1 white write e4\n"
             "+1 black write e4 - Nf3\n+1 arbiter write e4 e5 Nf3\n+1 arbiter rewrite 2 d5\n";
    arb_record *record;
    case_game it;
    arb_err err = case_game_new(&it, mem, game, strlen(game));

    (void)user;
    if (err)
        return err;
    err = arb_record_new(&record, it.game);
    if (!err)
        arb_record_free(record);
    case_game_free(&it);
    return err;
}

/* The record needs some memory, and gives all of it back. */
static void test_record__survives_every_lack_of_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(read_record, NULL) > 6);
}

/* ---- no help */

enum { TEXT = 16 };

/* Everything that a seat is told, as text: what was said, what it can do, how the sheets stand. */
static void tell(char out[2048], const case_game *it, arb_colour player)
{
    const arb_state *s = arb_game_state(it->game);
    arb_ms from[ARB_VERB_COUNT];
    size_t used = arb_verdict_write(out, 1024, &it->verdict, arb_state_now(s));
    arb_record *record = record_of(it);

    arb_state_can_all(from, s, arb_game_history(it->game), (arb_actor)player, arb_state_now(s));
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++)
        out[used++] = from[i] == ARB_MS_NEVER ? '-' : 'x';
    used += (size_t)snprintf(out + used, 64, " %s %s %d", arb_phase_word(arb_state_phase(s)),
                             arb_sheet_stand_word(arb_game_sheet_stands(it->game, player)),
                             (int)arb_record_gap_count(record, player));
    for (size_t i = 0; i < arb_record_size(record, player); i++)
        used += (size_t)snprintf(out + used, 32, " %s %u",
                                 arb_entry_kind_word(arb_record_entry_at(record, player, i)->kind),
                                 (unsigned)arb_record_entry_at(record, player, i)->half_move);
    out[used] = '\0';
    arb_record_free(record);
}

/* A move of a piece to a square, as it is written, that is none of the legal ones. */
static void some_illegal(char out[TEXT], const arb_pos *pos, chance *luck)
{
    arb_written written;

    do {
        snprintf(out, TEXT, "%c%c%c", "NBRQK"[chance_below(luck, 5)],
                 "abcdefgh"[chance_below(luck, 8)], "12345678"[chance_below(luck, 8)]);
        assert_int_equal(arb_written_read(&written, NULL, out, strlen(out), NULL), ARB_OK);
    } while (arb_written_in(&written, pos, ARB_STANDARD).kind != ARB_READING_ILLEGAL);
}

/* Two games that differ in one entry alone: the one is legal, the other is not. */
static void compare_entries(const char *header, unsigned plies, bool late, chance *luck)
{
    case_game one = case_game_of(header), other = case_game_of(header);
    char legal[TEXT] = "", illegal[TEXT] = "", line[64], a[2048], b[2048];

    for (unsigned i = 0; i < plies; i++) {
        const arb_pos pos = *arb_state_position(arb_game_state(one.game));
        arb_move moves[ARB_MOVES_MAX];
        const size_t count = arb_pos_moves(moves, &pos);
        if (count == 0 || arb_state_is_over(arb_game_state(one.game)))
            break;
        arb_san_write(legal, sizeof legal, &pos, moves[chance_below(luck, (unsigned)count)]);
        some_illegal(illegal, &pos, luck);
        snprintf(line, sizeof line, "+1 %s play %s", pos.turn == ARB_WHITE ? "white" : "black",
                 legal);
        if (i + 1 == plies && !late)
            break; /* it is written before it is made */
        case_game_event(&one, line);
        case_game_event(&other, line);
        if (i + 1 == plies)
            break;
        for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
            snprintf(line, sizeof line, "+0 %s write %s", arb_colour_word(c), legal);
            case_game_event(&one, line);
            case_game_event(&other, line);
        }
    }
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && *legal; c++) {
        snprintf(line, sizeof line, "+1 %s write %s", arb_colour_word(c), legal);
        case_game_event(&one, line);
        snprintf(line, sizeof line, "+1 %s write %s", arb_colour_word(c), illegal);
        case_game_event(&other, line);
        tell(a, &one, c);
        tell(b, &other, c);
        assert_string_equal(a, b);
    }
    case_game_free(&one);
    case_game_free(&other);
}

/* Laws 8.1, 12.6: the same is told whether an entry is legal or not. */
static void test_record__tells_nobody_what_is_legal(void **state)
{
    static const char *const headers[] = {
        KEPT,
        "case x\ntime 180+2\noption record kept\n0:00 arbiter start\n",
        "case x\ntime 7200\nedition fide-2001\noption record kept\n0:00 arbiter start\n",
        ("case x\ntime 5400+30\noption record kept\noption scoresheet electronic\n"
         "0:00 arbiter start\n"),
    };
    chance luck = chance_begin(78);

    (void)state;
    for (unsigned i = 0; i < scaled(400); i++)
        compare_entries(headers[i % 4], 1 + chance_below(&luck, 12), i % 3 != 0, &luck);
}

/* ---- a game that is reconstructed */

/* Laws 8.5.3 */
static void test_record__what_is_noted(void **state)
{
    case_game it = case_game_of(
        "case x\ntime 40/7200:3600\noption record kept\ngiven counter white 38\n"
        "given counter black 37\ngiven clock white 5\ngiven clock black 100\n0:00 arbiter start\n"
        "+1 white play e4\n+1 black play e5\n");
    arb_reconstruction noted;

    (void)state;
    assert_int_equal(arb_state_overdue(arb_game_state(it.game)), ARB_COLOUR_COUNT);
    case_game_event(&it, "+10 arbiter flag white");
    assert_int_equal(arb_state_overdue(arb_game_state(it.game)), ARB_WHITE);
    assert_int_equal(arb_state_was_free(arb_game_state(it.game)), 3);
    assert_false(arb_state_reconstruction(&noted, arb_game_state(it.game)));
    case_game_event(&it, "+10 arbiter reconstruct");
    assert_true(arb_state_reconstruction(&noted, arb_game_state(it.game)));
    assert_int_equal(noted.ply, 2);
    assert_int_equal(noted.half_moves, 2);
    assert_int_equal(noted.clock[ARB_WHITE], 0);
    assert_int_equal(noted.clock[ARB_BLACK], 99000);
    assert_int_equal(noted.running, ARB_WHITE);
    assert_int_equal(noted.completed[ARB_WHITE], 39);
    assert_int_equal(noted.completed[ARB_BLACK], 38);
    case_game_event(&it, "+10 arbiter no-proof");
    assert_int_equal(arb_state_overdue(arb_game_state(it.game)), ARB_COLOUR_COUNT);
    assert_int_equal(arb_state_was_free(arb_game_state(it.game)), 0);
    assert_true(arb_state_reconstruction(&noted, arb_game_state(it.game)));
    case_game_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record__what_an_entry_is),
        cmocka_unit_test(test_record__numbers_of_entries),
        cmocka_unit_test(test_record__letters_of_any_country),
        cmocka_unit_test(test_record__entries_with_their_corrections),
        cmocka_unit_test(test_record__gaps_by_their_half_moves),
        cmocka_unit_test(test_record__what_a_row_is_beside_the_game),
        cmocka_unit_test(test_record__an_illegal_move_that_stands),
        cmocka_unit_test(test_record__where_sheets_part),
        cmocka_unit_test(test_record__sheets_played_through),
        cmocka_unit_test(test_record__whose_move_is_played),
        cmocka_unit_test(test_record__survives_every_lack_of_memory),
        cmocka_unit_test(test_record__tells_nobody_what_is_legal),
        cmocka_unit_test(test_record__what_is_noted),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
