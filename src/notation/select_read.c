/* SPDX-License-Identifier: MIT */
/* Conditions as they are written, made into tests; see arbitro/pgn_select.h. */
#include <string.h>

#include "arbitro/mem.h"
#include "notation/select_internal.h"

void arb_condition_clear(arb_condition *condition, const arb_mem *mem)
{
    arb_mem_free(mem, condition->name, condition->name_size);
    arb_mem_free(mem, condition->text.text, condition->text.room);
}

/* ---- conditions of which there can be several */

static arb_err read_name(arb_condition *out, const arb_mem *mem, arb_cursor *cur, arb_where *where)
{
    const bool whole = arb_cursor_take(cur, '=');
    const arb_err err =
        arb_select_text_make(&out->text, mem, whole ? ARB_COMPARE_SAME : ARB_COMPARE_WORDS, cur);

    if (err || out->text.words_size > 0)
        return err;
    arb_condition_clear(out, mem);
    return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_WORDS);
}

static bool is_name(int c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Another operator, or nothing to be less than, is a slip of the pen. */
static bool is_operand(arb_compare compare, const arb_cursor *cur)
{
    const int first = arb_cursor_peek(cur);

    return first != '=' && first != '<' && first != '>' &&
           (compare < ARB_COMPARE_LESS || !arb_cursor_at_end(cur));
}

static bool take_operator(arb_compare *out, arb_cursor *cur)
{
    static const struct {
        const char *text;
        arb_compare compare;
    } operators[] = { { "==", ARB_COMPARE_SAME },     { "=", ARB_COMPARE_WORDS },
                      { "!=", ARB_COMPARE_OTHER },    { "<=", ARB_COMPARE_AT_MOST },
                      { ">=", ARB_COMPARE_AT_LEAST }, { "<", ARB_COMPARE_LESS },
                      { ">", ARB_COMPARE_MORE } };

    arb_cursor_skip_blanks(cur);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (arb_cursor_take_text(cur, operators[i].text)) {
            *out = operators[i].compare;
            arb_cursor_skip_blanks(cur);
            return is_operand(*out, cur);
        }
    }
    *out = ARB_COMPARE_THERE;
    return arb_cursor_at_end(cur);
}

static arb_err read_tag(arb_condition *out, const arb_mem *mem, arb_cursor *cur, arb_where *where)
{
    arb_cursor_skip_blanks(cur);
    const char *begin = cur->at;
    arb_compare compare;

    while (is_name(arb_cursor_peek(cur)))
        arb_cursor_next(cur);
    const size_t size = (size_t)(cur->at - begin);
    if (size == 0 || !take_operator(&compare, cur))
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_TAG);
    out->name = arb_mem_new_array(mem, size, 1);
    out->name_size = out->name ? size : 0;
    const arb_err err = out->name ? arb_select_text_make(&out->text, mem, compare, cur) : ARB_NOMEM;
    if (err)
        arb_condition_clear(out, mem);
    else
        memcpy(out->name, begin, size);
    return err;
}

static arb_err read_start(arb_condition *out, arb_cursor *cur, arb_where *where)
{
    out->initial = arb_cursor_is(*cur, "standard");
    out->setup = arb_cursor_is(*cur, "setup");
    out->variant = arb_cursor_is(*cur, "chess960") ? ARB_CHESS960 : ARB_STANDARD;
    return out->initial || out->setup || out->variant == ARB_CHESS960
               ? ARB_OK
               : arb_pattern_read(&out->pattern, cur, where);
}

/* On an error nothing is left to free. */
static arb_err read_condition(arb_condition *out, const arb_mem *mem, arb_cursor *cur,
                              arb_where *where)
{
    if (out->by == ARB_PGN_BY_TAG)
        return read_tag(out, mem, cur, where);
    if (out->by == ARB_PGN_BY_ECO)
        return arb_eco_test_read(&out->eco, cur, where);
    if (out->by == ARB_PGN_BY_START)
        return read_start(out, cur, where);
    if (out->by == ARB_PGN_BY_REACHES)
        return arb_pattern_read(&out->pattern, cur, where);
    if (out->by == ARB_PGN_BY_MATERIAL)
        return arb_balance_read(&out->material, cur, where);
    return read_name(out, mem, cur, where);
}

/* Are both conditions on a tag alternatives? */
static bool alternatives(const arb_condition *a, const arb_condition *b)
{
    const bool equal =
        (a->text.compare == ARB_COMPARE_WORDS || a->text.compare == ARB_COMPARE_SAME) &&
        (b->text.compare == ARB_COMPARE_WORDS || b->text.compare == ARB_COMPARE_SAME);

    if (a->by != b->by || a->by != ARB_PGN_BY_TAG)
        return a->by == b->by;
    return equal && a->name_size == b->name_size && memcmp(a->name, b->name, a->name_size) == 0;
}

/* Puts the condition with its alternatives, or into a group of its own if there is still one. */
static bool join_group(arb_pgn_select *select, arb_condition *condition)
{
    for (size_t i = 0; i < select->count; i++) {
        if (alternatives(&select->condition[i], condition)) {
            condition->group = select->condition[i].group;
            return true;
        }
    }
    if (select->groups == ARB_PGN_CONDITIONS_MAX)
        return false;
    condition->group = select->groups++;
    const uint64_t bit = UINT64_C(1) << condition->group;
    if (condition->by == ARB_PGN_BY_START)
        select->start_groups |= bit;
    else if (condition->by == ARB_PGN_BY_REACHES || condition->by == ARB_PGN_BY_MATERIAL)
        select->move_groups |= bit;
    else
        select->tag_groups |= bit;
    return true;
}

static bool reserve(arb_pgn_select *select)
{
    const size_t room = select->room ? 2 * select->room : 8;

    if (select->count < select->room)
        return true;
    arb_condition *conditions =
        arb_mem_resize(select->mem, select->condition, select->room * sizeof *conditions,
                       room * sizeof *conditions);
    if (!conditions)
        return false;
    select->condition = conditions;
    select->room = room;
    return true;
}

static arb_err add_condition(arb_pgn_select *select, arb_pgn_criterion by, arb_cursor *cur,
                             arb_where *where)
{
    arb_condition condition = { .by = by };

    if (by == ARB_PGN_BY_MATERIAL && select->materials == ARB_PGN_CONDITIONS_MAX)
        return ARB_RANGE;
    if (!reserve(select))
        return ARB_NOMEM;
    const arb_err err = read_condition(&condition, select->mem, cur, where);
    if (err)
        return err;
    if (!join_group(select, &condition)) {
        arb_condition_clear(&condition, select->mem);
        return ARB_RANGE;
    }
    if (by == ARB_PGN_BY_MATERIAL)
        condition.place = select->materials++;
    select->condition[select->count++] = condition;
    return ARB_OK;
}

/* ---- limits: of several the widest counts */

static bool given(const arb_pgn_select *select, arb_pgn_criterion by)
{
    return (select->given >> by & 1u) != 0;
}

/* The limit that is a number, and whether it is an upper one; NULL for other criteria. */
static unsigned *limit_of(arb_pgn_select *select, arb_pgn_criterion by, bool *upper)
{
    *upper = by == ARB_PGN_BY_ELO_MAX || by == ARB_PGN_BY_MOVES_MAX || by == ARB_PGN_BY_PLIES_MAX;
    return by == ARB_PGN_BY_ELO_MIN     ? &select->elo_min
           : by == ARB_PGN_BY_ELO_MAX   ? &select->elo_max
           : by == ARB_PGN_BY_MOVES_MIN ? &select->moves_min
           : by == ARB_PGN_BY_MOVES_MAX ? &select->moves_max
           : by == ARB_PGN_BY_PLIES_MIN ? &select->plies_min
           : by == ARB_PGN_BY_PLIES_MAX ? &select->plies_max
                                        : NULL;
}

static arb_err add_number(unsigned *limit, bool upper, bool again, arb_cursor *cur,
                          arb_where *where)
{
    const arb_cursor begin = *cur;
    uint64_t number;

    if (arb_cursor_read_number(&number, cur, UINT16_MAX) != ARB_OK || !arb_cursor_at_end(cur))
        return arb_cursor_fail(&begin, where, ARB_WANTED_SELECT_NUMBER);
    if (!again || (upper ? number > *limit : number < *limit))
        *limit = (unsigned)number;
    return ARB_OK;
}

static arb_err add_date(arb_pgn_select *select, arb_pgn_criterion by, arb_cursor *cur,
                        arb_where *where)
{
    uint32_t date;

    if (!arb_date_read(&date, cur->at, arb_cursor_left(cur)) || !arb_date_has_year(date) ||
        !arb_date_exists(date))
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_DATE);
    if (by == ARB_PGN_BY_SINCE) {
        const uint32_t first = arb_date_first(date);
        select->since = given(select, by) && select->since < first ? select->since : first;
    } else {
        const uint32_t last = arb_date_last(date);
        select->until = given(select, by) && select->until > last ? select->until : last;
    }
    return ARB_OK;
}

static arb_err add_results(arb_pgn_select *select, arb_cursor *cur, arb_where *where)
{
    static const char words[] = "white black draw unknown";
    static const arb_pgn_result named[] = { ARB_PGN_RESULT_WHITE, ARB_PGN_RESULT_BLACK,
                                            ARB_PGN_RESULT_DRAW, ARB_PGN_RESULT_OPEN };
    uint32_t results = 0;

    do {
        arb_cursor_skip_blanks(cur);
        arb_cursor word = *cur;
        const char *text;
        const size_t size = arb_cursor_read_until(&text, cur, ", ");
        word.end = cur->at;
        const int place = arb_cursor_choose(word, words);
        const arb_pgn_result result = place >= 0 ? named[place] : arb_pgn_result_read(text, size);
        if (result == ARB_PGN_RESULT_NONE)
            return arb_cursor_fail(&word, where, ARB_WANTED_SELECT_RESULT);
        results |= 1u << result;
        arb_cursor_skip_blanks(cur);
    } while (arb_cursor_take(cur, ','));
    if (!arb_cursor_at_end(cur))
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_RESULT);
    select->results |= results;
    return ARB_OK;
}

static arb_err add_elo_of(arb_pgn_select *select, arb_cursor *cur, arb_where *where)
{
    const int place = arb_cursor_choose(*cur, "both one white black");

    if (place < 0)
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_ELO_OF);
    select->elo_of = (arb_elo_of)place;
    return ARB_OK;
}

static arb_err add(arb_pgn_select *select, arb_pgn_criterion by, arb_cursor *cur, arb_where *where)
{
    bool upper;
    unsigned *limit = limit_of(select, by, &upper);

    if (limit)
        return add_number(limit, upper, given(select, by), cur, where);
    if (by == ARB_PGN_BY_SINCE || by == ARB_PGN_BY_UNTIL)
        return add_date(select, by, cur, where);
    if (by == ARB_PGN_BY_RESULT)
        return add_results(select, cur, where);
    if (by == ARB_PGN_BY_ELO_OF)
        return add_elo_of(select, cur, where);
    return add_condition(select, by, cur, where);
}

arb_err arb_pgn_select_add(arb_pgn_select *select, arb_pgn_criterion criterion, const char *text,
                           size_t size, arb_where *where)
{
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    const arb_err err = add(select, criterion, &cur, where);
    if (!err)
        select->given |= 1u << criterion;
    return err;
}
