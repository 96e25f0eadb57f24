/* SPDX-License-Identifier: MIT */
/* Dates, times and time controls as they stand on paper; see paper.h. */
#include <ctype.h>
#include <string.h>

#include "arbitro/clock.h"
#include "paper/paper.h"

/* So many digits, the first of them at `at`? */
static bool are_digits(const char *text, size_t size, size_t at, size_t count)
{
    if (at + count > size)
        return false;
    for (size_t i = at; i < at + count; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return true;
}

void arb_paper_date(arb_ink *ink, const char *tag, size_t size, arb_lang lang)
{
    const bool form = size == 10 && tag[4] == '.' && tag[7] == '.';
    const bool year = form && are_digits(tag, size, 0, 4);
    const bool month = year && are_digits(tag, size, 5, 2);
    const bool day = month && are_digits(tag, size, 8, 2);

    if (!form && memchr(tag, '?', size))
        return;
    if (!form) {
        arb_ink_bytes(ink, tag, size);
        return;
    }
    if (lang == ARB_LANG_IT && day)
        arb_ink_format(ink, "%.2s/", tag + 8);
    if (lang == ARB_LANG_IT && month)
        arb_ink_format(ink, "%.2s/", tag + 5);
    if (year)
        arb_ink_bytes(ink, tag, 4);
    if (lang != ARB_LANG_IT && month)
        arb_ink_format(ink, "-%.2s", tag + 5);
    if (lang != ARB_LANG_IT && day)
        arb_ink_format(ink, "-%.2s", tag + 8);
}

/* "90 min", "45 s", "1 min 30 s" */
static void write_amount(arb_ink *ink, arb_ms ms)
{
    const long long seconds = ms / 1000;

    if (seconds >= 60)
        arb_ink_format(ink, "%lld min", seconds / 60);
    if (seconds < 60 || seconds % 60 > 0)
        arb_ink_format(ink, "%s%lld", seconds >= 60 ? " " : "", seconds % 60);
    if (ms % 1000 > 0)
        arb_ink_format(ink, ".%03d", (int)(ms % 1000));
    if (seconds < 60 || seconds % 60 > 0 || ms % 1000 > 0)
        arb_ink_add(ink, " s");
}

static void write_period(arb_ink *ink, const arb_period *period, arb_lang lang)
{
    if (period->moves > 0)
        arb_ink_format(ink, arb_text(ARB_TEXT_PAPER_MOVES_IN, lang), (unsigned)period->moves);
    write_amount(ink, period->time);
    if (period->kind == ARB_BONUS_INCREMENT && period->bonus > 0) {
        arb_ink_add(ink, " + ");
        write_amount(ink, period->bonus);
    } else if (period->kind == ARB_BONUS_DELAY && period->bonus > 0) {
        arb_ink_add(ink, arb_text(ARB_TEXT_PAPER_DELAY, lang));
        write_amount(ink, period->bonus);
    }
}

void arb_paper_control(arb_ink *ink, const char *tag, size_t size, arb_lang lang)
{
    arb_time_control control;

    if (arb_time_control_read(&control, NULL, tag, size) != ARB_OK) {
        arb_ink_bytes(ink, tag, size);
        return;
    }
    for (unsigned i = 0; i < control.count; i++) {
        if (i > 0)
            arb_ink_add(ink, arb_text(ARB_TEXT_PAPER_THEN, lang));
        write_period(ink, &control.period[i], lang);
    }
}

void arb_paper_time(char out[ARB_PAPER_TIME_SIZE], int64_t ms)
{
    const int64_t seconds = ms > 0 ? ms / 1000 : 0;

    (void)snprintf(out, ARB_PAPER_TIME_SIZE, "%lld:%02d:%02d", (long long)(seconds / 3600),
                   (int)(seconds / 60 % 60), (int)(seconds % 60));
}
