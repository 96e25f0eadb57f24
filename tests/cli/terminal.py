#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program on terminals of 20, 80 and 200 columns, in TAP. ARB_PROGRAM names the program.

Pages: every page of help, every article and word that is explained, the lists of the Laws and the
checklist, in both languages. No line is wider than the terminal, or than 100 characters, unless it is
a single word, and no control character is in it. Progress: what is drawn fits on the line, is wiped
away in the end, and does not mix with what is found.
"""
import concurrent.futures
import fcntl
import os
import pathlib
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

PROGRAM = os.environ["ARB_PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTHS = (20, 80, 200)
WIDEST = 100
# A sanitizer makes everything slower; the narrowest terminal shows most.
WALKED = WIDTHS[:1] if int(os.environ.get("ARB_TEST_SCALE", "1")) > 1 else WIDTHS
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
count = failed = 0


def report(wrong, name):
    global count, failed
    count += 1
    failed += bool(wrong)
    print("%sok %d - %s" % ("not " if wrong else "", count, name))
    for line in wrong[:10]:
        print("# " + repr(line))
    sys.stdout.flush()


class Terminal:
    """A pseudo terminal of so many columns, and a program that runs in it."""

    def __init__(self, columns, words, stdin=None, stdout=None, term="xterm"):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "LC_MESSAGES")}
        environment.update(TERM=term, LANG="C.UTF-8")
        self.process = subprocess.Popen([PROGRAM] + words, stdin=stdin or subprocess.DEVNULL,
                                        stdout=stdout or slave, stderr=slave, env=environment)
        os.close(slave)
        self.text = b""

    def read(self, seconds=60.0):
        """What it writes, for so long or up to its end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
                try:
                    piece = os.read(self.master, 65536)
                except OSError:  # the other side is closed
                    break
                if not piece:
                    break
                self.text += piece

    def end(self):
        self.read()
        self.status = self.process.wait()
        os.close(self.master)
        return self.text.decode("utf-8").replace("\r\n", "\n")


def width(line):
    return len(line) if line.isascii() else sum(not unicodedata.combining(sign) for sign in line)


def is_one_word(line):
    """Nothing in it can be broken: a word, perhaps with its number, or what a shell takes as one."""
    line = line.strip().removesuffix(" \\")
    if " " not in line:
        return True
    try:
        return len(shlex.split(line)) == 1
    except ValueError:
        return False


def too_wide(text, columns):
    limit = min(columns, WIDEST)
    wrong = ["a control character: " + text[m.start() - 20:m.end()] for m in CONTROL.finditer(text)]
    return wrong + [line for line in text.split("\n") if width(line) > limit and not is_one_word(line)]


def walk():
    commands = re.findall(r"^(?:COMMAND|SERVICE)\((\w+),", (ROOT / "apps/cli/commands.def").read_text(), re.M)
    topics = ["help", "notations", "languages", "editions", "status"]
    articles = re.findall(r'^ARTICLE\(\w+, *"([0-9A-Z.]+)"', (ROOT / "include/arbitro/articles.def").read_text(), re.M)
    lists = "".join((ROOT / "include/arbitro" / name).read_text() for name in ("glossary.def", "glossary_play.def"))
    words = re.findall(r'^TERM\(\w+, "([^"]+)", *"([^"]+)"', lists, re.M)
    glossary = [word for pair in words for word in pair]
    editions = ["fide-2023", "fide-2018", "fide-2001", "edisu-2024"]
    assert len(commands) > 10 and len(articles) > 200 and len(glossary) > 40
    pages = [["help"], ["-h"]] + [["help", name] for name in commands + topics]
    pages += [["explain"] + articles, ["explain"] + glossary, ["explain"] + [str(n) for n in range(1, 13)]]
    topics_of_almanac = re.findall(r'^TOPIC\(\w+, "(\w+)", "\w+", "(?:\[.*?)?",', (ROOT / "apps/cli/almanac_topics.def").read_text(), re.M)
    assert len(topics_of_almanac) > 12
    pages += [["almanac", "--date", "2026-01-08", name] for name in topics_of_almanac]
    pages += [["laws", "--edition", name] for name in editions]
    pages += [["laws", "--diff", a, b] for a in editions[:2] for b in editions[2:]]
    pages += [["checklist", "app-d"]]
    for columns in WALKED:
        for lang in ("en", "it"):
            wrong, lines = [], 0
            for page in pages:
                terminal = Terminal(columns, ["--lang", lang] + page)
                text = terminal.end()
                lines += text.count("\n")
                if terminal.status != 0 or not text:
                    wrong.append("%s: status %d: %s" % (page[:4], terminal.status, text[:200]))
                wrong += ["%s: %s" % (" ".join(page[:3]), line) for line in too_wide(text, columns)]
            report(wrong, "pages in %d columns, %s: %d pages, %d lines" % (columns, lang, len(pages), lines))


class Screen:
    """The lines that a terminal shows; and what was wrong on the way."""

    def __init__(self, text, columns):
        self.lines, self.wrong, self.drawn = [""], [], 0
        at = 0
        for piece in re.findall(r"\r|\n|\033\[K|[^\r\n\033]+|\033", text):
            if piece == "\r":
                at = 0
            elif piece == "\n":
                self.lines.append("")
                at = 0
            elif piece == "\033[K":
                self.lines[-1] = self.lines[-1][:at]
            elif piece == "\033":
                self.wrong.append("an unknown sequence")
            else:
                self.lines[-1] = self.lines[-1][:at] + piece + self.lines[-1][at + len(piece):]
                at += len(piece)
                if re.search(r"%$|MB$|lines$|righe$", piece):
                    self.drawn += 1
                    if at >= columns:
                        self.wrong.append("wider than the line: " + piece)


def slow_feed(terminal, pipe, pieces):
    """Gives the program its input bit by bit, so that it takes long. The last piece comes again until
    something is drawn, or for ten seconds, unless that is None: a busy machine begins late."""
    *first, last = pieces
    for piece in first:
        os.write(pipe, piece)
        terminal.read(0.25)
    late = time.monotonic() + 10
    while last and not DRAWN.search(terminal.text) and time.monotonic() < late:
        os.write(pipe, last)
        terminal.read(0.25)
    os.close(pipe)


DRAWN = re.compile(rb"MB\r|MB\033|MB$")
BAD_GAME = b'[Event "x"]\n\n1. e4 e5 2. Ke4 *\n\n'
GOOD_GAME = b'[Event "x"]\n\n1. e4 e5 *\n\n'


def stream(columns):
    """Games come slowly, two of them with an error."""
    read, write = os.pipe()
    terminal = Terminal(columns, ["pgn", "check", "-"], stdin=read)
    os.close(read)
    slow_feed(terminal, write, [BAD_GAME, GOOD_GAME, GOOD_GAME, BAD_GAME, GOOD_GAME if columns >= 10 else None])
    screen = Screen(terminal.end(), columns)
    lines = [line for line in screen.lines if line]
    wrong = screen.wrong + [line for line in lines if not re.match(r"-:\d+:\d+: game |games \d+, ", line)]
    if len(lines) != 3:
        wrong.append("not the two findings and the summary: %r" % lines)
    if (screen.drawn > 0) != (columns >= 10):
        wrong.append("drawn %d times" % screen.drawn)
    return wrong, "progress of a stream in %d columns" % columns


def bar(columns):
    with tempfile.TemporaryFile() as out:
        terminal = Terminal(columns, ["perft", "--divide", "8"], stdout=out)
        terminal.read(1.2)
        terminal.process.send_signal(signal.SIGINT)
        screen = Screen(terminal.end(), columns)
    wrong = screen.wrong + [line for line in screen.lines if line not in ("", "arbitro perft: interrupted")]
    if (screen.drawn > 0) != (columns >= 10) or terminal.status != -signal.SIGINT:
        wrong.append("drawn %d times, status %d" % (screen.drawn, terminal.status))
    return wrong, "a bar in %d columns, wiped away" % columns


def progress():
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for result in pool.map(lambda work: work[0](work[1]), [(stream, n) for n in WIDTHS + (9,)] + [(bar, 20)]):
            report(*result)


def store_bar():
    """How far a whole hall that comes in has come, and a copy of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("case"), "w", encoding="utf-8") as case:
            case.write("case one\n\n0:00 arbiter start\n")
            case.writelines('0:01 arbiter rule "%d words that make a sentence"\n' % i for i in range(80000))
        quiet = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([PROGRAM, "store", "import", path("db"), path("case")], **quiet)
        subprocess.run([PROGRAM, "store", "export", "--whole", path("whole"), path("db")], **quiet)
        for words in (["store", "import", "--whole", path("whole"), path("new")], ["store", "copy", path("db"), path("copy")],
                      ["store", "erase", "--yes", path("db"), "Nobody Whatsoever"]):
            for wish in ([], ["-q"]):
                with tempfile.TemporaryFile() as out:
                    screen = Screen(Terminal(60, wish + words, stdout=out).end(), 60)
                wrong = screen.wrong + [line for line in screen.lines if line]
                if (screen.drawn > 0) == bool(wish):
                    wrong.append("drawn %d times" % screen.drawn)
                report(wrong, " ".join(["a bar of store", words[1]] + wish))
                for name in ("new", "copy"):
                    if os.path.exists(path(name)):
                        os.remove(path(name))


def silence():
    """Nothing is drawn where nobody wants it."""
    for name, words, term in (("--quiet", ["-q"], "xterm"), ("a dumb terminal", [], "dumb")):
        read, write = os.pipe()
        terminal = Terminal(80, words + ["pgn", "check", "-"], stdin=read, term=term)
        os.close(read)
        slow_feed(terminal, write, [GOOD_GAME] * 4 + [None])
        text = terminal.end()
        report([] if re.fullmatch(r"games 4, .*\n", text) else [text], "no progress with " + name)


def reader_gone():
    """Who works for nobody stops soon, without a word."""
    pgn = GOOD_GAME * 400000
    with tempfile.NamedTemporaryFile() as fens, tempfile.NamedTemporaryFile() as games:
        fens.write(b"8/8/4k3/8/8/8/3R4/4K3 w - - 0 1\n" * 300000)
        fens.flush()
        games.write(pgn)
        games.flush()
        for words in (["perft", "9"], ["perft", "--divide", "8"], ["dead", "--batch", fens.name], ["pgn", "report", games.name],
                      ["pgn", "convert", games.name], ["pgn", "check", "--threads", "2", games.name], ["judge", str(ROOT / "tests/cases")]):
            began = time.monotonic()
            process = subprocess.Popen([PROGRAM] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, restore_signals=True)
            if words[0] in ("dead", "judge") or words[1] == "convert":
                process.stdout.readline()
            process.stdout.close()
            error = process.stderr.read()
            status = process.wait()
            took = time.monotonic() - began
            wrong = [] if status == -signal.SIGPIPE and not error and took < 5 else ["status %d after %.1f s: %r" % (status, took, error)]
            report(wrong, "nobody reads %s" % " ".join(words[:2]))


def hall_closed():
    """Whoever closes the terminal of a hall closes the hall, and not in the middle of something."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--listen", "127.0.0.1:0", "--db", folder + "/hall.arbitro", "--engine", "none"]
        terminal = Terminal(80, words)
        while b"Ctrl-C" not in terminal.text:
            terminal.read(0.1)
        terminal.process.send_signal(signal.SIGHUP)
        text = terminal.end()
        left = sorted(os.listdir(folder))
        wrong = [] if terminal.status == 0 and "hall.arbitro-wal" not in left else [terminal.status, left, text[-200:]]
        report(wrong, "a hall whose terminal is closed")


walk()
progress()
store_bar()
silence()
reader_gone()
hall_closed()
print("1..%d" % count)
sys.exit(failed > 0)
