/* SPDX-License-Identifier: MIT */
/*
 * Reads games in PGN from standard input and tells of each who played, how many moves there are,
 * and what is wrong with it. Every move has been played on a board.
 *
 *   read_games <games.pgn
 */
#include <stdio.h>

#include "arbitro/arbitro.h"

static arb_err from_stdin(void *user, char *out, size_t room, size_t *got)
{
    (void)user;
    *got = fread(out, 1, room, stdin);
    return ferror(stdin) ? ARB_IO : ARB_OK;
}

static void print_finding(const arb_pgn_finding *finding)
{
    printf("line %llu: %s: %s", (unsigned long long)finding->place.line, finding->text,
           arb_pgn_fault_text(finding->fault, ARB_LANG_EN));
    if (finding->article != ARB_ART_NONE)
        printf(" (%s)", arb_article_number(finding->article));
    putchar('\n');
}

static void print_game(const arb_pgn_game *game)
{
    const char *white = arb_pgn_game_tag(game, "White"), *black = arb_pgn_game_tag(game, "Black");

    for (size_t i = 0; i < game->finding_count; i++)
        print_finding(&game->findings[i]);
    printf("%s - %s: %zu half-moves%s\n", white ? white : "?", black ? black : "?", game->ply_count,
           game->summary.broken ? ", then broken off" : "");
}

int main(void)
{
    const arb_pgn_game *game;
    arb_pgn_pull *pull;
    arb_err err = arb_pgn_pull_new(&pull, NULL, NULL, from_stdin, NULL);

    if (err)
        return 2;
    while (!(err = arb_pgn_pull_next(&game, pull)) && game)
        print_game(game);
    arb_pgn_pull_free(pull);
    return err ? 2 : 0;
}
