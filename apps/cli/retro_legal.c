/* SPDX-License-Identifier: MIT */
/* Whether a position can arise, and the game that shows it; see retro.h. */
#include "arbitro/article.h"
#include "arbitro/notation.h"
#include "cli/retro.h"

static const arb_text_id verdicts[] = { [ARB_RETRO_ILLEGAL] = ARB_TEXT_VALUE_NO,
                                        [ARB_RETRO_LEGAL] = ARB_TEXT_VALUE_YES,
                                        [ARB_RETRO_UNKNOWN] = ARB_TEXT_VALUE_UNKNOWN };

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    void *block = arb_mem_resize(NULL, old, old_size, new_size);

    if (!block && new_size > 0)
        *(bool *)user = true;
    return block;
}

arb_mem arb_retro_memory(bool *scarce)
{
    *scarce = false;
    return (arb_mem){ .resize = resize, .user = scarce };
}

void arb_retro_add_faults(arb_answer *to, uint32_t faults, arb_lang lang)
{
    const char *before = "";

    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        if (faults & bit) {
            arb_answer_add(to, before);
            arb_answer_add(to, arb_fault_text((arb_fault)bit, lang));
            before = "; ";
        }
    }
}

static json_t *squares_json(uint64_t squares)
{
    json_t *list = json_array();
    char name[3];

    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
        if (squares >> square & 1) {
            arb_square_write(name, sizeof name, (arb_square)square);
            list = arb_json_add(list, json_string(name));
        }
    return list;
}

arb_exit arb_retro_tell_legal(arb_facts *facts, const arb_retro_answer *answer)
{
    if (facts->form == ARB_FACTS_LINES && answer->verdict == ARB_RETRO_ILLEGAL) {
        arb_answer_format(facts->to, "legal: %s: ", arb_text(ARB_TEXT_VALUE_NO, facts->lang));
        if (answer->faults)
            arb_retro_add_faults(facts->to, answer->faults, facts->lang);
        else
            arb_answer_add(facts->to, arb_retro_reason_text(answer->reason, facts->lang));
        arb_answer_format(facts->to, " (%s)\n", arb_article_number(ARB_ART_3_10_3));
        return ARB_EXIT_NO;
    }
    arb_facts_text(facts, "legal", verdicts[answer->verdict]);
    arb_facts_json(facts, "faults", arb_json_faults(answer->faults));
    arb_facts_json(facts, "reason", json_string(arb_retro_reason_word(answer->reason)));
    arb_facts_json(facts, "squares", squares_json(answer->squares));
    return answer->verdict == ARB_RETRO_LEGAL ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* With its move numbers, as a score has them. */
static void add_game(arb_answer *to, const arb_retro_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_pos now = arb_pos_initial();

    for (size_t i = 0; i < answer->count; i++) {
        arb_answer_add(to, i > 0 ? " " : "");
        if (now.turn == ARB_WHITE)
            arb_answer_format(to, "%u. ", (unsigned)now.move_number);
        arb_san_write(text, sizeof text, &now, answer->game[i]);
        arb_answer_add(to, text);
        arb_pos_play(&now, &now, answer->game[i]);
    }
}

static json_t *game_json(const arb_retro_answer *answer)
{
    char text[ARB_MOVE_TEXT_SIZE];
    json_t *list = json_array();
    arb_pos now = arb_pos_initial();

    for (size_t i = 0; i < answer->count; i++) {
        arb_san_write(text, sizeof text, &now, answer->game[i]);
        arb_pos_play(&now, &now, answer->game[i]);
        list = arb_json_add(list, json_string(text));
    }
    return list;
}

void arb_retro_tell_game(arb_facts *facts, const arb_retro_answer *answer)
{
    if (facts->form == ARB_FACTS_JSON) {
        arb_facts_json(facts, "game", game_json(answer));
        return;
    }
    if (answer->count == 0)
        return;
    arb_answer_add(facts->to, facts->form == ARB_FACTS_LINES ? "game: " : "\tgame=");
    add_game(facts->to, answer);
    if (facts->form == ARB_FACTS_LINES)
        arb_answer_add(facts->to, "\n");
}
