/* SPDX-License-Identifier: MIT */
/* How far two words are from each other, in slips of the pen. */
#include "notation/hearing_words.h"

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned arb_heard_distance(const uint16_t *a, unsigned a_count, const uint16_t *b,
                            unsigned b_count, unsigned limit)
{
    /* the last three rows of the usual table: row i holds the way to the first i letters of a */
    unsigned rows[3][ARB_HEARD_LETTERS_MAX + 1];

    if (a_count > b_count + limit || b_count > a_count + limit)
        return limit + 1;
    for (unsigned j = 0; j <= b_count; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a_count; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_count; j++) {
            const unsigned change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(change, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return least(rows[a_count % 3][b_count], limit + 1);
}
