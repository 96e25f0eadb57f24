#!/bin/bash
# Runs the commands of a file and compares what they print with what stands there. Prints TAP.
#
#   run.sh FILE FOLDER...    the folders hold the programs and go to the front of the PATH
#
# A line "$ command" is run in the folder of the file; the lines after it are what must appear, standard error included, and
# "[exit N]" at the end when the status is not 0. A line of # is a comment. In a Markdown file only
# the blocks marked ```console are read. Numbers in a line that begins with "time" are not compared.
set -u
file=${1:?usage: run.sh FILE FOLDER...}
beside=$(cd "$(dirname "$file")" && pwd)
shift
for folder; do
    PATH=$folder:$PATH
done
export LC_ALL=C.UTF-8

# Commands and output alone: of Markdown the console blocks, otherwise all but comments.
expectations() {
    case $file in
    *.md) awk '/^```/ { inside = $0 == "```console"; next } inside' "$file" ;;
    *) grep -v '^#' "$file" ;;
    esac
}

comparable() {
    sed -E '/^time /s/[0-9]+(\.[0-9]+)?/N/g'
}

# The blank line that separates two commands is not part of the output.
check() {
    local actual status
    actual=$(cd "$beside" && bash -c "$command" 2>&1)
    status=$?
    [ "$status" -eq 0 ] || actual=${actual:+$actual$'\n'}"[exit $status]"
    actual=$(comparable <<<"$actual")
    expected=$(comparable <<<"$expected")
    number=$((number + 1))
    if [ "$actual" = "$expected" ]; then
        echo "ok $number - $command"
    else
        echo "not ok $number - $command"
        diff -u --label expected --label printed <(echo "$expected") <(echo "$actual") | sed 's/^/# /'
    fi
}

number=0
command=
expected=
while IFS= read -r line; do
    case $line in
    '$ '*)
        [ -z "$command" ] || check
        command=${line#'$ '}
        expected=
        ;;
    *) expected+=${expected:+$'\n'}$line ;;
    esac
done < <(expectations)
[ -z "$command" ] || check
echo "1..$number"
[ "$number" -gt 0 ] || echo "# no command in $file"
