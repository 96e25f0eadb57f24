#!/bin/bash
# How many positions of a file are decided, and how long that takes.
#
#   tests/retro/measure.sh FILE [COMMAND [OPTION...]]
#
# FILE has lines "FEN ; legal ; ..." or "FEN ; illegal ; ...", or FENs alone; # begins a comment.
# COMMAND is retro or position, with options of its own. Prints the numbers of right and wrong answers and
# of those that are none, and the processor seconds, start of the program included; the exit
# status is 1 when an answer is wrong. ARB_PROGRAM names the program, otherwise build/arbitro.
set -u
[ $# -ge 1 ] || {
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
file=$1
shift
[ $# -gt 0 ] || set -- retro
answers=$(mktemp) || exit 1
TIMEFORMAT='%U %S'
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    fen=${line%% ; *} kind=${line#"$fen"}
    kind=${kind# ; } kind=${kind%% ;*}
    seconds=$({ time "${ARB_PROGRAM:-build/arbitro}" "$@" --json "$fen" >"$answers" 2>/dev/null </dev/null; } 2>&1)
    answer=$(grep -o '"legal":"[a-z]*"' "$answers")
    echo "$seconds ${answer:-none} ${kind:--} $fen"
done <"$file" | awk '
    { cpu = $1 + $2; said = $3 ~ /yes/ ? "legal" : $3 ~ /no"/ ? "illegal" : "unknown"
      count[$4 " " said]++; sum += cpu; n++
      if (cpu > worst) { worst = cpu; where = substr($0, index($0, $5)) }
      if ($4 != "-" && said != "unknown" && said != $4) { wrong++; print "wrong: " $0 } }
    END { for (c in count) printf "%s: %d\n", c, count[c]
          printf "%d positions, %d wrong, %.3f s each, worst %.2f s: %s\n", n, wrong, sum / n, worst, where
          exit wrong > 0 }'
status=$?
rm -f "$answers"
exit $status
