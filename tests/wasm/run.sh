#!/bin/sh
# The library as WebAssembly, without threads and without the programs: it compiles, also for 32
# bits, and an example prints there what it prints here. Prints TAP. Usage: run.sh [BUILD-DIRECTORY]
root=$(cd "$(dirname "$0")/../.." && pwd)
native=${1:-$root/build}
build=$native/wasm
number=0

# try DESCRIPTION COMMAND...: one line of TAP, and what the command said when it failed.
try() {
    number=$((number + 1))
    description=$1
    shift
    if output=$("$@" 2>&1); then
        echo "ok $number - $description"
    else
        echo "not ok $number - $description"
        echo "$output" | sed 's/^/# /'
    fi
}

builds() {
    [ -e "$build/build.ninja" ] ||
        meson setup "$build" "$root" --cross-file "$root/tests/wasm/wasm32-wasi.ini" -Dapps=false \
            -Dthreads=false -Dstrict=true -Dbuildtype=debug -Ddefault_library=static || return
    ninja --quiet -C "$build"
}

# answers EXAMPLE ARGUMENT...: the same as the example of the plain build.
answers() {
    example=$1
    shift
    clang --target=wasm32-wasi -I"$root/include" -o "$build/$example.wasm" "$root/examples/$example.c" \
        "$build/src/libarbitro.a" || return
    here=$("$native/examples/$example" "$@") || return
    there=$(node --no-warnings "$root/tests/wasm/run.mjs" "$build/$example.wasm" "$@")
    echo "$there"
    [ "$there" = "$here" ]
}

try 'the library compiles' builds
try 'moves are generated' answers legal_moves '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2'
try 'moves are read and played' answers play_moves e2e4 e5 Ng1-f3 'knight c6'
echo "1..$number"
