"""Faults in the functions of a C file, all of them compiled at once: a number chooses one at run time.

Every place that can be wrong is rewritten so that it asks M_(number) whether it is: `a < b` becomes
a choice between `a < b` and `a <= b`, and so on. See OPERATORS for what is put in.
"""
import re
from dataclasses import dataclass

from csource import NotUnderstood, Parser, tokens_of

OPERATORS = {
    "negate": "a condition, or one part of it, is turned round",
    "junction": "&& for ||, and the reverse",
    "boundary": "< for <=, > for >=, and the reverse",
    "constant": "a number with which something is compared is one more",
    "colour": "White for Black, and the reverse; the player for his opponent",
    "effect": "a ruling has no effect",
    "article": "the neighbour of an article in the list of articles",
    "statement": "a statement is left out",
    "rule-out": "a rule is left out of the table",
    "rule-verb": "a rule is not heard on one of its verbs",
    "book": "a value of an edition is another",
    "option": "the first two values of an option change places",
    "cited": "an edition's number leads to the neighbour of its article",
}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LEFT_ALONE = {"UINT64_C", "INT64_C", "assert", "va_start", "va_end", "va_copy"}
SPEAKING = {"arb_say": 5, "arb_decide": 5}  # which argument is the player


@dataclass
class Fault:
    file: str
    function: str
    operator: str
    text: str  # what stands there
    change: str  # what stands there instead
    lines: range
    number: int = -1
    nth: int = 1  # of several that are otherwise the same

    @property
    def key(self):
        return (f"{self.file} | {self.function} | {self.operator} | {self.text} | {self.change}"
                + (f" | {self.nth}" if self.nth > 1 else ""))


def in_line(text):
    """On one line, and without its comments."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    return re.sub(r"\s+", " ", text).strip()


class Rewriter:
    """Rewrites one file. `add(fault)` gives the fault its number, or None to leave it out."""

    def __init__(self, file, text, add):
        self.file = file
        self.add_fault = add
        self.tokens = tokens_of(text)
        self.line_of, line = [], 1
        for token in self.tokens:
            line += token.before.count("\n")
            self.line_of.append(line)
            line += token.text.count("\n")
        self.function, self.is_bool = "", False

    def rewritten(self):
        out, at = [], 0
        for self.function, self.is_bool, block in Parser(self.tokens).functions():
            out.append("".join(t.before + t.text for t in self.tokens[at:block.start]))
            out.append(self.tokens[block.start].before + self.emit(block))
            at = block.end
        out.append("".join(t.before + t.text for t in self.tokens[at:]))
        return "".join(out)

    # ---- text
    def source(self, node):
        text = "".join(t.before + t.text for t in self.tokens[node.start:node.end])
        return text[len(self.tokens[node.start].before):]

    def plain(self, node, emit=None, instead=None):
        """The text of a node with its parts rewritten; `instead` replaces tokens."""
        out, at = [], node.start
        parts = {part.start: part for part in node.parts}
        while at < node.end:
            if at != node.start:
                out.append(self.tokens[at].before)
            part = parts.pop(at, None)
            if part is not None and part.end > part.start:
                out.append(emit(part) if emit else self.emit(part))
                at = part.end
            else:
                out.append((instead or {}).get(at, self.tokens[at].text))
                at += 1
        return "".join(out)

    def new(self, node, operator, change, text=None):
        lines = range(self.line_of[node.start], self.line_of[node.end - 1] + 1)
        fault = Fault(self.file, self.function, operator, in_line(text or self.source(node)), change, lines)
        return self.add_fault(fault)

    # ---- nodes
    def emit(self, node, negated=False, compared=False):
        method = getattr(self, "emit_" + node.kind, None)
        if method:
            return method(node, negated, compared)
        return self.plain(node)

    def emit_unknown(self, node, *_):
        return self.source(node)

    emit_label = emit_sizeof = emit_text = emit_unknown

    def negate(self, node, text, what="not"):
        number = self.new(node, "negate", what)
        return text if number is None else f"(!!({text}) != M_({number}))"

    def bare(self, node):
        while node.kind in ("brackets", "condition"):
            node = node.parts[0]
        return node

    def sign(self, node):
        return self.tokens[node.sign].text if node.kind == "binary" else ""

    def emit_condition(self, node, *_):
        return self.negate(node, self.emit(node.parts[0], negated=True))

    def emit_brackets(self, node, negated, compared):
        return self.plain(node, lambda part: self.emit(part, negated, compared))

    def emit_binary(self, node, negated, _):
        sign = self.sign(node)
        if sign in ("&&", "||"):
            return self.emit_junction(node, sign)
        if sign not in COMPARISONS:
            return self.plain(node)
        left, right = (self.emit(part, compared=True) for part in node.parts)
        text = f"({left}) {sign}{self.tokens[node.sign + 1].before}({right})"
        if sign not in ("==", "!="):
            number = self.new(node, "boundary", COMPARISONS[sign])
            if number is not None:
                text = (f"({{ __auto_type l{number}_ = ({left}); __auto_type r{number}_ ="
                        f"{self.tokens[node.sign + 1].before}({right}); "
                        f"M_({number}) ? l{number}_ {COMPARISONS[sign]} r{number}_ : l{number}_ {sign} r{number}_; }})")
        else:
            text = f"({text})"
        return text if negated else self.negate(node, text)

    def emit_junction(self, node, sign):
        left, right = node.parts
        texts = []
        for part in (left, right):
            text = self.emit(part, negated=True)
            if self.sign(self.bare(part)) not in ("&&", "||"):
                text = self.negate(part, text)
            texts.append(text)
        blank = self.tokens[node.sign].before + self.tokens[node.sign + 1].before
        number = self.new(node, "junction", "||" if sign == "&&" else "&&")
        if number is None:
            return f"(({texts[0]}) {sign}{blank}({texts[1]}))"
        name = f"b{number}_"
        second = f"!!({texts[1]})"
        both = (second, name) if sign == "&&" else (name, second)
        return (f"({{ const bool {name} ={blank.replace(chr(10), ' ') and ' '} !!({texts[0]});"
                f"{blank}({name} != M_({number})) ? {both[0]} : {both[1]}; }})")

    def emit_unary(self, node, negated, _):
        word = self.tokens[node.start].text
        if word != "!":
            return self.plain(node)
        text = "!" + self.tokens[node.start + 1].before + "(" + self.emit(node.parts[0], negated=True) + ")"
        return text if negated else self.negate(node, text)

    def emit_number(self, node, _, compared):
        """Only where something is compared with it: sizes and places of arrays are another matter, for
        the sanitizers."""
        text = self.tokens[node.start].text
        if not compared or not re.fullmatch(r"\d+[uUlL]*|0[xX][0-9a-fA-F]+[uUlL]*", text):
            return text
        number = self.new(node, "constant", "+ 1", self.around(node))
        return text if number is None else f"({text} + M_({number}))"

    def around(self, node):
        """A number says little alone: with what stands around it."""
        first, last = max(node.start - 3, 0), min(node.end + 2, len(self.tokens) - 1)
        words = [self.tokens[i].text if i != node.start else f"<{self.tokens[i].text}>"
                 for i in range(first, last)]
        return " ".join(words)

    def emit_name(self, node, _, compared):
        text = self.tokens[node.start].text
        if compared:
            return text
        if text in ("ARB_WHITE", "ARB_BLACK"):
            other = "ARB_BLACK" if text == "ARB_WHITE" else "ARB_WHITE"
            number = self.new(node, "colour", other, self.around(node))
            return text if number is None else f"(M_({number}) ? {other} : {text})"
        if re.fullmatch(r"ARB_ART_\w+", text) and text not in ("ARB_ART_NONE", "ARB_ART_COUNT"):
            number = self.new(node, "article", "its neighbour", self.around(node))
            return text if number is None else f"((arb_article)({text} + M_({number})))"
        return text

    def emit_call(self, node, *_):
        callee = self.source(node.parts[0])
        if callee in LEFT_ALONE:
            return self.source(node)
        if callee == "arb_opponent" and len(node.parts) == 2:
            number = self.new(node, "colour", "the player himself")
            if number is not None:
                return (f"({{ const arb_colour o{number}_ = (arb_colour)({self.emit(node.parts[1])}); "
                        f"M_({number}) ? o{number}_ : arb_opponent(o{number}_); }})")
        player = SPEAKING.get(callee, 0)
        texts = {}
        for i, part in enumerate(node.parts[1:], 1):
            text = self.emit(part)
            bare = self.source(self.bare(part))
            if i == player and bare != "NOBODY" and not re.match(r"arb_opponent|ARB_", bare):
                number = self.new(part, "colour", "his opponent", self.source(node))
                if number is not None:
                    text = (f"({{ const arb_colour p{number}_ = (arb_colour)({text}); "
                            f"M_({number}) && p{number}_ < 2 ? (arb_colour)(1 - p{number}_) : p{number}_; }})")
            if re.fullmatch(r"ARB_EFFECT_\w+", bare) and bare != "ARB_EFFECT_NONE":
                number = self.new(part, "effect", "ARB_EFFECT_NONE", self.source(node))
                if number is not None:
                    text = f"(M_({number}) ? ARB_EFFECT_NONE : {text})"
            texts[part.start] = text
        return self.plain(node, lambda part: texts.get(part.start) or self.source(part))

    def emit_braces(self, node, *_):
        if [self.source(part) for part in node.parts] == ["0"]:
            return self.source(node)
        return self.plain(node)

    def emit_cast(self, node, negated, compared):
        return self.plain(node, lambda part: self.emit(part, False, compared))

    # ---- statements
    def left_out(self, node, text):
        number = self.new(node, "statement", "left out")
        return text if number is None else f"{{ if (!M_({number})) {text} }}"

    def emit_do_it(self, node, *_):
        inner = node.parts[0]
        if inner.kind == "cast" or inner.kind == "call" and self.source(inner.parts[0]) in LEFT_ALONE:
            return self.source(node)
        return self.left_out(node, self.plain(node))

    def emit_return(self, node, *_):
        if not node.parts:
            return self.left_out(node, self.source(node))
        if not self.is_bool:
            return self.plain(node)
        part = node.parts[0]
        if self.sign(self.bare(part)) in COMPARISONS or self.source(part).startswith("!"):
            return self.plain(node)  # which negates itself
        return self.plain(node, lambda it: self.negate(it, self.emit(it, negated=True)))

    def emit_continue(self, node, *_):
        return self.left_out(node, self.source(node))

    emit_break = emit_continue

    def emit_switch(self, node, *_):
        body = node.parts[1]
        if body.kind == "block" and body.parts and body.parts[-1].kind == "break":
            body.parts[-1].kind = "unknown"  # the last break of a switch breaks nothing
        return self.plain(node)


def rewrite(file, text, add):
    try:
        return Rewriter(file, text, add).rewritten()
    except NotUnderstood as why:
        raise SystemExit(f"tools/mutate: {file}: {why}") from why
