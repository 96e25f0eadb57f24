/* SPDX-License-Identifier: MIT */
/*
 * Rulings as sentences that an arbiter would sign: some of them word for word, in both languages,
 * as they are said in a game, and what must hold of every sentence that the corpus of cases hears.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apps/common/walk.h"
#include "arbitro/explain.h"
#include "arbitro/ruling.h"
#include "laws/laws.h"
#include "support/case_game.h"

enum { SIZE = 512, PATH_SIZE = 1024, TEXT_MAX_BYTES = 1 << 20 };

static const char *sentence_of(char out[SIZE], const arb_ruling *ruling, arb_lang lang)
{
    const size_t size = arb_ruling_write(out, SIZE, ruling, lang);

    assert_true(size > 0 && size < SIZE);
    return out;
}

/* ---- what is said in a game ---- */

static bool is_said(const arb_verdict *v, arb_lang lang, const char *sentence)
{
    char text[SIZE];

    for (size_t i = 0; i < v->count; i++)
        if (strcmp(sentence_of(text, &v->ruling[i], lang), sentence) == 0)
            return true;
    return v->refused && strcmp(sentence_of(text, &v->refusal, lang), sentence) == 0;
}

static void assert_said(const arb_verdict *v, arb_lang lang, const char *sentence)
{
    char text[SIZE];

    if (is_said(v, lang, sentence))
        return;
    for (size_t i = 0; i < v->count; i++)
        print_message("# %s\n", sentence_of(text, &v->ruling[i], lang));
    if (v->refused)
        print_message("# %s\n", sentence_of(text, &v->refusal, lang));
    fail_msg("nobody says \"%s\"", sentence);
}

/* Something in every sentence of the last verdict, in a language. */
static bool is_in_any(const arb_verdict *v, arb_lang lang, const char *part)
{
    char text[SIZE];

    for (size_t i = 0; i < v->count; i++)
        if (strstr(sentence_of(text, &v->ruling[i], lang), part))
            return true;
    return false;
}

/* The last event of the case is answered with both sentences. */
static void check(const char *text, const char *english, const char *italian)
{
    case_game it = case_game_of(text);

    assert_said(&it.verdict, ARB_LANG_EN, english);
    assert_said(&it.verdict, ARB_LANG_IT, italian);
    case_game_free(&it);
}

/* Laws 9.5.3 */
static void test_sentences__written_move_is_played_when_it_is_legal(void **state)
{
    (void)state;
    check("case a wrong claim with a legal move\ntime 5400+30\n"
          "0:00 arbiter start\n+5 white claim repetition Nf3\n",
          "White must play the move that he wrote.",
          "Il Bianco deve giocare la mossa che ha scritto.");
    check("case a wrong claim with an illegal move\ntime 5400+30\n"
          "0:00 arbiter start\n+5 white claim repetition g1g3\n",
          "The move that White wrote is not legal: he must make a legal one with that piece, if "
          "there "
          "is any.",
          "La mossa che il Bianco ha scritto non è legale: deve farne una legale con quel pezzo, "
          "se c'è.");
    check("case a wrong claim without a move\ntime 5400+30\n"
          "0:00 arbiter start\n+5 white claim repetition\n",
          "White has the move, and the game goes on.",
          "Il Bianco ha il tratto, e la partita continua.");
}

/* Laws 7.5.5 */
static void test_sentences__which_illegal_move_loses(void **state)
{
    static const char second[] = "case the second\ntime 5400+30\n0:00 arbiter start\n"
                                 "+5 white play e2e5\n+5 white play e2e5\n";
    case_game it = case_game_of(second);
    size_t told = 0;

    (void)state;
    for (size_t i = 0; i < it.verdict.count; i++)
        told += it.verdict.ruling[i].code == ARB_CODE_ILLEGAL_LOSS;
    assert_int_equal(told, 1);
    case_game_free(&it);
    check(second, "It was the second illegal move: White loses.",
          "È la seconda mossa illegale: il Bianco perde.");
    check("case the third\nedition fide-2001\ntime 5400+30\n0:00 arbiter start\n"
          "+5 white play e2e5\n+5 white play e2e5\n+5 white play e2e5\n",
          "It was the third illegal move: White loses.",
          "È la terza mossa illegale: il Bianco perde.");
    check(
        "case the second against a bare king\ntime 5400+30\n"
        "position 4k3/8/8/8/8/8/8/4K2Q w - - 0 1\ngiven illegal white 1\n"
        "0:00 arbiter start\n+5 white play h1g3\n",
        "It was the second illegal move of White, but Black cannot checkmate: the game is drawn.",
        "È la seconda mossa illegale del Bianco, ma il Nero non può dare scaccomatto: la partita è "
        "patta.");
}

/* Laws A.3 */
static void test_sentences__the_minute_is_named_once(void **state)
{
    case_game it = case_game_of("case rapid\ntime 900+10\noption supervision full\n"
                                "0:00 arbiter start\n+5 white play e2e5\n");
    char text[SIZE];
    size_t told = 0;

    (void)state;
    for (size_t i = 0; i < it.verdict.count; i++)
        told += strstr(sentence_of(text, &it.verdict.ruling[i], ARB_LANG_EN), "1 minute") != NULL;
    assert_int_equal(told, 1);
    assert_said(&it.verdict, ARB_LANG_EN,
                "Black gets 1 minute because of the illegal move of White.");
    assert_said(&it.verdict, ARB_LANG_IT,
                "Il Nero riceve 1 minuto per la mossa illegale del Bianco.");
    assert_false(is_in_any(&it.verdict, ARB_LANG_EN, "only"));
    case_game_free(&it);
}

/* Laws III.5, III.6.1 */
static void test_sentences__quickplay_claims_name_their_ground(void **state)
{
    static const char finish[] =
        "case quickplay\ntime 100\noption play rapid\noption quickplay yes\n"
        "%s0:00 arbiter start\n+5 white claim %s\n";
    char text[SIZE];

    (void)state;
    snprintf(text, sizeof text, finish, "", "cannot-win");
    check(
        text,
        "White claims a draw because Black cannot win by normal means: the clocks stop and the "
        "arbiter decides.",
        "Il Bianco richiede la patta perché il Nero non può vincere con mezzi normali: gli orologi "
        "si fermano e decide l'arbitro.");
    snprintf(text, sizeof text, finish, "", "no-effort");
    check(
        text,
        "White claims a draw because Black makes no effort to win by normal means: the clocks stop "
        "and the arbiter decides.",
        "Il Bianco richiede la patta perché il Nero non fa alcuno sforzo per vincere con mezzi "
        "normali: gli orologi si fermano e decide l'arbitro.");
    snprintf(text, sizeof text, finish, "option arbiter absent\n", "no-effort");
    check(text,
          "White claims a draw because Black makes no effort to win by normal means; that ends the "
          "play. He writes the final position down and hands in his scoresheet, and the opponent "
          "verifies both.",
          "Il Bianco richiede la patta perché il Nero non fa alcuno sforzo per vincere con mezzi "
          "normali, e il gioco è concluso. Trascrive la posizione finale e consegna il formulario, "
          "e l'avversario verifica l'una e l'altro.");
}

/* Laws III.5, III.5.2: what the arbiter is asked names the ground too, and a deferred claim keeps
 * it.
 */
static void test_sentences__the_arbiter_is_asked_on_that_ground(void **state)
{
    static const struct {
        const char *claim, *then;
        arb_wait_kind kind;
        bool no_effort;
    } rows[] = {
        { "cannot-win", "", ARB_WAIT_QUICKPLAY, false },
        { "no-effort", "", ARB_WAIT_QUICKPLAY, true },
        { "no-effort", "+5 arbiter decide defer\n", ARB_WAIT_DEFERRED, true },
        { "no-effort", "+5 arbiter decide defer\n+100 arbiter flag white\n", ARB_WAIT_QUICKPLAY,
          true },
        { "no-effort", "+5 arbiter decide reject\n+5 white claim cannot-win\n", ARB_WAIT_QUICKPLAY,
          false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_wait waits[ARB_WAITS_MAX];
        char text[SIZE];
        snprintf(text, sizeof text,
                 "case quickplay\ntime 100\noption play rapid\noption quickplay yes\n"
                 "0:00 arbiter start\n+5 white claim %s\n%s",
                 rows[i].claim, rows[i].then);
        case_game it = case_game_of(text);
        assert_int_equal(arb_state_waits(waits, arb_game_state(it.game)), 1);
        assert_int_equal(waits[0].kind, rows[i].kind);
        assert_int_equal(arb_state_claims_no_effort(arb_game_state(it.game)), rows[i].no_effort);
        assert_int_equal(waits[0].player, ARB_WHITE);
        case_game_free(&it);
    }
}

/* Laws 6.2.1.2, 7.4.1, A.5.4: the words of the Italian Laws */
static void test_sentences__words_of_the_laws(void **state)
{
    (void)state;
    check("case 6.2.1.2\ntime 5400+30\n0:00 arbiter start\n+5 white move e4\n+5 black move e5\n"
          "+5 white move Nf3\n",
          "White had not pressed the clock after his last move: his new one completes it.",
          "Il Bianco non aveva premuto l'orologio dopo la mossa precedente: la sua nuova mossa la "
          "completa.");
    check("case 7.4.1\ntime 5400+30\n0:00 arbiter start\n+5 white displace e2\n",
          "White has displaced pieces and puts them back on his own time.",
          "Il Bianco ha messo fuori posto dei pezzi e li rimette a posto con il proprio tempo.");
    check("case A.5.4\ntime 900+10\nposition P3k3/8/8/8/8/8/4p3/4K3 b - - 0 40\n"
          "0:00 arbiter start\n+1 arbiter observe last-rank-pawn\n",
          "The position is illegal: the arbiter waits until the next move is completed.",
          "La posizione è illegale: l'arbitro attende che la mossa successiva sia completata.");
    check("case 9.4\ntime 5400+30\n0:00 arbiter start\n+5 white touch e2\n"
          "+1 white claim repetition\n",
          "White has touched a piece and lost the right to claim a draw with this move.",
          "Il Bianco ha toccato un pezzo e per questa mossa non ha più diritto di richiedere la "
          "patta.");
}

/* Laws 12.9.8, 12.6: one is not many. */
static void test_sentences__one_and_many(void **state)
{
    static const struct {
        uint32_t number;
        const char *rounds[2], *moves[2];
    } told[] = {
        { 0, { "the next 0 rounds.", "dai prossimi 0 turni." }, { " 0 moves.", " 0 mosse." } },
        { 1, { "the next round.", "dal prossimo turno." }, { " 1 move.", " 1 mossa." } },
        { 2, { "the next 2 rounds.", "dai prossimi 2 turni." }, { " 2 moves.", " 2 mosse." } },
    };
    char text[SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const arb_ruling out = { .code = ARB_CODE_EXCLUDED, .number = told[i].number };
            const arb_ruling count = { .code = ARB_CODE_COUNT_TOLD, .number = told[i].number };
            assert_non_null(strstr(sentence_of(text, &out, (arb_lang)lang), told[i].rounds[lang]));
            assert_non_null(strstr(sentence_of(text, &count, (arb_lang)lang), told[i].moves[lang]));
        }
    }
}

/* Laws 12.9.4, 12.9.5: where a penalty has changed the result, what was said before is no reason.
 */
static void test_sentences__no_stale_reason(void **state)
{
    static const struct {
        const char *text, *result;
    } scored[] = {
        { "case after the end\ntime 5400+30\n0:00 arbiter start\n+5 white play e4\n"
          "+5 black play e5\n+5 white offer\n+5 black accept\n"
          "+5 arbiter penalty white own-score 0\n",
          "result 0-1/2 5.2.3 12.9.5" },
        { "case before the end\ntime 5400+30\n0:00 arbiter start\n+5 white play e4\n"
          "+5 arbiter penalty white own-score 0\n+5 black play e5\n+5 white offer\n"
          "+5 black accept\n",
          "result 0-1/2 5.2.3" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof scored / sizeof *scored; i++) {
        case_game it = case_game_of(scored[i].text);
        case_game_assert_met(&it, scored[i].result);
        assert_int_equal(arb_state_reason(arb_game_state(it.game)), ARB_CODE_SCORE_SET);
        case_game_free(&it);
    }
}

/* ---- what holds of every sentence ---- */

/* Is it a sentence: a capital letter, a full stop, single blanks, nothing left to be filled in? */
static void assert_sentence(const char *text)
{
    const size_t size = strlen(text);
    const bool capital = (text[0] >= 'A' && text[0] <= 'Z') || strncmp(text, "È ", 3) == 0;

    if (!capital || text[size - 1] != '.' || strpbrk(text, "{}%") || strstr(text, "  ") ||
        strstr(text, " .") || strstr(text, " ,") || strstr(text, "..") || strstr(text, " :"))
        fail_msg("\"%s\" is no sentence", text);
}

/* Italian joins some of these words, and the Laws have other words for the rest. */
static void assert_italian(const arb_ruling *ruling, const char *text)
{
    static const char *const never[] = {
        " di il ",      " a il ",   " da il ",   "dare matto",   "sanzion", "giocando",
        "trascrizione", "1 minuti", "1 secondi", "cui orologio", "rinvia",  "impossibile"
    };
    static const char *const claims[] = { "6.8", "9", "III" };

    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        const char *at = strstr(text, never[i]);
        if (at && !(never[i][0] == '1' && at > text && at[-1] >= '0' && at[-1] <= '9'))
            fail_msg("\"%s\": not \"%s\"", text, never[i]);
    }
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (arb_article_is_within(ruling->article, claims[i], strlen(claims[i])) &&
            (strstr(text, "reclam") || strstr(text, "Reclam")))
            fail_msg("%s: \"%s\": the Laws say richiesta there",
                     arb_article_number(ruling->article), text);
}

static void check_ruling(const arb_ruling *ruling)
{
    char text[SIZE];

    assert_sentence(sentence_of(text, ruling, ARB_LANG_EN));
    assert_sentence(sentence_of(text, ruling, ARB_LANG_IT));
    assert_italian(ruling, text);
}

static void test_sentences__every_code(void **state)
{
    static const arb_ms times[] = { 0, 1000, 5000, 60000, 120000, 125000, -60000 };

    (void)state;
    for (int code = 0; code < ARB_CODE_COUNT; code++)
        for (unsigned player = 0; player <= ARB_COLOUR_COUNT; player++)
            for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
                arb_ruling ruling = { .code = (arb_code)code, .player = (arb_colour)player };
                if (strstr(arb_code_sentence((arb_code)code, ARB_LANG_EN), "{result}"))
                    ruling.result = (arb_result)(i + 1);
                else
                    ruling.ms = times[i];
                check_ruling(&ruling);
            }
}

/* What all cases together heard. */
typedef struct heard {
    size_t rulings, verdicts;
} heard;

/* An article that is cited besides; and a person with three tasks is named, and accepted, by three
 * articles. */
static bool is_repeated(arb_code code)
{
    return code == ARB_CODE_CITED || code == ARB_CODE_ASSISTANT_ACCEPTED ||
           code == ARB_CODE_ASSISTANT_REFUSED || code == ARB_CODE_ASSISTANT_APPOINTED ||
           code == ARB_CODE_CLOCK_TO_ADJUST || code == ARB_CODE_CLOCK_NOT_ADJUSTED;
}

/* No other verdict says the same twice. */
static void check_verdict(heard *h, const arb_verdict *v)
{
    char one[SIZE], other[SIZE];

    h->verdicts++;
    h->rulings += v->count;
    for (size_t i = 0; i < v->count; i++) {
        check_ruling(&v->ruling[i]);
        for (size_t k = 0; k < i; k++)
            if (!is_repeated(v->ruling[i].code) &&
                strcmp(sentence_of(one, &v->ruling[i], ARB_LANG_EN),
                       sentence_of(other, &v->ruling[k], ARB_LANG_EN)) == 0)
                fail_msg("\"%s\" is said twice", one);
    }
    if (v->refused)
        check_ruling(&v->refusal);
}

static void judge_all(heard *h, const char *text, size_t size)
{
    arb_case_reader reader;
    arb_case_header header;
    arb_case_item item;
    arb_game *game = NULL;
    arb_verdict verdict;

    arb_case_reader_init(&reader, text, size);
    for (;;) {
        assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
        if (item.kind == ARB_CASE_EVENT) {
            assert_int_equal(arb_game_submit(&verdict, game, &item.event), ARB_OK);
            check_verdict(h, &verdict);
        }
        if (item.kind != ARB_CASE_BEGIN && item.kind != ARB_CASE_END)
            continue;
        arb_game_free(game);
        if (item.kind == ARB_CASE_END)
            return;
        assert_int_equal(arb_game_new(&game, NULL, &header.regulations, &header.given), ARB_OK);
    }
}

static bool judge_file(void *user, const char *path)
{
    static char text[TEXT_MAX_BYTES];
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text, file);
    assert_true(size > 0 && size < sizeof text);
    fclose(file);
    judge_all(user, text, size);
    return true;
}

static bool fail_folder(void *user, const char *path)
{
    (void)user;
    fail_msg("%s cannot be read (ARB_TEST_DATA names the folder of the tests)", path);
    return false;
}

static void test_sentences__what_the_cases_hear(void **state)
{
    static const char *const suffixes[] = { ".case", NULL };
    heard h = { 0 };
    const arb_walk walk = { suffixes, judge_file, fail_folder, &h };
    const char *folder = getenv("ARB_TEST_DATA");
    char path[PATH_SIZE];

    (void)state;
    snprintf(path, sizeof path, "%s/cases", folder ? folder : "tests");
    assert_true(arb_walk_path(&walk, path) > 0);
    assert_true(h.verdicts > 5000 && h.rulings > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences__written_move_is_played_when_it_is_legal),
        cmocka_unit_test(test_sentences__which_illegal_move_loses),
        cmocka_unit_test(test_sentences__the_minute_is_named_once),
        cmocka_unit_test(test_sentences__quickplay_claims_name_their_ground),
        cmocka_unit_test(test_sentences__the_arbiter_is_asked_on_that_ground),
        cmocka_unit_test(test_sentences__words_of_the_laws),
        cmocka_unit_test(test_sentences__one_and_many),
        cmocka_unit_test(test_sentences__no_stale_reason),
        cmocka_unit_test(test_sentences__every_code),
        cmocka_unit_test(test_sentences__what_the_cases_hear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
