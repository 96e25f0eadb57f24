/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_PAIRINGS_H
#define ARBITRO_SERVER_PAIRINGS_H
/*
 * The pairings of a round as people paste them: a board a line, a table, or a report of a
 * tournament (TRF16). The format, what stands between the columns, and whether the bytes are UTF-8,
 * UTF-16 with a byte order mark or Latin-1 are found out.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/error.h"
#include "arbitro/language.h"
#include "server/hall/particulars.h"

enum {
    ARB_PAIRINGS_MAX = 1000,     /* boards */
    ARB_PAIRINGS_NAME_MAX = 200, /* bytes of a name */
    ARB_PAIRINGS_SIZE = 1 << 19,
    ARB_PAIRINGS_FAULTS_MAX = 20 /* that are told at once */
};

typedef enum arb_pairings_format {
    ARB_PAIRINGS_LINES, /* "1. Anna - Bruno" */
    ARB_PAIRINGS_TABLE, /* "1; Anna; Bruno", with headings or without */
    ARB_PAIRINGS_TRF
} arb_pairings_format;

/* What was expected, or what may be a slip; see pairings_faults.def. */
typedef enum arb_pairings_fault {
#define FAULT(id, code, en, it) ARB_PAIRINGS_##id,
#define SLIP(id, code, en, it)  ARB_PAIRINGS_##id,
#include "server/hall/pairings_faults.def"
#undef FAULT
#undef SLIP
    ARB_PAIRINGS_FAULT_COUNT
} arb_pairings_fault;

const char *arb_pairings_code(arb_pairings_fault fault);
const char *arb_pairings_text(arb_pairings_fault fault, arb_lang lang);

/* Where, in characters from 1, and what. */
typedef struct arb_pairings_where {
    unsigned line, column;
    arb_pairings_fault fault;
} arb_pairings_where;

/* What is wrong with a list, in the order in which it was found. */
typedef struct arb_pairings_faults {
    arb_pairings_where at[ARB_PAIRINGS_FAULTS_MAX];
    size_t count;
    arb_pairings_format format; /* as which it was read */
} arb_pairings_faults;

typedef struct arb_pairing {
    unsigned board;
    char *white, *black, *group; /* the last may be NULL */
    arb_particulars about[2];    /* of White and Black */
    unsigned line, column;       /* where White stands */
} arb_pairing;

typedef struct arb_pairings_bye {
    char *name;
    unsigned line;
} arb_pairings_bye;

/* What may be a slip: the name that stands twice is that of a board, a heading is its own. */
typedef struct arb_pairings_slip {
    unsigned line, column;
    arb_pairings_fault fault;
    const char *name;
    char *heading; /* NULL: it is none */
} arb_pairings_slip;

typedef enum arb_pairings_encoding {
    ARB_PAIRINGS_UTF_8,
    ARB_PAIRINGS_UTF_16,
    ARB_PAIRINGS_LATIN_1
} arb_pairings_encoding;

typedef struct arb_pairings {
    arb_pairings_format format;
    arb_pairings_encoding encoding;
    char separator; /* of a table */
    char *event;    /* of a report; NULL when it is not told */
    unsigned round; /* of a report; 0 */
    arb_pairing *boards;
    size_t count, room;
    arb_pairings_bye *byes;
    size_t bye_count, bye_room;
    arb_pairings_slip *slips;
    size_t slip_count, slip_room;
} arb_pairings;

/*
 * Reads the bytes; `round` is the one that is wanted of a report, 0: the latest without results.
 * ARB_SYNTAX with `faults` filled when they are no pairings: a line that is not understood does not
 * keep those behind it from being read, so that all can be mended at once. ARB_NOMEM; after either
 * `out` is empty.
 * Otherwise it is freed with arb_pairings_clear().
 */
ARB_MUST_USE arb_err arb_pairings_read(arb_pairings *out, arb_pairings_faults *faults,
                                       const char *bytes, size_t size, unsigned round);
void arb_pairings_clear(arb_pairings *pairings);

#endif
