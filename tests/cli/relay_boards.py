#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`arbitro relay` and the boards of a round, in TAP: which of them a line sends, when all are over, and which the
broadcast has taken."""
import json
import sys

from relay_http import boards_of, games, holds, main, same, taken, wait


def game(white, *, result="*", moves="", **tags):
    """One game; `white` is the number by which it is known here, tags those that it has beside."""
    lines = [("Event", "Club"), ("White", f"White {white}"), ("Black", f"Black {white}"), ("Result", result), *tags.items()]
    return "\n".join(f'[{name} "{value}"]' for name, value in lines) + f"\n\n{moves}{result}\n\n"


def tell(site, entries):
    """The broadcast answers every push with these."""
    site.broadcast = lambda path, body: (200, {}, json.dumps({"games": entries}))


def entry(round_, moves=0, **more):
    return {"tags": {"Round": f"1.{round_}"}, **(more or {"moves": moves})}


# ---- which boards


def sends(site, boards):
    """What a line with these boards sends; None when it finds nothing."""
    site.pushes.clear()
    site.broadcast = lambda path, body: (200, {}, json.dumps({"games": [{"id": "a"}] * len(boards_of(body))}))
    site.write("rounds", f"1 {boards} {site.base}/push\n")
    done = site.once(rounds=True)
    nothing = "the hall has nothing there" in done.said
    same((done.returncode, not site.pushes), (1, True) if nothing else (0, False))
    return [board for _, body in site.pushes for board in boards_of(body)] if site.pushes else None


def test_boards_are_those_that_the_games_name(site):
    by_board = "".join(game(i, Round=f"1.{i}", Board=i) for i in range(21, 27))
    by_round = "".join(game(i, Round=f"1.{i}") for i in range(21, 27))
    for site.text in (by_board, by_round):
        same(sends(site, "21-22"), [21, 22])
        same(sends(site, "26"), [26])
        same(sends(site, "24-"), [24, 25, 26])
        same(sends(site, "1-21"), [21])
        for none in ("2-3", "1", "20", "27-", "27-30"):
            same(sends(site, none), None)


def test_a_game_that_names_no_board_is_counted(site):
    for tags in ({}, {"Round": "1"}, {"Round": "?"}, {"Round": "1."}, {"Round": "1.x"}, {"Board": "0"}, {"Board": "-7"},
                 {"Board": ""}, {"Board": "7 "}, {"Board": "99999999999"}, {"Board": "4294967298"}):
        site.text = "".join(game(i, **tags) for i in range(1, 5))
        same(sends(site, "2-3"), [2, 3])
        same(sends(site, "5-"), None)
    site.text = game(1) + game(7, Board=7) + game(3)
    same(sends(site, "3"), [3])
    # the tag says it, whatever a round or a comment may say
    site.text = game(1, Board=5, Round="1.99") + game(2, Round="1.2", moves='{\n[Board "6"]\n} ')
    same(sends(site, "5"), [1])
    same(sends(site, "2"), [2])
    same(sends(site, "6-"), None)


def test_lists_with_holes(site):
    for order in ((1, 2, 5, 9), (9, 2, 5, 1)):
        site.text = "".join(game(i, Round=f"1.{i}", Board=i) for i in order)
        same(sends(site, "2-5"), [2, 5])
        same(sends(site, "3-4"), None)
        same(sends(site, "6-"), [9])
        same(sends(site, "1-9"), list(order))
    # several pushes of them are told by their boards, and each goes whole
    numbers = [*range(21, 121), *range(150, 180)]
    site.text = "".join(game(i, Board=i) for i in numbers)
    site.broadcast = lambda path, body: (400, {}, '{"error":"no"}')
    holds(site.once().said, "no; boards 21 to 120\n", "no; boards 150 to 179\n")
    same(json.loads(site.once("--json").stdout.split("\n")[1])["boards"], "150-179")
    site.write("rounds", f"1 40- {site.base}/push\n")
    site.pushes.clear()
    holds(site.once(rounds=True).said, "no; boards 40 to 168\n", "no; boards 169 to 179\n")
    same([board for _, body in site.pushes for board in boards_of(body)], numbers[19:])


# ---- the end of a round


def is_over(site, text):
    site.text = text
    return "over, and all of it was taken\n" in site.once().said


def test_an_annulled_game_is_over(site):
    annulled = game(2, Termination="abandoned")
    assert is_over(site, game(1, result="1-0") + annulled)
    assert is_over(site, annulled)
    assert is_over(site, game(1, result="1-0", Termination="abandoned"))
    for still in (game(1), game(1, Termination="unterminated"), game(1, Termination="abandoned early"),
                  game(1, moves='{\n[Termination "abandoned"]\n} '), game(1, Terminations="abandoned")):
        assert not is_over(site, annulled + still), still
        assert not is_over(site, still + annulled), still
    # the result of one in a comment is not its own
    assert is_over(site, game(1, result="1-0", moves='{\n[Result "*"]\n} '))


def test_a_game_in_its_place_is_sent(site):
    site.text = game(1, Termination="abandoned")
    state = ["--state", site.at("state")]
    same(site.once(*state).returncode, 0)
    same((site.once(*state).returncode, len(site.pushes)), (0, 1))
    site.text = game(1, moves="1. e4 ")
    same((site.once(*state).returncode, len(site.pushes)), (0, 2))


# ---- what was taken


def test_each_game_of_a_push_is_taken_once(site):
    site.text = games(12)
    tell(site, [entry(i, 2) for i in range(1, 18)])
    done = site.once()
    same(done.returncode, 0)
    holds(done.said, "games sent: 12, taken: 12, moves: 24\n", "entries of the answer beyond the games sent: 5\n")
    holds(site.once(language="it").said, "voci della risposta oltre alle partite mandate: 5\n")
    told = json.loads(site.once("--json").stdout)
    same((told["sent"], told["taken"], told["extra"], told["moves"]), (12, 12, 5, 24))


def test_others_do_not_stand_for_those_of_which_nothing_is_said(site):
    site.text = games(12)
    state = ["--state", site.at("state")]
    for entries, good in (
            ([entry(i) for i in range(7, 24)], 6),  # others
            ([entry(1)] * 17, 1),  # one again and again
            ([entry(i) for i in range(101, 113)], 0),
            ([{"tags": {"Board": str(i)}} for i in range(101, 113)], 12)):  # no board was told
        tell(site, entries)
        site.pushes.clear()
        done = site.once(*state)
        same(done.returncode, 0 if good == 12 else 1)
        holds(done.said, f"games sent: 12, taken: {good}, ")
        if good < 12:
            holds(done.said, f"games of which the answer says nothing: {12 - good}\n",
                  f"entries of the answer beyond the games sent: {len(entries) - good}\n")
        # what was not taken is not remembered
        site.once(*state)
        same(len(site.pushes), 1 if good == 12 else 2)


def test_games_are_known_by_their_boards(site):
    site.text = "".join(game(i, Round="1", Board=i) for i in range(1, 4))
    named = [{"tags": {"Round": "1", "Board": str(i)}, "moves": i} for i in (3, 1, 3)]
    tell(site, named)
    holds(site.once().said, "games sent: 3, taken: 2, moves: 4\n", "says nothing: 1\n", "beyond the games sent: 1\n")
    # who says Board alone, Round alone, or neither, is believed as far as that goes
    for entries in ([{"tags": {"Board": str(i)}} for i in (1, 2, 3)], [{"tags": {"Round": "1"}}] * 3, [{"id": "a"}] * 3,
                    [{"tags": {"Round": "?", "Board": "-", "White": "A"}}] * 3, [{"tags": {}}, *named[:2]]):
        tell(site, entries)
        done = site.once()
        same(done.returncode, 0)
        holds(done.said, "games sent: 3, taken: 3, ")
        assert "beyond the games" not in done.said, done.said


def test_what_is_refused_once_is_refused(site):
    site.text = games(2)
    for entries in ([entry(1, 3), entry(2), entry(1, error="Doubled")], [entry(1, error="Doubled"), entry(2), entry(1, 3)]):
        tell(site, entries)
        done = site.once()
        same(done.returncode, 1)
        holds(done.said, "not taken: 1.1, ? - ?: Doubled\n", "games sent: 2, taken: 1, moves: 0\n", "beyond the games sent: 1\n")


def test_the_answer_of_a_part_is_about_that_part(site):
    site.text = games(130)
    site.broadcast = lambda path, body: taken(games(130))
    done = site.once()
    same(done.returncode, 0)
    holds(done.said, "games sent: 100, taken: 100, ", "games sent: 30, taken: 30, ", "beyond the games sent: 30\n",
          "beyond the games sent: 100\n")


# ---- once, and nothing is there


def test_nothing_there_is_no_success(site):
    site.write("rounds", f"1 2-3 {site.base}/push\n")
    for site.hall in (site.hall, lambda path: (404, {}, "{}")):
        done = site.once(rounds=True)
        same((done.returncode, done.stderr, site.pushes), (1, "", []))
        holds(done.stdout, "club/round-1 (2-3): the hall has nothing there\n")
        holds(site.once(rounds=True, language="it").stdout, "club/round-1 (2-3): la sala non vi ha niente\n")
        told = json.loads(site.once("--json", rounds=True).stdout)
        same(sorted(told), ["nothing", "round", "time"])
    # nor when others are there; who goes on waits for it
    site.write("rounds", f"1 1 {site.base}/push\n1 2- {site.base}/push/2\n")
    site.hall = lambda path: (200, {}, site.text)
    same((site.once(rounds=True).returncode, len(site.pushes)), (1, 1))
    with site.running(rounds=True) as said:
        wait(lambda: any("club/round-1 (2-): the hall has nothing there yet; it is waited for\n" in line for line in said))


if __name__ == "__main__":
    sys.exit(main(globals()))
