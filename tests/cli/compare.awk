# SPDX-License-Identifier: MIT
#
# Compares the transcripts that are its arguments with what their commands said, in the folder `said`;
# see run.sh. Prints TAP.

function begin() {
    name = ""; command = ""; status = 0; wanted["out"] = 0; wanted["err"] = 0; json = 0; why = ""
}

function complain(what) {
    why = why "# " what "\n"
}

# One line that is expected of a stream, after its kind: "=" as it stands, "~" a pattern, "." anything.
function want(stream, kind, text) {
    wanted[stream]++
    kinds[stream, wanted[stream]] = kind
    texts[stream, wanted[stream]] = text
}

# The first difference between what a stream should and did say.
function compare(stream,    file, line, i, n, text, kind) {
    file = said "/" group "/" number "." stream
    n = wanted[stream]
    for (i = 1; (getline line < file) > 0; i++) {
        kind = kinds[stream, i]
        text = texts[stream, i]
        if (i <= n && kind == ".")
            break
        if (i > n)
            complain("std" stream ", line " i ", not expected: " line)
        else if (kind == "=" ? line != text : line !~ ("^(" text ")$"))
            complain("std" stream ", line " i "\n#   expected: " text "\n#   found:    " line)
        else
            continue
        n = 0
        break
    }
    close(file)
    if (i <= n && kinds[stream, i] != ".")
        complain("std" stream ", line " i ", missing: " texts[stream, i])
}

function verdict() {
    total++
    if (why != "")
        failed++
    printf "%sok %d - %s: %s\n%s", why == "" ? "" : "not ", total, group, name, why
}

# At the end of a test.
function finish(    got, file) {
    if (command != "") {
        file = said "/" group "/" number ".status"
        if ((getline got < file) <= 0)
            got = "none"
        close(file)
        if (got != status)
            complain("exit status " got ", expected " status)
        if (json && !wanted["out"])
            want("out", ".", "")
        compare("out")
        compare("err")
        file = said "/" group "/" number ".json"
        while (json && (getline got < file) > 0)
            complain(got)
        close(file)
        if (why != "")
            complain("run: " command)
        verdict()
    } else if (why != "") {
        verdict()
    }
    begin()
}

FNR == 1 {
    finish()
    number = 0
    group = FILENAME
    sub(/\.test$/, "", group)
}

{
    rest = $0
    if (!sub(/^[^ ]* /, "", rest))
        rest = ""
}

/^$/ { finish(); next }
/^#/ { next }
/^test / { name = rest; next }
/^run / && command == "" { command = rest; number++; next }
/^status / { status = rest; next }
/^json / { json = 1; next }
/^(out|err)( .*)?$/ { want($1, "=", rest); next }
/^(out|err)~ / { want(substr($1, 1, 3), "~", rest); next }
/^(out|err)\.\.\.$/ { want(substr($1, 1, 3), ".", ""); next }
{ complain("not a line of a test: " $0) }
/^run / { number++ }

END {
    finish()
    print "1.." total + 0
    exit failed > 0
}
