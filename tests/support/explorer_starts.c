/* SPDX-License-Identifier: MIT */
/* Where the games of the explorer start, as headers of cases: see explorer.h. */
#include <stdio.h>

#include "explorer.h"

/* Each is played under every edition. Where an edition would choose otherwise, the play is named.
 */
static const char *const starts[] = {
    "time 5400+30\n",
    "time 40/5400+30:1800+30\ngiven counter white 38\ngiven counter black 38\n",
    "time 4/60:2/30\n", /* flags fall often, and the last period comes again */
    "time 300d5\noption play standard\n",
    "time white 7200\ntime black 3600d10\n",
    "time 90\noption play standard\noption flags automatic\n",
    "time 20/120+2:60+2\noption play standard\noption flags automatic\noption freeze yes\n",
    "time 60\noption play standard\noption freeze yes\n",
    /* fifty and seventy-five moves are near */
    "time 5400+30\nposition r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R w - - 95 90\n",
    "time 5400+30\nposition r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R b - - 144 120\n",
    /* promotions, castling, captures en passant */
    "time 3600+30\nposition 1n2k1n1/P1P2P1P/8/8/8/8/p1p2p1p/1N2K1N1 w - - 0 50\n",
    "time 3600+30\nposition r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9\n",
    "time 3600+30\nposition 4k3/2p1p1p1/8/1P1P1P2/2p1p1p1/8/1P1P1P2/4K3 w - - 0 1\n",
    /* few pieces: dead positions, mates and stalemates are near */
    "time 900+30\nposition 8/8/4k3/8/2b5/4K3/3P4/8 w - - 10 70\n",
    "time 900+30\nposition 4k3/8/4K3/4Q3/8/8/7n/8 b - - 10 70\n",
    /* regulations of events */
    "time 5400+30\noption illegal-moves refuse\n",
    "time 5400+30\noption detection manual\ngiven illegal white 1\n",
    "time 5400+30\noption completion move\n",
    "time none\n",
    "time none\nposition r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9\n",
    "time 5400+30\noption touch-move claim\n",
    "time 5400+30\noption touch-move claim\noption detection manual\n"
    "position 1n2k1n1/P1P2P1P/8/8/8/8/p1p2p1p/1N2K1N1 b - - 0 50\n",
    "time 40/5400:1800\noption board written\n",
    "time 300+2\noption play standard\noption board written\noption flags automatic\n",
    /* scoresheets that are kept, and flags before their control */
    "time 5400+30\noption record kept\n",
    "time 4/60:2/30\noption play standard\noption record kept\n",
    "time 6/90:60\noption play standard\noption record kept\noption flags automatic\n",
    "time white 4/60:60\ntime black 4/600:60\noption play standard\noption record kept\n",
    "time 4/60+30:60+30\noption play standard\noption record kept\noption detection manual\n",
    "time 4/60:60\noption play standard\noption board written\n",
    "time 100\noption play standard\noption quickplay yes\noption arbiter absent\n"
    "option record kept\n",
    "time 300+2\noption play blitz\noption record kept\n",
    "time 5400+30\nstart960 692\n",
    "time 5400+30\noption detection manual\nstart960 0\n",
    "time 5400+30\noption draw-offers after:3\n",
    "time 5400+30\noption draw-offers never\noption points 3-1-0\n",
    "time 5400+30\noption points 3-1-0\ngiven illegal black 1\n",
    "time 5400\noption absent both\noption default-time 60\n",
    "time 5400+30\ngiven clock white 10\ngiven clock black 20\ngiven counter white 39\n"
    "given counter black 38\ngiven illegal white 1\ngiven illegal black 1\ngiven offer black\n"
    "position r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n",
    "time 5400+30\noption notation it\n",
    "time 5400+30\noption electronics penalty\noption appeals no\noption absent white\n",
    /* rapid and blitz, watched closely or not */
    "time 900+10\n",
    "time 180+2\n",
    "time 900+10\noption play rapid\noption supervision full\ngiven sheet-requests white 4\n",
    "time 300\noption play blitz\noption supervision full\noption flags automatic\n",
    "time 1500\noption play rapid\noption detection automatic\n",
    "time 180+2\noption play blitz\noption detection automatic\ngiven illegal black 1\n",
    "time 90\noption play blitz\n",
    "time 120d3\noption play rapid\noption flags automatic\noption draw-offers never\n",
    "time 10/60:30\noption play rapid\noption freeze yes\n",
    "time 600\noption play rapid\noption completion move\noption touch-move claim\n",
    "time 300\noption play blitz\noption touch-move refuse\noption illegal-moves refuse\n",
    "time 1200\noption play rapid\noption board written\n",
    "time none\noption play blitz\n",
    "time 180+2\noption play blitz\nstart960 518\n",
    /* illegal positions that may be played on: kings in check, pawns on the last rank */
    "time 900+10\noption play rapid\nposition 4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 40\n",
    "time 180+2\noption play blitz\nposition P3k2r/4R3/8/8/8/8/4r3/p3K2R b - - 0 40\n",
    "time 180+2\noption play blitz\nposition 1n2k1n1/P1P2P1P/8/8/8/8/p1p2p1p/1N2K1N1 w - - 0 50\n",
    "time 900\noption play rapid\nposition r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R w - - 95 90\n",
    /* quickplay finishes */
    "time 100\noption play standard\noption quickplay yes\n",
    "time 100\noption play rapid\noption quickplay yes\noption flags automatic\n",
    "time 3/300:110\noption play standard\noption quickplay yes\noption freeze yes\n",
    "time 100\noption play standard\noption quickplay yes\noption arbiter absent\n",
    "time 7200\noption quickplay yes\noption draw-offers never\ngiven clock white 90\n"
    "given clock black 70\nposition 8/8/4k3/3r4/8/8/4K2R/8 w - - 10 70\n",
    "time 110\noption play standard\noption quickplay yes\noption board written\n",
    "time 100\noption play blitz\noption quickplay yes\n",
    "time white 100\ntime black 300\noption play rapid\noption quickplay yes\n"
    "option detection automatic\noption appeals no\n",
};

/* Laws D: who cannot see, on how many boards, and what else the event says about it. */
static const char *const blindness[] = {
    "option vision white:blind\n",
    "option vision black:blind\noption speaking-clock yes\n",
    "option vision both:blind\noption announce it\n",
    "option vision white:blind\noption boards one\n",
    "option vision black:blind\noption hearing white:deaf\n",
};

enum { BLINDNESS = sizeof blindness / sizeof *blindness };

enum { STARTS = sizeof starts / sizeof *starts };

void explorer_start(char header[EXPLORER_HEADER_SIZE], size_t number)
{
    size_t editions = 0;

    while (arb_rulebook_get(editions))
        editions++;
    const arb_rulebook *book = arb_rulebook_get(number / STARTS % editions);
    const bool blind = book->blind_players && number % 3 == 2;
    snprintf(header, EXPLORER_HEADER_SIZE, "edition %s\n%s%s%s%s%s%s", book->name,
             starts[number % STARTS], blind ? blindness[number / 3 % BLINDNESS] : "",
             book->draws_left_open && number % 2 == 0 ? "option draws automatic\n" : "",
             book->draws_left_open && number % 3 == 0 ? "option fifty 60 KRR-KRR 52 KR-KR\n" : "",
             book->electronic_sheets && number % 5 == 0 ? "option scoresheet electronic\n" : "",
             number % 4 == 0 ? "option leave-report yes\noption device-in-bag yes\n" : "");
}
