#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every command while memory runs out, in TAP: see memory.list, and support/faults/memory.c, which
# does the work. ARB_PROGRAM names the program, ARB_MEMORY what is loaded before it. Of a command that
# allocates much only some allocations fail, unless ARB_TEST_SOAK is set.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
ln -s "$here/.." "$work/tests"
cd "$work" || exit 1
unset LC_ALL LC_MESSAGES LC_CTYPE LANG LANGUAGE COLUMNS

cat >fens.txt <<'FENS'
8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1
nonsense
8/8/8/8/8/8/8/P7 w - - 0 1
kb6/2N5/1K6/8/8/8/8/8 b - - 0 1
FENS
head -n 1 fens.txt >fen.txt
echo '1. e4 e5 2. Nf3 {a comment} Nc6 3. Bb5 *' >sheet.txt
{
    cat tests/cases/art05/5.1.1-checkmate.case
    printf '\ncase of nonsense\n\n0:00 nobody sings\n'
} >bad.case
mkdir parcels
gzip -c tests/pgn/cli/marks.pgn >marks.pgn.gz
zstd -qc tests/pgn/cli/marks.pgn >marks.pgn.zst
"$ARB_PROGRAM" store import hall.arbitro tests/cases/art05/5.1.1-checkmate.case >/dev/null || exit 1

most=20
[ -z "${ARB_TEST_SOAK-}" ] || most=0
ARB_SWEEP=$here/memory.list ARB_SWEEP_MOST=${ARB_SWEEP_MOST-$most} LD_PRELOAD=$ARB_MEMORY "$ARB_PROGRAM"
