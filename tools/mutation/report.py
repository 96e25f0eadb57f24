"""The list of survivors, and the report."""
import collections
import os

from faults import OPERATORS

REPORT = "docs/MUTATION.md"


class Kept:
    """What was found the last time, to go on from there; begins anew unless `go_on`."""

    def __init__(self, path, go_on):
        self.path, self.how = path, {}
        if go_on and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.how = dict(line.rstrip("\n").split("\t") for line in file)
        else:
            with open(path, "w", encoding="utf-8"):
                pass

    def add(self, faults, found):
        with open(self.path, "a", encoding="utf-8") as file:
            for fault in faults:
                if found.get(fault.number) and fault.key not in self.how:
                    self.how[fault.key] = found[fault.number]
                    file.write(f"{fault.key}\t{found[fault.number]}\n")


def read_survivors(path):
    """{description: why it cannot matter}; a reason stands in the indented lines below."""
    known, at = {}, []
    if not os.path.exists(path):
        return known
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    reasoned = True
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            for key in at:
                known[key] = (known[key] + " " + line.strip()).strip()
            reasoned = True
        else:
            if reasoned:
                at = []
            at.append(line.strip())
            known[line.strip()] = ""
            reasoned = False
    return known


def tell(chosen, found, known, write, whole):
    survivors = [fault for fault in chosen if not found[fault.number]]
    new = [fault for fault in survivors if not known.get(fault.key)]
    for fault in new:
        print(f"survived: {fault.key}")
    keys = {fault.key for fault in chosen}
    stale = [key for key in known if whole and key not in keys]
    awake = [fault.key for fault in chosen if found[fault.number] and fault.key in known]
    for key in stale:
        print(f"listed, and there is no such fault: {key}")
    for key in awake:
        print(f"listed, and found: {key}")
    return 1 if new or stale or awake else 0
