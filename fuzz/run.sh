#!/bin/sh
# Builds the fuzz targets with clang, libFuzzer and the sanitizers, and lets them look for inputs
# that break a property.
#
#   fuzz/run.sh --build                    only builds
#   fuzz/run.sh [--seconds N] [TARGET...]  N seconds each (60), two at a time; TARGET such as fuzz_fen
#
# The build goes to build/libfuzzer, and what was found to build/libfuzzer/found/TARGET, where the
# next run goes on from; an input that broke a property is a file crash-*, leak-* or timeout-* there.
# The last line is "N targets, N broken"; exit status 0 when none was.
cd "$(dirname "$0")/.." || exit 1
root=$(pwd)
folder=build/libfuzzer
seconds=60
mode=run

while [ $# -gt 0 ]; do
    case $1 in
    --build) mode=build ;;
    --seconds)
        shift
        seconds=$1
        ;;
    --help | -h)
        sed -n '2,11s/^# \{0,1\}//p' fuzz/run.sh
        exit
        ;;
    -*)
        echo "fuzz/run.sh: unknown option $1 (fuzz/run.sh --help)" >&2
        exit 2
        ;;
    *) break ;;
    esac
    shift
done

build() {
    again=
    [ ! -e $folder/build.ninja ] || again=--reconfigure
    # shellcheck disable=SC2086 # a word or nothing
    CC=clang meson setup $again $folder -Dlibfuzzer=true -Dbuildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=all' &&
        ninja --quiet -C $folder fuzz_targets
}

# look TARGET: one target for its time; what it printed stays beside what it found.
look() {
    found=$root/$folder/found/$1
    mkdir -p "$found"
    "$root/$folder/fuzz/$1" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$found/" "$found" "$root/fuzz/corpus/$1" >"$found.log" 2>&1
}

# wait_for TARGET PID: what became of it.
wait_for() {
    if wait "$2"; then
        printf '%-14s %s\n' "$1" "$(sed -n 's/^stat::number_of_executed_units: */inputs: /p' "$folder/found/$1.log")"
    else
        broken=$((broken + 1))
        printf '%-14s BROKEN\n' "$1"
        tail -n 30 "$folder/found/$1.log" | sed 's/^/    /'
    fi
}

log=$(mktemp) || exit 1
if ! build >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    exit 1
fi
rm -f "$log"
[ $mode = run ] || exit 0
if [ $# -eq 0 ]; then
    for source in fuzz/fuzz_*.c; do
        set -- "$@" "$(basename "$source" .c)"
    done
fi
count=$#
broken=0
while [ $# -gt 0 ]; do
    look "$1" &
    first=$!
    if [ $# -gt 1 ]; then
        look "$2" &
        second=$!
    fi
    wait_for "$1" "$first"
    if [ $# -gt 1 ]; then
        wait_for "$2" "$second"
        shift
    fi
    shift
done
echo "$count targets, $broken broken"
[ $broken -eq 0 ]
