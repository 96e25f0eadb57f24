/* SPDX-License-Identifier: MIT */
/*
 * Reads games in PGN from standard input and tells of each who played, how many moves there are,
 * and what is wrong with it. Every move has been played on a board.
 *
 *   read_games <games.pgn
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

/* The names of the players, as far as their tags have been read. */
typedef struct players {
    char name[2][64];
} players;

static arb_err from_stdin(void *user, char *out, size_t room, size_t *got)
{
    (void)user;
    *got = fread(out, 1, room, stdin);
    return ferror(stdin) ? ARB_IO : ARB_OK;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    players *p = user;
    const int black = tag->name_size == 5 && memcmp(tag->name, "Black", 5) == 0;
    const int white = tag->name_size == 5 && memcmp(tag->name, "White", 5) == 0;

    (void)pgn;
    if (white || black)
        snprintf(p->name[black], sizeof p->name[black], "%.*s", (int)tag->value_size, tag->value);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    (void)user;
    (void)pgn;
    printf("line %llu: %.*s: %s", (unsigned long long)finding->place.line, (int)finding->size,
           finding->text, arb_pgn_fault_text(finding->fault, ARB_LANG_EN));
    if (finding->article != ARB_ART_NONE)
        printf(" (%s)", arb_article_number(finding->article));
    putchar('\n');
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    players *p = user;

    (void)pgn;
    printf("%s - %s: %u half-moves%s\n", p->name[0], p->name[1], summary->plies,
           summary->broken ? ", then broken off" : "");
    *p = (players){ { "?", "?" } };
    return ARB_PGN_GO_ON;
}

int main(void)
{
    const arb_pgn_handler handler = { .tag = on_tag, .finding = on_finding, .end = on_end };
    players p = { { "?", "?" } };
    arb_pgn *pgn;

    if (arb_pgn_new(&pgn, NULL, NULL) != ARB_OK)
        return 2;
    const arb_err err = arb_pgn_read(pgn, from_stdin, NULL, &handler, &p);
    arb_pgn_free(pgn);
    return err == ARB_OK ? 0 : 2;
}
