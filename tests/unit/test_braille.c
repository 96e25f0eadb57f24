/* SPDX-License-Identifier: MIT */
/* Scoresheets, diagrams and texts in six-dot Braille: exact cells, and what is read back (D.2.7).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/braille.h"
#include "arbitro/pgn_write.h"
#include "arbitro/utf8.h"
#include "support/assertions.h"
#include "support/random_positions.h"

enum { LIMIT = 1 << 24, GAMES = 200, PLIES = 160 };

static const arb_braille brf40 = { .cells = 40, .brf = true };

/* The game that Appendix C prints, with its draw offer. */
static const char example[] =
    "[Event \"C.13\"]\n[Site \"?\"]\n[Date \"2023.01.01\"]\n[Round \"?\"]\n[White \"Bianco\"]\n"
    "[Black \"Ner\u00f3\"]\n[Result \"*\"]\n\n"
    "1. e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 Nxd6 7. Bg5 Nc6 8.\n"
    "Qe3+ Be7 9. Nbd2 O-O 10. O-O-O Re8 11. Kb1 {[%arb offer]} *\n\n";

static void assert_lines(const char *text, unsigned cells)
{
    for (const char *line = text; *line;) {
        const size_t size = strcspn(line, "\n");
        if (arb_utf8_count(line, size) > cells)
            fail_msg("longer than %u cells: %.*s", cells, (int)size, line);
        line += size + (line[size] == '\n');
    }
}

/* Laws D.2.7, C.8 to C.13 */
static void test_braille__a_scoresheet_cell_by_cell(void **state)
{
    arb_buf buf;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    assert_int_equal(arb_braille_games_write(&buf, NULL, NULL, example, strlen(example), &brf40),
                     ARB_OK);
    assert_string_equal(arb_buf_text(&buf), ",EVENT3 ,C4#AC\n"
                                            ",SITE3 8\n"
                                            ",DATE3 #BJBC4#JA4#JA\n"
                                            ",ROUND3 8\n"
                                            ",WHITE3 ,BIANCO\n"
                                            ",BLACK3 ,NER@/O\n"
                                            ",RESULT3 _*\n"
                                            "\n"
                                            "#A E4 E5 #B NF3 NF6 #C D4 EXD4 #D E5 NE4\n"
                                            "  #E QXD4 D5 #F EXD6 NXD6 #G LG5 NC6\n"
                                            "  #H QE3+ LE7 #I NBD2 O-O #AJ O-O-O RE8\n"
                                            "  #AA KB1= *\n");
    arb_buf_clear(&buf);
    assert_int_equal(arb_braille_games_write(&buf, NULL, NULL, "1. e4 *", 7, &(arb_braille){ 0 }),
                     ARB_OK);
    assert_string_equal(arb_buf_text(&buf), "\n⠼⠁⠀⠑⠲⠀⠡\n");
    arb_buf_clear(&buf);
}

static void assert_text(const char *text, const char *cells)
{
    arb_buf buf, back;

    arb_buf_init(&buf, NULL, LIMIT);
    arb_buf_init(&back, NULL, LIMIT);
    assert_int_equal(arb_braille_text_write(&buf, text, strlen(text), &brf40), ARB_OK);
    assert_string_equal(arb_buf_text(&buf), cells);
    assert_int_equal(arb_braille_text_read(&back, NULL, arb_buf_text(&buf), arb_buf_size(&buf)),
                     ARB_OK);
    assert_memory_equal(arb_buf_text(&back), text, strlen(text));
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
}

static void test_braille__letters_digits_and_signs(void **state)
{
    (void)state;
    assert_text("Anna, Bella; c: d. e! f? g-h i'j (k) l/m\n",
                ",ANNA1 ,BELLA2 C3 D4 E6 F8 G-H I'J <K>\n  L/M\n");
    assert_text("10a 1990k 2B 3. 4,5\n", "#AJ;A #AIIJK #B,B #C4 #D1#E\n");
    assert_text("Läufer È Ñ ø Šah ț\n", ",L@3AUFER ,@*E ,@]N @-O ,@+SAH @1T\n");
    assert_text("\"a_b\" 5% [x]\n", "_7A_-B_7 #E_0 _(X_)\n");
    assert_text("дa\n", "^AJGF;A\n");
    assert_text(" a  b \n", "^CB;A^CB; B^CB;\n");
    assert_text("", "");
    assert_text("\n\na\n", "\n\nA\n");
}

/* A word that is longer than the line is parted, and comes together again. */
static void test_braille__long_words_are_parted(void **state)
{
    const arb_braille narrow = { .cells = 26, .brf = true };
    char text[2000];
    arb_buf buf, back;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    arb_buf_init(&back, NULL, LIMIT);
    for (size_t size = 1; size < sizeof text; size += size < 120 ? 1 : 97) {
        memset(text, 'x', size);
        text[size / 3] = size % 3 ? 'x' : ' ';
        arb_buf_cut(&buf, 0);
        arb_buf_cut(&back, 0);
        assert_int_equal(arb_braille_text_write(&buf, text, size, &narrow), ARB_OK);
        assert_lines(arb_buf_text(&buf), 26);
        assert_int_equal(arb_braille_text_read(&back, NULL, arb_buf_text(&buf), arb_buf_size(&buf)),
                         ARB_OK);
        assert_int_equal(arb_buf_size(&back), size + 1);
        assert_memory_equal(arb_buf_text(&back), text, size);
    }
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
}

/* Any text at all, in any width, in both forms. */
static void test_braille__any_text_comes_back(void **state)
{
    static const uint32_t ends[] = { 0x80, 0x80, 0x80, 0x180, 0x500, 0x110000 };
    chance luck = chance_begin(185);
    arb_buf buf, back, text;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    arb_buf_init(&back, NULL, LIMIT);
    arb_buf_init(&text, NULL, LIMIT);
    for (unsigned i = 0; i < scaled(4000); i++) {
        const arb_braille form = { .cells = 26 + chance_below(&luck, 40),
                                   .brf = chance_below(&luck, 2) };
        arb_buf_cut(&buf, 0);
        arb_buf_cut(&back, 0);
        arb_buf_cut(&text, 0);
        for (unsigned j = chance_below(&luck, 80); j > 0; j--) {
            char letter[ARB_UTF8_MAX];
            uint32_t code = 1 + chance_below(&luck, ends[chance_below(&luck, 6)] - 1);
            code = chance_below(&luck, 5) ? code : ' ';
            assert_int_equal(arb_buf_add(&text, letter, arb_utf8_encode(letter, code)), ARB_OK);
        }
        assert_int_equal(arb_buf_add_char(&text, '\n'), ARB_OK);
        assert_int_equal(
            arb_braille_text_write(&buf, arb_buf_text(&text), arb_buf_size(&text), &form), ARB_OK);
        assert_lines(arb_buf_text(&buf), form.cells);
        assert_int_equal(arb_braille_text_read(&back, NULL, arb_buf_text(&buf), arb_buf_size(&buf)),
                         ARB_OK);
        assert_string_equal(arb_buf_text(&back), arb_buf_text(&text));
    }
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
    arb_buf_clear(&text);
}

/* ---- positions ---- */

static void test_braille__a_diagram_cell_by_cell(void **state)
{
    const arb_pos pos = pos_of("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2");
    const arb_setup setup = arb_pos_setup(&pos);
    arb_buf buf;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    assert_int_equal(arb_braille_position_write(&buf, &setup, &brf40), ARB_OK);
    assert_string_equal(arb_buf_text(&buf), "8 '' 77 '' 77 ^K 77 '' 77\n"
                                            "7 77 '' 77 '' 77 '' 77 ''\n"
                                            "6 '' 77 '' 77 '' 77 '' 77\n"
                                            "5 77 '' 77 ^P ,P '' 77 ''\n"
                                            "4 '' 77 '' 77 '' 77 '' 77\n"
                                            "3 77 '' 77 '' 77 '' 77 ''\n"
                                            "2 '' 77 '' 77 '' 77 '' 77\n"
                                            "1 77 '' 77 '' ,K '' 77 ,R\n"
                                            "- ;A ;B ;C ;D ;E ;F ;G ;H\n"
                                            "W ,K D#F #J #B\n");
    arb_buf_clear(&buf);
}

static void test_braille__diagrams_come_back(void **state)
{
    chance luck = chance_begin(186);
    arb_buf buf;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    for (unsigned i = 0; i < scaled(4000); i++) {
        const arb_setup setup = random_played(&luck, i % 2, i % 120);
        const arb_braille form = { .cells = i % 3 ? 32 : 40, .brf = i % 2 };
        char fen[ARB_FEN_SIZE], again[ARB_FEN_SIZE];
        arb_setup back;
        arb_buf_cut(&buf, 0);
        assert_int_equal(arb_braille_position_write(&buf, &setup, &form), ARB_OK);
        assert_lines(arb_buf_text(&buf), form.cells);
        assert_int_equal(
            arb_braille_position_read(&back, NULL, arb_buf_text(&buf), arb_buf_size(&buf)), ARB_OK);
        arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_SHREDDER, NULL);
        arb_fen_write(again, sizeof again, &back, ARB_FEN_SHREDDER, NULL);
        assert_string_equal(again, fen);
    }
    arb_buf_clear(&buf);
}

/* ---- games ---- */

static arb_err add_to(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

/* Names that are hard to write: accents, other alphabets, quotes, blanks at the ends. */
static void write_tags(arb_pgn_writer *writer, chance *luck, const arb_pos *start)
{
    static const char *const values[] = {
        "?",
        "Kasparov, G.",
        "Müller-Großmann, Jürgen",
        "Karpov, Ànatòly",
        "Шахматы 64",
        "a \"quoted\" \\ name",
        " blanks  inside ",
        "10b or not 2B",
        "Łódź, Česko; Ñandú!",
        "Thiswordisfarlongerthanalineofthirtytwocellscouldeverhold0123456789abcdefghij",
    };
    static const char *const names[] = { "Event", "White", "Black", "Odd:name_2" };
    char fen[ARB_FEN_SIZE];

    for (size_t i = 0; i < 4; i++) {
        const char *value = values[chance_below(luck, 10)];
        const arb_pgn_tag tag = { names[i], value, strlen(names[i]), strlen(value) };
        assert_int_equal(arb_pgn_write_tag(writer, &tag), ARB_OK);
    }
    if (arb_pos_variant(start) != ARB_CHESS960)
        return;
    arb_pos_fen(fen, sizeof fen, start);
    const arb_pgn_tag setup = { "SetUp", "1", 5, 1 }, place = { "FEN", fen, 3, strlen(fen) };
    assert_int_equal(arb_pgn_write_tag(writer, &setup), ARB_OK);
    assert_int_equal(arb_pgn_write_tag(writer, &place), ARB_OK);
}

/* A random game, standard or from a position of Chess960, with draw offers. */
static void write_game(arb_pgn_writer *writer, chance *luck, unsigned number)
{
    arb_setup setup = random_start(luck, number % 2);
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    if (number % 5 == 4) { /* from the middle of a game, perhaps with Black to move */
        setup = random_played(luck, true, 1 + chance_below(luck, 60));
    }
    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
    write_tags(writer, luck, &pos);
    if (arb_pos_variant(&pos) != ARB_CHESS960)
        pos = arb_pos_initial();
    for (unsigned ply = chance_below(luck, PLIES); ply > 0; ply--) {
        const size_t count = arb_pos_moves(moves, &pos);
        if (count == 0)
            break;
        const arb_move move = moves[chance_below(luck, (unsigned)count)];
        assert_int_equal(arb_pgn_write_move(writer, &pos, move), ARB_OK);
        if (chance_below(luck, 20) == 0)
            assert_int_equal(arb_pgn_write_comment(writer, "[%arb offer]", 12), ARB_OK);
        arb_pos_play(&pos, &pos, move);
    }
    const arb_pgn_result result =
        (arb_pgn_result)(ARB_PGN_RESULT_OPEN + (int)chance_below(luck, 4));
    assert_int_equal(arb_pgn_write_end(writer, result), ARB_OK);
}

/* Laws D.2.7: 200 games to BRF and back, in lines of 32 and of 40 cells, and in Unicode. */
static void test_braille__games_come_back(void **state)
{
    static const arb_braille forms[] = { { 32, true }, { 40, true }, { 32, false }, { 40, false } };
    chance luck = chance_begin(187);
    arb_pgn_writer *writer;
    arb_buf pgn, buf, back;

    (void)state;
    arb_buf_init(&pgn, NULL, LIMIT);
    arb_buf_init(&buf, NULL, LIMIT);
    arb_buf_init(&back, NULL, LIMIT);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, add_to, &pgn), ARB_OK);
    for (unsigned i = 0; i < GAMES; i++)
        write_game(writer, &luck, i);
    arb_pgn_writer_free(writer);
    for (size_t i = 0; i < 4; i++) {
        arb_where where = { 0 };
        arb_buf_cut(&buf, 0);
        arb_buf_cut(&back, 0);
        if (arb_braille_games_write(&buf, &where, NULL, arb_buf_text(&pgn), arb_buf_size(&pgn),
                                    &forms[i]) != ARB_OK)
            fail_msg("PGN line %zu, column %zu", where.line, where.column);
        assert_lines(arb_buf_text(&buf), forms[i].cells);
        if (arb_braille_games_read(&back, &where, NULL, arb_buf_text(&buf), arb_buf_size(&buf)) !=
            ARB_OK)
            fail_msg("line %zu, column %zu: %s", where.line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        assert_string_equal(arb_buf_text(&back), arb_buf_text(&pgn));
    }
    printf("# %d games, %zu bytes of PGN, %zu of BRF\n", GAMES, arb_buf_size(&pgn),
           arb_buf_size(&buf));
    arb_buf_clear(&pgn);
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
}

static void assert_game(const char *pgn, const char *moves, const char *movetext)
{
    arb_buf buf, back;

    arb_buf_init(&buf, NULL, LIMIT);
    arb_buf_init(&back, NULL, LIMIT);
    assert_int_equal(arb_braille_games_write(&buf, NULL, NULL, pgn, strlen(pgn), &brf40), ARB_OK);
    if (!strstr(arb_buf_text(&buf), moves))
        fail_msg("no %s in %s", moves, arb_buf_text(&buf));
    assert_int_equal(
        arb_braille_games_read(&back, NULL, NULL, arb_buf_text(&buf), arb_buf_size(&buf)), ARB_OK);
    if (!strstr(arb_buf_text(&back), movetext))
        fail_msg("no %s in %s", movetext, arb_buf_text(&back));
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
}

/* A move that was not made, Black to begin, two offers, a result in the tag alone, mate. */
static void test_braille__rare_scoresheets(void **state)
{
    (void)state;
    assert_game("1. e4 -- 2. d4 -- *", "\n#A E4 -- #B D4 -- *\n", "1. e4 -- 2. d4 -- *");
    assert_game("1. -- e5 2. Nf3 *", "\n#A -- E5 #B NF3 *\n", "1. -- e5 2. Nf3 *");
    assert_game("[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 b - - 0 7\"]\n\n7... e5 8. Kd1 *\n\n"
                "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 b - - 0 9\"]\n\n9... e6 *",
                "\n#I - E6 *\n", "9... e6 *");
    assert_game("1. e4 {[%arb offer][%arb offer]} e5 *", "#A E4= E5 *",
                "1. e4 {[%arb offer]} 1... e5");
    assert_game("{[%arb offer]} 1. e4 e5 *", "\n#A E4 E5 *\n", "1. e4 e5 *");
    assert_game("[Result \"1-0\"]\n\n1. e4", "#A E4 #A-#J\n", "1. e4 1-0");
    assert_game("1. f3 e5 2. g4 Qh4# 0-1", "QH4++ #J-#A\n", "Qh4# 0-1");
    assert_game("[FEN \"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. axb8=B 1/2-1/2",
                "#A AXB8L #A/#B\n", "1. axb8=B 1/2-1/2");
}

/* What is not UTF-8 is Latin-1; lines of the largest width. */
static void test_braille__latin_1_and_wide_lines(void **state)
{
    const arb_braille wide = { .cells = ARB_BRAILLE_CELLS_MAX, .brf = true };
    arb_buf buf;

    (void)state;
    arb_buf_init(&buf, NULL, LIMIT);
    assert_int_equal(arb_braille_text_write(&buf, "\xe4h", 2, &wide), ARB_OK);
    assert_string_equal(arb_buf_text(&buf), "@3AH\n");
    arb_buf_clear(&buf);
}

/* Small letters, form feeds, carriage returns and blanks at line ends are those of printers. */
static void test_braille__files_of_printers(void **state)
{
    static const char text[] = ",white3 ,bianco  \r\n\r\n#a e4 e5\r\n  #b nf3 *\r\n\f";
    static const char bare[] = "\n#A E4 *"; /* without a last line end */
    arb_buf back;

    (void)state;
    arb_buf_init(&back, NULL, LIMIT);
    assert_int_equal(arb_braille_games_read(&back, NULL, NULL, text, strlen(text)), ARB_OK);
    assert_non_null(strstr(arb_buf_text(&back), "[White \"Bianco\"]"));
    assert_non_null(strstr(arb_buf_text(&back), "1. e4 e5 2. Nf3 *"));
    arb_buf_cut(&back, 0);
    assert_int_equal(arb_braille_games_read(&back, NULL, NULL, bare, strlen(bare)), ARB_OK);
    assert_non_null(strstr(arb_buf_text(&back), "1. e4 *"));
    arb_buf_clear(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_braille__a_scoresheet_cell_by_cell),
        cmocka_unit_test(test_braille__letters_digits_and_signs),
        cmocka_unit_test(test_braille__long_words_are_parted),
        cmocka_unit_test(test_braille__any_text_comes_back),
        cmocka_unit_test(test_braille__a_diagram_cell_by_cell),
        cmocka_unit_test(test_braille__diagrams_come_back),
        cmocka_unit_test(test_braille__games_come_back),
        cmocka_unit_test(test_braille__rare_scoresheets),
        cmocka_unit_test(test_braille__latin_1_and_wide_lines),
        cmocka_unit_test(test_braille__files_of_printers),
    };
    return cmocka_run_group_tests_name("braille", tests, NULL, NULL);
}
