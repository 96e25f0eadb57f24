/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SENT_H
#define ARBITRO_SERVER_SENT_H
/*
 * The body of POST /api/events, read: what somebody sends to his table.
 *
 * It comes with every event. As pages write it, it is one object of plain texts and whole numbers,
 * and is read where it stands; to make a tree of it with jansson took a tenth of all that the hall
 * does for an event. Whatever is written in any other way, and whatever is wrong, is left to
 * jansson.
 */
#include <jansson.h>

#include "server/http/http.h"

/* The texts have no NUL at their end, and live as long as the body and the tree. */
typedef struct arb_sent {
    arb_http_text event, id; /* `at` NULL: there is none, or it is no text */
    arb_http_text acts;      /* "for": the same, */
    bool is_for;             /* and whether it is there, and not null */
    int64_t seen;            /* the last event that the page had shown; -1: not said */
    bool is_seen_wrong;      /* it is no number of an event */
    int64_t think_ms;        /* -1: not said, or nothing that could be */
    json_t *tree;            /* to be given to json_decref(); NULL: none was needed */
} arb_sent;

/* Reads a body that is as pages write it; false, with `out` undefined, for any other. */
bool arb_sent_read_plain(arb_sent *out, arb_http_text body);

/* Reads the tree of any body, which `out` takes over. */
void arb_sent_read_tree(arb_sent *out, json_t *tree);

#endif
