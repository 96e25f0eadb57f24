/* SPDX-License-Identifier: MIT */
/* Moves of EPD that do not fit; see epd_remarks.h. */
#include "cli/epd_remarks.h"

#include "arbitro/article.h"
#include "common/quote.h"
#include "pgn/pgn.h"

/* What is wrong with the move: for people a text, for programs a name. */
typedef struct verdict {
    arb_text_id text;
    const char *name, *article; /* the article only when it is illegal */
} verdict;

static verdict judge(const arb_epd_misfit *misfit)
{
    if (!misfit->readable)
        return (verdict){ ARB_TEXT_EPD_UNREADABLE, "unreadable", NULL };
    if (misfit->reading.kind == ARB_READING_AMBIGUOUS)
        return (verdict){ ARB_TEXT_EPD_AMBIGUOUS, "ambiguous", NULL };
    return (verdict){ ARB_TEXT_EPD_ILLEGAL, "illegal",
                      arb_article_number(misfit->reading.article) };
}

static json_t *to_json(const arb_epd_op *op, const arb_epd_misfit *misfit, const verdict *found)
{
    return json_pack("{so so ss ss*}", "operation", arb_pgn_json_text(op->opcode, op->opcode_size),
                     "move", arb_pgn_json_text(misfit->operand.text, misfit->operand.size), "error",
                     found->name, "article", found->article);
}

bool arb_epd_remarks(arb_answer *out, json_t **list, arb_where *where, const arb_epd *epd,
                     const arb_pos *pos, const char *text, size_t size, arb_lang lang)
{
    arb_epd_misfit misfit;
    arb_epd_op op;
    size_t at = 0;
    bool any = false;

    while (arb_epd_next(&op, epd, &at)) {
        if (arb_epd_moves_fit(&misfit, &op, pos))
            continue;
        const verdict found = judge(&misfit);
        const size_t place = (size_t)(misfit.operand.text - text);
        const arb_quoted move = arb_quote_bytes(misfit.operand.text, misfit.operand.size);
        if (any)
            arb_answer_add(out, "; ");
        else
            *where = arb_where_at(text, size, place, ARB_WANTED_LEGAL_MOVE);
        arb_answer_sentence(out, lang, found.text, (int)op.opcode_size, op.opcode, move.text,
                            found.article ? found.article : "");
        if (list)
            *list = arb_json_add(*list, to_json(&op, &misfit, &found));
        any = true;
    }
    return any;
}
