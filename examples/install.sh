#!/bin/sh
# Installs the build into a temporary folder and uses it as another project would: found by
# pkg-config, linked dynamically and statically. Prints TAP. Usage: install.sh BUILD-DIRECTORY
build=${1:?usage: install.sh BUILD-DIRECTORY}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
number=0

# try DESCRIPTION COMMAND...: one line of TAP, and what the command said when it failed.
try() {
    number=$((number + 1))
    description=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        echo "ok $number - $description"
    else
        echo "not ok $number - $description"
        sed 's/^/# /' "$scratch/output"
    fi
}

# compile PROGRAM SOURCE LIBRARIES
compile() {
    # shellcheck disable=SC2046,SC2086 # flags are several words
    ${CC:-cc} -std=c17 -o "$scratch/$1" "$2" $(pkg-config --cflags arbitro) $3
}

# The only block of C in the README, and the line that it prints.
ten_lines() {
    awk '/^```/ { inside = $0 == "```c"; next } inside' "$here/../README.md" >"$scratch/ten_lines.c"
    compile ten_lines "$scratch/ten_lines.c" "$(pkg-config --libs arbitro)" || return
    LD_LIBRARY_PATH=$libdir "$scratch/ten_lines"
    grep -qxF "\`$(LD_LIBRARY_PATH=$libdir "$scratch/ten_lines")\`." "$here/../README.md"
}

answers() {
    [ "$(LD_LIBRARY_PATH=$libdir "$scratch/$1" | wc -l)" -eq 20 ]
}

echo 1..9
try 'meson install' meson install -C "$build" --no-rebuild --destdir "$scratch/root"
PKG_CONFIG_SYSROOT_DIR=$scratch/root
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/root" -name arbitro.pc)")
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
libdir=$(dirname "$(find "$scratch/root" -name libarbitro.a)")

try 'pkg-config knows the library' pkg-config --exists --print-errors arbitro
try 'an example compiles with the shared library' compile dynamic "$here/legal_moves.c" "$(pkg-config --libs arbitro)"
try 'and runs' answers dynamic
try 'an example compiles with the static library' compile static "$here/legal_moves.c" "$libdir/libarbitro.a -pthread"
try 'and runs' answers static
try 'the program is installed and runs' "$(find "$scratch/root" -name arbitro -type f)" --version
try 'so is its manual page' test -n "$(find "$scratch/root" -name 'arbitro.1*')"
try 'the ten lines of the README print what it says' ten_lines
