/* SPDX-License-Identifier: MIT */
/* A term shown on a board: an example, and what the detector points out there; see explain.h. */
#include <stdio.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "cli/arguments.h"
#include "cli/drawing.h"
#include "cli/explain.h"
#include "cli/page.h"
#include "cli/terms.h"
#include "common/laws_json.h"

enum { INDENT = 2, PLIES_MAX = 16 };

/* An example played through. */
typedef struct example {
    arb_pos pos[PLIES_MAX + 1];
    arb_move move[PLIES_MAX];
    size_t plies;
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    size_t count; /* of its kind */
} example;

/* Plays the example of a kind and looks at it; false for lack of memory. */
static bool look(example *out, size_t kind)
{
    const arb_sighting_info *info = arb_sighting_get(kind);
    bool wanted[ARB_SIGHTING_COUNT] = { false }, doubted;
    arb_terms *terms;

    out->plies = out->count = 0;
    if (arb_pos_from_fen(&out->pos[0], NULL, NULL, info->fen, strlen(info->fen)) != ARB_OK ||
        arb_terms_begin(&terms, &doubted) != ARB_OK)
        return false;
    for (const char *at = info->moves; *at && out->plies < PLIES_MAX; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        arb_move *move = &out->move[out->plies];
        if (arb_uci_read(move, NULL, &out->pos[out->plies], at, size) != ARB_OK)
            break;
        arb_pos_play(&out->pos[out->plies + 1], &out->pos[out->plies], *move);
        out->plies++;
        at += size;
    }
    wanted[kind] = true;
    out->count = arb_terms_find(out->seen, terms,
                                &(arb_sequence){ out->pos, out->move, out->plies }, wanted);
    arb_terms_free(terms);
    return true;
}

/* "1 Bxc6 dxc6", in the letters of the language. */
static void print_moves(const arb_cli *cli, const example *e)
{
    arb_page page = arb_page_begin(INDENT, 0);
    arb_style style = arb_style_fide;

    if (e->plies == 0)
        return;
    style.language = cli->lang == ARB_LANG_IT ? arb_language_find("it", 2) : NULL;
    arb_page_words(&page, arb_text(ARB_TEXT_TERM_AFTER, cli->lang));
    for (size_t i = 0; i < e->plies; i++) {
        char text[ARB_MOVE_TEXT_SIZE];
        (void)arb_move_write(text, sizeof text, &e->pos[i], e->move[i], &style);
        arb_page_words(&page, text);
    }
    arb_page_end(&page);
}

/* False when there was no memory to say all of it. */
static bool print_example(const arb_explaining *how, const example *e)
{
    const arb_cli *cli = how->cli;
    const arb_pos *pos = &e->pos[e->plies];
    const arb_setup setup = arb_pos_setup(pos);
    arb_drawing drawing = { .setup = &setup,
                            .letters = arb_letters_arg(cli, cli->lang == ARB_LANG_IT ? "it" : "en"),
                            .unicode = how->unicode };
    arb_answer words;

    arb_answer_init(&words);
    for (size_t i = 0; i < e->count; i++) {
        drawing.crossed |= e->seen[i].on;
        drawing.dotted |= (e->seen[i].by | e->seen[i].via) & ~drawing.crossed;
    }
    putchar('\n');
    print_moves(cli, e);
    drawing.bare = (size_t)arb_drawing_width(&drawing) + INDENT > arb_page_columns();
    if ((size_t)arb_drawing_width(&drawing) <= arb_page_columns())
        arb_drawing_print_all(cli, &drawing, 1, drawing.bare ? 0 : INDENT);
    for (size_t i = 0; i < e->count && !words.err; i++) {
        arb_answer_reset(&words);
        arb_terms_add_text(&words, &e->seen[i], pos, cli->lang);
        if (!words.err)
            arb_page_print(INDENT, arb_buf_text(&words.text));
    }
    const bool whole = !words.err;
    arb_answer_clear(&words);
    return whole;
}

void arb_explain_seen(const arb_explaining *how, const arb_term *term)
{
    example e;

    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        if (arb_sighting_get(i)->term == arb_glossary_id(term) &&
            (!look(&e, i) || !print_example(how, &e))) {
            (void)arb_cli_unsaid(how->cli);
            return;
        }
}

json_t *arb_json_seen(const arb_term *term, arb_lang lang)
{
    json_t *list = json_array();
    example e;

    for (size_t kind = 0; kind < ARB_SIGHTING_COUNT; kind++) {
        const arb_sighting_info *info = arb_sighting_get(kind);
        if (info->term != arb_glossary_id(term))
            continue;
        if (!look(&e, kind)) {
            json_decref(list);
            return NULL;
        }
        const arb_sequence sequence = { e.pos, e.move, e.plies };
        json_t *seen = json_array();
        for (size_t i = 0; i < e.count; i++)
            seen = arb_json_add(seen, arb_terms_json(&e.seen[i], &e.pos[e.plies], &sequence, lang));
        list = arb_json_add(list, json_pack("{ss so so}", "fen", info->fen, "moves",
                                            arb_json_words(info->moves), "seen", seen));
    }
    return list;
}
