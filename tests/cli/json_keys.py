#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_keys.py SAID FILE...: what the "json" lines of transcripts ask for; see run.sh.

Leaves a complaint as SAID/group/N.json about the Nth command of a file that printed other keys.
"""
import json
import sys


def complaint(output, kinds):
    """What is wrong with the lines of an output of which each should have the keys of one kind."""
    lines = output.splitlines()
    for line in lines:
        try:
            if sorted(json.loads(line)) not in kinds:
                return "other keys than expected: " + line
        except ValueError as error:
            return f"no JSON, {error}: {line}"
    return None if lines else "no JSON at all"


def check_file(said, name):
    """Compares the outputs of one file of transcripts."""
    kinds, number = {}, 0
    with open(name, encoding="utf-8") as file:
        for line in file:
            if line.startswith("run "):
                number += 1
            elif line.startswith("json "):
                kinds.setdefault(number, []).append(sorted(line.split()[1:]))
    for number, allowed in kinds.items():
        path = f"{said}/{name.removesuffix('.test')}/{number}"
        with open(f"{path}.out", encoding="utf-8") as file:
            found = complaint(file.read(), allowed)
        if found:
            with open(f"{path}.json", "w", encoding="utf-8") as file:
                print(found, file=file)


for each in sys.argv[2:]:
    check_file(sys.argv[1], each)
