#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Asks the completion of bash: each argument is a command line, of which the last word is to be
# completed; a blank at the end means that it is not yet begun. Prints what is offered for each.
set -u
script=$(mktemp) || exit 1
trap 'rm -f "$script"' EXIT
arbitro completion bash >"$script"
# shellcheck source=/dev/null # the program writes it
source "$script"
for line in "$@"; do
    read -ra COMP_WORDS <<<"$line"
    [[ $line != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _arbitro
    echo "$line: ${COMPREPLY[*]}"
done
