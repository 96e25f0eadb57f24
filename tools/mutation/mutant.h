/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_MUTATION_MUTANT_H
#define ARBITRO_MUTATION_MUTANT_H
/*
 * Which fault is in, of all that were compiled; included before everything else in what
 * tools/mutate has rewritten. 0 is none.
 */
#include <stdbool.h>

extern int arb_mutant;
extern const int arb_mutant_count;           /* with 0 */
extern const int arb_mutant_first_of_tables; /* from here on M_() is not asked */
extern unsigned char arb_mutant_reached[];   /* by number: has anything asked for this one? */

/* Is this fault in? */
#define M_(number) (arb_mutant_reached[number] = 1, arb_mutant == (number))

/* Puts a fault in, those of tables included; once in the life of a process. */
void arb_mutant_set(int number);

/* The tables that can be wrong: each knows its own numbers. */
void arb_mutant_rules(int number);
void arb_mutant_books(int number);
void arb_mutant_options(int number);
void arb_mutant_cited(int number);

/* The edition whose table a fault concerns; NULL for all others. */
const void *arb_mutant_book_of(int number);
const void *arb_mutant_cited_of(int number);

/* Rule `index` of the table was asked: its faults count as reached. */
void arb_mutant_rule_asked(unsigned long index);

#endif
