/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_CHECKLIST_H
#define ARBITRO_SERVER_CHECKLIST_H
/*
 * What was seen to at a table where a player cannot see: for each point of the checklist when, and
 * by which seat. It is kept beside the journal, as one line: "board=1763290000/desk words=...".
 * The hall knows seats, not people, here as elsewhere.
 */
#include <stdint.h>

#include "arbitro/buf.h"
#include "common/checklist.h"
#include "server/hall/keys.h"

/* When a point was seen to, in seconds since 1970, and by whom. */
typedef struct arb_checked {
    int64_t at;
    arb_seat by;
} arb_checked;

/* Was it? `line` may be NULL. Words that mean nothing here are passed over. */
bool arb_checklist_look(arb_checked *out, const char *line, const char *id);

/* Appends the line with this point as it is now; NULL: it is to be seen to again. ARB_NOMEM,
 * ARB_RANGE. */
ARB_MUST_USE arb_err arb_checklist_change(arb_buf *out, const char *line, const char *id,
                                          const arb_checked *now);

#endif
