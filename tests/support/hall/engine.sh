#!/bin/sh
# SPDX-License-Identifier: MIT
# A UCI engine that plays what it is told to: engine.sh MOVE... It dies when it has no move left.
while read -r word _; do
    case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go)
        [ $# -gt 0 ] || exit 0
        echo "info depth 1 score cp 12 pv $1"
        echo "bestmove $1"
        shift
        ;;
    quit) exit 0 ;;
    esac
done
