/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_PASSAGE_H
#define ARBITRO_TESTS_PASSAGE_H
/*
 * The way from one hall to another, which can be cut: a process that takes connections and hands
 * what it hears to a port of this machine and back.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Shared with the process. */
typedef struct passage {
    uint16_t port;            /* where it takes connections */
    _Atomic uint16_t to;      /* where they lead; 0: nowhere */
    atomic_bool shut;         /* it takes none, and those that are there are ended */
    atomic_uint cuts, passed; /* those that are there are ended when this grows; bytes so far */
} passage;

/* Opens it; `it` must be memory that is shared with children. It ends with the test. */
void passage_open(passage *it);

/* Ends all its connections; others may be made. */
void passage_cut(passage *it);

#endif
