#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Golden tests of the command line, in TAP. ARB_PROGRAM names the program.
#
#   tests/cli/run.sh                 all files
#   tests/cli/run.sh judge.test ...  only these
#
# Every *.test file beside this one holds tests, apart by empty lines. Each line of a test begins
# with a keyword and one space; what follows is taken as it stands:
#
#   test NAME       what is tested, in words
#   run COMMAND     a shell command line in which "arbitro" is the program; may be a pipeline, runs
#                   in the folder of its file, empty at first, and finds this folder as $ARB_TESTS
#   out TEXT        the next line of standard output, exactly
#   out~ REGEX      the next line of standard output, as an extended regular expression (whole line)
#   out...          whatever follows on standard output is fine
#   err, err~, err...   the same for standard error
#   status N        the exit status, 0 if not given
#   json KEYS       every line of standard output is a JSON object with exactly these keys; several
#                   such lines allow several kinds of object (needs python3, else not checked)
#
# Output that no line announces is a failure. Lines that begin with # are comments. Expected values
# are written from what is known otherwise, never copied from the program.
#
# All commands run first and leave what they said; then compare.awk reads the files again, once.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$(command -v "${ARB_PROGRAM:?names the program to test}") || exit 1
work=$(mktemp -d) || exit 1
line='nothing'
trap 'rm -rf "$work"' EXIT
trap 'echo "# stopped at: $line"; exit 1' INT TERM
mkdir "$work/bin"
ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$work/bin/arbitro"
PATH=$work/bin:$PATH
ARB_TESTS=$here
export PATH ARB_TESTS
unset LC_ALL LC_MESSAGES LC_CTYPE LANG LANGUAGE COLUMNS

# Runs the commands of a file; what the Nth says is N.out and N.err in the folder of its name.
run_file() {
    group=${1%.test} count=0
    mkdir "$work/here" "$work/$group"
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        'run '*)
            count=$((count + 1))
            (cd "$work/here" && exec sh -c "${line#run }") </dev/null \
                >"$work/$group/$count.out" 2>"$work/$group/$count.err"
            echo $? >"$work/$group/$count.status"
            ;;
        esac
    done <"$here/$1"
    rm -rf "$work/here"
}

cd "$here" || exit 1
[ $# -gt 0 ] || set -- *.test
for name in "$@"; do
    run_file "$name"
done
if grep -q '^json ' "$@" && command -v python3 >/dev/null; then
    python3 json_keys.py "$work" "$@" || exit 1
fi
awk -v said="$work" -f compare.awk "$@"
