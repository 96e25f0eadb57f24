"""C as far as tools/mutate needs it: tokens, and the statements and expressions of functions.

Not a compiler: what it does not understand it leaves alone. Text is kept to the byte, with all
blanks, comments and lines of the preprocessor, so that what is written back has the same lines.
"""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"(?P<blank>(?:[ \t\r\n\f]|\\\n|//[^\n]*|/\*.*?\*/)+)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<number>(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)[uUlLfF]*)"
    r"|(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]#])",
    re.S)
DIRECTIVE = re.compile(r"[ \t]*#(?:[^\n\\]|\\.)*", re.S)

TYPE_WORDS = {"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
              "const", "volatile", "struct", "union", "enum", "_Bool", "static", "register", "size_t",
              "FILE", "va_list", "uintptr_t"}
KEYWORDS = {"if", "else", "while", "for", "do", "switch", "case", "default", "return", "break",
            "continue", "goto", "sizeof"}
PRECEDENCE = {"*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, ">": 7, "<=": 7,
              ">=": 7, "==": 6, "!=": 6, "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1}
ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


@dataclass
class Token:
    kind: str
    text: str
    before: str  # blanks, comments and directives before it


@dataclass
class Node:
    """A piece of the text, from token `start` to before token `end`."""
    kind: str
    start: int
    end: int
    parts: list = field(default_factory=list)  # nodes within, in their order
    sign: int = -1  # the token of the operator


class NotUnderstood(Exception):
    pass


def tokens_of(text):
    """All tokens; the last one is empty and carries what follows the others."""
    found, before, at = [], "", 0
    while at < len(text):
        if text[at] == "#" and not before.rpartition("\n")[2].strip() and (not found or "\n" in before):
            match = DIRECTIVE.match(text, at)
            before += match[0]
            at = match.end()
            continue
        match = TOKEN.match(text, at)
        if not match:
            raise NotUnderstood(f"byte {at}: {text[at:at + 20]!r}")
        at = match.end()
        if match.lastgroup == "blank":
            before += match[0]
            continue
        found.append(Token(match.lastgroup, match[0], before))
        before = ""
    found.append(Token("end", "", before))
    return found


def is_type_name(name):
    return name in TYPE_WORDS or re.fullmatch(r"u?int\d+_t|arb_[a-z0-9_]+", name)


class Parser:
    """Reads the bodies of functions; `functions` is what it finds."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0

    def text(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def kind(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else "end"

    def expect(self, text):
        if self.text() != text:
            raise NotUnderstood(f"{text} expected, {self.text()!r} found")
        self.at += 1

    def close(self, opening):
        """The token that closes the bracket at `opening`."""
        depth, at = 0, opening
        while at < len(self.tokens):
            if self.tokens[at].text in "([{" and self.tokens[at].kind == "sign":
                depth += 1
            elif self.tokens[at].text in ")]}" and self.tokens[at].kind == "sign":
                depth -= 1
                if depth == 0:
                    return at
            at += 1
        raise NotUnderstood("a bracket without end")

    # ---- functions: at the outermost level, NAME ( ... ) {
    def functions(self):
        """Yields (name, is it of type bool, the block)."""
        begin = 0
        while self.kind() != "end":
            if self.text() in ("(", "[", "{"):
                end = self.close(self.at)
                if self.text() == "(" and self.tokens[end + 1].text == "{" and self.kind(-1) == "name":
                    name = self.text(-1)
                    result = [t.text for t in self.tokens[begin:self.at - 1]]
                    self.at = end + 1
                    yield name, result[-1:] == ["bool"], self.block()
                    begin = self.at
                    continue
                self.at = end + 1
                continue
            self.at += 1
            if self.text(-1) == ";":
                begin = self.at

    # ---- statements
    def block(self):
        start = self.at
        end = self.close(start)
        self.at += 1
        parts = []
        while self.at < end:
            parts.append(self.statement())
        self.expect("}")
        return Node("block", start, self.at, parts)

    def statement(self):
        start = self.at
        try:
            return self.read_statement()
        except NotUnderstood:
            self.at = start
            return self.skip_statement()

    def skip_statement(self):
        """Something else: up to its semicolon, or a block with what belongs to it."""
        start = self.at
        data = self.text() in ("static", "enum")
        while self.text() not in (";", "}", "") and self.kind() != "end":
            if self.text() in ("(", "[", "{"):
                self.at = self.close(self.at)
                if self.text() == "}" and not data:
                    break
            self.at += 1
        self.at += self.text() in (";", "}")
        return Node("unknown", start, self.at)

    def condition(self):
        self.expect("(")
        node = self.expression()
        self.expect(")")
        return Node("condition", node.start, node.end, [node])

    def read_statement(self):
        start, word = self.at, self.text()
        if word == "{":
            return self.block()
        if word == "if":
            self.at += 1
            parts = [self.condition(), self.statement()]
            if self.text() == "else":
                self.at += 1
                parts.append(self.statement())
            return Node("if", start, self.at, parts)
        if word == "while":
            self.at += 1
            parts = [self.condition(), self.statement()]
            return Node("while", start, self.at, parts)
        if word == "do":
            self.at += 1
            body = self.statement()
            self.expect("while")
            test = self.condition()
            self.expect(";")
            return Node("do", start, self.at, [body, test])
        if word == "for":
            return self.for_loop(start)
        if word == "switch":
            self.at += 1
            self.expect("(")
            parts = [self.expression()]
            self.expect(")")
            parts.append(self.statement())
            return Node("switch", start, self.at, parts)
        if word in ("case", "default"):
            while self.text() != ":":
                self.at += 1
            self.at += 1
            return Node("label", start, self.at)
        if word == "return":
            self.at += 1
            parts = [] if self.text() == ";" else [self.expression()]
            self.expect(";")
            return Node("return", start, self.at, parts)
        if word in ("break", "continue"):
            self.at += 1
            self.expect(";")
            return Node(word, start, self.at)
        if word == ";":
            self.at += 1
            return Node("empty", start, self.at)
        if self.is_declaration():
            return self.declaration()
        node = self.expression()
        self.expect(";")
        return Node("do_it", start, self.at, [node])

    def for_loop(self, start):
        self.at += 1
        self.expect("(")
        parts = []
        if self.is_declaration():
            parts.append(self.declaration())
        else:
            if self.text() != ";":
                parts.append(self.expression())
            self.expect(";")
        if self.text() != ";":
            test = self.expression()
            parts.append(Node("condition", test.start, test.end, [test]))
        self.expect(";")
        if self.text() != ")":
            parts.append(self.expression())
        self.expect(")")
        parts.append(self.statement())
        return Node("for", start, self.at, parts)

    def is_declaration(self):
        if self.kind() != "name" or self.text() in KEYWORDS:
            return False
        if self.text() in TYPE_WORDS:
            return True
        ahead = 1
        while self.text(ahead) in ("*", "const"):
            ahead += 1
        return self.kind(ahead) == "name" and self.text(ahead + 1) in ("=", ";", ",", "[")

    def declaration(self):
        """Names and their first values; those of `static` objects are constants and left alone."""
        start, parts = self.at, []
        if self.text() in ("static", "enum", "_Static_assert"):
            return self.skip_statement()
        while self.text() != ";":
            if self.text() in ("{", ""):
                raise NotUnderstood("a type")
            if self.text() in ("(", "["):
                self.at = self.close(self.at) + 1
            elif self.text() == "=":
                self.at += 1
                parts.append(self.initial())
            else:
                self.at += 1
        self.at += 1
        return Node("declaration", start, self.at, parts)

    def initial(self):
        return self.braces() if self.text() == "{" else self.assignment()

    def braces(self):
        """{ .field = value, [index] = value, value }"""
        start, parts = self.at, []
        self.expect("{")
        while self.text() != "}":
            while self.text() in (".", "["):
                if self.text() == "[":
                    self.at = self.close(self.at) + 1
                else:
                    self.at += 2
                if self.text() == "=":
                    self.at += 1
            parts.append(self.initial())
            if self.text() != "}":
                self.expect(",")
        self.expect("}")
        return Node("braces", start, self.at, parts)

    # ---- expressions
    def expression(self):
        node = self.assignment()
        while self.text() == ",":
            self.at += 1
            right = self.assignment()
            node = Node("comma", node.start, self.at, [node, right])
        return node

    def assignment(self):
        node = self.ternary()
        if self.text() in ASSIGNING and self.kind() == "sign":
            sign = self.at
            self.at += 1
            right = self.assignment()
            return Node("assign", node.start, self.at, [node, right], sign)
        return node

    def ternary(self):
        node = self.binary(1)
        if self.text() != "?":
            return node
        self.at += 1
        middle = self.expression()
        self.expect(":")
        right = self.ternary()
        test = Node("condition", node.start, node.end, [node])
        return Node("ternary", node.start, self.at, [test, middle, right])

    def binary(self, least):
        node = self.unary()
        while self.kind() == "sign" and PRECEDENCE.get(self.text(), 0) >= least:
            sign = self.at
            self.at += 1
            right = self.binary(PRECEDENCE[self.tokens[sign].text] + 1)
            node = Node("binary", node.start, self.at, [node, right], sign)
        return node

    def cast_end(self):
        """The token behind a cast that begins here; 0 when it is none."""
        at, names = self.at + 1, 0
        while self.tokens[at].kind == "name" and (is_type_name(self.tokens[at].text) or
                                                  self.tokens[at - 1].text in ("struct", "enum")):
            at += 1
            names += 1
        while self.tokens[at].text in ("*", "const"):
            at += 1
        if names == 0 and self.kind(1) == "name" and self.text(2) == ")" and self.text(3) == "{":
            return self.at + 3  # a type of this file: (word){ ... }
        if names == 0 or self.tokens[at].text != ")":
            return 0
        after = self.tokens[at + 1]
        begins = after.kind in ("name", "number", "text") or after.text in ("(", "-", "!", "~", "&", "*", "{")
        return at + 1 if begins else 0

    def unary(self):
        start, word = self.at, self.text()
        if self.kind() == "sign" and word in ("!", "~", "-", "+", "*", "&", "++", "--"):
            self.at += 1
            node = self.unary()
            return Node("unary", start, self.at, [node], start)
        if word == "sizeof":
            self.at += 1
            if self.text() == "(":
                self.at = self.close(self.at) + 1
            else:
                self.unary()
            return Node("sizeof", start, self.at)
        if word == "(" and self.cast_end():
            self.at = self.cast_end()
            if self.text() == "{":
                return self.postfix(start, [self.braces()], "compound")
            node = self.unary()
            return Node("cast", start, self.at, [node])
        return self.postfix(start, [], None)

    def postfix(self, start, parts, kind):
        if kind is None:
            kind, parts = self.primary()
        while True:
            word = self.text()
            if word == "(" and self.kind(-1) in ("name", "sign"):
                node = Node(kind, start, self.at, parts)
                self.at += 1
                parts, kind = [node], "call"
                while self.text() != ")":
                    parts.append(self.assignment())
                    if self.text() != ")":
                        self.expect(",")
                self.at += 1
            elif word == "[":
                node = Node(kind, start, self.at, parts)
                self.at += 1
                parts, kind = [node, self.expression()], "index"
                self.expect("]")
            elif word in (".", "->"):
                node = Node(kind, start, self.at, parts)
                self.at += 2
                parts, kind = [node], "member"
            elif word in ("++", "--"):
                node = Node(kind, start, self.at, parts)
                self.at += 1
                parts, kind = [node], "step"
            else:
                return Node(kind, start, self.at, parts)

    def primary(self):
        word, kind = self.text(), self.kind()
        if word == "(":
            self.at += 1
            node = self.expression()
            self.expect(")")
            return "brackets", [node]
        if kind == "name" and word not in KEYWORDS:
            self.at += 1
            return "name", []
        if kind == "number":
            self.at += 1
            return "number", []
        if kind == "text":
            while self.kind() in ("text", "name") and (self.kind() == "text" or self.text().isupper() or
                                                        self.text().startswith("PRI")):
                self.at += 1
            return "text", []
        raise NotUnderstood(f"an expression expected, {word!r} found")
