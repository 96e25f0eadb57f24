#!/bin/sh
# SPDX-License-Identifier: MIT
# Answers "go perft" in the positions of the benchmark, four plies less deep than it goes, with the
# counts that are known for them. FAKE=wrong gives a wrong count, FAKE=silent none at all.
while read -r word _ fen _; do
    case $word in
    position) position=$fen ;;
    quit) exit 0 ;;
    go)
        case $position in
        rnbqkbnr/*) nodes=400 ;;
        r3k2r/p1ppqpb1/*) nodes=48 ;;
        8/2p5/3p4/*) nodes=2812 ;;
        r3k2r/Pppp1ppp/*) nodes=6 ;;
        r4rk1/*) nodes=46 ;;
        bqnb1rkr/*) nodes=528 ;;
        2nnrbkr/*) nodes=21 ;;
        b1q1rrkb/*) nodes=479 ;;
        esac
        [ "${FAKE:-}" != silent ] || exit 1
        [ "${FAKE:-}" != wrong ] || nodes=$((nodes + 1))
        printf '\nNodes searched: %s\n\n' "$nodes"
        ;;
    esac
done
