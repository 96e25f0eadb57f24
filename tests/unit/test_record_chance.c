/* SPDX-License-Identifier: MIT */
/*
 * The record of a game (Article 8), read twice: games by chance, in which two players and the
 * arbiter write with faults, correct what they wrote, leave rows out and run ahead, and in which
 * moves are taken back. After every event a slow reading, which walks through plain lists and knows
 * nothing of how the library keeps its sheets, must say the same about gaps, rows, evidence and
 * differences.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "arbitro/record.h"
#include "support/case_game.h"
#include "support/explorer.h"

enum { PLIES = 24, TEXT = 32, ENTRIES = 200, THREE = 3 };

static const char *const names[THREE] = { "white", "black", "arbiter" };

typedef struct entry {
    char text[TEXT];
    bool row, blank;
} entry;

/* A game, and what was written in it, in plain lists. */
typedef struct kept_game {
    case_game it;
    bool seen; /* the board is */
    char played[PLIES + 1][TEXT];
    arb_pos before[PLIES + 2]; /* each half-move */
    unsigned made;
    bool open[2]; /* this player's last move is not completed yet */
    entry sheet[THREE][ENTRIES];
    unsigned count[THREE];
} kept_game;

/* What a sheet has in a row, and how the library must call it. */
typedef struct reading {
    const entry *entry;
    arb_row_check check;
    char move[TEXT]; /* a legal one; "" */
} reading;

/* ---- the slow reading */

/* The entry in row `row`, counted through from the first; NULL. */
static const entry *in_row(const kept_game *g, unsigned sheet, unsigned row)
{
    for (unsigned i = 0; i < g->count[sheet]; i++)
        if (g->sheet[sheet][i].row && row-- == 0)
            return &g->sheet[sheet][i];
    return NULL;
}

static unsigned rows_of(const kept_game *g, unsigned sheet)
{
    unsigned rows = 0;

    while (in_row(g, sheet, rows))
        rows++;
    return rows;
}

static bool is_written(const kept_game *g, unsigned sheet, unsigned row)
{
    const entry *found = in_row(g, sheet, row);
    return found && !found->blank;
}

/* Digits, and the squares of a piece without its letter, are no evidence (C). */
static bool is_foreign(const char *text, const arb_pos *pos)
{
    const arb_setup setup = arb_pos_setup(pos);

    if (text[0] >= '1' && text[0] <= '8' && strchr(text, '.') == NULL)
        return true;
    if (strlen(text) != 4 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return false;
    const arb_piece piece =
        setup.piece[arb_square_at((unsigned)(text[0] - 'a'), (unsigned)(text[1] - '1'))];
    return piece != ARB_PIECE_NONE && arb_piece_role(piece) != ARB_PAWN;
}

static reading read_row(const kept_game *g, unsigned sheet, unsigned row, const arb_pos *pos)
{
    reading out = { .entry = in_row(g, sheet, row), .check = ARB_ROW_BLANK };
    arb_written written;

    if (!out.entry || out.entry->blank)
        return out;
    const char *dot = strrchr(out.entry->text, '.'), *text = dot ? dot + 1 : out.entry->text;
    out.check = ARB_ROW_FOREIGN;
    if (is_foreign(text, pos))
        return out;
    assert_int_equal(arb_written_read(&written, NULL, text, strlen(text), NULL), ARB_OK);
    const arb_reading meant = arb_written_in(&written, pos, ARB_STANDARD);
    out.check = meant.kind == ARB_READING_AMBIGUOUS ? ARB_ROW_AMBIGUOUS : ARB_ROW_ILLEGAL;
    if (meant.kind != ARB_READING_LEGAL)
        return out;
    arb_san_write(out.move, TEXT, pos, meant.move);
    out.check = !g->seen || strcmp(out.move, g->played[row]) == 0 ? ARB_ROW_RIGHT : ARB_ROW_WRONG;
    return out;
}

/* Where the board is not seen: with which of the three sheets does the game go on? */
static const char *goes_on(const reading row[THREE])
{
    const bool agree = *row[0].move && strcmp(row[0].move, row[1].move) == 0;

    return agree          ? row[0].move
           : *row[2].move ? row[2].move
           : *row[0].move ? row[0].move
                          : row[1].move;
}

static bool is_proved(const kept_game *g, const reading row[THREE])
{
    const bool both = row[0].check == ARB_ROW_RIGHT && row[1].check == ARB_ROW_RIGHT;

    return row[2].check == ARB_ROW_RIGHT ||
           (both && (g->seen || strcmp(row[0].move, row[1].move) == 0));
}

static bool speaks(const reading *r)
{
    return r->check != ARB_ROW_BLANK && r->check != ARB_ROW_FOREIGN;
}

static bool parts(const reading row[THREE])
{
    for (unsigned a = 0; a < THREE; a++)
        for (unsigned b = 0; b < THREE; b++)
            if (speaks(&row[a]) && speaks(&row[b]) && strcmp(row[a].move, row[b].move) != 0)
                return true;
    return false;
}

static void assert_parting(const kept_game *g, const arb_record *record, unsigned at,
                           const reading row[THREE])
{
    arb_parting part;

    assert_true(arb_record_part(&part, record));
    assert_int_equal(part.half_move, at + 1);
    assert_int_equal(part.settled_by, g->seen        ? ARB_SETTLED_BY_BOARD
                                      : *row[2].move ? ARB_SETTLED_BY_ARBITER
                                                     : ARB_SETTLED_BY_NOBODY);
    for (unsigned i = 0; i < THREE; i++) {
        const bool says = row[i].entry && !row[i].entry->blank;
        const bool right = g->seen ? row[i].check == ARB_ROW_RIGHT
                                   : *row[2].move && strcmp(row[i].move, row[2].move) == 0;
        assert_int_equal(part.says[i] != NULL, says);
        if (says)
            assert_memory_equal(part.says[i]->text, row[i].entry->text, part.says[i]->size);
        assert_int_equal(part.right[i], right);
    }
}

/* Every row of every sheet, what is proved, and where they part. */
static void assert_rows(const kept_game *g, const arb_record *record)
{
    arb_pos pos = g->before[0];
    bool proved = true, parted = false, known = true;
    unsigned evidence = 0;
    arb_parting part;

    assert_int_equal(arb_record_half_moves(record), g->made);
    for (unsigned row = 0; row < g->made; row++) {
        reading all[THREE];
        if (g->seen)
            pos = g->before[row];
        for (unsigned i = 0; i < THREE; i++) {
            all[i] = known ? read_row(g, i, row, &pos) : (reading){ .check = ARB_ROW_UNKNOWN };
            assert_int_equal(arb_record_check(record, (arb_colour)i, row + 1), all[i].check);
        }
        proved = proved && known && is_proved(g, all);
        evidence += proved;
        if (known && !parted && parts(all)) {
            parted = true;
            assert_parting(g, record, row, all);
        }
        if (!g->seen && known) {
            arb_written written;
            const char *move = goes_on(all);
            known = *move != '\0';
            if (known) {
                assert_int_equal(arb_written_read(&written, NULL, move, strlen(move), NULL),
                                 ARB_OK);
                arb_pos_play(&pos, &pos, arb_written_in(&written, &pos, ARB_STANDARD).move);
            }
        }
    }
    assert_int_equal(arb_record_evidence(record), evidence);
    assert_int_equal(arb_record_part(&part, record), parted);
}

/* Entries as they stand, gaps, and how the sheet stands. */
static void assert_sheet(const kept_game *g, const arb_record *record, unsigned sheet)
{
    const arb_colour c = (arb_colour)sheet;
    const unsigned completed = g->made - g->open[0] - g->open[1],
                   allowed = g->made + (g->seen ? 0 : 1);
    unsigned row = 0;
    size_t gaps = 0;
    bool ahead = false;

    assert_int_equal(arb_record_size(record, c), g->count[sheet]);
    for (unsigned i = 0; i < g->count[sheet]; i++) {
        const entry *mine = &g->sheet[sheet][i];
        const arb_record_entry *its = arb_record_entry_at(record, c, i);
        assert_int_equal(its->size, strlen(mine->text));
        assert_memory_equal(its->text, mine->text, its->size);
        assert_int_equal(its->half_move, mine->row ? ++row : 0);
        ahead = ahead || (mine->row && !mine->blank && row > allowed);
    }
    for (unsigned i = 0; i + 1 < completed; i++)
        if (!is_written(g, sheet, i)) {
            assert_true(gaps < arb_record_gap_count(record, c));
            assert_int_equal(arb_record_gap(record, c, gaps++), i + 1);
        }
    assert_int_equal(arb_record_gap_count(record, c), gaps);
    assert_int_equal(arb_game_sheet_stands(g->it.game, c), ahead      ? ARB_SHEET_AHEAD
                                                           : gaps > 0 ? ARB_SHEET_GAPS
                                                                      : ARB_SHEET_COMPLETE);
}

static void assert_same_reading(const kept_game *g)
{
    arb_record *record;

    assert_int_equal(arb_record_new(&record, g->it.game), ARB_OK);
    for (unsigned i = 0; i < THREE; i++)
        assert_sheet(g, record, i);
    assert_rows(g, record);
    arb_record_free(record);
}

/* ---- what they do */

static void event(kept_game *g, const char *who, const char *what)
{
    char line[160];

    snprintf(line, sizeof line, "+0.1 %s %s", who, what);
    case_game_event(&g->it, line);
}

static bool any_move(char out[TEXT], arb_move *move, const arb_pos *pos, chance *luck)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    if (count == 0)
        return false;
    *move = moves[chance_below(luck, (unsigned)count)];
    arb_san_write(out, TEXT, pos, *move);
    return true;
}

static const char *mover(const kept_game *g)
{
    return g->before[g->made].turn == ARB_WHITE ? "white" : "black";
}

/* A move, with or without its press; where the board is not seen, only the press. */
static void move_on(kept_game *g, chance *luck)
{
    char what[32];
    arb_move move;
    const char *who = mover(g);

    if (g->made == PLIES || !any_move(g->played[g->made], &move, &g->before[g->made], luck))
        return;
    const bool open = g->seen && chance_below(luck, 4) == 0;
    snprintf(what, sizeof what, "%s %s", open ? "move" : "play", g->played[g->made]);
    event(g, who, g->seen ? what : "press");
    arb_pos_play(&g->before[g->made + 1], &g->before[g->made], move);
    g->open[g->before[g->made].turn] = open;
    g->made++;
}

static void press(kept_game *g, arb_colour player)
{
    if (g->open[player])
        event(g, names[player], "press");
    g->open[player] = false;
}

/* Some entry for row `row`, more often right than not. */
static entry some_entry(const kept_game *g, unsigned row, chance *luck)
{
    static const char *const notes[] = { "(=)", "1:12", "[0:59]", "1-0" };
    static const char *const ahead[] = { "e4", "Nf6", "Qh5", "0-0" };
    const unsigned kind = chance_below(luck, 14);
    entry out = { .row = true };
    arb_move move;

    if (kind == 0 || kind == 1) {
        out.row = false;
        snprintf(out.text, TEXT, "%s", notes[chance_below(luck, 4)]);
    } else if (kind == 2) {
        out.blank = true;
        snprintf(out.text, TEXT, "-");
    } else if (kind == 3) {
        snprintf(out.text, TEXT, "5254");
    } else if (kind == 4) {
        snprintf(out.text, TEXT, "%c%c%c", "NBRQK"[chance_below(luck, 5)],
                 'a' + (char)chance_below(luck, 8), '1' + (char)chance_below(luck, 8));
    } else if (row >= g->made) {
        snprintf(out.text, TEXT, "%s", ahead[chance_below(luck, 4)]);
    } else if (kind == 5 && any_move(out.text, &move, &g->before[row], luck)) {
        return out;
    } else if (kind == 6 && any_move(out.text, &move, &g->before[row], luck)) {
        arb_uci_write(out.text, TEXT, move, ARB_STANDARD);
    } else {
        snprintf(out.text, TEXT, "%s", g->played[row]);
    }
    return out;
}

static void put(kept_game *g, unsigned sheet, entry one)
{
    g->sheet[sheet][g->count[sheet]++] = one;
}

/* One entry or several; now and then a number that leaves rows out. */
static void write_some(kept_game *g, unsigned sheet, chance *luck)
{
    char what[128] = "write";
    const unsigned many = 1 + chance_below(luck, 3), ahead = chance_below(luck, 8) == 0;

    for (unsigned i = 0; i < many; i++) {
        const unsigned next = rows_of(g, sheet), until = g->made + (g->seen ? 0 : 1);
        unsigned row = next;
        if (g->count[sheet] + PLIES > ENTRIES || next >= until + ahead)
            break;
        if (next < until && chance_below(luck, 8) == 0)
            row += chance_below(luck, until - next);
        entry one = some_entry(g, row, luck);
        if (!one.row || one.blank)
            row = next;
        if (row > next) {
            char plain[TEXT];
            memcpy(plain, one.text, TEXT);
            snprintf(one.text, TEXT, "%u%s%.9s", row / 2 + 1, row % 2 ? "..." : ".", plain);
        }
        for (unsigned blank = next; blank < row; blank++)
            put(g, sheet, (entry){ .row = true, .blank = true });
        put(g, sheet, one);
        snprintf(what + strlen(what), sizeof what - strlen(what), " %s", one.text);
    }
    if (strcmp(what, "write") != 0)
        event(g, names[sheet], what);
}

static void correct(kept_game *g, unsigned sheet, chance *luck)
{
    char what[64];

    if (g->count[sheet] == 0)
        return;
    const unsigned number = chance_below(luck, g->count[sheet]);
    unsigned row = 0;
    for (unsigned i = 0; i < number; i++)
        row += g->sheet[sheet][i].row;
    g->sheet[sheet][number] = some_entry(g, row, luck);
    snprintf(what, sizeof what, "rewrite %u %s", number + 1, g->sheet[sheet][number].text);
    event(g, names[sheet], what);
}

/* Back to the position after so many half-moves: what is written from there on is struck out. */
static void take_back(kept_game *g, chance *luck)
{
    char what[32];

    if (!g->seen || g->made == 0)
        return;
    press(g, ARB_WHITE);
    press(g, ARB_BLACK);
    g->made -= chance_below(luck, g->made < 3 ? g->made : 3);
    snprintf(what, sizeof what, "restore %u", g->made);
    event(g, "arbiter", what);
    for (unsigned i = 0; i < THREE; i++) {
        unsigned row = 0, kept = 0;
        while (kept < g->count[i] && !(g->sheet[i][kept].row && row == g->made))
            row += g->sheet[i][kept++].row;
        g->count[i] = kept;
    }
}

static void something_happens(kept_game *g, chance *luck)
{
    const unsigned kind = chance_below(luck, 20), sheet = chance_below(luck, THREE);

    if (kind < 6)
        move_on(g, luck);
    else if (kind < 8)
        press(g, (arb_colour)chance_below(luck, 2));
    else if (kind < 16)
        write_some(g, sheet, luck);
    else if (kind < 19)
        correct(g, sheet, luck);
    else if (chance_below(luck, 4) == 0)
        take_back(g, luck);
}

static void play_games(const char *header, bool seen, uint64_t seed)
{
    chance luck = chance_begin(seed);

    for (unsigned i = 0; i < 12 + scaled(70); i++) {
        kept_game g = { .it = case_game_of(header), .seen = seen };
        g.before[0] = *arb_state_position(arb_game_state(g.it.game));
        for (unsigned step = 0; step < 90; step++) {
            something_happens(&g, &luck);
            if (arb_state_is_over(arb_game_state(g.it.game)))
                break;
            assert_same_reading(&g);
        }
        case_game_free(&g.it);
    }
}

/* Laws 8.1.1, 8.1.2, 8.5, 8.5.3, C */
static void test_record_chance__games_read_twice(void **state)
{
    (void)state;
    play_games("case x\ntime 5400+30\noption record kept\n0:00 arbiter start\n", true, 77);
}

/* Laws 8.1, 8.5, 8.5.3: the same where nobody sees the board. */
static void test_record_chance__unseen_games_read_twice(void **state)
{
    (void)state;
    play_games("case x\ntime 5400+30\noption board written\noption detection manual\n"
               "0:00 arbiter start\n",
               false, 78);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record_chance__games_read_twice),
        cmocka_unit_test(test_record_chance__unseen_games_read_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
