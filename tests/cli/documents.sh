#!/bin/bash
# SPDX-License-Identifier: MIT
#
# What the program, its manual and its documents say of one another, in TAP. ARB_PROGRAM names the
# program, CC the compiler.
#
#   tests/cli/documents.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(command -v "${ARB_PROGRAM:?names the program to test}") || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$work/bin/arbitro"
PATH=$work/bin:$PATH
export PATH
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

# What names texts: whole names as they are, and families of them with the mark behind that stands for
# the rest of the name (VERB_${...} in a page, ARB_TEXT_DID_##id in the program).
names_of_texts() {
    grep -rhoE '[A-Z0-9_]+(\$\{)?' "$root/apps/web" | sed 's/^/WEB_/; s/\${$/*/' | sort -u
    grep -rhoE 'ARB_TEXT_[A-Z0-9_]+(##)?' "$root/apps" --include='*.c' --include='*.h' |
        sed 's/^ARB_TEXT_//; s/##$/*/' | sort -u
}

# The two languages of each text take the same arguments, and no text is there for nothing.
check_texts() {
    # shellcheck disable=SC2086 # CC may hold a compiler and its flags
    ${CC:-cc} -std=c17 -I "$root/include" -I "$root/apps" -o "$work/texts" \
        "$root/tests/cli/test_texts.c" "$root/apps/common/text.c" 2>"$work/why" &&
        "$work/texts" >"$work/why"
    report $? 'texts: both languages take the same arguments'
    sed -n 's/^TEXT(\([A-Z0-9_]*\),.*/\1/p' "$root/apps/common/texts.def" >"$work/ids"
    names_of_texts | awk '
        FNR == NR { named[$0]; next }
        {
            used = $0 in named
            for (family = $0; !used && sub(/_[^_]*$/, "", family);)
                used = (family "_*") in named
            if (!used) print "not used: " $0
        }' - "$work/ids" >"$work/why"
    [ ! -s "$work/why" ] && [ -s "$work/ids" ]
    report $? 'texts: every one is used'
}

for check in manual examples languages case_page way_of_event texts; do
    "check_$check"
done
echo "1..$count"
[ "$failed" -eq 0 ]
