/* SPDX-License-Identifier: MIT */
/*
 * The transcript of a hearing: what was said to an event, as one line of text that is kept with it,
 * and the event taken again by it. Then no rule is asked and nothing is proved: what was ruled
 * stays so, also when the program knows the Laws better, and takes no longer than it has to.
 *
 * It is the verdict, see verdict_text.c. Behind that of a revocation stands what it made of
 * others, "#12 VERDICT" each, and as number 0 what time brought in the game without the event.
 */
#include <string.h>

#include "base/cursor.h"
#include "game/game.h"

static arb_err add_verdict(arb_buf *out, const arb_verdict *verdict, arb_ms time)
{
    char text[ARB_VERDICT_TEXT_MAX];

    (void)arb_verdict_write(text, sizeof text, verdict, time);
    return arb_buf_add_text(out, text);
}

arb_err arb_game_transcript(arb_buf *out, const arb_game *game)
{
    if (!game->has_judged)
        return ARB_STATE;
    const size_t before = arb_buf_size(out);
    arb_err err = add_verdict(out, &game->verdict, game->judged.time);

    if (!err && game->renews)
        err = arb_buf_add_text(out, "#0 ");
    if (!err && game->renews)
        err = add_verdict(out, &game->passed, game->judged.time);
    for (size_t i = 0; i < game->journal_count && game->renews && !err; i++)
        if (game->journal[i].renewed)
            err = arb_buf_add_format(out, "#%zu %s", i + 1, game->journal[i].renewed);
    if (err)
        arb_buf_cut(out, before);
    return err;
}

/* The text up to the next sharp; the cursor stands behind it. */
static size_t take_part(const char **out, arb_cursor *cursor)
{
    const char *begin = cursor->at;
    const char *sharp = memchr(begin, '#', (size_t)(cursor->end - begin));
    const char *end = sharp ? sharp : cursor->end;

    *out = begin;
    cursor->at = sharp ? sharp + 1 : cursor->end;
    return (size_t)(end - begin);
}

/* "12 VERDICT": of event number 12, or what time brought. */
static arb_err read_renewed(arb_game *game, const char *text, size_t size)
{
    char copy[ARB_VERDICT_TEXT_MAX];
    size_t number = 0, at = 0;
    arb_verdict read;

    while (at < size && at < 9 && text[at] >= '0' && text[at] <= '9')
        number = 10 * number + (size_t)(text[at++] - '0');
    if (at == 0 || at >= size || text[at] != ' ' || number > game->journal_count ||
        size - at > sizeof copy)
        return ARB_SYNTAX;
    memcpy(copy, text + at + 1, size - at - 1);
    copy[size - at - 1] = '\0';
    if (!arb_verdict_read(&read, copy, size - at - 1, game->judged.time))
        return ARB_SYNTAX;
    if (number > 0) /* kept as text, which is read with the time of that event */
        return arb_journal_replace(game, &game->journal[number - 1].renewed, copy);
    game->passed = read;
    return ARB_OK;
}

arb_err arb_game_take(arb_game *game, const arb_event *event, const char *transcript, size_t size)
{
    const char *part = NULL;
    arb_cursor cursor;
    arb_verdict said;

    arb_cursor_init(&cursor, transcript, size);
    const size_t first = take_part(&part, &cursor);
    if (!arb_verdict_read(&said, part, first, event->time))
        return ARB_SYNTAX;
    arb_err err = arb_game_admit(game, event);
    game->renews = event->verb == ARB_VERB_REVOKE && !said.refused;
    game->passed = (arb_verdict){ 0 };
    while (!err && cursor.at < cursor.end) {
        const size_t next = take_part(&part, &cursor);
        err = game->renews ? read_renewed(game, part, next) : ARB_SYNTAX;
    }
    if (!err)
        err = arb_game_recall(game, event, &said);
    return err ? err : arb_game_commit(game);
}
