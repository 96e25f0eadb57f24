/* SPDX-License-Identifier: MIT */
/* The cells of letters, digits and signs, and back: see the table of decision 0018. */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/braille_internal.h"

/* Signs that change what follows. */
enum {
    CAPITAL = ',', /* dot 6 */
    NUMBER = '#',  /* dots 3456 */
    LETTER = ';',  /* dots 56: a letter again behind a number; the end of a code */
    ACCENT = '@',  /* dot 4 */
    SIGN = '_',    /* dots 456 */
    CODE = '^'     /* dots 45 */
};

/* Digits are the letters A to J, 1 first. */
static const char digits[] = "JABCDEFGHI";

/* Signs of one cell. */
static const char plain_signs[] = ",;:.!?-'()/";
static const char plain_cells[] = "12346" /* , ; : . ! */ "8-'<>/";
_Static_assert(sizeof plain_signs == sizeof plain_cells, "a cell for each sign");

/* Those of two, behind SIGN. */
static const char other_signs[] = "\"_&%+=*#@<>[]{}\\^`~|$";
static const char other_cells[] = "7-&0+=*#A<>()[]95:?\\S";
_Static_assert(sizeof other_signs == sizeof other_cells, "a cell for each sign");

/* Letters with an accent: its cell, the letters, and what they are without it. */
static const struct {
    char cell;
    const char *letters, *plain;
} accents[] = {
    { '/', "áéíóúýćńśźĺŕ", "aeiouycnszlr" }, /* acute */
    { '*', "àèìòù", "aeiou" },               /* grave */
    { '%', "âêîôûĉĝĥĵŝ", "aeioucghjs" },     /* circumflex */
    { '3', "äëïöü", "aeiou" },               /* diaeresis */
    { ']', "ãñõ", "ano" },                   /* tilde */
    { '9', "åů", "au" },                     /* ring */
    { '+', "čďěňřšťž", "cdenrstz" },         /* caron */
    { '&', "çşţ", "cst" },                   /* cedilla */
    { '-', "øłđ", "old" },                   /* stroke */
    { '5', "ąęįų", "aeiu" },                 /* ogonek */
    { '=', "őű", "ou" },                     /* double acute */
    { '4', "żėġ", "zeg" },                   /* dot */
    { '0', "ăğŭ", "agu" },                   /* breve */
    { '1', "șț", "st" },                     /* comma */
};
enum { ACCENTS = sizeof accents / sizeof *accents };

/* The capital of a small letter; the letter itself when it has none. */
static uint32_t capital_of(uint32_t code)
{
    static const uint32_t steps[] = { 32, 1 };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (code > steps[i] && arb_utf8_lower(code - steps[i]) == code)
            return code - steps[i];
    return code;
}

/* The letter with this place, of those of one accent. */
static uint32_t accented(size_t accent, size_t place)
{
    const char *letters = accents[accent].letters;
    uint32_t code = 0;

    for (size_t i = 0; i <= place; i++)
        letters += arb_utf8_decode(&code, letters, strlen(letters));
    return code;
}

/* ---- written ---- */

static size_t put_accented(char *out, uint32_t code)
{
    for (size_t i = 0; i < ACCENTS; i++) {
        for (size_t j = 0; accents[i].plain[j]; j++) {
            if (accented(i, j) != code)
                continue;
            out[0] = ACCENT;
            out[1] = accents[i].cell;
            out[2] = (char)(accents[i].plain[j] - 32);
            return 3;
        }
    }
    return 0;
}

/* Any character by its number in Unicode. */
static size_t put_code(char *out, uint32_t code)
{
    char reversed[8];
    size_t count = 0, size = 0;

    do {
        reversed[count++] = digits[code % 10];
        code /= 10;
    } while (code > 0);
    out[size++] = CODE;
    while (count > 0)
        out[size++] = reversed[--count];
    out[size++] = LETTER;
    return size;
}

/* A small letter or a sign; 0 when it has no cells of its own. */
static size_t put_small(char *out, uint32_t code)
{
    const char *plain = code < 0x80 && code ? strchr(plain_signs, (int)code) : NULL;
    const char *other = code < 0x80 && code ? strchr(other_signs, (int)code) : NULL;

    if (code >= 'a' && code <= 'z') {
        out[0] = (char)(code - 32);
        return 1;
    }
    if (plain) {
        out[0] = plain_cells[plain - plain_signs];
        return 1;
    }
    if (other) {
        out[0] = SIGN;
        out[1] = other_cells[other - other_signs];
        return 2;
    }
    return put_accented(out, code);
}

size_t arb_braille_letter(char out[ARB_BRAILLE_LETTER_CELLS], arb_braille_letters *state,
                          uint32_t code)
{
    const bool number = state->number;
    const uint32_t small = arb_utf8_lower(code);
    size_t size = 0;

    state->number = code >= '0' && code <= '9';
    if (state->number) {
        if (!number)
            out[size++] = NUMBER;
        out[size++] = digits[code - '0'];
        return size;
    }
    if (number && code >= 'a' && code <= 'j')
        out[size++] = LETTER;
    if (small != code && capital_of(small) == code) {
        const size_t cells = put_small(out + 1, small);
        out[0] = CAPITAL;
        return cells > 0 ? cells + 1 : put_code(out, code);
    }
    const size_t cells = put_small(out + size, code);
    return cells > 0 ? size + cells : put_code(out, code);
}

/* ---- read ---- */

static int digit_of(int cell)
{
    const char *place = cell > 0 ? strchr(digits, cell) : NULL;

    return place ? (int)(place - digits) : -1;
}

static arb_err read_code(uint32_t *code, arb_braille_in *in, arb_where *where)
{
    char ignored[ARB_UTF8_MAX];
    uint32_t number = 0;
    int cell, count = 0;

    while (digit_of(cell = arb_braille_next(in)) >= 0 && count++ < 7)
        number = 10 * number + (uint32_t)digit_of(cell);
    if (cell != LETTER || count == 0 || arb_utf8_encode(ignored, number) == 0 || number == 0)
        return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_CODE);
    *code = number;
    return ARB_OK;
}

static arb_err read_accented(uint32_t *code, arb_braille_in *in, arb_where *where)
{
    const int cell = arb_braille_next(in), base = cell < 0 ? cell : arb_braille_next(in);

    for (size_t i = 0; i < ACCENTS; i++) {
        const char *place = base >= 'A' && base <= 'Z' ? strchr(accents[i].plain, base + 32) : NULL;
        if (accents[i].cell == cell && place) {
            *code = accented(i, (size_t)(place - accents[i].plain));
            return ARB_OK;
        }
    }
    return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_CELL);
}

static arb_err read_small(uint32_t *code, int cell, arb_braille_in *in, arb_where *where)
{
    if (cell >= 'A' && cell <= 'Z') {
        *code = (uint32_t)cell + 32;
        return ARB_OK;
    }
    if (cell == ACCENT)
        return read_accented(code, in, where);
    if (cell == CODE)
        return read_code(code, in, where);
    if (cell == SIGN) {
        const int sign = arb_braille_next(in);
        const char *place = sign > 0 ? strchr(other_cells, sign) : NULL;
        if (!place)
            return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_CELL);
        *code = (uint32_t)(unsigned char)other_signs[place - other_cells];
        return ARB_OK;
    }
    const char *place = cell > 0 ? strchr(plain_cells, cell) : NULL;
    if (!place)
        return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_CELL);
    *code = (uint32_t)(unsigned char)plain_signs[place - plain_cells];
    return ARB_OK;
}

arb_err arb_braille_letter_read(uint32_t *code, arb_braille_letters *state, int cell,
                                arb_braille_in *in, arb_where *where)
{
    *code = 0;
    if (cell == NUMBER) {
        cell = arb_braille_next(in);
        if (digit_of(cell) < 0)
            return arb_braille_fail(in, where, ARB_WANTED_NUMBER);
        state->number = true;
    }
    if (state->number && digit_of(cell) >= 0) {
        *code = (uint32_t)('0' + digit_of(cell));
        return ARB_OK;
    }
    const bool number = state->number;
    state->number = false;
    if (cell == LETTER && number)
        return ARB_OK;
    if (cell != CAPITAL)
        return read_small(code, cell, in, where);
    const arb_err err = read_small(code, arb_braille_next(in), in, where);
    if (err == ARB_OK && capital_of(*code) == *code)
        return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_CELL);
    if (err == ARB_OK)
        *code = capital_of(*code);
    return err;
}
