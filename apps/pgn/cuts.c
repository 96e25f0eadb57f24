/* SPDX-License-Identifier: MIT */
/* Where a text may be divided among several readers; see pgn.h. */
#include <string.h>

#include "pgn/pgn.h"

enum { STEP_BACK = 1 << 14 };

/* Is the line that ends here an escape line, or does a semicolon make a comment of its end? */
static bool ends_in_comment(const char *text, size_t end)
{
    size_t at = end;

    for (; at > 0 && text[at - 1] != '\n'; at--) {
        if (text[at - 1] == ';')
            return true;
        if (text[at - 1] == '}') /* what stands in braces does not count */
            while (at > 1 && text[at - 1] != '{')
                at--;
    }
    return at < end && text[at] == '%';
}

/* Is it a tag that can be read? Another might belong to the game before. */
static bool is_event(const char *text, size_t size)
{
    static const char event[] = "[Event \"";

    return size >= sizeof event - 1 && memcmp(text, event, sizeof event - 1) == 0;
}

/* Does a result end the text before a game? A comment there would belong to that game. */
static bool result_before(const char *text, size_t game)
{
    static const char *const results[] = { "*", "1-0", "0-1", "1/2-1/2" };
    size_t end = game;

    while (end > 0 && (unsigned char)text[end - 1] <= ' ')
        end--;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const size_t size = strlen(results[i]);
        if (end > size && memcmp(text + end - size, results[i], size) == 0)
            return !ends_in_comment(text, end);
    }
    return false;
}

size_t arb_pgn_cut_after(const char *text, size_t size, size_t from)
{
    size_t game = arb_pgn_boundary(text, size, from);

    while (game < size && !(is_event(text + game, size - game) && result_before(text, game)))
        game = arb_pgn_boundary(text, size, game + 1);
    return game;
}

size_t arb_pgn_cut_last(const char *text, size_t size)
{
    size_t found = size;

    for (size_t back = STEP_BACK; found == size; back *= 4) {
        const size_t from = back < size ? size - back : 1;
        found = size > 1 ? arb_pgn_cut_after(text, size, from) : size;
        if (from == 1)
            break;
    }
    if (found >= size)
        return 0;
    for (size_t next = found; next < size;) {
        found = next;
        next = arb_pgn_cut_after(text, size, found + 1);
    }
    return found;
}
