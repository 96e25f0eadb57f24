/* SPDX-License-Identifier: MIT */
/* Ratings; see rating.h. */
#include "arbitro/rating.h"

#include <stdint.h>
#include <stdlib.h>

/* The greatest difference with which the stronger player is expected to score .50, .51, ... .99. */
static const uint16_t reaches[] = {
    3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
    129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
    290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
};
enum { REACHES = sizeof reaches / sizeof *reaches, HALF = 50, WHOLE = 100 };

/* What shares of .50, .51, ... 1.00 of the points are worth. */
static const uint16_t worth[] = {
    0,   7,   14,
    21,  29,  36,
    43,  50,  57,
    65,  72,  80,
    87,  95,  102,
    110, 117, 125,
    133, 141, 149,
    158, 166, 175,
    184, 193, 202,
    211, 220, 230,
    240, 251, 262,
    273, 284, 296,
    309, 322, 336,
    351, 366, 383,
    401, 422, 444,
    470, 501, 538,
    589, 677, ARB_RATING_DIFFERENCE_MAX,
};

unsigned arb_rating_expected(int difference)
{
    const long size = labs((long)difference);
    unsigned above = 0;

    while (above < REACHES && size > reaches[above])
        above++;
    return difference < 0 ? HALF - above : HALF + above;
}

int arb_rating_counted(int difference)
{
    if (difference > ARB_RATING_COUNTED_MAX)
        return ARB_RATING_COUNTED_MAX;
    return difference < -ARB_RATING_COUNTED_MAX ? -ARB_RATING_COUNTED_MAX : difference;
}

int arb_rating_difference(unsigned hundredths)
{
    if (hundredths > WHOLE)
        hundredths = WHOLE;
    return hundredths < HALF ? -(int)worth[HALF - hundredths] : (int)worth[hundredths - HALF];
}

/* A quotient to the nearest whole number, halves up. */
static long nearest(long long above, long long below)
{
    const long long twice = 2 * above + below, whole = twice / (2 * below);

    return (long)(whole - (twice % (2 * below) < 0));
}

arb_err arb_rating_performance(int *out, unsigned halves, const int *ratings, size_t count)
{
    long long sum = 0;

    if (count == 0 || halves / 2 + halves % 2 > count)
        return ARB_RANGE;
    for (size_t i = 0; i < count; i++)
        sum += ratings[i];
    const long share = nearest((long long)halves * HALF, (long long)count);
    *out = (int)nearest(sum, (long long)count) + arb_rating_difference((unsigned)share);
    return ARB_OK;
}

int arb_rating_change(unsigned k, unsigned halves, unsigned expected)
{
    return (int)k * ((int)(halves * HALF) - (int)expected);
}
