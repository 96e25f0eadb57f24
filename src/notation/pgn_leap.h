/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_PGN_LEAP_H
#define ARB_NOTATION_PGN_LEAP_H
/*
 * Long stretches of text passed over, sixteen bytes at a time. Behind `end` sixteen more bytes can
 * be read, whatever they are.
 */
#include <stdint.h>
#include <string.h>

typedef uint8_t arb_bytes16 __attribute__((vector_size(16)));

/* Where the first byte of a block that is not zero stands; 16 when all are. */
static inline unsigned arb_leap_first(arb_bytes16 found)
{
    uint64_t half[2];

    memcpy(half, &found, sizeof half);
    if ((half[0] | half[1]) == 0)
        return 16;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (unsigned)(half[0] ? __builtin_clzll(half[0]) : 64 + __builtin_clzll(half[1])) / 8;
#else
    return (unsigned)(half[0] ? __builtin_ctzll(half[0]) : 64 + __builtin_ctzll(half[1])) / 8;
#endif
}

/*
 * The first byte of a game's text that can be more than a part of a move or a number: one of
 * {;[()*%-/ or one that is not ASCII. There may be a few more, so that few comparisons are enough.
 */
static inline const char *arb_leap_to_sign(const char *at, const char *end)
{
    for (; at < end; at += sizeof(arb_bytes16)) {
        arb_bytes16 v;
        memcpy(&v, at, sizeof v);
        const arb_bytes16 found = (arb_bytes16)((v | 0x60) == '{') | (arb_bytes16)((v | 1) == ')') |
                                  (arb_bytes16)(v == '*') | (arb_bytes16)((v | 10) == '/') |
                                  (v & 0x80);
        const unsigned first = arb_leap_first(found);
        if (first < sizeof v)
            return at + first < end ? at + first : end;
    }
    return end;
}

/* The first of two bytes. */
static inline const char *arb_leap_to(const char *at, const char *end, char one, char other)
{
    for (; at < end; at += sizeof(arb_bytes16)) {
        arb_bytes16 v;
        memcpy(&v, at, sizeof v);
        const unsigned first =
            arb_leap_first((arb_bytes16)(v == (uint8_t)one) | (arb_bytes16)(v == (uint8_t)other));
        if (first < sizeof v)
            return at + first < end ? at + first : end;
    }
    return end;
}

#endif
