#!/bin/sh
# SPDX-License-Identifier: MIT
# UCI engines as they should not be: bad_engine.sh KIND [FILE]. `child` and `orphan` write the numbers
# of what they leave behind into FILE. The last kinds are odd, but do play: MOVE whenever asked.
kind=$1
file=${2:-/dev/null}
case $kind in
dead) exit 0 ;;
mute) exec sleep 1000 ;;
babbler) # says nothing that ends
    exec tr '\0' x </dev/zero
    ;;
deaf) # never reads a word
    echo uciok
    exec sleep 1000
    ;;
esac
while read -r word _; do
    case $word in
    uci)
        [ "$kind" != slow ] || sleep 0.2
        echo uciok
        ;;
    quit) exit 0 ;;
    go)
        case $kind in
        none) echo 'bestmove (none)' ;;
        null) echo 'bestmove 0000' ;;
        empty) echo bestmove ;;
        illegal) echo 'bestmove e7e4' ;;
        words) echo 'bestmove the knight to f6, I think' ;;
        silent) : ;;
        dies) exit 1 ;;
        killed) kill -9 $$ ;;
        flood) exec yes | tr -d '\n' ;;
        lines) exec yes 'info depth 1 score cp 12 pv e7e5' ;;
        child)
            sleep 1000 &
            echo $! >>"$file"
            exit 1
            ;;
        orphan) # outside the group, and outside the session
            # shellcheck disable=SC2016 # the inner shell expands it
            setsid sh -c 'echo $$ >>"$1"; exec sleep 1000 </dev/null >/dev/null' sh "$file" &
            sleep 0.1
            exit 1
            ;;
        long)
            head -c 327680 /dev/zero | tr '\0' x # whatever room a reader has, a part of it ends here
            echo 'bestmove a1a1'
            echo "bestmove $file"
            ;;
        slow | plays)
            sleep 0.05
            echo 'info depth 1 score cp 12'
            printf 'bestmove %s ponder e2e4\r\n' "$file"
            ;;
        esac
        ;;
    esac
done
