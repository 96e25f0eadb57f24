/* SPDX-License-Identifier: MIT */
/* What came out of a case, for people: every ruling a line, then the state; see judge.h. */
#include <stdlib.h>
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/record.h"
#include "arbitro/utf8.h"
#include "cli/judge.h"
#include "cli/page.h"

enum { LABEL_WIDTH = 12, NARROW = 6, SENTENCE_SIZE = 512, TIME_SIZE = 64, WORD_SIZE = 64 };

static void begin(arb_judge *judge)
{
    const arb_rulebook *book = judge->header->regulations.book;

    if (judge->cases > 1)
        putchar('\n');
    printf("%.*s", (int)judge->header->title_size, judge->header->title);
    if (book != arb_rulebook_get(0))
        printf("  [%s]", book->name);
    putchar('\n');
}

enum { NUMBER_SIZE = 32 };

static const char *number_of(char out[NUMBER_SIZE], const arb_judge *judge, arb_article article)
{
    (void)arb_article_write(out, NUMBER_SIZE, article, judge->header->regulations.book);
    return out;
}

static void print_ruling(const arb_judge *judge, const arb_ruling *ruling, arb_ms at, bool refused)
{
    char time[TIME_SIZE], sentence[SENTENCE_SIZE], number[NUMBER_SIZE], word[WORD_SIZE];

    (void)arb_time_write(time, sizeof time, at);
    (void)arb_ruling_write(sentence, sizeof sentence, ruling, judge->cli->lang);
    const int column = printf("%4zu  %-11s  %-8s  ", judge->number, time,
                              number_of(number, judge, (arb_article)ruling->article));
    arb_page page = arb_page_begin(arb_page_is_narrow() ? NARROW : (size_t)column, (size_t)column);
    page.endless = !arb_page_is_told(); /* who reads it by a program finds a ruling a line */
    page.gap = 0;
    if (refused) {
        snprintf(word, sizeof word, "%s:", arb_text(ARB_TEXT_JUDGE_REFUSED, judge->cli->lang));
        arb_page_words(&page, word);
    }
    arb_page_words(&page, sentence);
    arb_page_end(&page);
}

static void event(arb_judge *judge, const arb_verdict *verdict)
{
    for (size_t i = 0; i < verdict->count; i++)
        print_ruling(judge, &verdict->ruling[i], verdict->ruling[i].at, false);
    if (verdict->refused)
        print_ruling(judge, &verdict->refusal, judge->event->time, true);
}

/* Begins a line of the state with its label, padded to the width of all of them. */
static void label(const arb_judge *judge, arb_text_id id)
{
    const char *text = arb_text(id, judge->cli->lang);
    const size_t width = arb_utf8_count(text, strlen(text));

    printf("  %s%*s", text, (int)(width < LABEL_WIDTH ? LABEL_WIDTH - width : 1), "");
}

static const char *value(const arb_judge *judge, unsigned colour)
{
    return arb_text(colour == ARB_WHITE   ? ARB_TEXT_VALUE_WHITE
                    : colour == ARB_BLACK ? ARB_TEXT_VALUE_BLACK
                                          : ARB_TEXT_VALUE_NOBODY,
                    judge->cli->lang);
}

static void print_result(const arb_judge *judge, const arb_state *state)
{
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, state);
    char number[NUMBER_SIZE], sentence[SENTENCE_SIZE], score[2][32] = { "-", "-" };

    label(judge, ARB_TEXT_JUDGE_RESULT);
    fputs(arb_result_text(arb_state_result(state)), stdout);
    for (size_t i = 0; i < count; i++)
        printf("%s%s%s", i == 0 ? "  [" : ", ", number_of(number, judge, article[i]),
               i + 1 == count ? "]" : "");
    if (judge->ended && judge->ending.code == (unsigned)arb_state_reason(state)) {
        (void)arb_ruling_write(sentence, sizeof sentence, &judge->ending, judge->cli->lang);
        printf("  %s", sentence);
    }
    putchar('\n');
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        const int half = arb_state_score(state, (arb_colour)colour);
        if (half != ARB_SCORE_NONE)
            (void)arb_score_write(score[colour], sizeof score[colour], half);
    }
    label(judge, ARB_TEXT_JUDGE_POINTS);
    printf("%s %s, %s %s\n", value(judge, ARB_WHITE), score[ARB_WHITE], value(judge, ARB_BLACK),
           score[ARB_BLACK]);
}

static arb_text_id pending_text(arb_pending pending)
{
    static const arb_text_id ids[ARB_PENDING_COUNT] = {
        [ARB_PENDING_CONSENT] = ARB_TEXT_JUDGE_CONSENT,
        [ARB_PENDING_QUICKPLAY] = ARB_TEXT_JUDGE_QUICKPLAY,
        [ARB_PENDING_INCREMENT] = ARB_TEXT_JUDGE_INCREMENT,
    };
    return ids[pending];
}

static arb_text_id phase_text(arb_phase phase)
{
    static const arb_text_id ids[ARB_PHASE_COUNT] = {
        [ARB_PHASE_WAITING] = ARB_TEXT_PHASE_WAITING,
        [ARB_PHASE_PLAYING] = ARB_TEXT_PHASE_PLAYING,
        [ARB_PHASE_STOPPED] = ARB_TEXT_PHASE_STOPPED,
        [ARB_PHASE_CLAIM] = ARB_TEXT_PHASE_CLAIM,
        [ARB_PHASE_UPDATING] = ARB_TEXT_PHASE_UPDATING,
        [ARB_PHASE_ADJOURNED] = ARB_TEXT_PHASE_ADJOURNED,
        [ARB_PHASE_FINISHED] = ARB_TEXT_PHASE_FINISHED,
        [ARB_PHASE_VOID] = ARB_TEXT_PHASE_VOID,
    };

    return ids[phase];
}

static void print_clocks(const arb_judge *judge, const arb_state *state)
{
    char time[2][TIME_SIZE];

    if (!arb_regulations_timed(arb_game_regulations(judge->game)))
        return;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        (void)arb_time_write(time[colour], sizeof time[colour],
                             arb_state_clock(state, (arb_colour)colour));
    label(judge, ARB_TEXT_JUDGE_CLOCKS);
    printf("%s %s, %s %s", value(judge, ARB_WHITE), time[ARB_WHITE], value(judge, ARB_BLACK),
           time[ARB_BLACK]);
    fputs("; ", stdout);
    arb_text_line(stdout, judge->cli->lang, ARB_TEXT_JUDGE_RUNNING,
                  value(judge, arb_state_running(state)));
}

static void print_pair(const arb_judge *judge, arb_text_id id, unsigned white, unsigned black)
{
    label(judge, id);
    printf("%s %u, %s %u\n", value(judge, ARB_WHITE), white, value(judge, ARB_BLACK), black);
}

/* The moves on one line, without move numbers: a game that was put right may not have them. */
static arb_exit print_moves(const arb_judge *judge)
{
    size_t count;
    arb_ply *plies = arb_judge_plies(&count, judge->game);

    if (!plies)
        return arb_cli_failed(judge->cli, ARB_NOMEM);
    label(judge, ARB_TEXT_JUDGE_MOVES);
    arb_page page = arb_page_begin(LABEL_WIDTH + 2, LABEL_WIDTH + 2);
    page.endless = !arb_page_is_told();
    page.gap = 0;
    for (size_t i = 0; i < count; i++) {
        char move[64];
        (void)arb_game_ply_write(move, sizeof move, judge->game, plies[i]);
        arb_page_words(&page, move);
    }
    if (count == 0)
        arb_page_words(&page, "-");
    arb_page_end(&page);
    free(plies);
    return ARB_EXIT_YES;
}

/* Laws 12.9.7 to 12.9.9: what goes beyond this game, of whom there is something to say. */
static void print_penalties(const arb_judge *judge, const arb_state *state)
{
    const arb_lang lang = judge->cli->lang;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const bool fined = arb_state_fined(state, c), expelled = arb_state_expelled(state, c);
        const unsigned rounds = arb_state_excluded(state, c);
        if (!fined && !expelled && rounds == 0)
            continue;
        label(judge, ARB_TEXT_JUDGE_PENALTIES);
        fputs(value(judge, c), stdout);
        if (fined)
            printf(", %s", arb_text(ARB_TEXT_JUDGE_FINED, lang));
        if (rounds > 0)
            printf(", %s %u", arb_text(ARB_TEXT_JUDGE_EXCLUDED, lang), rounds);
        if (expelled)
            printf(", %s", arb_text(ARB_TEXT_JUDGE_EXPELLED, lang));
        putchar('\n');
    }
}

static arb_text_id stand_text(arb_sheet_stand stand)
{
    static const arb_text_id ids[ARB_SHEET_STAND_COUNT] = {
        [ARB_SHEET_COMPLETE] = ARB_TEXT_JUDGE_RECORD_COMPLETE,
        [ARB_SHEET_GAPS] = ARB_TEXT_JUDGE_RECORD_GAPS,
        [ARB_SHEET_AHEAD] = ARB_TEXT_JUDGE_RECORD_AHEAD,
    };
    return ids[stand];
}

/* Laws 8.5.3: where the sheets first say different things, and what settles that. */
static void print_part(const arb_judge *judge, const arb_parting *part)
{
    static const arb_text_id settled[ARB_SETTLED_BY_COUNT] = {
        [ARB_SETTLED_BY_BOARD] = ARB_TEXT_JUDGE_SETTLED_BOARD,
        [ARB_SETTLED_BY_ARBITER] = ARB_TEXT_JUDGE_SETTLED_ARBITER,
        [ARB_SETTLED_BY_NOBODY] = ARB_TEXT_JUDGE_SETTLED_NOBODY,
    };
    const arb_lang lang = judge->cli->lang;
    char number[NUMBER_SIZE];
    const char *between = " ";

    (void)snprintf(number, sizeof number, "%u", (unsigned)part->half_move);
    printf("  %*s", LABEL_WIDTH, "");
    arb_text_print(stdout, lang, ARB_TEXT_JUDGE_RECORD_PART, number);
    for (unsigned i = 0; i < 3; i++) {
        if (!part->says[i])
            continue;
        printf("%s%s %.*s", between,
               i < ARB_COLOUR_COUNT ? value(judge, i)
                                    : arb_text(ARB_TEXT_JUDGE_RECORD_ARBITER, lang),
               (int)part->says[i]->size, part->says[i]->text);
        between = ", ";
    }
    printf("; %s\n", arb_text(settled[part->settled_by], lang));
}

/* Laws 8.1, 8.5: how the sheets stand, where they are kept. */
static arb_exit print_record(const arb_judge *judge)
{
    const arb_lang lang = judge->cli->lang;
    char number[NUMBER_SIZE];
    arb_parting part;
    arb_record *record;

    if (arb_game_regulations(judge->game)->record != ARB_RECORD_KEPT)
        return ARB_EXIT_YES;
    if (arb_record_new(&record, judge->game) != ARB_OK)
        return arb_cli_failed(judge->cli, ARB_NOMEM);
    label(judge, ARB_TEXT_JUDGE_RECORD);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        printf("%s %s", value(judge, c),
               arb_text(stand_text(arb_game_sheet_stands(judge->game, c)), lang));
        for (size_t i = 0; i < arb_record_gap_count(record, c); i++)
            printf("%s%u%s", i == 0 ? " (" : ", ", (unsigned)arb_record_gap(record, c, i),
                   i + 1 == arb_record_gap_count(record, c) ? ")" : "");
        fputs(c == ARB_WHITE ? ", " : "; ", stdout);
    }
    (void)snprintf(number, sizeof number, "%u", (unsigned)arb_record_evidence(record));
    arb_text_line(stdout, lang, ARB_TEXT_JUDGE_RECORD_PROVED, number);
    if (arb_record_part(&part, record))
        print_part(judge, &part);
    arb_record_free(record);
    return ARB_EXIT_YES;
}

static arb_exit end(arb_judge *judge)
{
    const arb_state *state = arb_game_state(judge->game);
    const arb_lang lang = judge->cli->lang;
    char fen[ARB_FEN_SIZE];

    print_result(judge, state);
    label(judge, ARB_TEXT_JUDGE_PHASE);
    fputs(arb_text(phase_text(arb_state_phase(state)), lang), stdout);
    if (arb_state_phase(state) == ARB_PHASE_VOID)
        printf("; %s", arb_text(ARB_TEXT_JUDGE_NEW_GAME, lang));
    putchar('\n');
    label(judge, ARB_TEXT_JUDGE_TURN);
    puts(value(judge, arb_state_turn(state)));
    (void)arb_pos_fen(fen, sizeof fen, arb_state_position(state));
    label(judge, ARB_TEXT_JUDGE_POSITION);
    puts(fen);
    print_clocks(judge, state);
    print_pair(judge, ARB_TEXT_JUDGE_ILLEGAL, arb_state_illegal(state, ARB_WHITE),
               arb_state_illegal(state, ARB_BLACK));
    label(judge, ARB_TEXT_JUDGE_OFFER);
    fputs(arb_state_offer(state) < ARB_COLOUR_COUNT ? value(judge, arb_state_offer(state))
                                                    : arb_text(ARB_TEXT_JUDGE_NO_OFFER, lang),
          stdout);
    if (arb_state_pending(state) != ARB_PENDING_NONE)
        printf("; %s", arb_text(pending_text(arb_state_pending(state)), lang));
    if (arb_state_appeal(state) < ARB_COLOUR_COUNT)
        printf("; %s", arb_text(ARB_TEXT_JUDGE_APPEAL, lang));
    putchar('\n');
    print_penalties(judge, state);
    const arb_exit code = print_record(judge);
    return code != ARB_EXIT_YES ? code : print_moves(judge);
}

const arb_judge_speaker arb_judge_text = {
    .begin = begin,
    .event = event,
    .end = end,
};
