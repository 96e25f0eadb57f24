#!/bin/sh
# The examples in the public headers, between @code and @endcode, compile without a warning and
# their assertions hold. Prints TAP. Usage: examples.sh INCLUDE-DIRECTORY LIBRARY
include=${1:?usage: examples.sh INCLUDE-DIRECTORY LIBRARY}
library=${2:?usage: examples.sh INCLUDE-DIRECTORY LIBRARY}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# Each example becomes a function, with the lines of its header for the compiler to name.
awk '
    BEGIN { print "#undef NDEBUG\n#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
            print "#include \"arbitro/arbitro.h\"" }
    /@code/ { name[++count] = FILENAME ":" FNR; sub(/.*\//, "", name[count])
        printf "static void example_%d(void)\n{\n#line %d \"%s\"\n", count, FNR + 1, FILENAME; inside = 1; next }
    /@endcode/ { print "}"; inside = 0 }
    inside { sub(/^ \* ?/, ""); print }
    END {
        printf "int main(void)\n{\n    puts(\"1..%d\");\n", count
        for (i = 1; i <= count; i++)
            printf "    example_%d();\n    puts(\"ok %d - %s\");\n    fflush(stdout);\n", i, i, name[i]
        print "}"
    }' "$include"/arbitro/*.h >"$scratch/examples.c"

# shellcheck disable=SC2086 # CC may be several words, such as "ccache gcc"
${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$include" -o "$scratch/examples" \
    "$scratch/examples.c" "$library" -Wl,-rpath,"$(dirname "$library")" && "$scratch/examples"
