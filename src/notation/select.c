/* SPDX-License-Identifier: MIT */
/* A game held against conditions while it is read; see arbitro/pgn_select.h. */
#include "arbitro/pgn_select.h"

#include <string.h>

#include "arbitro/mem.h"
#include "notation/pgn_internal.h"
#include "notation/select_internal.h"

arb_err arb_pgn_select_new(arb_pgn_select **out, const arb_mem *mem)
{
    arb_pgn_select *select = arb_mem_new_array(mem, 1, sizeof *select);

    if (!select)
        return ARB_NOMEM;
    select->mem = mem;
    *out = select;
    return ARB_OK;
}

void arb_pgn_select_free(arb_pgn_select *select)
{
    if (!select)
        return;
    for (size_t i = 0; i < select->count; i++)
        arb_condition_clear(&select->condition[i], select->mem);
    arb_mem_free(select->mem, select->condition, select->room * sizeof *select->condition);
    arb_mem_free(select->mem, select, sizeof *select);
}

static bool given(const arb_pgn_select *select, arb_pgn_criterion by)
{
    return (select->given >> by & 1u) != 0;
}

static bool asks_length(const arb_pgn_select *select)
{
    return given(select, ARB_PGN_BY_MOVES_MIN) || given(select, ARB_PGN_BY_MOVES_MAX) ||
           given(select, ARB_PGN_BY_PLIES_MIN) || given(select, ARB_PGN_BY_PLIES_MAX);
}

bool arb_pgn_select_needs_moves(const arb_pgn_select *select)
{
    return select->move_groups != 0 || asks_length(select);
}

void arb_pgn_seen_begin(arb_pgn_seen *seen)
{
    *seen = (arb_pgn_seen){ .met = 0 };
}

/* ---- tags */

static bool is_named(const arb_pgn_tag *tag, const char *name)
{
    const size_t size = strlen(name);

    return tag->name_size == size && memcmp(tag->name, name, size) == 0;
}

/* Is the condition about this tag? */
static bool concerns(const arb_condition *c, const arb_pgn_tag *tag)
{
    if (c->by == ARB_PGN_BY_PLAYER || c->by == ARB_PGN_BY_WHITE || c->by == ARB_PGN_BY_BLACK)
        return (c->by != ARB_PGN_BY_BLACK && is_named(tag, "White")) ||
               (c->by != ARB_PGN_BY_WHITE && is_named(tag, "Black"));
    if (c->by == ARB_PGN_BY_ECO)
        return is_named(tag, "ECO");
    return c->by == ARB_PGN_BY_TAG && tag->name_size == c->name_size &&
           memcmp(tag->name, c->name, c->name_size) == 0;
}

static bool holds(const arb_condition *c, const arb_pgn_tag *tag)
{
    return c->by == ARB_PGN_BY_ECO ? arb_eco_test_holds(&c->eco, tag->value, tag->value_size)
                                   : arb_select_text_holds(&c->text, tag->value, tag->value_size);
}

static unsigned rating(const arb_pgn_tag *tag)
{
    unsigned elo = 0;
    size_t at = 0;

    for (; at < tag->value_size && at < 5 && tag->value[at] >= '0' && tag->value[at] <= '9'; at++)
        elo = elo * 10 + (unsigned)(tag->value[at] - '0');
    while (at < tag->value_size && tag->value[at] == ' ')
        at++;
    return at == tag->value_size ? elo : 0;
}

/* The tags that limits ask for, each the first time that it comes. */
static void note(arb_pgn_seen *seen, const arb_pgn_tag *tag)
{
    static const char *const names[] = { "Date", "UTCDate", "Result", "WhiteElo", "BlackElo" };
    unsigned which = 0;

    while (which < 5 && !is_named(tag, names[which]))
        which++;
    if (which == 5 || (seen->noted >> which & 1u) != 0)
        return;
    seen->noted = (uint8_t)(seen->noted | 1u << which);
    if (which < 2) {
        if (!arb_date_read(&seen->date[which], tag->value, tag->value_size))
            seen->date[which] = 0;
    } else if (which == 2) {
        seen->result = (uint8_t)arb_pgn_result_read(tag->value, tag->value_size);
    } else {
        seen->elo[which - 3] = rating(tag);
    }
}

void arb_pgn_seen_tag(arb_pgn_seen *seen, const arb_pgn_select *select, const arb_pgn_tag *tag)
{
    const uint64_t before[2] = { seen->asked[0], seen->asked[1] };

    for (size_t i = 0; i < select->count; i++) {
        const arb_condition *c = &select->condition[i];
        const unsigned side = c->by == ARB_PGN_BY_PLAYER && tag->name[0] == 'B';
        if (!concerns(c, tag) || (before[side] >> c->group & 1u) != 0)
            continue;
        seen->asked[side] |= UINT64_C(1) << c->group;
        if (holds(c, tag))
            seen->met |= UINT64_C(1) << c->group;
    }
    if (select->given & ARB_SELECT_NOTED)
        note(seen, tag);
}

/* ---- limits */

static bool date_fits(const arb_pgn_seen *seen, const arb_pgn_select *select)
{
    const uint32_t date = seen->noted & 1u ? seen->date[0] : seen->date[1];

    if (!given(select, ARB_PGN_BY_SINCE) && !given(select, ARB_PGN_BY_UNTIL))
        return true;
    return arb_date_has_year(date) &&
           (!given(select, ARB_PGN_BY_SINCE) || arb_date_last(date) >= select->since) &&
           (!given(select, ARB_PGN_BY_UNTIL) || arb_date_first(date) <= select->until);
}

static bool one_elo_fits(const arb_pgn_select *select, unsigned elo)
{
    return elo > 0 && (!given(select, ARB_PGN_BY_ELO_MIN) || elo >= select->elo_min) &&
           (!given(select, ARB_PGN_BY_ELO_MAX) || elo <= select->elo_max);
}

static bool elo_fits(const arb_pgn_seen *seen, const arb_pgn_select *select)
{
    if (!given(select, ARB_PGN_BY_ELO_MIN) && !given(select, ARB_PGN_BY_ELO_MAX))
        return true;
    const bool white = one_elo_fits(select, seen->elo[ARB_WHITE]);
    const bool black = one_elo_fits(select, seen->elo[ARB_BLACK]);
    switch (select->elo_of) {
    case ARB_ELO_ONE:
        return white || black;
    case ARB_ELO_WHITE:
        return white;
    case ARB_ELO_BLACK:
        return black;
    case ARB_ELO_BOTH:
        break;
    }
    return white && black;
}

static bool result_fits(const arb_pgn_select *select, unsigned result)
{
    return select->results == 0 || (select->results >> result & 1u) != 0;
}

static bool groups_fit(const arb_pgn_seen *seen, uint64_t groups)
{
    return (seen->met & groups) == groups;
}

/* Everything that tags tell; a missing result is asked for at the end. */
static bool tags_fit(const arb_pgn_seen *seen, const arb_pgn_select *select)
{
    return groups_fit(seen, select->tag_groups) && date_fits(seen, select) &&
           elo_fits(seen, select) &&
           (seen->result == ARB_PGN_RESULT_NONE || result_fits(select, seen->result));
}

/* How long the game is so far, against the upper limits and at its end against the lower ones. */
static bool length_fits(const arb_pgn_seen *seen, const arb_pgn_select *select, unsigned plies,
                        bool over)
{
    const unsigned moves = (plies + seen->black_first + 1) / 2;

    if ((given(select, ARB_PGN_BY_PLIES_MAX) && plies > select->plies_max) ||
        (given(select, ARB_PGN_BY_MOVES_MAX) && moves > select->moves_max))
        return false;
    return !over || ((!given(select, ARB_PGN_BY_PLIES_MIN) || plies >= select->plies_min) &&
                     (!given(select, ARB_PGN_BY_MOVES_MIN) || moves >= select->moves_min));
}

/* ---- the board */

static const arb_pos *board(const arb_pgn *pgn)
{
    return &pgn->line.pos[pgn->line.now];
}

static bool starts_so(const arb_condition *c, const arb_pgn *pgn)
{
    arb_pos start;

    if (c->variant == ARB_CHESS960)
        return arb_pgn_variant(pgn) == ARB_CHESS960;
    if (!c->initial && !c->setup)
        return arb_pattern_holds(&c->pattern, board(pgn));
    arb_pgn_position(&start, pgn);
    const bool initial = arb_pos_same(&start, &pgn->initial);
    return c->setup ? !initial : initial && arb_pgn_variant(pgn) == ARB_STANDARD;
}

/* Has the material stood long enough, whichever side has what? */
static bool lasts(arb_pgn_seen *seen, const arb_condition *c, const arb_pos *pos)
{
    const arb_balance *material = &c->material;
    bool enough = false;

    for (unsigned first = 0; first < (material->either ? 2u : 1u); first++) {
        uint16_t *lasted = &seen->lasted[c->place][first];
        *lasted = (uint16_t)(arb_balance_holds(material, pos, (arb_colour)first) ? *lasted + 1 : 0);
        enough = enough || *lasted >= material->lasting;
    }
    return enough;
}

static void look(arb_pgn_seen *seen, const arb_pgn_select *select, const arb_pos *pos)
{
    for (size_t i = 0; i < select->count; i++) {
        const arb_condition *c = &select->condition[i];
        if ((seen->met >> c->group & 1u) != 0)
            continue;
        if ((c->by == ARB_PGN_BY_REACHES && arb_pattern_holds(&c->pattern, pos)) ||
            (c->by == ARB_PGN_BY_MATERIAL && lasts(seen, c, pos)))
            seen->met |= UINT64_C(1) << c->group;
    }
}

/* Nothing more is asked for. */
static arb_pgn_fits answer(const arb_pgn_seen *seen, const arb_pgn_select *select)
{
    const bool open =
        asks_length(select) || (select->results != 0 && seen->result == ARB_PGN_RESULT_NONE);

    return !open && groups_fit(seen, select->move_groups) ? ARB_PGN_FITS : ARB_PGN_FITS_UNKNOWN;
}

arb_pgn_fits arb_pgn_seen_start(arb_pgn_seen *seen, const arb_pgn_select *select,
                                const arb_pgn *pgn)
{
    seen->black_first = board(pgn)->turn == ARB_BLACK;
    for (size_t i = 0; i < select->count; i++)
        if (select->condition[i].by == ARB_PGN_BY_START && starts_so(&select->condition[i], pgn))
            seen->met |= UINT64_C(1) << select->condition[i].group;
    if (!tags_fit(seen, select) || !groups_fit(seen, select->start_groups))
        return ARB_PGN_FITS_NOT;
    if (select->move_groups != 0)
        look(seen, select, board(pgn));
    return answer(seen, select);
}

arb_pgn_fits arb_pgn_seen_move(arb_pgn_seen *seen, const arb_pgn_select *select, const arb_pgn *pgn)
{
    if (pgn->depth > 0)
        return ARB_PGN_FITS_UNKNOWN;
    if (!groups_fit(seen, select->move_groups))
        look(seen, select, board(pgn));
    if (!length_fits(seen, select, pgn->line.plies, false))
        return ARB_PGN_FITS_NOT;
    return answer(seen, select);
}

arb_pgn_fits arb_pgn_seen_end(arb_pgn_seen *seen, const arb_pgn_select *select,
                              const arb_pgn_summary *summary)
{
    const unsigned result = seen->result == ARB_PGN_RESULT_NONE ? summary->marker : seen->result;
    const bool played = groups_fit(seen, select->start_groups | select->move_groups);

    return tags_fit(seen, select) && played && result_fits(select, result) &&
                   length_fits(seen, select, summary->plies, true)
               ? ARB_PGN_FITS
               : ARB_PGN_FITS_NOT;
}

/* ---- a text */

typedef struct counter {
    const arb_pgn_select *select;
    arb_pgn_seen seen;
    arb_pgn_fits fits;
    uint64_t chosen;
} counter;

static arb_pgn_next follow(counter *c, arb_pgn_fits fits)
{
    c->fits = fits;
    return fits == ARB_PGN_FITS_UNKNOWN && arb_pgn_select_needs_moves(c->select) ? ARB_PGN_GO_ON
                                                                                 : ARB_PGN_SKIP;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    counter *c = user;

    (void)pgn;
    c->fits = ARB_PGN_FITS_UNKNOWN;
    arb_pgn_seen_begin(&c->seen);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    counter *c = user;

    (void)pgn;
    arb_pgn_seen_tag(&c->seen, c->select, tag);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    counter *c = user;

    return follow(c, arb_pgn_seen_start(&c->seen, c->select, pgn));
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    counter *c = user;

    (void)move;
    return follow(c, arb_pgn_seen_move(&c->seen, c->select, pgn));
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    counter *c = user;

    (void)pgn;
    if (c->fits == ARB_PGN_FITS_UNKNOWN)
        c->fits = arb_pgn_seen_end(&c->seen, c->select, summary);
    c->chosen += c->fits == ARB_PGN_FITS;
    return ARB_PGN_GO_ON;
}

arb_err arb_pgn_select_count(uint64_t *out, const arb_pgn_select *select, const char *text,
                             size_t size)
{
    static const arb_pgn_handler handler = {
        .begin = on_begin, .tag = on_tag, .start = on_start, .move = on_move, .end = on_end
    };
    const arb_pgn_options options = { .skip_variations = true };
    counter c = { .select = select };
    arb_pgn *pgn;

    if (arb_pgn_new(&pgn, select->mem, &options) != ARB_OK)
        return ARB_NOMEM;
    const arb_err err = arb_pgn_read_text(pgn, text, size, &handler, &c);
    arb_pgn_free(pgn);
    if (!err)
        *out = c.chosen;
    return err;
}
