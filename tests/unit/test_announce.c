/* SPDX-License-Identifier: MIT */
/* Announcements: what is understood, and what is not (Laws D.2.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/announce.h"
#include "support/assertions.h"
#include "support/data_file.h"

static const char ruy[] = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
static const char wings[] = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8";
static const char promo[] = "3r3k/4P3/8/8/8/8/6K1/8 w - - 0 1";
static const char rooks[] = "1k6/8/8/8/8/8/4K3/R6R w - - 0 1";
static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* ---- what is understood ---- */

typedef struct table {
    struct {
        char name[16], fen[DATA_LINE_MAX];
    } positions[16];
    unsigned count, rows, wrong;
    unsigned by_language[32];
} table;

static const char *position_in(const table *t, const char *name)
{
    for (unsigned i = 0; i < t->count; i++)
        if (strcmp(t->positions[i].name, name) == 0)
            return t->positions[i].fen;
    fail_msg("no position %s", name);
    return NULL;
}

/* What the announcement comes to: coordinates, or what is wrong with it. */
static void outcome(char out[ARB_MOVE_TEXT_SIZE], const arb_pos *pos, const char *text,
                    const arb_language *language)
{
    arb_reading reading;
    arb_where where;

    if (arb_announcement_read(&reading, &where, pos, text, strlen(text), language) != ARB_OK)
        snprintf(out, ARB_MOVE_TEXT_SIZE, "unreadable at %zu", where.column);
    else if (reading.kind == ARB_READING_LEGAL)
        arb_uci_write(out, ARB_MOVE_TEXT_SIZE, reading.move, ARB_STANDARD);
    else
        snprintf(out, ARB_MOVE_TEXT_SIZE, "%s",
                 reading.kind == ARB_READING_AMBIGUOUS ? "ambiguous" : "illegal");
}

static void check_row(void *user, unsigned number, char *line)
{
    table *t = user;
    char *columns[4] = { line, NULL, NULL, NULL }, got[ARB_MOVE_TEXT_SIZE];

    for (unsigned i = 1; i < 4 && columns[i - 1]; i++) {
        columns[i] = strchr(columns[i - 1], '\t');
        if (columns[i])
            *columns[i]++ = '\0';
    }
    if (strcmp(columns[0], "position") == 0) {
        snprintf(t->positions[t->count].name, sizeof t->positions[0].name, "%s", columns[1]);
        snprintf(t->positions[t->count++].fen, sizeof t->positions[0].fen, "%s", columns[2]);
        return;
    }
    assert_non_null(columns[3]);
    const arb_language *language = language_of(columns[0]);
    const arb_pos pos = pos_of(position_in(t, columns[1]));
    outcome(got, &pos, columns[3], language);
    for (size_t i = 0; i < arb_language_count(); i++)
        t->by_language[i] += arb_language_at(i) == language;
    t->rows++;
    if (strcmp(got, columns[2]) == 0)
        return;
    t->wrong++;
    print_message("# line %u: %s \"%s\" is %s, not %s\n", number, columns[0], columns[3], got,
                  columns[2]);
}

/* Laws D.2.1: at least fifty misspellings and regional forms of each main language. */
static void test_announce__misspellings_and_regional_forms(void **state)
{
    static const char *const main_languages[] = { "de", "it", "en", "fr", "es" };
    table t = { 0 };

    (void)state;
    assert_int_not_equal(data_file_read("notation/announcements.tsv", check_row, &t), 0);
    printf("# %u texts\n", t.rows);
    assert_int_equal(t.wrong, 0);
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < arb_language_count(); j++)
            if (strcmp(arb_language_at(j)->code, main_languages[i]) == 0)
                assert_true(t.by_language[j] >= 50);
}

/* Laws D.2.1: forms that are rare, and rightly read. */
static void test_announce__rare_forms(void **state)
{
    static const char file[] = "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1";
    static const char two[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    static const char mate[] = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    static const struct {
        const char *code, *fen, *text, *outcome;
    } rows[] = {
        { "de", two, "Eva nimmt David", "e4d5" },
        { "de", two, "Bauer Eva nimmt David", "e4d5" },
        { "de", two, "Eva David fünf", "e4d5" },
        { "de", two, "Eva vier David fünf", "e4d5" },
        { "de", two, "König nimmt Bauer", "illegal" },
        { "de", start, "Eva vier Eva fünf", "illegal" }, /* nothing stands there */
        { "de", file, "Turm eins Anna drei", "a1a3" },
        { "fr", file, "tour un Anna trois", "a1a3" }, /* the number, not the article */
        { "fr", file, "tour cinq Anna trois", "a5a3" },
        { "it", two, "un pedone prende un pedone", "e4d5" },
        { "de", mate, "Turm Hector acht matt", "h1h8" },
        { "de", mate, "Turm h8 Schach, matt!", "h1h8" },
        { "de", mate, "Turm Hector acht Schach und matt", "h1h8" },
        { "de", mate, "Turm Hector acht #", "h1h8" },
        { "es", start, "caballo a f 3", "g1f3" },
        { "pt", start, "Be4", "illegal" }, /* the bishop, not b4 */
        { "en", start, "pawn’s e4", "e2e4" },
        { "en", start, "«e4»", "e2e4" },
        { "en", start, "e4\u00a0\u2014", "e2e4" },
        { "en", promo, "e7 takes d8 = knight", "e7d8n" },
        { "en", two, "e4\u00d7d5", "e4d5" },
        { "en", two, "e4:d5", "e4d5" },
        { "en", wings, "o-o-o", "e1c1" },
        { "en", wings, "0-0-0-0", "unreadable at 1" },
    };
    char got[ARB_MOVE_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        outcome(got, &pos, rows[i].text, language_of(rows[i].code));
        if (strcmp(got, rows[i].outcome) != 0)
            fail_msg("\"%s\" is %s", rows[i].text, got);
    }
}

/* What is said of a move: check said or not said, rightly or wrongly. */
static void test_announce__remarks(void **state)
{
    const arb_pos pos = pos_of(rooks);
    arb_reading reading;

    (void)state;
    assert_int_equal(arb_announcement_read(&reading, NULL, &pos, "Turm Hector acht", 16, NULL),
                     ARB_OK);
    assert_true(reading.remarks & ARB_REMARK_CHECK_MISSING);
    assert_int_equal(
        arb_announcement_read(&reading, NULL, &pos, "Turm Hector acht Schach", 23, NULL), ARB_OK);
    assert_false(reading.remarks & (ARB_REMARK_CHECK_MISSING | ARB_REMARK_CHECK_WRONG));
    assert_int_equal(arb_announcement_read(&reading, NULL, &pos, "Turm Hector acht matt", 21, NULL),
                     ARB_OK);
    assert_true(reading.remarks & ARB_REMARK_CHECK_WRONG);
    assert_int_equal(arb_announcement_read(&reading, NULL, &pos, "König nimmt Eva drei", 21, NULL),
                     ARB_OK);
    assert_true(reading.remarks & ARB_REMARK_NO_CAPTURE);
}

/* Laws D.2.1: the spellings of 2001, and the words of the Laws in any language. */
static void test_announce__the_words_of_the_laws_in_every_language(void **state)
{
    static const char *const texts[] = { "Laeufer schlägt Cesar sechs", "Läufer Cesar sechs",
                                         "Laufer Cesar 6" };
    const arb_pos pos = pos_of(ruy);
    char got[ARB_MOVE_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        for (size_t j = 0; j < 3; j++) {
            outcome(got, &pos, texts[j], arb_language_at(i));
            assert_string_equal(got, "b5c6");
        }
        outcome(got, &pos, "Kurze Rochade", arb_language_at(i));
        assert_string_equal(got, "e1g1");
    }
    outcome(got, &pos, "Bauer David funf", NULL); /* 2001 */
    assert_string_equal(got, "illegal");
    const arb_pos seventh = pos_of("4k3/R7/8/8/8/8/4K3/8 w - - 0 1");
    outcome(got, &seventh, "Turm Hector seiben", NULL);
    assert_string_equal(got, "a7h7");
}

/* ---- what is not ---- */

/* Laws D.2.1: where it stops, and what was wanted there. */
static void test_announce__unreadable_at_a_word(void **state)
{
    static const struct {
        const char *code, *text;
        size_t column;
        arb_wanted wanted;
    } rows[] = {
        { "de", "", 1, ARB_WANTED_ANNOUNCEMENT },
        { "de", "   ", 4, ARB_WANTED_ANNOUNCEMENT },
        { "de", "Blume Eva vier", 1, ARB_WANTED_ANNOUNCEMENT },
        { "de", "Springer Blume drei", 10, ARB_WANTED_ANNOUNCED_SQUARE },
        { "de", "Springer Felix Blume", 16, ARB_WANTED_ANNOUNCED_RANK },
        { "de", "Springer Felix", 15, ARB_WANTED_ANNOUNCED_RANK },
        { "de", "Springer", 9, ARB_WANTED_ANNOUNCED_SQUARE },
        { "de", "Springer schlägt", 17, ARB_WANTED_ANNOUNCED_SQUARE },
        { "de", "Springer Felix drei Blume", 21, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Springer Felix drei Schach Schach", 28, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Kurze Rochade Eva", 15, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "kurz", 5, ARB_WANTED_ANNOUNCED_CASTLING },
        { "de", "kurz Blume", 6, ARB_WANTED_ANNOUNCED_CASTLING },
        { "de", "Bauer Eva acht wird zur", 24, ARB_WANTED_ANNOUNCED_PROMOTION },
        { "de", "Bauer Eva acht wird zur Blume", 25, ARB_WANTED_ANNOUNCED_PROMOTION },
        { "de", "Springer Felix neun", 16, ARB_WANTED_ANNOUNCED_RANK },
        { "de", "Springer Felix 9", 16, ARB_WANTED_ANNOUNCED_RANK },
        { "it", "cavallo Felix tre quattro", 19, ARB_WANTED_ANNOUNCEMENT_END },
        { "it", "cavallo è in Felix rotto", 20, ARB_WANTED_ANNOUNCED_RANK },
        { "en", "schlägt Eva vier", 1, ARB_WANTED_ANNOUNCEMENT },
        { "en", "eva one eva two eva three", 17, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Springer \xff", 10, ARB_WANTED_UTF8 },
        { "de", "Springer nimmt Eva", 19, ARB_WANTED_ANNOUNCED_RANK },
        { "de", "Eva nimmt David fünf nimmt", 22, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Kurze Rochade Lange Rochade", 15, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Eva vier Kurze Rochade", 10, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Turm Kurze Rochade", 6, ARB_WANTED_ANNOUNCED_SQUARE },
        { "de", "Kurze Rochade nimmt", 15, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "kurz lang Rochade", 6, ARB_WANTED_ANNOUNCED_CASTLING },
        { "de", "Eva vier kurz", 10, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Springer wird zu Dame", 10, ARB_WANTED_ANNOUNCED_SQUARE },
        { "de", "Rochade wird zu Dame", 9, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Eva acht Dame wird zu Turm", 15, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Rochade en passant", 9, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Eva nimmt David sechs en passant en passant", 34, ARB_WANTED_ANNOUNCEMENT_END },
        { "de", "Schach Eva vier", 1, ARB_WANTED_ANNOUNCEMENT },
        { "de", "Eva acht wird zu Schach", 18, ARB_WANTED_ANNOUNCED_PROMOTION },
        { "de", "Springer 0", 10, ARB_WANTED_ANNOUNCED_SQUARE },
    };
    const arb_pos pos = arb_pos_initial();

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_reading before = { .kind = ARB_READING_AMBIGUOUS, .count = 77 };
        arb_reading reading = before;
        arb_where where = { 0 };
        if (arb_announcement_read(&reading, &where, &pos, rows[i].text, strlen(rows[i].text),
                                  language_of(rows[i].code)) != ARB_SYNTAX)
            fail_msg("\"%s\" can be read", rows[i].text);
        assert_int_equal(reading.count, 77);
        if (where.column != rows[i].column || where.wanted != rows[i].wanted)
            fail_msg("\"%s\": column %zu, %s", rows[i].text, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
    }
}

/* Near to two meanings is as far from both: nothing is guessed. */
static void test_announce__never_guesses(void **state)
{
    static const struct {
        const char *code, *text, *fen;
    } rows[] = {
        { "de", "Bauer Eva dvei", start }, /* zwei or drei */
        { "de", "Bauer Eva bier", start }, /* short words are not mended */
        { "it", "cavallo Felix tra", start }, { "fr", "pion Eva dux", start },
        { "en", "pawn dower four", start }, /* Dover or fower */
    };
    char got[ARB_MOVE_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        outcome(got, &pos, rows[i].text, language_of(rows[i].code));
        assert_memory_equal(got, "unreadable", 10);
    }
}

/* Ambiguous ones are answered with the candidates. */
static void test_announce__ambiguous_with_the_candidates(void **state)
{
    static const struct {
        const char *fen, *code, *text;
        unsigned count;
    } rows[] = {
        { rooks, "de", "Turm David eins", 2 },
        { wings, "de", "Rochade", 2 },
        { wings, "it", "arrocco", 2 },
        { "4k3/8/8/2p1p3/3Q4/8/8/4K3 w - - 0 1", "en", "queen takes pawn", 2 },
        { "4k3/8/3p4/2P1P3/8/8/8/4K3 w - - 0 1", "es", "peón captura David seis", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        arb_reading reading;
        assert_int_equal(arb_announcement_read(&reading, NULL, &pos, rows[i].text,
                                               strlen(rows[i].text), language_of(rows[i].code)),
                         ARB_OK);
        assert_int_equal(reading.kind, ARB_READING_AMBIGUOUS);
        assert_int_equal(reading.count, rows[i].count);
        for (unsigned j = 0; j < reading.count; j++)
            assert_true(arb_pos_is_legal(&pos, reading.candidates[j]));
    }
}

/* What was heard rightly can break an article, and the piece that is captured must be that one. */
static void test_announce__illegal_with_the_article(void **state)
{
    static const struct {
        const char *fen, *code, *text;
        arb_article article;
    } rows[] = {
        { start, "de", "Läufer Cesar vier", ARB_ART_3_5 },
        { start, "de", "Kurze Rochade", ARB_ART_3_8_2_2 },
        { start, "de", "Rochade", ARB_ART_3_8_2 },
        { start, "de", "Turm Anna eins", ARB_ART_3_1 },
        { ruy, "de", "Läufer schlägt Turm Cesar sechs", ARB_ART_3_10_2 },
        { promo, "de", "Bauer Eva acht", ARB_ART_3_7_3_3 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        arb_reading reading;
        assert_int_equal(arb_announcement_read(&reading, NULL, &pos, rows[i].text,
                                               strlen(rows[i].text), language_of(rows[i].code)),
                         ARB_OK);
        assert_int_equal(reading.kind, ARB_READING_ILLEGAL);
        if (reading.article != rows[i].article)
            fail_msg("\"%s\" breaks %s", rows[i].text, arb_article_number(reading.article));
    }
}

/* The note, and behind a colon what it can mean, if that is more than one. */
static void assert_note(const char *fen, const char *text, const char *language, const char *wanted)
{
    char told[64 * ARB_MOVE_TEXT_SIZE];
    arb_note note;
    arb_pos pos;

    assert_int_equal(arb_pos_from_fen(&pos, NULL, NULL, fen, strlen(fen)), ARB_OK);
    if (arb_announcement_note(&note, NULL, &pos, text, strlen(text),
                              arb_language_find(language, 2)) != ARB_OK)
        fail_msg("\"%s\" cannot be read", text);
    strcpy(told, note.text);
    for (size_t i = 0; note.count > 1 && i < note.count && i < ARB_CANDIDATES_MAX; i++) {
        strcat(told, i == 0 ? ": " : " ");
        strcat(told, note.choice[i].text);
    }
    if (strcmp(told, wanted) != 0)
        fail_msg("\"%s\" is noted as %s, not %s", text, told, wanted);
}

/* What was said is written down the same whether or not it can be played. */
static void test_announce__is_noted_as_it_was_said(void **state)
{
    static const char home[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char rich[] =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    static const char last[] = "n3r2k/1P1P4/8/3pP3/4Q2Q/8/8/K2N1N1Q w - d6 0 2";
    const arb_pos pos = arb_pos_initial();
    arb_note note = { .count = 77 };
    arb_where where;

    (void)state;
    assert_note(home, "Springer Felix drei", "de", "Nf3");
    assert_note(home, "Springer Felix vier", "de", "Nf4");
    assert_note(home, "pawn echo two echo five", "en", "e2e5");
    assert_note(home, "cavallo bravo prende delta due", "it", "Nbxd2");
    assert_note(rich, "knight takes delta seven", "en", "Nxd7");
    assert_note(rich, "Lange Rochade", "de", "O-O-O");
    assert_note(home, "Kurze Rochade", "de", "O-O");
    assert_note(last, "pawn bravo takes alfa eight rook", "en", "bxa8=R");
    assert_note(last, "pawn delta eight", "en", "d8");
    assert_note(last, "queen hotel four alfa eight", "en", "Qh4a8");
    assert_note(last, "queen hotel echo one", "en", "Qhe1: Q1e1 Q4e1");
    assert_note(rich, "pawn echo takes delta", "en", "exd");
    assert_note(rich, "pawn echo four takes delta", "en", "");
    assert_note(home, "Cf3", "it", "");
    assert_int_equal(arb_announcement_note(&note, &where, &pos, "hm", 2, NULL), ARB_SYNTAX);
    assert_int_equal(note.count, 77);
}

/* What is captured may be named, with its square or instead of it. */
static void test_announce__a_capture_may_name_its_victim(void **state)
{
    static const char one[] = "4k3/8/8/4b3/8/3N4/8/4K3 w - - 0 1";
    static const char two[] = "4k3/8/8/4b3/1b6/3N4/8/4K3 w - - 0 1";
    static const char pinned[] = "3rk3/8/8/4b3/8/3N4/8/3K4 w - - 0 1";
    static const char none[] = "4k3/8/8/8/8/3N4/8/4K3 w - - 0 1";
    static const char pawns[] = "4k3/8/8/2n1n3/3P4/8/8/4K3 w - - 0 1";
    arb_note note;
    arb_where where;
    arb_pos pos;

    (void)state;
    assert_note(one, "knight takes bishop e5", "en", "Nxe5");
    assert_note(one, "cavallo prende alfiere e5", "it", "Nxe5");
    assert_note(none, "knight takes bishop e5", "en", "Nxe5"); /* whatever stands there */
    assert_note(one, "knight takes bishop", "en", "Nxe5");
    assert_note(pinned, "knight takes bishop", "en", "Nxe5");
    assert_note(two, "knight takes bishop", "en", ": Nxb4 Nxe5");
    assert_note(pawns, "pawn takes knight", "en", ": dxc5 dxe5");
    assert_note(pawns, "pawn delta takes echo knight", "en", "dxe5");
    assert_note("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "pawn takes pawn", "en", "exd6");
    assert_note("4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 2", "pawn takes knight", "en", "exd6");
    assert_note(pawns, "Bauer schlägt Springer Cesar fünf", "de", "xc5");
    assert_int_equal(arb_pos_from_fen(&pos, NULL, NULL, none, strlen(none)), ARB_OK);
    assert_int_equal(arb_announcement_note(&note, &where, &pos, "knight takes bishop", 19,
                                           arb_language_find("en", 2)),
                     ARB_SYNTAX);
    assert_int_equal(where.column, 20);
    assert_int_equal(where.wanted, ARB_WANTED_ANNOUNCED_SQUARE);
}

/* Castling without a side means both, whatever the rights. */
static void test_announce__castling_without_a_side_is_asked_back(void **state)
{
    static const char *const fens[] = { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                                        "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1",
                                        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_note(fens[i], "arrocco", "it", ": O-O O-O-O");
        assert_note(fens[i], "castles", "en", ": O-O O-O-O");
        assert_note(fens[i], "arrocco corto", "it", "O-O");
    }
}

/* "a" is a file and, in some languages, a word: where pieces stand decides it, never what can be
 * played (11.3.1). Each row has positions with the same pieces on the same squares as far as they
 * are of the kind that was said: in some the move is legal, in others blocked, pinned, or check. */
static void test_announce__a_letter_that_is_a_word(void **state)
{
    static const struct {
        const char *text, *language, *wanted, *fens[4];
    } rows[] = {
        { "cavallo a d2",
          "it",
          "Nd2",
          { "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/1N2K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/rN2K3 w - - 0 1", "4r3/7k/8/8/8/8/8/1N2K3 w - - 0 1" } },
        { "torre a d1",
          "it",
          "Rd1: Ra1d1 Rh1d1",
          { "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "4k3/8/8/8/8/8/4K3/RN5R w - - 0 1",
            "4k3/8/8/8/8/8/4K3/R5NR w - - 0 1", "4k3/8/8/8/8/4r3/4K3/R6R w - - 0 1" } },
        { "torre a d1",
          "it",
          "Rd1",
          { "4k3/8/8/8/8/8/4K3/7R w - - 0 1", "4k3/8/8/8/8/8/4K3/6NR w - - 0 1",
            "4k3/8/8/8/8/4r3/4K3/7R w - - 0 1", "3k4/8/8/8/8/8/4K3/7R w - - 0 1" } },
        { "Turm a d1",
          "de",
          "Rad1",
          { "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "4k3/8/8/8/8/8/4K3/RN5R w - - 0 1",
            "4k3/8/8/8/8/8/4K3/R5NR w - - 0 1", "4k3/8/8/8/8/4r3/4K3/R6R w - - 0 1" } },
        { "torre a1 d1",
          "it",
          "Ra1d1",
          { "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "4k3/8/8/8/8/8/4K3/RN5R w - - 0 1",
            "4k3/8/8/8/8/8/4K3/R5NR w - - 0 1", "4k3/8/8/8/8/4r3/4K3/R6R w - - 0 1" } },
        { "pedone a d4",
          "it",
          "d4",
          { "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/3p4/8/3P4/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/7b/8/P2P4/4K3 w - - 0 1" } },
        { "re a e2",
          "it",
          "Ke2",
          { "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4r3/7k/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < 4; k++)
            assert_note(rows[i].fens[k], rows[i].text, rows[i].language, rows[i].wanted);
}

/* What is no move is said in the form of one (Laws D.2.1, 7.5.1). */
static void test_announce__displacements_that_are_no_moves(void **state)
{
    static const struct {
        const char *fen, *hand, *code, *text;
    } rows[] = {
        { start, "e2e5", "de", "Bauer Eva fünf" },
        { start, "g1g7", "de", "Springer schlägt Gustav sieben Schach" },
        { start, "g1g7", "it", "cavallo prende Gustav sette scacco" },
        { start, "d1h5", "en", "queen Hector five" },
        { "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b8", "de", "Turm Bella acht Schach" },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "de", "Bauer Bella acht Dame Schach" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        const arb_saying saying = { .language = language_of(rows[i].code) };
        char text[ARB_ANNOUNCEMENT_SIZE];
        arb_hand hand;
        arb_setup after = arb_pos_setup(&pos);
        assert_int_equal(arb_hand_read(&hand, NULL, rows[i].hand, strlen(rows[i].hand)), ARB_OK);
        after.piece[hand.to] = hand.promotion < ARB_ROLE_COUNT
                                   ? arb_piece_of(ARB_WHITE, (arb_role)hand.promotion)
                                   : after.piece[hand.from];
        after.piece[hand.from] = ARB_PIECE_NONE;
        after.turn = ARB_BLACK;
        const size_t size =
            arb_announced_hand_write(text, sizeof text, &pos, hand, &after, &saying);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(size, strlen(text));
        hand.to = hand.from;
        assert_int_equal(arb_announced_hand_write(text, sizeof text, &pos, hand, &after, &saying),
                         0);
        assert_string_equal(text, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_announce__misspellings_and_regional_forms),
        cmocka_unit_test(test_announce__rare_forms),
        cmocka_unit_test(test_announce__remarks),
        cmocka_unit_test(test_announce__the_words_of_the_laws_in_every_language),
        cmocka_unit_test(test_announce__unreadable_at_a_word),
        cmocka_unit_test(test_announce__never_guesses),
        cmocka_unit_test(test_announce__ambiguous_with_the_candidates),
        cmocka_unit_test(test_announce__illegal_with_the_article),
        cmocka_unit_test(test_announce__is_noted_as_it_was_said),
        cmocka_unit_test(test_announce__a_capture_may_name_its_victim),
        cmocka_unit_test(test_announce__castling_without_a_side_is_asked_back),
        cmocka_unit_test(test_announce__a_letter_that_is_a_word),
        cmocka_unit_test(test_announce__displacements_that_are_no_moves),
    };
    return cmocka_run_group_tests_name("announce", tests, NULL, NULL);
}
