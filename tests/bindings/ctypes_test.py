#!/usr/bin/env python3
"""The library as a Python program sees it, through ctypes and nothing else. Prints TAP.

Usage: ctypes_test.py LIBRARY
"""
import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_size_t, c_uint8, c_uint16, c_uint64, c_void_p, create_string_buffer

INITIAL = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OK, SYNTAX, STATE = 0, 3, 5
BLACK, KNIGHT, STANDARD = 1, 1, 0

Pos = c_uint64 * 32  # room enough for an arb_pos; what is in it is the library's business


class Move(ctypes.Structure):
    _fields_ = [("bits", c_uint16)]


lib = ctypes.CDLL(sys.argv[1])
lib.arb_pos_from_fen.argtypes = [POINTER(Pos), c_void_p, c_void_p, c_char_p, c_size_t]
lib.arb_pos_fen.argtypes = [c_char_p, c_size_t, POINTER(Pos)]
lib.arb_pos_fen.restype = c_size_t
lib.arb_pos_moves.argtypes = [POINTER(Move), POINTER(Pos)]
lib.arb_pos_moves.restype = c_size_t
lib.arb_pos_play.argtypes = [POINTER(Pos), POINTER(Pos), Move]
lib.arb_uci_read.argtypes = [POINTER(Move), c_void_p, POINTER(Pos), c_char_p, c_size_t]
lib.arb_uci_write.argtypes = [c_char_p, c_size_t, Move, ctypes.c_int]
lib.arb_pgn_pull_text.argtypes = [POINTER(c_void_p), c_void_p, c_void_p, c_char_p, c_size_t]
lib.arb_pgn_pull_next.argtypes = [POINTER(c_void_p), c_void_p]
lib.arb_pgn_pull_free.argtypes = [c_void_p]
lib.arb_pgn_game_tag.argtypes = [c_void_p, c_char_p]
lib.arb_square_read.argtypes = [c_char_p, c_size_t]
lib.arb_square_read.restype = lib.arb_square_file.restype = lib.arb_piece_of.restype = c_uint8
lib.arb_piece_letter.restype = ctypes.c_char
for name in ("arb_pgn_game_tag", "arb_colour_word", "arb_version"):
    getattr(lib, name).restype = c_char_p


def position(fen):
    pos = Pos()
    assert lib.arb_pos_from_fen(byref(pos), None, None, fen, len(fen)) == OK
    return pos


def fen_of(pos):
    text = create_string_buffer(160)
    lib.arb_pos_fen(text, len(text), byref(pos))
    return text.value


def moves_of(pos):
    moves, text = (Move * 416)(), create_string_buffer(6)
    names = []
    for move in moves[: lib.arb_pos_moves(moves, byref(pos))]:
        lib.arb_uci_write(text, len(text), move, STANDARD)
        names.append(text.value.decode())
    return sorted(names)


def play(pos, text):
    move = Move()
    err = lib.arb_uci_read(byref(move), None, byref(pos), text, len(text))
    if err == OK:
        lib.arb_pos_play(byref(pos), byref(pos), move)
    return err


def test_a_fen_reads_back():
    assert fen_of(position(INITIAL)) == INITIAL


def test_legal_moves_have_names():
    assert len(moves_of(position(INITIAL))) == 20
    assert moves_of(position(b"4k3/8/8/8/8/8/7P/4K2R w K - 0 1")) == (
        "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h2h3 h2h4".split())


def test_moves_are_played():
    pos = position(INITIAL)
    for text in (b"e2e4", b"e7e5", b"g1f3", b"b8c6", b"f1b5", b"a7a6", b"e1h1"):
        assert play(pos, text) == OK
    assert fen_of(pos) == b"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"
    assert play(pos, b"a6a4") == STATE
    assert play(pos, b"nonsense") == SYNTAX


def test_games_are_pulled():
    text = b'[White "Anna"]\n\n1. e4 *\n\n[White "Bruno"]\n\n1. d4 *\n'
    pull, game, names = c_void_p(), c_void_p(), []
    assert lib.arb_pgn_pull_text(byref(pull), None, None, text, len(text)) == OK
    while lib.arb_pgn_pull_next(byref(game), pull) == OK and game:
        names.append(lib.arb_pgn_game_tag(game, b"White"))
    lib.arb_pgn_pull_free(pull)
    assert names == [b"Anna", b"Bruno"]


def test_names_and_what_headers_define_inline():
    assert lib.arb_square_file(lib.arb_square_read(b"e4", 2)) == 4
    assert lib.arb_piece_letter(lib.arb_piece_of(BLACK, KNIGHT)) == b"n"
    assert lib.arb_colour_word(BLACK) == b"black"
    assert lib.arb_version().count(b".") == 2


tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
print(f"1..{len(tests)}")
for number, test in enumerate(tests, 1):
    try:
        test()
        print(f"ok {number} - {test.__name__}")
    except AssertionError as failure:
        print(f"not ok {number} - {test.__name__}\n# line {failure.__traceback__.tb_next.tb_lineno}")
