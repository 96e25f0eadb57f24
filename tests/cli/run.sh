#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Golden tests of the command line, in TAP. ARB_PROGRAM names the program.
#
#   tests/cli/run.sh [PART PARTS]    everything, or one part of several that run side by side
#   tests/cli/run.sh judge.test ...  only these files
#
# Every *.test file beside this one holds tests, apart by empty lines. Each line of a test begins
# with a keyword and one space; what follows is taken as it stands:
#
#   test NAME       what is tested, in words
#   run COMMAND     a shell command line in which "arbitro" is the program; may be a pipeline, runs
#                   in a folder of its own, and finds this folder as $ARB_TESTS
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
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(command -v "${ARB_PROGRAM:?names the program to test}") || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$work/bin/arbitro"
PATH=$work/bin:$PATH
ARB_TESTS=$here
export PATH ARB_TESTS
unset LC_ALL LC_MESSAGES LC_CTYPE LANG LANGUAGE COLUMNS
count=0
failed=0

report() { # STATUS NAME: one line of TAP, and what stands in $work/why when it failed
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        sed 's/^/# /' "$work/why"
    fi
}

# Compares the expected lines in the first file with the output in the second.
matches() {
    awk -v label="$3" '
        BEGIN {
            while ((getline line < ARGV[1]) > 0) want[++n] = line
            while ((getline line < ARGV[2]) > 0) got[++m] = line
            for (i = 1; i <= n; i++) {
                kind = substr(want[i], 1, 1); text = substr(want[i], 2)
                if (kind == ".") exit 0
                if (i > m) { print label ", line " i ", missing: " text; exit 1 }
                if (kind == "=" ? got[i] == text : got[i] ~ ("^(" text ")$")) continue
                print label ", line " i, "\n  expected: " text "\n  found:    " got[i]; exit 1
            }
            if (m > n) { print label ", line " n + 1 ", not expected: " got[n + 1]; exit 1 }
        }' "$1" "$2"
}

json_matches() {
    command -v python3 >/dev/null || return 0
    python3 - "$work/json" "$work/out" <<'PYTHON'
import json, sys
kinds = [sorted(line.split()) for line in open(sys.argv[1], encoding="utf-8")]
lines = open(sys.argv[2], encoding="utf-8").read().splitlines()
if not lines:
    sys.exit("no JSON at all")
for line in lines:
    if sorted(json.loads(line)) not in kinds:
        sys.exit("other keys than expected: " + line)
PYTHON
}

begin() {
    name='' run='' status=0
    : >"$work/want_out"
    : >"$work/want_err"
    : >"$work/json"
}

finish() { # runs the test that was read, if there is one
    [ -n "$run" ] || return 0
    mkdir -p "$work/here"
    (cd "$work/here" && sh -c "$run") >"$work/out" 2>"$work/err" </dev/null
    got=$?
    {
        bad=0
        [ "$got" -eq "$status" ] || { echo "exit status $got, expected $status"; bad=1; }
        [ -s "$work/json" ] && [ ! -s "$work/want_out" ] && echo . >"$work/want_out"
        matches "$work/want_out" "$work/out" stdout || bad=1
        matches "$work/want_err" "$work/err" stderr || bad=1
        if [ -s "$work/json" ]; then json_matches 2>&1 || bad=1; fi
        [ "$bad" -eq 0 ] || printf 'run: %s\n' "$run"
    } >"$work/why"
    report "$bad" "$group: $name"
    begin
}

run_file() {
    group=$(basename "$1" .test)
    begin
    while IFS= read -r line || [ -n "$line" ]; do
        rest=${line#* }
        [ "$rest" != "$line" ] || rest=''
        case $line in
        '') finish ;;
        '#'*) ;;
        'test '*) name=$rest ;;
        'run '*) run=$rest ;;
        'status '*) status=$rest ;;
        'json '*) printf '%s\n' "$rest" >>"$work/json" ;;
        'out' | 'out '*) printf '=%s\n' "$rest" >>"$work/want_out" ;;
        'err' | 'err '*) printf '=%s\n' "$rest" >>"$work/want_err" ;;
        'out~ '*) printf '~%s\n' "$rest" >>"$work/want_out" ;;
        'err~ '*) printf '~%s\n' "$rest" >>"$work/want_err" ;;
        'out...') echo . >>"$work/want_out" ;;
        'err...') echo . >>"$work/want_err" ;;
        *)
            printf 'no such keyword: %s\n' "$line" >"$work/why"
            report 1 "$group: $name"
            ;;
        esac
    done <"$1"
    finish
}

# The commands, as the help of the program lists them.
commands() { arbitro --lang en --help | sed -n '/^Commands:/,/^$/s/^  \([a-z0-9]*\) .*/\1/p'; }

# Every option in the help of a command, which is made from the command's table, has its place in
# the section of that command in the manual, and every option there is in the help.
check_manual() {
    : >"$work/why"
    for command in $(commands | grep -v '^help$'); do
        arbitro help "$command" --lang en | sed -n '/^Options:/,/^$/s/^  \(-[a-zA-Z], \)\{0,1\}--\([a-z0-9]*\).*/\2/p' |
            grep -vxE 'lang|json|help|output|quiet' | sort >"$work/help"
        awk -v own="$command" '/^\.S[HS]/ { on = index($0, "\"" own " ") } on' "$root/man/arbitro.1" |
            sed -n '/^\.T[PQ]/{n;s/^\.[BIR]* \(\\-[a-zA-Z] ", " \)\{0,1\}\\-\\-\([a-z0-9]*\).*/\2/p;}' | sort >"$work/manual"
        diff "$work/help" "$work/manual" | sed "s/^/$command: /" >>"$work/why"
    done
    for option in lang json help version output quiet; do
        grep -q "^\.BR\{0,1\} \(.-[a-zA-Z] \", \" \)\{0,1\}.-.-$option" "$root/man/arbitro.1" || echo "--$option" >>"$work/why"
    done
    [ ! -s "$work/why" ]
    report $? 'manual: it has every option of every command'
}

# The examples of the help are real: each runs in this tree and answers yes or no. The benchmark takes
# too long here, the server and the relay do not end by themselves, and those of the database are in store.test, because
# they write.
check_examples() {
    : >"$work/why"
    for command in $(commands | grep -vxE 'help|bench|relay|serve|store'); do
        arbitro help "$command" --lang en | sed -n '/^Examples:/,$p' |
            sed -e ':join' -e '/ \\$/{N;s/ \\\n */ /;b join' -e '}' | sed -n 's/^  \(arbitro .*\)/\1/p'
    done >"$work/examples"
    [ "$(wc -l <"$work/examples")" -ge 8 ] || echo "too few examples" >>"$work/why"
    while IFS= read -r example; do
        (cd "$root" && sh -c "$example") >"$work/out" 2>"$work/err" </dev/null
        [ $? -le 1 ] || echo "fails: $example" >>"$work/why"
        [ -s "$work/out" ] || echo "says nothing: $example" >>"$work/why"
        [ ! -s "$work/err" ] || echo "complains: $example" >>"$work/why"
    done <"$work/examples"
    [ ! -s "$work/why" ]
    report $? 'help: every example works'
}

# Both languages show the same commands, options and examples. The topics of the almanac have names in both: these
# are counted.
check_languages() {
    : >"$work/why"
    for command in '' $(commands | grep -v '^help$'); do
        for lang in en it; do
            # shellcheck disable=SC2086 # no command at all is no argument
            arbitro help $command --lang $lang |
                sed -E '/^  (today|oggi) /,/^(TITLE|TITOLO) /s/^  [a-z]+  /  topic  /' | grep -oE '^  (--)?[a-z]+[a-z0-9 ]?' >"$work/$lang"
        done
        diff "$work/en" "$work/it" >>"$work/why"
    done
    [ ! -s "$work/why" ]
    report $? 'help: both languages show the same'
}

# words LIST [ACTORS]: the words of a list of the library; of the events, those that ACTORS have.
words() {
    sed -n "s/^[A-Z]*([^\"]*\"\([^\"]*\)\", *\(${2-.}\).*/\1/p" "$root/include/arbitro/$1.def"
}

# codes COLUMN ROWS HEADING: what stands in backquotes in a column of the first table of
# docs/CASES.md below a line that begins with HEADING, in the rows that begin with ROWS.
codes() {
    awk -v column="$1" -v rows="| \`$2" -v heading="$3" '
        index($0, heading) == 1 { below = 1 }
        below && index($0, rows) == 1 {
            gsub(/\\\|/, "/")
            split($0, cell, "|")
            for (text = cell[column + 1]; match(text, /`[^`]*`/); text = substr(text, RSTART + RLENGTH))
                print substr(text, RSTART + 1, RLENGTH - 2)
        }
        /^\|/ && below { begun = 1 }
        !/^\|/ && begun { exit }' "$root/docs/CASES.md"
}

# same_words WORDS CODES: is each word explained, and does nothing else stand there?
same_words() {
    printf '%s\n--\n%s\n' "$1" "$2" | awk '
        $0 == "--" && !second { second = 1; next }
        !second { explained[$0] = 0; next }
        {
            known = 0
            for (word in explained)
                if ($0 == word || index($0, word " ") == 1) { explained[word] = 1; known = 1 }
            if (!known) print "docs/CASES.md explains what there is not: " $0
        }
        END { for (word in explained) if (!explained[word]) print "not in its table of docs/CASES.md: " word }' >>"$work/why"
}

# The page about cases names everything that there is, each in its own table, and nothing else.
check_case_page() {
    : >"$work/why"
    same_words "$(words options)" "$(codes 1 '' '### Options')"
    same_words "$(words events 'PLAYERS\|ANYONE')" "$(codes 1 '' 'Events of the players')"
    same_words "$(words events 'ARBITER\|ANYONE')" "$(codes 1 '' 'Events of the arbiter')"
    same_words "$(words events SPECTATORS)" "$(codes 1 '' 'Events of spectators')"
    same_words "$(words events HALL)" "$(codes 1 '' 'Event of the hall')"
    same_words "$(words penalties)" "$(codes 2 penalty 'Events of the arbiter')"
    same_words "$(words expectations)" "$(codes 1 '' '### Expectations')"
    [ ! -s "$work/why" ]
    report $? 'docs: the page about cases names everything in its own table'
}

# The drawing of one event's way names each file once, with a function that stands there.
check_way_of_event() {
    : >"$work/why"
    sed -n '/^## The way of one event/,/^## /p' "$root/docs/ARCHITECTURE.md" |
        sed -n 's/^.* \([a-z_]*\.\(c\|js\)\)  *\([A-Za-z_]*\)().*/\1 \3/p' >"$work/way"
    while read -r file function; do
        found=$(find "$root/src" "$root/apps" -name "$file" -exec grep -l "\b$function(" {} +)
        [ -n "$found" ] || echo "no $function() in $file"
    done <"$work/way" >>"$work/why"
    cut -d ' ' -f 1 "$work/way" | sort | uniq -d | sed 's/$/ is passed twice/' >>"$work/why"
    [ -s "$work/way" ] || echo 'no way was found' >>"$work/why"
    [ ! -s "$work/why" ]
    report $? 'docs: the way of one event is as it is drawn'
}

# page_uses ID: do the pages name this text, or a family of texts to which it belongs (VERB_${...})?
page_uses() {
    grep -rqw -e "$1" "$root/apps/web" && return
    family=$1
    while [ "$family" != "${family%_*}" ]; do
        family=${family%_*}
        grep -rqF -e "${family}_\${" "$root/apps/web" && return
    done
    return 1
}

# program_uses ID: does the program name this text, or a family of texts (ARB_TEXT_DID_##id)?
program_uses() {
    [ -e "$work/used" ] ||
        grep -rhoE 'ARB_TEXT_[A-Z0-9_]+(##)?' "$root/apps" --include='*.c' --include='*.h' | sort -u >"$work/used"
    grep -qxF "ARB_TEXT_$1" "$work/used" && return
    family=$1
    while [ "$family" != "${family%_*}" ]; do
        family=${family%_*}
        grep -qxF -e "ARB_TEXT_${family}_##" "$work/used" && return
    done
    return 1
}

# The two languages of each text take the same arguments, and no text is there for nothing.
check_texts() {
    # shellcheck disable=SC2086 # CC may hold a compiler and its flags
    ${CC:-cc} -std=c17 -I "$root/include" -I "$root/apps" -o "$work/texts" \
        "$here/test_texts.c" "$root/apps/common/text.c" 2>"$work/why" &&
        "$work/texts" >"$work/why"
    report $? 'texts: both languages take the same arguments'
    : >"$work/why"
    sed -n 's/^TEXT(\([A-Z0-9_]*\),.*/\1/p' "$root/apps/common/texts.def" |
        while read -r id; do
            case $id in
            WEB_*) page_uses "${id#WEB_}" ;;
            *) program_uses "$id" ;;
            esac || echo "not used: $id" >>"$work/why"
        done
    [ ! -s "$work/why" ]
    report $? 'texts: every one is used'
}

case ${1-} in
*.test)
    for test_file in "$@"; do
        run_file "$here/$test_file"
    done
    echo "1..$count"
    [ "$failed" -eq 0 ]
    exit
    ;;
esac

# mine: does the next piece of work belong to this part?
part=${1:-1} parts=${2:-1} piece=0
mine() {
    piece=$((piece + 1))
    [ $((piece % parts + 1)) -eq "$part" ]
}

for test_file in "$here"/*.test; do
    ! mine || run_file "$test_file"
done
for check in manual examples languages case_page way_of_event texts; do
    ! mine || "check_$check"
done
echo "1..$count"
[ "$failed" -eq 0 ]
