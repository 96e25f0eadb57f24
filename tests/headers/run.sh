#!/bin/sh
# Every public header compiles alone, twice in one file, as C17 and as C++17, without a warning;
# and arbitro.h includes them all. Prints TAP. Usage: run.sh INCLUDE-DIRECTORY
include=${1:?usage: run.sh INCLUDE-DIRECTORY}
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror'
number=0

# result STATUS DESCRIPTION OUTPUT: one line of TAP, and why when it failed.
result() {
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        echo "$3" | sed 's/^/# /'
    fi
}

# compiles HEADER COMPILER... : the header by itself, twice, so that its guard is tried too.
compiles() {
    header=$1
    shift
    # shellcheck disable=SC2086 # the warnings are several words
    printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$header" "$header" |
        "$@" $warnings -I"$include" -fsyntax-only - 2>&1
}

set -- "$include"/arbitro/*.h
echo "1..$((3 * $# - 1))"
for file; do
    header=arbitro/${file##*/}

    # shellcheck disable=SC2086 # CC may be several words, such as "ccache gcc"
    output=$(compiles "$header" ${CC:-cc} -x c -std=c17)
    result $? "$header compiles alone as C17" "$output"

    # shellcheck disable=SC2086
    output=$(compiles "$header" ${CXX:-c++} -x c++ -std=c++17)
    result $? "$header compiles alone as C++17" "$output"

    [ "$header" = arbitro/arbitro.h ] && continue
    grep -qF "#include \"$header\"" "$include/arbitro/arbitro.h"
    result $? "arbitro.h includes $header" "missing from include/arbitro/arbitro.h"
done
