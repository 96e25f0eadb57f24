/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_SELECT_INTERNAL_H
#define ARB_NOTATION_SELECT_INTERNAL_H
/* What the parts of the selection of games share; see arbitro/pgn_select.h. */
#include "arbitro/pgn_select.h"
#include "base/cursor.h"

/* So many bytes of a value are looked at when it is compared by its words. */
enum { ARB_FOLD_MAX = 4096 };

/*
 * Writes a text in small letters without accents, cut off at `room` bytes; Latin-1 where it is not
 * UTF-8. Returns how many bytes were written.
 */
size_t arb_fold(char *out, size_t room, const char *text, size_t size);

/* How a text is compared. */
typedef enum arb_compare {
    ARB_COMPARE_THERE, /* it is there at all */
    ARB_COMPARE_WORDS, /* it has all these words, or words that begin so */
    ARB_COMPARE_SAME,  /* the whole of it */
    ARB_COMPARE_OTHER,
    ARB_COMPARE_LESS,
    ARB_COMPARE_AT_MOST,
    ARB_COMPARE_MORE,
    ARB_COMPARE_AT_LEAST
} arb_compare;

/* What a text is compared with. */
typedef struct arb_select_text {
    arb_compare compare;
    char *text; /* as it was written; then, folded, its words, each with a mark */
    size_t size, words_at, words_size, room;
} arb_select_text;

/* select_text.c: makes a test of what is written from `cur` on. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_select_text_make(arb_select_text *out, const arb_mem *mem,
                                          arb_compare compare, const arb_cursor *cur);
bool arb_select_text_holds(const arb_select_text *test, const char *value, size_t size);

/* A date as a number: year, month, day; what is unknown is 0. False when it cannot be read. */
bool arb_date_read(uint32_t *out, const char *text, size_t size);
/* The first and the last day that a date may mean, as numbers that can be compared. */
uint32_t arb_date_first(uint32_t date);
uint32_t arb_date_last(uint32_t date);

bool arb_date_has_year(uint32_t date);
/* Does the month have that day? Games that say otherwise are taken at their word. */
bool arb_date_exists(uint32_t date);

/* select_eco.c: ranges of codes. */
enum { ARB_ECO_RANGES_MAX = 32 };
typedef struct arb_eco_test {
    uint16_t range[ARB_ECO_RANGES_MAX][2];
    size_t count;
} arb_eco_test;
ARB_MUST_USE arb_err arb_eco_test_read(arb_eco_test *out, arb_cursor *cur, arb_where *where);
bool arb_eco_test_holds(const arb_eco_test *test, const char *value, size_t size);

/* select_board.c: what is looked for on the board. */
enum { ARB_PATTERN_RANK = 20 };
typedef struct arb_pattern {
    uint64_t known;   /* squares of which it is told what stands there */
    arb_side side[2]; /* what does */
    uint64_t occupied, coloured[2];
    char rank[8][ARB_PATTERN_RANK]; /* ranks with several stars, a letter a square; "" for others */
    unsigned fields;                /* of a FEN: how many of the first four count */
    uint8_t turn;
    uint64_t castling;
    arb_square en_passant;
} arb_pattern;
ARB_MUST_USE arb_err arb_pattern_read(arb_pattern *out, arb_cursor *cur, arb_where *where);
/* `pos` needs neither key nor en passant square. */
bool arb_pattern_holds(const arb_pattern *pattern, const arb_pos *pos);

/* select_material.c: what both sides have, kings apart. */
typedef struct arb_balance {
    uint8_t least[2][ARB_KING], most[2][ARB_KING]; /* by side and role */
    bool either; /* the first side may be White or Black; otherwise it is White */
    uint16_t lasting;
} arb_balance;
ARB_MUST_USE arb_err arb_balance_read(arb_balance *out, arb_cursor *cur, arb_where *where);
/* Does it stand there, the first side being this colour? */
bool arb_balance_holds(const arb_balance *material, const arb_pos *pos, arb_colour first);

/* A condition of which there can be several. */
typedef struct arb_condition {
    arb_pgn_criterion by;
    unsigned group; /* of alternatives */
    char *name;     /* TAG */
    size_t name_size;
    arb_select_text text;
    arb_eco_test eco;
    arb_variant variant; /* START, unless it is a pattern */
    bool initial, setup;
    arb_pattern pattern;
    arb_balance material;
    unsigned place; /* MATERIAL: among those */
} arb_condition;

/* Which players a rating is asked of. */
typedef enum arb_elo_of { ARB_ELO_BOTH, ARB_ELO_ONE, ARB_ELO_WHITE, ARB_ELO_BLACK } arb_elo_of;

struct arb_pgn_select {
    const arb_mem *mem;
    arb_condition *condition;
    size_t count, room;
    unsigned groups, materials;
    uint64_t tag_groups, start_groups, move_groups;
    uint32_t given; /* criteria, as bits */
    uint32_t since, until;
    uint32_t results; /* as bits */
    unsigned elo_min, elo_max;
    arb_elo_of elo_of;
    unsigned moves_min, moves_max, plies_min, plies_max;
};

/* The criteria for which tags are noted until all of them have been seen. */
enum {
    ARB_SELECT_NOTED = 1u << ARB_PGN_BY_SINCE | 1u << ARB_PGN_BY_UNTIL | 1u << ARB_PGN_BY_RESULT |
                       1u << ARB_PGN_BY_ELO_MIN | 1u << ARB_PGN_BY_ELO_MAX
};

/* select_read.c: frees what a condition owns. */
void arb_condition_clear(arb_condition *condition, const arb_mem *mem);

#endif
