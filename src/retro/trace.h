/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_TRACE_H
#define ARB_RETRO_TRACE_H
/*
 * How the pawns of a diagram can have got past one another, on a board of which only the order of
 * the pawns on each file is kept.
 *
 * Pawns of one file never change their order. It changes where a pawn captures, which takes it to a
 * neighbouring file, and where a pawn is captured. Everything else that happens in a game leaves it
 * alone, but for promotions: a pawn that is promoted has nothing before it, so it may as well be
 * thought to stay at that end of its file for ever. Every game therefore leaves a trace on this
 * small board: as many captures as pieces are missing, at most, and at the end the pawns of the
 * diagram, with pawns at the ends of the files that can have been promoted, enough of them for the
 * pieces that no side has from the beginning, and for bishops on files where the last square has
 * their colour. Where no such trace exists the diagram cannot arise.
 */
#include "arbitro/mem.h"
#include "arbitro/setup.h"
#include "retro/cages.h"

enum {
    ARB_TRACE_EVENTS_MAX = 30,
    ARB_TRACE_FILE_MAX = 16,
    ARB_TRACE_OFFICER = 16 /* a piece that is no pawn, or no longer */
};

/* What the small board knows of a diagram. */
typedef struct arb_trace_goal {
    uint16_t file[8];    /* the order of the pawns, as arb_trace_file_code() */
    uint8_t room[8][8];  /* how often each of them, from below, can have captured on its way */
    uint8_t care[2];     /* captures of one pawn are counted up to here; more is the same */
    uint8_t captures[2]; /* that each colour has made in all */
    uint8_t pawns[2];    /* on the board */
    uint8_t need[2];     /* pieces that must have been promoted */
    uint8_t light[2], dark[2]; /* bishops among them, by the colour of their squares */
    uint8_t closed[2];         /* files on which nobody of a colour was promoted */
    uint8_t shut[2], seen[2];  /* files where promoted bishops stay, and where one does */
    uint8_t dead[2][3];        /* pieces captured of those at the beginning, as in cages.h */
} arb_trace_goal;

/* One capture: what moved where, and what it took. Pawns 0 to 7 are White's by file, 8 to 15
 * Black's.
 */
typedef struct arb_trace_event {
    uint8_t hunter; /* a pawn, or ARB_TRACE_OFFICER */
    uint8_t victim; /* the same */
    uint8_t from, to;
    uint8_t colour; /* of the hunter */
} arb_trace_event;

/* Pawns by file, from the first rank upwards. */
typedef struct arb_trace_board {
    uint8_t count[8];
    uint8_t pawn[8][ARB_TRACE_FILE_MAX];
    uint8_t hunted[16]; /* how often each pawn has captured */
} arb_trace_board;

typedef struct arb_trace {
    unsigned count;
    arb_trace_event event[ARB_TRACE_EVENTS_MAX];
    arb_trace_board board[ARB_TRACE_EVENTS_MAX + 1]; /* before each, and after the last */
    uint16_t promoted;                               /* pawns that became pieces */
    uint16_t
        ghosts; /* pawns captured by pieces at some time: they stay on the boards of the plan */
} arb_trace;

typedef enum arb_trace_result { ARB_TRACE_NONE, ARB_TRACE_FOUND, ARB_TRACE_OPEN } arb_trace_result;

/* What a diagram with a king on each side and at most sixteen pieces a side asks for; false when
 * it has more promoted pieces than pawns can give, or a pawn where none can be. */
bool arb_trace_goal_of(arb_trace_goal *out, const arb_side sides[2], const arb_cages *cages);

/* Is this plan one that can have been played, as far as another look tells? */
typedef bool arb_trace_accept(void *user, const arb_trace *plan);

/*
 * Looks for a plan through at most `nodes` boards, which it counts down. `seed` 0 takes the
 * captures in their order, another number in some order of its own. OPEN: neither found nor
 * excluded. Plans that `accept` refuses are none.
 */
arb_trace_result arb_trace_find(arb_trace *out, const arb_trace_goal *goal,
                                arb_trace_accept *accept, void *user, uint64_t *nodes,
                                uint32_t seed, const arb_mem *mem);

/*
 * The same for the common case that a few captures by pawns suffice, pieces capture all pawns that
 * are missing, and no more were promoted than there must be. It finds fewer plans, and quickly;
 * FOUND or OPEN.
 */
arb_trace_result arb_trace_find_easy(arb_trace *out, const arb_trace_goal *goal,
                                     arb_trace_accept *accept, void *user, uint64_t *nodes,
                                     uint32_t seed);

/* What the two searches share: the captures of pawns on a board, and making one. */
typedef struct arb_trace_capture {
    uint8_t from, at, to, place;
    bool pawn_hunts, pawn_dies;
    uint8_t colour;
} arb_trace_capture;
enum { ARB_TRACE_CAPTURES_MAX = 640 };
typedef struct arb_trace_budget {
    uint8_t captures[2], pawns[2], events;
} arb_trace_budget;
void arb_trace_initial(arb_trace_board *out);
/* With captures by pieces if `pieces`; with `every` place, also among pawns of the hunter's own
 * colour where the order alone does not tell them apart. */
size_t arb_trace_captures(arb_trace_capture *out, const arb_trace_goal *goal,
                          const arb_trace_board *board, const arb_trace_budget *left, bool pieces,
                          bool every);
void arb_trace_shuffle(arb_trace_capture *list, size_t n, uint32_t *seed);
arb_trace_event arb_trace_make(arb_trace_board *board, const arb_trace_capture *c);
arb_trace_budget arb_trace_spent(const arb_trace_budget *left, const arb_trace_capture *c);

/* The code of a file: a 1, then a bit for each pawn from above, 1 for Black. */
uint16_t arb_trace_file_code(const arb_trace_board *board, unsigned file);

#endif
