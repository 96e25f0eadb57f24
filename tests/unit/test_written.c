/* SPDX-License-Identifier: MIT */
/*
 * Written moves without a position: every form with everything that Appendix C leaves to the
 * player, field by field, and writings that cannot be read, with column and expectation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/written.h"
#include "support/assertions.h"

static void put(char *out, size_t size, const char *text)
{
    const size_t used = strlen(out);

    snprintf(out + used, size - used, "%s", text);
}

static void put_place(char *out, size_t size, uint8_t file, uint8_t rank)
{
    const char text[] = { file == ARB_UNSAID ? '.' : arb_file_letter(file),
                          rank == ARB_UNSAID ? '.' : arb_rank_digit(rank), '\0' };

    put(out, size, text);
}

/*
 * All fields as one line: form, piece (? when not told), origin and arrival with a dot for what was
 * not written, and then, each only when it is there: =piece, castling, x, ep, the mark of check,
 * (=), P for a pawn's letter, the glyph.
 */
static const char *describe(const arb_written *w)
{
    static const char *const forms[] = {
        "none", "short", "long", "coordinates", "digits", "words"
    };
    static const char *const checks[] = { "", " +", " +sc", " ++", " #" };
    static char out[96];

    snprintf(out, sizeof out, "%s %c", forms[w->form],
             w->role == ARB_ROLE_NONE ? '?' : arb_role_letter((arb_role)w->role));
    put_place(out, sizeof out, w->from_file, w->from_rank);
    put_place(out, sizeof out, w->to_file, w->to_rank);
    if (w->promotion != ARB_ROLE_NONE)
        put(out, sizeof out,
            (const char[]){ ' ', '=', arb_role_letter((arb_role)w->promotion), '\0' });
    if (w->castling != ARB_WING_COUNT)
        put(out, sizeof out, w->castling == ARB_KINGSIDE ? " 0-0" : " 0-0-0");
    put(out, sizeof out, w->capture ? " x" : "");
    put(out, sizeof out, w->en_passant ? " ep" : "");
    put(out, sizeof out, checks[w->check]);
    put(out, sizeof out, w->draw_offer ? " (=)" : "");
    put(out, sizeof out, w->pawn_letter ? " P" : "");
    if (w->glyph != ARB_GLYPH_NONE) {
        put(out, sizeof out, " ");
        put(out, sizeof out, arb_glyph_text((arb_glyph)w->glyph));
    }
    return out;
}

typedef struct readable {
    const char *text, *expected;
} readable;

/* Reads a copy without a final NUL, so that a byte too far is noticed. */
static arb_err read_copy(arb_written *out, arb_where *where, const char *text, size_t size,
                         const arb_language *language)
{
    char *copy = malloc(size > 0 ? size : 1);

    assert_non_null(copy);
    memcpy(copy, text, size);
    const arb_err err = arb_written_read(out, where, copy, size, language);
    free(copy);
    return err;
}

static void check_readable(const char *code, const readable *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = rows[i].text;
        arb_where where = { 0 };
        arb_written written;

        if (read_copy(&written, &where, text, strlen(text), language_of(code)) != ARB_OK)
            fail_msg("%s \"%s\": column %zu: expected %s", code, text, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        if (strcmp(describe(&written), rows[i].expected) != 0)
            fail_msg("%s \"%s\" is %s, not %s", code, text, describe(&written), rows[i].expected);
    }
}

#define CHECK_READABLE(code, ...)                                                                  \
    check_readable(code, (const readable[]){ __VA_ARGS__ },                                        \
                   sizeof((const readable[]){ __VA_ARGS__ }) / sizeof(readable))

/* Laws C.2, C.5, C.6, C.7, C.8, C.10.1.1, C.10.1.2, C.10.1.3, C.10.2.1, C.10.2.2, C.10.2.3 */
static void test_written__short_form_names_piece_and_arrival(void **state)
{
    (void)state;
    CHECK_READABLE("en", { "e4", "short p..e4" }, { "a1", "short p..a1" }, { "h8", "short p..h8" },
                   { "Nf3", "short n..f3" }, { "Bb5", "short b..b5" }, { "Ra8", "short r..a8" },
                   { "Qh5", "short q..h5" }, { "Ke2", "short k..e2" }, { "Nbd2", "short nb.d2" },
                   { "N1d2", "short n.1d2" }, { "Rae1", "short ra.e1" }, { "R8e7", "short r.8e7" },
                   { " e4 ", "short p..e4" }, { "\tNf3\t ", "short n..f3" });
}

/* Laws C.9, C.9.1, C.9.2, C.9.3, C.13.3, C.13.6 */
static void test_written__captures_with_and_without_their_sign(void **state)
{
    (void)state;
    CHECK_READABLE("en", { "Nxe5", "short n..e5 x" }, { "N:e5", "short n..e5 x" },
                   { "Ne5:", "short n..e5 x" }, { "Nbxd2", "short nb.d2 x" },
                   { "N1:d2", "short n.1d2 x" }, { "Nbd2:", "short nb.d2 x" },
                   { "exd5", "short pe.d5 x" }, { "e:d5", "short pe.d5 x" },
                   { "ed5:", "short pe.d5 x" }, { "ed5", "short pe.d5" }, { "ed4", "short pe.d4" },
                   { "ed", "short pe.d." }, { "exd", "short pe.d. x" }, { "e:d", "short pe.d. x" },
                   { "ed:", "short pe.d. x" }, { "bc", "short pb.c." }, { "bc3", "short pb.c3" },
                   { "e×d5", "short pe.d5 x" }, { "exd6 e.p.", "short pe.d6 x ep" },
                   { "exd6e.p.", "short pe.d6 x ep" }, { "ed6 e.p.", "short pe.d6 ep" },
                   { "ed6 ep", "short pe.d6 ep" }, { "exd6 e.p.+", "short pe.d6 x ep +" },
                   { "exd6+ e.p.", "short pe.d6 x ep +" }, { "ed e.p.", "short pe.d. ep" });
}

/* Laws C.11 */
static void test_written__promotion_with_every_sign(void **state)
{
    (void)state;
    CHECK_READABLE("en", { "d8Q", "short p..d8 =q" }, { "d8=Q", "short p..d8 =q" },
                   { "d8(Q)", "short p..d8 =q" }, { "d8/Q", "short p..d8 =q" },
                   { "d8-Q", "short p..d8 =q" }, { "b1B", "short p..b1 =b" },
                   { "g1=R", "short p..g1 =r" }, { "exf8N", "short pe.f8 =n x" },
                   { "exf8=N+", "short pe.f8 =n x +" }, { "ef8(B)#", "short pe.f8 =b #" },
                   { "exfQ", "short pe.f. =q x" }, { "d8=♕", "short p..d8 =q" },
                   { "d8♞", "short p..d8 =n" }, { "d8Q (=)", "short p..d8 =q (=)" },
                   { "e7-e8=Q", "long ?e7e8 =q" }, { "e7xd8/R+", "long ?e7d8 =r x +" });
    CHECK_READABLE("it", { "d8D", "short p..d8 =q" }, { "exf8C", "short pe.f8 =n x" },
                   { "b1A", "short p..b1 =b" }, { "g1T", "short p..g1 =r" },
                   { "d8=D", "short p..d8 =q" }, { "d8(T)", "short p..d8 =r" });
}

/* Laws C.8 */
static void test_written__long_form_names_both_squares(void **state)
{
    (void)state;
    CHECK_READABLE(
        "en", { "Ng1f3", "long ng1f3" }, { "Ng1-f3", "long ng1f3" }, { "Ng1–f3", "long ng1f3" },
        { "Ng1—f3", "long ng1f3" }, { "Ng1−f3", "long ng1f3" }, { "Ng1xf3", "long ng1f3 x" },
        { "Ng1:f3", "long ng1f3 x" }, { "Ng1f3:", "long ng1f3 x" }, { "e4xd5", "long ?e4d5 x" },
        { "e2-e4", "long ?e2e4" }, { "Pe2-e4", "long pe2e4 P" }, { "Ke1-g1", "long ke1g1" },
        { "e5xd6 e.p.", "long ?e5d6 x ep" });
    CHECK_READABLE("it", { "Ab2e5", "long bb2e5" }, { "Cg1f3", "long ng1f3" },
                   { "Ta1d1", "long ra1d1" });
}

/* Laws C.4 */
static void test_written__a_letter_for_the_pawn_is_noticed(void **state)
{
    (void)state;
    CHECK_READABLE("it", { "pe5", "short p..e5 P" }, { "Pd4", "short p..d4 P" },
                   { "pa5", "short p..a5 P" });
    CHECK_READABLE("en", { "Pe4", "short p..e4 P" }, { "Pexd5", "short pe.d5 x P" },
                   { "Pd8=Q", "short p..d8 =q P" });
    CHECK_READABLE("de", { "Be4", "short p..e4 P" }, { "be4", "short pb.e4" });
}

/* Laws C.13.1, C.13.2 */
static void test_written__castling_with_noughts_or_letters(void **state)
{
    (void)state;
    CHECK_READABLE("en", { "0-0", "short k.... 0-0" }, { "O-O", "short k.... 0-0" },
                   { "o-o", "short k.... 0-0" }, { "0-0-0", "short k.... 0-0-0" },
                   { "O-O-O", "short k.... 0-0-0" }, { "o-o-o", "short k.... 0-0-0" },
                   { "0–0", "short k.... 0-0" }, { "O−O−O", "short k.... 0-0-0" },
                   { "0-0+", "short k.... 0-0 +" }, { "0-0-0#", "short k.... 0-0-0 #" },
                   { "0-0!", "short k.... 0-0 !" }, { "0-0 (=)", "short k.... 0-0 (=)" },
                   { "0-0-0 +-", "short k.... 0-0-0 +-" });
    CHECK_READABLE("et", { "O-O", "short k.... 0-0" }, { "Oc4", "short b..c4" });
}

/* Laws C.12, C.13, C.13.4, C.13.5 */
static void test_written__marks_that_may_follow(void **state)
{
    (void)state;
    CHECK_READABLE("en", { "Nf3+", "short n..f3 +" }, { "Nf3++", "short n..f3 ++" },
                   { "Nf3#", "short n..f3 #" }, { "Nf3+ sc.", "short n..f3 +sc" },
                   { "Nf3 + sc.", "short n..f3 +sc" }, { "Nf3+sc.", "short n..f3 +sc" },
                   { "Nf3 +", "short n..f3 +" }, { "e4(=)", "short p..e4 (=)" },
                   { "e4 (=)", "short p..e4 (=)" }, { "e4 =", "short p..e4 (=)" },
                   { "e8=", "short p..e8 (=)" }, { "Nf3+ (=)", "short n..f3 + (=)" },
                   { "e4!", "short p..e4 !" }, { "e4?", "short p..e4 ?" },
                   { "e4!!", "short p..e4 !!" }, { "e4??", "short p..e4 ??" },
                   { "e4!?", "short p..e4 !?" }, { "e4?!", "short p..e4 ?!" },
                   { "e4+-", "short p..e4 +-" }, { "e4-+", "short p..e4 -+" },
                   { "e4 !", "short p..e4 !" }, { "e8-+", "short p..e8 -+" },
                   { "Nf3 -+", "short n..f3 -+" }, { "Qxf7#!!", "short q..f7 x # !!" },
                   { "Nf3+?", "short n..f3 + ?" }, { "Nf3! (=)", "short n..f3 (=) !" },
                   { "e2e4!?", "coordinates ?e2e4 !?" }, { "5254!", "digits ?e2e4 !" });
}

static void test_written__coordinates_and_digits_in_every_language(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++)
        CHECK_READABLE(
            arb_language_at(i)->code, { "e2e4", "coordinates ?e2e4" },
            { "g1f3", "coordinates ?g1f3" }, { "e7e8q", "coordinates ?e7e8 =q" },
            { "a7b8r", "coordinates ?a7b8 =r" }, { "h2h1b", "coordinates ?h2h1 =b" },
            { "b2a1n", "coordinates ?b2a1 =n" }, { "5254", "digits ?e2e4" },
            { "1188", "digits ?a1h8" }, { "57581", "digits ?e7e8 =q" },
            { "57582", "digits ?e7e8 =r" }, { "57583", "digits ?e7e8 =b" },
            { "57584", "digits ?e7e8 =n" }, { "♘f3", "short n..f3" }, { "♞xf6", "short n..f6 x" },
            { "♔e2", "short k..e2" }, { "♚e7", "short k..e7" }, { "♕h5+", "short q..h5 +" },
            { "♛h4#", "short q..h4 #" }, { "♖ad1", "short ra.d1" }, { "♜8e7", "short r.8e7" },
            { "♗f1-b5", "long bf1b5" }, { "♝:c3", "short b..c3 x" }, { "0-0", "short k.... 0-0" },
            { "exd5", "short pe.d5 x" });
}

/* Laws C.3 */
static void test_written__letters_of_the_player_s_country(void **state)
{
    (void)state;
    CHECK_READABLE("it", { "Cf3", "short n..f3" }, { "Ag5", "short b..g5" },
                   { "Dxd4", "short q..d4 x" }, { "Rb1", "short k..b1" }, { "Td1", "short r..d1" });
    CHECK_READABLE("fr", { "Fb5", "short b..b5" }, { "Rb1", "short k..b1" });
    CHECK_READABLE("nl", { "Lb5", "short b..b5" }, { "Pf3", "short n..f3" });
    CHECK_READABLE("fi", { "Rb1", "short n..b1" });
    CHECK_READABLE("is", { "Rf3", "short n..f3" }, { "Hxd1", "short r..d1 x" });
    CHECK_READABLE("ro", { "Nc4", "short b..c4" });
    CHECK_READABLE("eo", { "Kc4", "short b..c4" }, { "Rb1", "short k..b1" });
    CHECK_READABLE("hu", { "Be1", "short r..e1" }, { "Hf3", "short n..f3" });
    CHECK_READABLE("pl", { "Hd8", "short q..d8" }, { "Ga6", "short b..a6" });
    CHECK_READABLE("en-kt", { "Ktf3", "short n..f3" }, { "Ktbd2", "short nb.d2" },
                   { "Kf2", "short k..f2" }, { "e8=Kt", "short p..e8 =n" });
    CHECK_READABLE("ru", { "Кf3", "short n..f3" }, { "Крe2", "short k..e2" },
                   { "Фxd4+", "short q..d4 x +" }, { "Лad1", "short ra.d1" },
                   { "Сg5", "short b..g5" }, { "e8Ф", "short p..e8 =q" }, { "Kpe2", "short k..e2" },
                   { "Kf3", "short n..f3" });
    CHECK_READABLE("bg", { "Цe2", "short k..e2" }, { "Оc4", "short b..c4" });
}

static void test_written__words_in_italian_and_english(void **state)
{
    (void)state;
    CHECK_READABLE(
        "it", { "Cavallo f3", "words n..f3" }, { "cavallo prende e5", "words n..e5 x" },
        { "CAVALLO f3", "words n..f3" }, { "cavallo b d2", "words nb.d2" },
        { "Alfiere in c4", "words b..c4" }, { "arrocco corto", "words k.... 0-0" },
        { "Arrocco lungo", "words k.... 0-0-0" }, { "re e2", "words k..e2" },
        { "pedone e4", "words p..e4" }, { "pedone e8 promuove a donna", "words p..e8 =q" },
        { "pedone e8 diventa alfiere", "words p..e8 =b" }, { "cavallo da g1 a f3", "words ng1f3" },
        { "cavallo g1-f3", "words ng1f3" }, { "pedone e8 promosso ad alfiere", "words p..e8 =b" },
        { "e prende d5", "words pe.d5 x" }, { "torre a8 scacco", "words r..a8 +" },
        { "donna prende f7 scacco matto", "words q..f7 x #" },
        { "torre da a1 in d1", "words ra1d1" },
        { "pedone e prende d6 al varco", "words pe.d6 x ep" });
    CHECK_READABLE("en", { "knight f3", "words n..f3" }, { "Knight takes e5", "words n..e5 x" },
                   { "knight  to  f3", "words n..f3" }, { "knight b d2", "words nb.d2" },
                   { "knight 1 d2", "words n.1d2" }, { "e takes d5", "words pe.d5 x" },
                   { "pawn e takes d5", "words pe.d5 x" }, { "rook from a1 to d1", "words ra1d1" },
                   { "pawn e8 promotes to queen", "words p..e8 =q" },
                   { "castles kingside", "words k.... 0-0" },
                   { "castles queenside check", "words k.... 0-0-0 +" },
                   { "queen h7 checkmate", "words q..h7 #" },
                   { "pawn e5 takes d6 en passant", "words pe5d6 x ep" },
                   { "king e2!", "words k..e2 !" }, { "bishop takes knight f6", "words b..f6 x" },
                   { "knight f3 (=)", "words n..f3 (=)" });
}

static void test_written__words_in_other_languages(void **state)
{
    (void)state;
    CHECK_READABLE("de", { "Springer f3", "words n..f3" }, { "Läufer schlägt c4", "words b..c4 x" },
                   { "LÄUFER c4", "words b..c4" }, { "Laeufer c4", "words b..c4" },
                   { "Kurze Rochade", "words k.... 0-0" },
                   { "Lange Rochade", "words k.... 0-0-0" });
    CHECK_READABLE("fr", { "Cavalier prend e5", "words n..e5 x" }, { "fou c4", "words b..c4" });
    CHECK_READABLE("es", { "caballo f3", "words n..f3" }, { "dama h5", "words q..h5" });
    CHECK_READABLE("pt", { "cavalo f3", "words n..f3" }, { "peão e4", "words p..e4" });
    CHECK_READABLE("cs", { "STŘELEC c4", "words b..c4" }, { "věž e1", "words r..e1" });
    CHECK_READABLE("pl", { "król e2", "words k..e2" }, { "goniec b5", "words b..b5" });
    CHECK_READABLE("hu", { "futó c4", "words b..c4" }, { "BÁSTYA e1", "words r..e1" });
    CHECK_READABLE("ru", { "Конь f3", "words n..f3" }, { "КОРОЛЬ e2", "words k..e2" });
    CHECK_READABLE("bg", { "цар e2", "words k..e2" }, { "дама h5", "words q..h5" });
    CHECK_READABLE("sv", { "Löpare c4", "words b..c4" }, { "springare f3", "words n..f3" });
    CHECK_READABLE("ar", { "faras f3", "words n..f3" });
    CHECK_READABLE("hi", { "asp f3", "words n..f3" }, { "wazir d4", "words q..d4" });
}

static void test_written__no_language_means_english(void **state)
{
    arb_written written;

    (void)state;
    assert_int_equal(arb_written_read(&written, NULL, "Nf3", 3, NULL), ARB_OK);
    assert_string_equal(describe(&written), "short n..f3");
    assert_int_equal(arb_written_read(&written, NULL, "Cf3", 3, NULL), ARB_SYNTAX);
}

static void test_written__glyphs_have_their_signs(void **state)
{
    static const char *const texts[] = { "", "!", "?", "!!", "??", "!?", "?!", "+-", "-+" };

    (void)state;
    for (unsigned i = 0; i < ARB_GLYPH_COUNT; i++)
        assert_string_equal(arb_glyph_text((arb_glyph)i), texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written__short_form_names_piece_and_arrival),
        cmocka_unit_test(test_written__captures_with_and_without_their_sign),
        cmocka_unit_test(test_written__promotion_with_every_sign),
        cmocka_unit_test(test_written__long_form_names_both_squares),
        cmocka_unit_test(test_written__a_letter_for_the_pawn_is_noticed),
        cmocka_unit_test(test_written__castling_with_noughts_or_letters),
        cmocka_unit_test(test_written__marks_that_may_follow),
        cmocka_unit_test(test_written__coordinates_and_digits_in_every_language),
        cmocka_unit_test(test_written__letters_of_the_player_s_country),
        cmocka_unit_test(test_written__words_in_italian_and_english),
        cmocka_unit_test(test_written__words_in_other_languages),
        cmocka_unit_test(test_written__no_language_means_english),
        cmocka_unit_test(test_written__glyphs_have_their_signs),
    };
    return cmocka_run_group_tests_name("written", tests, NULL, NULL);
}
