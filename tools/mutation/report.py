"""The list of survivors, and the report."""
import collections
import os

from faults import OPERATORS

REPORT = "docs/MUTATION.md"
OPEN = "open"  # how the reason begins where a test is still missing


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


def by_case(how):
    """Was it a case that found it? Tests are targets of the build or files of tests/cli."""
    return not how.startswith(("tests/", "fuzz/", "cli "))


def row(name, faults, found):
    cases = sum(1 for fault in faults if found[fault.number] and by_case(found[fault.number]))
    tests = sum(1 for fault in faults if found[fault.number] and not by_case(found[fault.number]))
    return f"| {name} | {len(faults)} | {cases} | {tests} | {len(faults) - cases - tests} |"


def table(head, groups, found):
    lines = [f"| {head} | faults | found by cases | by other tests | survived |", "|---|---|---|---|---|"]
    return lines + [row(name, group, found) for name, group in groups.items()]


def grouped(faults, name_of):
    groups = collections.defaultdict(list)
    for fault in faults:
        groups[name_of(fault)].append(fault)
    return groups


def page(chosen, found, known, possible, folders):
    """The report as it is kept in docs."""
    hit = sum(1 for fault in chosen if found[fault.number])
    idle = sum(1 for fault in chosen if not found[fault.number] and known.get(fault.key)
               and not known[fault.key].startswith(OPEN))
    operators = grouped(chosen, lambda fault: f"{fault.operator}: {OPERATORS[fault.operator]}")
    out = ["# Faults put into the Laws", "",
           "Written by `tools/mutate --write`. Each fault was put in alone; then the cases were judged that come",
           "by it and, if none of them failed, the unit tests. What survives stands in",
           "[tests/mutation/survivors](../tests/mutation/survivors), with the reason why it cannot matter or, marked",
           "as open, waiting for its test.", "",
           f"Faults are put into {', '.join(f'`src/{folder}`' for folder in folders)}, into entries of scoresheets,",
           "announcements and Braille in `src/notation`, and into the tables of rules, editions, options and numbers.",
           "`./test` tries a sample: of a third of the kinds of fault of every file the first few, but nothing of what",
           "only slow tests find (`src/retro`, announcements, Braille); its result is in no table here.", "",
           f"**{hit} of {len(chosen)} faults were found, {100 * hit / len(chosen):.1f} %.** They are one in",
           f"{round(possible / len(chosen))} of the {possible} that can be made, chosen by their descriptions.",
           f"Of the {len(chosen) - hit} others {idle} cannot matter, and {len(chosen) - hit - idle} are open.", ""]
    out += table("kind of fault", dict(sorted(operators.items())), found) + [""]
    out += table("file", dict(sorted(grouped(chosen, lambda fault: fault.file).items())), found)
    return "\n".join(out) + "\n"


def tell(chosen, found, known, whole):
    """Prints what is not as the list says; the exit status."""
    new = [fault.key for fault in chosen if not found[fault.number] and not known.get(fault.key)]
    awake = [fault.key for fault in chosen if found[fault.number] and fault.key in known]
    stale = [key for key in known if key not in {fault.key for fault in chosen}] if whole else []
    for text, keys in (("survived", new), ("listed, and found", awake), ("listed, and there is no such fault", stale)):
        for key in keys:
            print(f"{text}: {key}")
    return 1 if new or awake or stale else 0
