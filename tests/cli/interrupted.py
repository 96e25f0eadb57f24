#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ctrl-C while `arbitro store` writes, in TAP: it is heeded at once, said once, and nothing of what was written is
left; and a copy that was killed is begun anew."""
import os
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ["ARB_PROGRAM"]
EVENTS = 60000
GROWN = 200000  # bytes: a small part of the whole
INTERRUPTED = -signal.SIGINT  # as the system ends those who are interrupted
results = []


def tell(good, name, *why):
    results.append(good)
    print(f"{'ok' if good else 'not ok'} {len(results)} - {name}")
    if not good:
        print(f"# {why!r}")


def make_database(path):
    with open(path + ".case", "w", encoding="utf-8") as case:
        case.write("case one\n\n0:00 arbiter start\n")
        for i in range(EVENTS):
            case.write(f'0:01 arbiter rule "{i} words that are long enough to be a sentence of somebody"\n')
    subprocess.run([PROGRAM, "store", "import", path, path + ".case"], check=True, stdout=subprocess.DEVNULL)
    os.remove(path + ".case")


def has_grown(path):
    return os.path.exists(path) and os.path.getsize(path) > GROWN


def stop(signal_number, sign, *words):
    """Sends the signal as soon as there is something in the file; how it ended, and what it said."""
    with subprocess.Popen([PROGRAM, "store", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as program:
        while not has_grown(sign) and program.poll() is None:
            time.sleep(0.002)
        program.send_signal(signal_number)
        said = program.communicate()[1]
    return program.returncode, said


def left(begin):
    return sorted(name for name in os.listdir() if name.startswith(begin))


def main():
    os.environ["LC_ALL"] = "C"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_database("db")
        ended = stop(signal.SIGINT, "copied-wal", "copy", "db", "copied")
        tell(ended == (INTERRUPTED, "arbitro store: interrupted\n") and left("copied") == [],
             "a copy that is interrupted leaves nothing", ended, left("copied"))
        ended = stop(signal.SIGKILL, "killed-wal", "copy", "db", "killed")
        again = subprocess.run([PROGRAM, "store", "check", "killed"], capture_output=True, text=True, check=False)
        tell(ended[0] == -signal.SIGKILL and again.returncode == 2 and "begins anew" in again.stderr,
             "one that was killed is known as such", ended, again)
        again = subprocess.run([PROGRAM, "store", "copy", "db", "killed"], capture_output=True, text=True,
                               check=False)
        tell(again.returncode == 0, "and is begun anew", again)
        ended = stop(signal.SIGINT, "folder/journal.jsonl", "export", "--whole", "folder", "db")
        tell(ended == (INTERRUPTED, "arbitro store: interrupted\n") and not os.path.exists("folder/sums.txt"),
             "an export that is interrupted says so once", ended, os.listdir("folder"))
        subprocess.run([PROGRAM, "store", "export", "--whole", "whole", "db"], check=True, stdout=subprocess.DEVNULL)
        ended = stop(signal.SIGINT, "made-wal", "import", "--whole", "whole", "made")
        tell(ended == (INTERRUPTED, "arbitro store: interrupted\n") and left("made") == [],
             "an import that is interrupted leaves nothing", ended, left("made"))
        os.chdir("/")
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
