/* SPDX-License-Identifier: MIT */
/*
 * A game under the Laws: the arbiter starts it, White leaves a pawn on the last rank and presses
 * the clock. What the Laws say to each event is printed with its article.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

static void print_verdict(const arb_event *event, const arb_verdict *verdict)
{
    char line[128], sentence[256];

    arb_event_write(line, sizeof line, event);
    puts(line);
    if (verdict->refused) {
        arb_ruling_write(sentence, sizeof sentence, &verdict->refusal, ARB_LANG_EN);
        printf("  refused: %s\n", sentence);
    }
    for (size_t i = 0; i < verdict->count; i++) {
        const arb_ruling *ruling = &verdict->ruling[i];
        arb_ruling_write(sentence, sizeof sentence, ruling, ARB_LANG_EN);
        printf("  %s %s\n", arb_article_number((arb_article)ruling->article), sentence);
    }
}

int main(void)
{
    const char *fen = "8/P6k/8/8/8/8/8/K7 w - - 0 60", *time = "5400+30";
    arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_verdict verdict;
    arb_game *game;
    arb_event events[3] = {
        arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START),
        { 0 },
        arb_event_simple(11000, ARB_ACTOR_WHITE, ARB_VERB_PRESS),
    };

    arb_regulations_init(&regulations, &arb_fide_2023);
    if (arb_regulations_time(&regulations, NULL, ARB_COLOUR_COUNT, time, strlen(time)) != ARB_OK ||
        arb_regulations_settle(&regulations, NULL) != ARB_OK ||
        arb_fen_read(&given.setup, NULL, fen, strlen(fen), NULL) != ARB_OK ||
        arb_event_written(&events[1], NULL, 10000, ARB_ACTOR_WHITE, ARB_VERB_MOVE, "a7a8", 4,
                          NULL) != ARB_OK ||
        arb_game_new(&game, NULL, &regulations, &given) != ARB_OK)
        return 2;
    for (size_t i = 0; i < 3; i++)
        if (arb_game_submit(&verdict, game, &events[i]) == ARB_OK)
            print_verdict(&events[i], &verdict);
    arb_game_free(game);
    return 0;
}
