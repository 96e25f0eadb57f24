#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The same games as pgn-extract, another program by other people, chooses, strips and keeps, in TAP.
#
#   tests/select/agree.sh FILE.pgn    ARB_PROGRAM names the program
#
# Both read FILE; what they chose is compared with both outputs written in one form, in the order of
# the file. Where they differ on purpose, the comparison says why.
set -uf
program=${ARB_PROGRAM:?names the program to test}
file=${1:?names a file of games}
PATH=$PATH:/usr/games
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0 failed=0

command -v pgn-extract >/dev/null || {
    echo "not ok 1 - pgn-extract is missing: install Debian's package pgn-extract"
    echo 1..1
    exit 1
}

# What is left when form does not count: the seven tags and the bare moves.
plain() { "$program" pgn convert --tags seven --strip comments,marks,variations -; }

# compare NAME: $work/ours and $work/theirs are the same.
compare() {
    count=$((count + 1))
    if cmp -s "$work/ours" "$work/theirs"; then
        echo "ok $count - $1: $(grep -c '^\[Event ' "$work/ours") games"
    else
        failed=$((failed + 1))
        echo "not ok $count - $1"
        diff "$work/ours" "$work/theirs" | head -10 | sed 's/^/# /'
    fi
}

# select NAME "OUR OPTIONS" THEIR OPTIONS...; in ours, blanks separate words
select_same() {
    name=$1 ours=$2
    shift 2
    # shellcheck disable=SC2086
    "$program" pgn select $ours "$file" | plain >"$work/ours"
    pgn-extract -s "$@" "$file" 2>/dev/null | plain >"$work/theirs"
    compare "$name"
}

# criteria LINE...: their file of criteria
criteria() { printf '%s\n' "$@" >"$work/criteria"; }

# The beginnings of a tag's value, the most frequent first, so that every file has games to choose.
frequent() {
    sed -n "s/^\[$1 \"\($2\).*/\1/p" "$file" | sort | uniq -c | sort -rn | sed 's/^ *[0-9]* //'
}

# word TAG TAGS: of those the first word that both programs find in the same games. Theirs looks for
# any part of the text, written so; ours for a word, however it is written.
word() {
    frequent "$1" '[A-Za-z]\{4,\}' | while read -r word; do
        sed -n "s/^\[\($2\) \"\(.*\)\"\]\r*$/\2/p" "$file" | grep -i "$word" >"$work/found"
        grep -vw "$word" "$work/found" >/dev/null || {
            echo "$word"
            break
        }
    done
}

white=$(word White 'White\|Black')
black=$(word Black 'White\|Black')
event=$(word Event Event)
year=$(frequent Date '[0-9]\{4\}' | head -1)

# -- by tags
select_same 'either player' "--player $white" --tagsubstr -Tp"$white"
select_same 'White' "--white $white" --tagsubstr -Tw"$white"
select_same 'Black' "--black $black" --tagsubstr -Tb"$black"
for result in 1-0 0-1 1/2-1/2; do
    select_same "result $result" "--result $result" -Tr"$result"
done
select_same 'White and the result' "--white $white --result 1-0" --tagsubstr -Tw"$white" -Tr1-0
criteria "Date >= \"$year\""
select_same 'since a year' "--since $year" -t"$work/criteria"
criteria "Date < \"$((year + 1))\""
select_same 'until a year' "--until $year" -t"$work/criteria"
criteria 'WhiteElo >= "2500"'
select_same 'rating of White' '--elo-min 2500 --elo-of white' -t"$work/criteria"
criteria 'BlackElo <= "2400"'
select_same 'rating of Black' '--elo-max 2400 --elo-of black' -t"$work/criteria"
criteria 'WhiteElo >= "2600"' 'BlackElo >= "2600"'
select_same 'ratings of both' '--elo-min 2600' -t"$work/criteria"
select_same 'opening' '--eco B' -TeB
criteria "Event \"$event\""
select_same 'another tag' "--tag Event=$event" --tagsubstr -t"$work/criteria"
select_same 'numbers' '--games 2-4,9' --selectonly 2:4,9
select_same 'the first ones' '--first 7' --stopafter 7

# -- by moves
select_same 'at least 40 moves' '--moves-min 40' -bl40
select_same 'at most 25 moves' '--moves-max 25' -bu25
select_same 'at least 81 plies' '--plies-min 81' -pl81
select_same 'at most 50 plies' '--plies-max 50' -pu50
fen='rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R'
criteria "FENPattern \"$fen\""
select_same 'a placement' "--reaches $fen" -t"$work/criteria"
criteria 'FENPattern "r????rk1/*/*/*/*/*/*/R????RK1"'
select_same 'a pattern' '--reaches r????rk1/*/*/*/*/*/*/R????RK1' -t"$work/criteria"
criteria 'FENPattern "*/*p*p*/*/*/*/*/*B*/*"'
select_same 'a pattern with several stars' '--reaches */*p*p*/*/*/*/*/*B*/*' -t"$work/criteria"
select_same 'once each' '--unique --moves-min 1' -D -bl1 # theirs takes games without moves for one

# -- by material: theirs does not look at the last position, and counts wrongly after a promotion, so
# that ours may have more games, but only such ones
lines() { # one line a game: tags, moves, last position
    "$program" pgn convert --tags seven --strip comments,marks,variations --fen-comments end - |
        awk '/^\[Event / { if (game) print game; game = "" } { game = game " " $0 } END { if (game) print game }'
}
material_same() { # OURS THEIRS FLAG
    echo "0 $2" >"$work/criteria"
    "$program" pgn select --material "$1" "$file" | lines >"$work/chosen"
    pgn-extract -s "$3$work/criteria" "$file" 2>/dev/null | lines >"$work/theirs"
    grep -vxFf "$work/theirs" "$work/chosen" | grep -v '[a-h][18]=[QRBN]' >"$work/more"
    sed 's/.*{\(.*\)}.*/[Event "?"]\n[SetUp "1"]\n[FEN "\1"]\n\n*\n/' "$work/more" |
        "$program" pgn select --not --material "$1" - >"$work/ours" # not the last position: nothing
    grep -vxFf "$work/chosen" "$work/theirs" >>"$work/ours"         # missing here: nothing
    : >"$work/theirs.none"
    mv "$work/theirs" "$work/common" && mv "$work/theirs.none" "$work/theirs"
    compare "material $1: $(wc -l <"$work/common") of $(wc -l <"$work/chosen")"
}
for balance in 'RP R' 'RP+ RP+' 'Q Q' 'P* P+' 'BP+ NP+' 'RN RB' 'R2P* R2P*'; do
    material_same "$(printf 'K%s' "$balance" | sed 's, ,/K,')" "$balance" -z
done
material_same 'KRP+/krp+' 'RP+ RP+' -y
material_same 'KBP+/knp+' 'BP+ NP+' -y

# -- stripped: moves and what is left around them; theirs is read again, so that form does not count
strip_same() { # NAME OURS THEIRS...
    name=$1 ours=$2
    shift 2
    "$program" pgn convert --strip "$ours" "$file" >"$work/ours"
    pgn-extract -s "$@" "$file" 2>/dev/null | "$program" pgn convert - >"$work/theirs"
    compare "$name"
}
strip_same 'without comments' comments -C
strip_same 'without marks' marks -N
strip_same 'without variations' variations -V
strip_same 'without any of them' comments,marks,variations -C -N -V
"$program" pgn convert --tags seven "$file" | grep -v '^\[\(FEN\|SetUp\|Variant\) ' >"$work/ours"
pgn-extract -s -7 "$file" 2>/dev/null | "$program" pgn convert - | grep -v '^\[\(FEN\|SetUp\|Variant\) ' >"$work/theirs"
compare 'the seven tags'

# -- positions: the FENs in the order of the moves; an en passant square that nobody can take on is left out
fens() { tr '\n"' '  ' | grep -o '{[^}]*}' | grep -o '[^ {]*/[^ ]* [wb] [^ ]* [^ ]* [0-9]* [0-9]*'; }
"$program" pgn convert --strip comments,variations --fen-comments each "$file" | fens >"$work/ours"
pgn-extract -s -C -V --fencomments --nofauxep "$file" 2>/dev/null | fens >"$work/theirs"
compare "positions ($(wc -l <"$work/ours"))"
"$program" pgn convert --moves-min 1 --strip comments,variations --fen-comments end "$file" | fens >"$work/ours"
pgn-extract -s -C -V -F --nofauxep "$file" 2>/dev/null | fens >"$work/theirs"
compare "last positions ($(wc -l <"$work/ours"))"

# -- into files
mkdir "$work/a" "$work/b"
"$program" pgn select --split 10 --folder "$work/a" "$file"
(cd "$work/b" && pgn-extract -s -#10 "$(cd "$OLDPWD" && realpath "$file")" 2>/dev/null)
find "$work/a" -name '*.pgn' | sort | while read -r part; do plain <"$part" | md5sum; done >"$work/ours"
find "$work/b" -name '*.pgn' | sed 's,.*/\([0-9]*\).pgn,\1,' | sort -n | while read -r part; do plain <"$work/b/$part.pgn" | md5sum; done >"$work/theirs"
compare "files of ten ($(wc -l <"$work/ours"))"

echo "1..$count"
[ "$failed" -eq 0 ]
