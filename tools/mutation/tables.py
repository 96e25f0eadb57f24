"""Faults in constant tables: rules, editions, options, numbers of editions.

A table is made writable in the rewritten file, and a function at its end puts one fault in.
"""
import re

from faults import Fault

RULE = re.compile(r"^RULE\((\w+), (\w+), (\w+), (.*)\)$", re.M)
RULED = re.compile(r"^RULED\((.*)\)\s*/\*|^RULED\((.*)\)$", re.M)
BOOKS = ("arb_fide_2023", "arb_fide_2018", "arb_fide_2001", "arb_edisu_2024")


def listed(text, macro):
    """The first arguments of all lines MACRO(first, ...)."""
    return re.findall(rf"^{macro}\((\w+)", text, re.M)


def switch(name, cases, before=""):
    lines = [f"void {name}(int number)", "{", before, "    switch (number) {"]
    lines += [f"    case {number}: {code} break;" for number, code in cases]
    return "\n".join(lines + ["    default: break;", "    }", "}", ""])


def belongs(name, spans):
    """A function that tells to which of several things a number belongs."""
    lines = [f"const void *{name}(int number)", "{", "    switch (number) {"]
    for thing, numbers in spans:
        lines += [f"    case {number}:" for number in numbers] + ([f"        return {thing};"] if numbers else [])
    return "\n".join(lines + ["    default: return (void *)0;", "    }", "}", ""])


def fault(add, file, line, operator, text, change):
    return add(Fault(file, "table", operator, text, change, range(line, line + 1)))


def rules(add, definitions, rules_c):
    """A rule left out, or not heard on one of its verbs."""
    table = [(m, definitions.count("\n", 0, m.start()) + 1) for m in RULE.finditer(definitions)]
    cases, asked = [], []
    file = "src/laws/rules.def"
    for i, (match, line) in enumerate(table):
        phase, article, name, words = match.groups()
        own = []
        number = fault(add, file, line, "rule-out", f"{phase} {article} {name}", "left out")
        own.append((number, f"speak[{i}] = arb_mutant_silence;"))
        if re.fullmatch(r"ON\(\w+\)( \| ON\(\w+\))+", words):
            for verb in re.findall(r"ON\((\w+)\)", words):
                number = fault(add, file, line, "rule-verb", f"{phase} {article} {name}", f"not on {verb}")
                own.append((number, f"heard_on[{i}] &= ~ON({verb});"))
        own = [(number, code) for number, code in own if number is not None]
        cases += own
        asked.append(own)
    text = rules_c.replace("static const arb_verb_set heard_on[]", "static arb_verb_set heard_on[]")
    text = text.replace("static arb_rule_fn *const speak[]", "static arb_rule_fn *speak[]")
    text = text.replace("speak[i](", "arb_mutant_rule_asked(i), speak[i](")
    text += "\nstatic void arb_mutant_silence(arb_verdict *v, const arb_look *look) { (void)v; (void)look; }\n"
    text += switch("arb_mutant_rules", cases)
    spans = ", ".join(f"{{ {own[0][0]}, {own[-1][0]} }}" if own else "{ 0, -1 }" for own in asked)
    text += ("void arb_mutant_rule_asked(unsigned long index) { static const int spans[][2] = { " + spans +
             " }; for (int i = spans[index][0]; i <= spans[index][1]; i++) arb_mutant_reached[i] = 1; }\n")
    return text


def other_value(value):
    """What stands there instead: (how it is put in, how it is told), for each category of play."""
    value = value.strip()
    if value in ("true", "false"):
        return [("{} = !{};", "the opposite")]
    if value.startswith("ARB_"):
        return [("{} ^= 1;", "another")]
    if value.startswith("PENALTIES"):
        return [("{} ^= 1u << ARB_PENALTY_FINE;", "fines turned round"),
                ("{} ^= 1u << ARB_PENALTY_EXPEL;", "expulsion turned round")]
    if value.startswith(("PLAYS", "COMPENSATION")):
        flags = "true" in value or "false" in value
        put = "{}[%d] = !{}[%d];" if flags else "{}[%d]++;"
        return [(put.replace("%d", str(i)), f"another for {play}")
                for i, play in enumerate(("standard", "rapid", "blitz"))]
    return [("{}++;", "one more")]


def split(arguments):
    """At commas that are not within brackets."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", arguments)]


def books(add, definitions, rulebook_c):
    cases, cases_of = [], {book: [] for book in BOOKS}
    for match in RULED.finditer(definitions):
        field, *values = split(match[1] or match[2])
        line = definitions.count("\n", 0, match.start()) + 1
        for book, value in zip(BOOKS, values):
            for code, told in other_value(value):
                number = fault(add, "src/laws/rulebooks.def", line, "book", f"{book[4:]} {field} {value}", told)
                if number is not None:
                    at = f"of(&{book})->{field}"
                    cases.append((number, code.replace("{}", at)))
                    cases_of[book].append(number)
    head = ("\n#include <stdint.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
            "static arb_rulebook *of(const arb_rulebook *book)\n{\n"
            "    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)book;\n"
            "    const uintptr_t from = at & ~(page - 1);\n"
            "    arb_rulebook *out = (arb_rulebook *)at;\n"
            "    mprotect((void *)from, at + sizeof *book - from, PROT_READ | PROT_WRITE);\n"
            "    __asm__ volatile(\"\" : \"+r\"(out) : : \"memory\");\n    return out;\n}\n")
    spans = [(f"&{book}", cases_of[book]) for book in BOOKS]
    return rulebook_c + head + switch("arb_mutant_books", cases) + belongs("arb_mutant_book_of", spans)


def options(add, definitions, regulations_c):
    """A word for another: what the regulations say is read as its contrary."""
    cases = []
    for match in re.finditer(r'^OPTION\((\w+), \w+, "([^"]*)", WORD, "([^"]*)"', definitions, re.M):
        line = definitions.count("\n", 0, match.start()) + 1
        first, second, *rest = match[3].split(" ")
        number = fault(add, "include/arbitro/options.def", line, "option", match[2], f"{first} for {second}")
        if number is not None:
            words = " ".join([second, first, *rest])
            cases.append((number, f'options[ARB_OPTION_{match[1]}].values = "{words}";'))
    text = regulations_c.replace("static const struct {\n    const char *key,", "static struct {\n    const char *key,")
    return text + "\n" + switch("arb_mutant_options", cases)


def cited(add, lists, cited_c):
    """`lists` are the texts of cited_*.def by their name."""
    cases, spans = [], []
    for (name, definitions), book in zip(lists.items(), BOOKS):
        lines = [(m[1], m[2], definitions.count("\n", 0, m.start()) + 1)
                 for m in re.finditer(r'^(?:CITED|ALSO)\((\w+), "([^"]*)"\)', definitions, re.M)]
        numbers = [fault(add, f"src/laws/cited_{name}.def", line, "cited", f"{text} is {article}", "its neighbour")
                   for article, text, line in lines]
        cases += [(number, f"entries_{name}[{i}].article++;") for i, number in enumerate(numbers) if number]
        spans.append((f"&{book}", [number for number in numbers if number]))
    text = cited_c.replace("static const entry entries_", "static entry entries_")
    return text + "\n" + switch("arb_mutant_cited", cases) + belongs("arb_mutant_cited_of", spans)
