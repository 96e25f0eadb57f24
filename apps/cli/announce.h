/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_ANNOUNCE_H
#define ARBITRO_CLI_ANNOUNCE_H
/* What `arbitro announce` does: moves, games and positions said, read back, and the card. */
#include "arbitro/announce.h"
#include "cli/answer.h"
#include "cli/convert.h"

/* What the options say, and what has been said. */
typedef struct arb_announce {
    const arb_cli *cli;
    arb_saying saying; /* its language is never NULL */
    arb_style style;   /* in which moves are read, or written by --read */
    arb_pos start;
    arb_variant variant;
    unsigned game;     /* of a file; 0: all */
    bool position;     /* say it after the moves, too */
    arb_answer speech; /* all of it, a sentence a line, for --say */
} arb_announce;

/* Says a move, which is printed and kept for the speech. */
void arb_announce_move(arb_announce *announce, const arb_pos *pos, arb_move move, size_t ply);
void arb_announce_position(arb_announce *announce, const arb_pos *pos);

/* Says the games of a file (announce_pgn.c). */
arb_exit arb_announce_pgn(arb_announce *announce, const char *path);

/* Reads announcements, a line each, and prints the moves (announce_read.c). */
arb_exit arb_announce_read(arb_announce *announce, const arb_args *args);

/* Prints the card for the sighted player (announce_card.c). */
arb_exit arb_announce_card(const arb_cli *cli, const arb_language *language);

/* Speaks into a file what was said (announce_speech.c). */
arb_exit arb_announce_speak(const arb_announce *announce, const char *path);

#endif
