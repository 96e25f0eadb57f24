/* SPDX-License-Identifier: MIT */
/*
 * The languages against their sources: the tables of letters and names in "Il gioco degli Scacchi",
 * row by row, and the announcements of the Laws.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/language.h"
#include "support/assertions.h"

/* What a word means; ARB_MEANING_COUNT when the language does not have it. */
static arb_meaning meaning_of(const arb_language *language, const char *text)
{
    for (int meaning = 0; meaning < ARB_MEANING_COUNT; meaning++)
        for (const char *const *word = language->words[meaning]; word && *word; word++)
            if (strcmp(*word, text) == 0)
                return (arb_meaning)meaning;
    return ARB_MEANING_COUNT;
}

/* King, queen, rook, bishop, knight, pawn; what the book prints otherwise is noted. */
static void test_languages_sources__letters_are_those_of_the_book(void **state)
{
    static const struct {
        const char *code, *letter[ARB_ROLE_COUNT];
    } rows[] = {
        { "en", { "K", "Q", "R", "B", "N", "P" } },     /* Americano */
        { "cs", { "K", "D", "V", "S", "J", "P" } },     /* Cecoslovacco */
        { "da", { "K", "D", "T", "L", "S", "B" } },     /* Danese */
        { "eo", { "R", "D", "T", "K", "C", "S" } },     /* Esperanto */
        { "et", { "K", "L", "V", "O", "R", "P" } },     /* Estone */
        { "fi", { "K", "D", "T", "L", "R", "P" } },     /* Finlandese */
        { "fr", { "R", "D", "T", "F", "C", "P" } },     /* Francese */
        { "en-kt", { "K", "Q", "R", "B", "Kt", "P" } }, /* Inglese */
        { "is", { "K", "D", "H", "B", "R", "P" } },     /* Islandese */
        { "it", { "R", "D", "T", "A", "C", "P" } },     /* Italiano */
        { "nl", { "K", "D", "T", "L", "P", "Pi" } },    /* Olandese: the pawn is P too */
        { "no", { "K", "D", "T", "L", "S", "B" } },     /* Norvegese */
        { "pl", { "K", "H", "W", "G", "S", "P" } },     /* Polacco */
        { "pt", { "R", "D", "T", "B", "C", "P" } },     /* Portoghese */
        { "ro", { "R", "D", "T", "N", "C", "P" } },     /* Rumeno */
        { "ru", { "Кр", "Ф", "Л", "С", "К", "П" } },    /* Russo: Kp o n C K P */
        { "es", { "R", "D", "T", "A", "C", "P" } },     /* Spagnolo */
        { "sv", { "K", "D", "T", "L", "S", "B" } },     /* Svedese */
        { "de", { "K", "D", "T", "L", "S", "B" } },     /* Tedesco/Slavo */
        { "hu", { "K", "V", "B", "F", "H", "G" } },     /* Ungherese */
        { "sh", { "K", "D", "T", "L", "S", "P" } },     /* not there */
        { "bg", { "Ц", "Д", "Т", "О", "К", "П" } },     /* not there */
    };
    static const arb_role roles[] = { ARB_KING,   ARB_QUEEN,  ARB_ROOK,
                                      ARB_BISHOP, ARB_KNIGHT, ARB_PAWN };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int j = 0; j < ARB_ROLE_COUNT; j++)
            assert_string_equal(language_of(rows[i].code)->letters.white[roles[j]],
                                rows[i].letter[j]);
    }
}

/* King, queen, bishop, knight, rook, pawn: as printed, but in lower case. */
static void test_languages_sources__names_of_the_book_are_read(void **state)
{
    static const struct {
        const char *code, *name[ARB_ROLE_COUNT];
    } rows[] = {
        { "it", { "re", "donna", "alfiere", "cavallo", "torre", "pedone" } },
        { "bg", { "tzar", "dama", "ofizer", "con", "top", "pionka" } },
        { "cs", { "král", "dáma", "strelec", "jezdec", "vez", "pesec" } },
        { "da", { "konge", "dronning", "lober", "springer", "taarn", "bonde" } },
        { "eo", { "rego", "damo", "kuriero", "cevalo", "turo", "soldato" } },
        { "en", { "king", "queen", "bishop", "knight", "rook", "pawn" } },
        { "sh", { "kralj", "dama", "lovac", "skakac", "top", "pjesak" } },
        { "no", { "konge", "dronning", "bisp", "springer", "taarn", "bonde" } },
        { "ar", { "shah", "firzan", "fil", "faras", "rkhkh", "baidaq" } },
        { "hi", { "shah", "wazir", "fil", "asp", "rukh", "piyada" } },
        { "fr", { "roi", "dame", "fou", "cavalier", "tour", "pion" } },
        { "pl", { "król", "hetman", "goniec", "skoczek", "wieza", "pionek" } },
        { "es", { "rey", "reina", "alfil", "caballo", "torre", "peon" } },
        { "pt", { "rei", "dama", "bispo", "cavalo", "torre", "peao" } },
        { "sv", { "kung", "drottning", "löpare", "springare", "torn", "bonde" } },
        { "ro", { "rege", "dama", "nebun", "cal", "turn", "pion" } },
        { "de", { "könig", "königin", "läufer", "springer", "turm", "bauer" } },
        { "nl", { "koning", "koningen", "raadsheer", "ridder", "kasteel", "pion" } },
        { "ru", { "korol'", "ferz'", "slon", "kon'", "lad'ja", "peshka" } },
        { "hu", { "király", "vezér", "futò", "huszár", "bástya", "gyalog" } },
    };
    static const arb_meaning pieces[] = { ARB_MEANING_KING,   ARB_MEANING_QUEEN, ARB_MEANING_BISHOP,
                                          ARB_MEANING_KNIGHT, ARB_MEANING_ROOK,  ARB_MEANING_PAWN };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int j = 0; j < ARB_ROLE_COUNT; j++) {
            if (meaning_of(language_of(rows[i].code), rows[i].name[j]) != pieces[j])
                fail_msg("%s: %s is not read as that piece", rows[i].code, rows[i].name[j]);
        }
    }
}

/* Laws D.2.1; the other spellings are those of 2001 */
static void test_languages_sources__german_has_the_words_of_the_announcements(void **state)
{
    static const struct {
        const char *text;
        arb_meaning meaning;
        bool written;
    } words[] = {
        { "könig", ARB_MEANING_KING, true },
        { "dame", ARB_MEANING_QUEEN, true },
        { "turm", ARB_MEANING_ROOK, true },
        { "läufer", ARB_MEANING_BISHOP, true },
        { "springer", ARB_MEANING_KNIGHT, true },
        { "bauer", ARB_MEANING_PAWN, true },
        { "kurze rochade", ARB_MEANING_KINGSIDE, true },
        { "lange rochade", ARB_MEANING_QUEENSIDE, true },
        { "koenig", ARB_MEANING_KING, false },
        { "laeufer", ARB_MEANING_BISHOP, false },
    };
    const arb_language *german = language_of("de");

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_int_equal(meaning_of(german, words[i].text), words[i].meaning);
        if (words[i].written)
            assert_string_equal(arb_language_word(german, words[i].meaning), words[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages_sources__letters_are_those_of_the_book),
        cmocka_unit_test(test_languages_sources__names_of_the_book_are_read),
        cmocka_unit_test(test_languages_sources__german_has_the_words_of_the_announcements),
    };
    return cmocka_run_group_tests_name("languages_sources", tests, NULL, NULL);
}
