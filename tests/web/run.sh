#!/bin/sh
# Tests the pages, in TAP: types, parts without a browser, and everything in Debian's Chromium
# against the program itself. Needs what `tools/setup test` installs.
#
#   tests/web/run.sh [NAME]    with a name, only the browser tests that have it in their title
#
# ARB_PROGRAM is the program (build/arbitro), ARB_WEB_LISTS the lists that its build wrote for the
# pages, with their sentences beside them, ARB_WEB_MODULES where the modules for the tests are or go
# (build/web); the pages themselves need none. They are installed when the list has changed.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$(cd "$here/../.." && pwd) || exit 1
: "${ARB_PROGRAM:=$root/build/arbitro}" "${ARB_WEB_MODULES:=$root/build/web}"
: "${ARB_WEB_LISTS:=$(dirname "$ARB_PROGRAM")/apps/server/lists.js}"
export ARB_PROGRAM ARB_WEB_MODULES ARB_WEB_LISTS

# A failed beginning is one result, so that it is counted.
give_up() {
    printf 'not ok 1 - %s\n1..1\n' "$1"
    exit 1
}

mkdir -p "$ARB_WEB_MODULES" || give_up "no folder for the modules"
if ! cmp -s "$here/package-lock.json" "$ARB_WEB_MODULES/installed.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$ARB_WEB_MODULES/"
    if ! (cd "$ARB_WEB_MODULES" && npm ci >npm.log 2>&1); then
        give_up "the modules cannot be installed, see $ARB_WEB_MODULES/npm.log"
    fi
    cp "$here/package-lock.json" "$ARB_WEB_MODULES/installed.json"
fi

# part NAME FILE ARGUMENT...: runs it; 3 says that some of its results are bad, all else that it broke.
part() {
    name=$1
    shift
    node "$@"
    case $? in
    0 | 3) ;;
    *) echo "not ok 1 - $name: broken off" ;;
    esac
}

# Each part numbers its own results; one numbering for all is made at the end.
{
    if [ $# -eq 0 ]; then
        # To the checker the lists stand among the pages, as they do on the server.
        printf '{ "extends": "%s/tsconfig.json", "compilerOptions": { "rootDirs": ["%s", "%s"] } }\n' \
            "$here" "$root/apps/web/js" "$(dirname "$ARB_WEB_LISTS")" >"$ARB_WEB_MODULES/tsconfig.json"
        if node "$ARB_WEB_MODULES/node_modules/typescript/bin/tsc" -p "$ARB_WEB_MODULES"; then
            echo "ok 1 - types of the pages"
        else
            echo "not ok 1 - types of the pages"
        fi
        # Written by "prettier --write", with the same arguments, in the folder of the modules.
        if node "$ARB_WEB_MODULES/node_modules/prettier/bin/prettier.cjs" --config "$here/.prettierrc" \
            --log-level warn --check "$root/apps/web/js" "$root/apps/web/former.js" "$here"; then
            echo "ok 1 - format of the pages"
        else
            echo "not ok 1 - format of the pages"
        fi
        part 'parts without a browser' --import "$here/lists.js" "$here/unit.test.js"
    fi
    if [ $# -eq 0 ]; then
        part 'pages in the browser' "$here/pages.test.js" --half=2 >"$ARB_WEB_MODULES/half.tap" 2>&1 &
        part 'pages in the browser' "$here/pages.test.js" --half=1
        wait
        cat "$ARB_WEB_MODULES/half.tap"
    else
        part 'pages in the browser' "$here/pages.test.js" "$@"
    fi
} 2>&1 | awk '
    /^1\.\.[0-9]+$/ { next }
    /^(not )?ok [0-9]+ - / { count++; failed += /^not/; sub(/ok [0-9]+/, "ok " count); print; fflush(); next }
    { sub(/^(# )?/, "# "); print }
    END { print "1.." count + 0; exit failed > 0 || count == 0 }'
