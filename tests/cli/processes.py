#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What others on the machine read in the list of processes, in TAP: nothing of a password in the address of a
database, not even how long it is; and everything else as it was given."""
import os
import subprocess
import sys

PROGRAM = os.environ["ARB_PROGRAM"]
LENGTHS = (1, 2, 7, 200)
# how an address may hold a password, and what is left of it
FORMS = (
    ("postgres://me:{0}@127.0.0.1:1/hall", "postgres://me:@127.0.0.1:1/hall"),
    ("postgres://me:@127.0.0.1:1/hall?password={0}", "postgres://me:@127.0.0.1:1/hall?password="),
    ("postgresql://me:{0}@127.0.0.1:1/hall?sslpassword={0}&user=me",
     "postgresql://me:@127.0.0.1:1/hall?sslpassword=&user=me"),
    ("host=127.0.0.1 port=1 password={0} dbname=hall", "host=127.0.0.1 port=1 password= dbname=hall"),
)


def seen(words):
    """The words of a hall that waits for its database, as the system tells them to everybody."""
    with subprocess.Popen([PROGRAM, "serve", "--lang", "en", *words], stderr=subprocess.PIPE, text=True) as hall:
        said = hall.stderr.readline()
        with open(f"/proc/{hall.pid}/cmdline", "rb") as file:
            line = file.read()
        hall.kill()
        return line.decode().rstrip("\0"), said


def main():
    results = []
    for form, left in FORMS:
        for glued in (False, True):
            lines = set()
            for length in LENGTHS:
                address = form.format("Q" * length)
                words = [f"--db={address}"] if glued else ["--db", address]
                line, said = seen([*words, "--listen", "127.0.0.1:0"])
                lines.add((line, "Q" in line + said))
            expected = f"{PROGRAM} serve --lang en --db{'=' if glued else ' '}{left} --listen 127.0.0.1:0"
            good = lines == {(expected, False)}
            results.append(good)
            print(f"{'ok' if good else 'not ok'} {len(results)} - {'glued ' if glued else ''}{left}")
            if not good:
                print(f"# {lines!r}")
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
