/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_THEMES_H
#define ARB_PROBLEM_THEMES_H
/*
 * What the finders of themes share. A phase is a move of the attacker, or set play, with what
 * follows it; a variation is a defence in it and a mate that answers it.
 *
 *     a  --defence-->  b  --mate-->  c
 *
 * In `a` and `c` the defender has the move, in `b` the attacker. Whether an effect counts is always
 * asked in the same way: is it still mate when the effect is undone (scene.h)?
 */
#include "arbitro/themes.h"
#include "board/bits.h"
#include "problem/crew.h"
#include "problem/scene.h"
#include "terms/lines.h"

enum { ARB_THEME_THREATS_MAX = 32 };

typedef struct arb_theme_phase {
    const arb_problem *p;
    uint32_t node;       /* KEY, TRY, SET, or within longer problems CONTINUATION or THREAT */
    arb_colour us, them; /* attacker, defender */
    arb_pos a;           /* before the defences */
    arb_move threat[ARB_THEME_THREATS_MAX]; /* those that mate */
    size_t threats;
} arb_theme_phase;

typedef struct arb_theme_variation {
    const arb_theme_phase *phase;
    uint32_t defence, mate; /* nodes; 0: not begun */
    arb_move d, m;
    arb_square s, t; /* where the defence goes from and to */
    arb_pos b, c;
    arb_square king; /* the defender's in `c` */
    bool replies;    /* moves that leave every threat standing are variations, too */
} arb_theme_variation;

/* The list that grows. */
struct arb_themes {
    const arb_mem *mem;
    arb_theme_found *list;
    size_t count, room;
    bool truncated, starved;
};

/* Adds what was found; what is in the list already is not added again. */
void arb_theme_add(arb_themes *to, const arb_theme_found *found);

/* Adds a variation that shows the theme, with up to two squares. */
void arb_theme_add_variation(arb_themes *to, arb_theme theme, arb_theme_use use,
                             const arb_theme_variation *v, arb_square one, arb_square two);

/* Is it a first move, or do defences with mates follow it? */
bool arb_theme_is_phase(const arb_problem *problem, uint32_t node);

/* The next variation of the phase; begins where `defence` is 0. False: no more. */
bool arb_theme_next(arb_theme_variation *v, const arb_theme_phase *phase);

/* Is the mate the only answer to its defence? */
bool arb_theme_is_sole(const arb_theme_variation *v);

/* Does the man who defended still stand where he went? */
bool arb_theme_stays(const arb_theme_variation *v);

/* Is the defence a plain move of one man who is no king? */
bool arb_theme_is_plain(arb_move move);

/* Does the move lead over the square? */
bool arb_theme_goes_over(arb_move move, arb_square over);

/* Has the man on `from` a legal move that leads over the square? */
bool arb_theme_crosses(const arb_pos *pos, arb_square from, arb_square over);

/* Can the man on the square move at all? */
bool arb_theme_can_move(const arb_pos *pos, arb_square from);

/* Can the king of the side to move go there? */
bool arb_theme_can_flee(const arb_pos *pos, arb_square to);

/* The position with the other side to move. */
arb_pos arb_theme_pass(const arb_pos *pos);

/* ---- parts of elements from which themes are made */

/* Does the variation show a self-block, masked or not? */
bool arb_theme_blocks(const arb_theme_variation *v);

/*
 * Is the mate possible because the defence shuts off that man of its own side? Masked, if the piece
 * that mates stood on the line.
 */
bool arb_theme_interferes(const arb_theme_variation *v, arb_square piece, bool masked);

/*
 * Does `move`, played in `before`, shut off a line piece of its side from a square? Which one. The
 * king does not stand in the way of what guards it.
 */
arb_square arb_theme_shut_guard(const arb_pos *before, arb_move move, arb_square king,
                                arb_square square);

/* ---- the finders: one for each theme that can be seen in a variation, one for those of phases */

typedef void arb_theme_of_variation(arb_themes *to, const arb_theme_variation *v);
typedef void arb_theme_of_phase(arb_themes *to, const arb_theme_phase *phase);

#define THEME(id, word, group, of_variation, of_phase, ...)                                        \
    arb_theme_of_variation of_variation;                                                           \
    arb_theme_of_phase of_phase;
#include "arbitro/themes.def"
#undef THEME

#endif
