#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`arbitro relay` between a hall and a broadcast that are made here, in TAP: pushes that are refused, limits,
rubbish, proxies, and files that must not be overwritten."""
import contextlib
import email.utils
import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.environ["ARB_PROGRAM"]
TOKEN = "lip_secretOfTheBroadcast"
LONG_S = 60


def games(count, moves="", first=1):
    """A file of so many games; `moves` are those of the last."""
    last = first + count - 1
    return "\n\n".join(f'[Event "Club"]\n[Round "1.{i}"]\n[White "White {i}"]\n[Black "Black {i}"]\n[Result "*"]\n\n'
                       f'{moves if i == last else ""}*' for i in range(first, last + 1)) + "\n"


def boards_of(push):
    return [int(line[14:-2]) for line in push.splitlines() if line.startswith('[White "White ')]


def taken(push):
    return 200, {}, json.dumps({"games": [{"tags": {"Round": f"1.{i}"}, "moves": 0} for i in boards_of(push)]})


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, headers, text):
        body = text if isinstance(text, bytes) else text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.server.gets.append(self.path)
        self.answer(*self.server.hall(self.path))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.pushes.append((self.path, body))
        self.answer(*self.server.broadcast(self.path, body))

    def log_message(self, *_):
        pass


class Site(http.server.ThreadingHTTPServer):
    """A hall and a broadcast at one address; both are functions, which a test puts in their place."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.gets, self.pushes = [], []
        self.text = games(1)
        self.hall = lambda path: (200, {"ETag": f'"{hash(self.text)}"'}, self.text)
        self.broadcast = lambda path, body: taken(body)
        self.folder = tempfile.mkdtemp()
        self.write("token", TOKEN + "\n")
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the relay may hang up

    def close(self):
        self.shutdown()
        self.server_close()
        shutil.rmtree(self.folder)

    def at(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.at(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.at(name), encoding="utf-8") as file:
            return file.read()

    def command(self, *more, rounds=False, language="en"):
        to = ["--rounds", self.at("rounds")] if rounds else [self.base + "/push"]
        return [PROGRAM, "relay", "--lang", language, "--token-file", self.at("token"),
                self.base + "/live/club" + ("" if rounds else "/round-1"), *to, *more]

    def once(self, *more, rounds=False, language="en", **env):
        """Looks and sends once: what became of it, with all that was said."""
        done = subprocess.run(self.command("--once", *more, rounds=rounds, language=language), capture_output=True,
                              env={**os.environ, **env}, text=True, timeout=LONG_S, check=False)
        done.said = done.stdout + done.stderr
        assert TOKEN not in done.said
        return done

    @contextlib.contextmanager
    def running(self, *more, rounds=False):
        with subprocess.Popen(self.command("--interval", "2", *more, rounds=rounds), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True) as process:
            said = []
            threading.Thread(target=lambda: said.extend(process.stdout), daemon=True).start()
            try:
                yield said
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(LONG_S)


def wait(condition):
    until = time.monotonic() + LONG_S
    while not condition():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def same(found, wanted):
    assert found == wanted, f"expected {wanted!r}, found {found!r}"


def holds(text, *wanted):
    for one in wanted:
        assert one in text, f"expected {one!r} in {text!r}"


# ---- pushes of a round, one of which is refused


def refuse_first(status, more=None):
    return lambda path, body: (status, more or {}, '{"error":"no"}') if 1 in boards_of(body) else taken(body)


def test_a_push_that_is_refused_holds_up_no_other(site):
    for status in (400, 413, 422):
        site.pushes.clear()
        site.text, site.broadcast = games(130), refuse_first(status)
        state = ["--state", site.at(f"state-{status}")]
        done = site.once(*state)
        same(done.returncode, 1)
        same([len(boards_of(body)) for _, body in site.pushes], [100, 30])
        holds(done.said, f"the broadcast answers {status}: no; boards 1 to 100\n", "games sent: 30, taken: 30")
        # what was taken is remembered, what was not is sent again
        done = site.once(*state, "--json")
        same((done.returncode, len(site.pushes)), (1, 3))
        told = json.loads(done.stdout)
        same((told["boards"], told["status"]), ("1-100", status))
        site.broadcast = lambda path, body: taken(body)
        same((site.once(*state).returncode, len(site.pushes)), (0, 4))
        same((site.once(*state).returncode, len(site.pushes)), (0, 4))


def test_what_concerns_the_whole_address_does(site):
    for status in (401, 403, 404, 405, 410, 429, 500, 503):
        site.pushes.clear()
        site.text, site.broadcast = games(130), refuse_first(status)
        done = site.once()
        same((done.returncode, len(site.pushes)), (1, 1))
        holds(done.said, f"the broadcast answers {status}: no; boards 1 to 100")


def test_a_refused_push_waits_longer_each_time_and_others_do_not(site):
    site.text, site.broadcast = games(130), refuse_first(400)
    with site.running() as said:
        for i in range(4):
            site.text = games(130, f"{i + 1}. Nf3 Nf6 ")
            wait(lambda i=i: any(f"{i + 1}. Nf3" in body for _, body in list(site.pushes)))
        wait(lambda: sum(1 in boards_of(body) for _, body in list(site.pushes)) >= 3)
        site.broadcast = lambda path, body: taken(body)
        wait(lambda: any("games sent: 100, taken: 100" in line for line in said))
    holds("".join(said), "boards 1 to 100; once more in 2 s", "boards 1 to 100; once more in 4 s",
          "boards 1 to 100; once more in 8 s")


def test_no_failure_of_one_push_holds_up_the_others_for_ever(site):
    site.text, site.broadcast = games(130), refuse_first(500)
    with site.running() as said:
        wait(lambda: any("games sent: 30, taken: 30" in line for line in said))


# ---- what the broadcast answers


def test_any_bytes_are_told(site):
    site.broadcast = lambda path, body: (500, {}, "è stato rifiutato".encode("latin-1"))
    holds(site.once().said, 'the broadcast answers 500: "\\xe8 stato rifiutato"')
    same(json.loads(site.once("--json").stdout)["answer"], '"\\xe8 stato rifiutato"')


def test_only_games_count_as_taken(site):
    site.text = games(4)
    for found, good in (([1, None, "x", {}], 0), ([[], {"tags": 1}, {"moves": 3}, {"tags": {}, "moves": 3}], 1)):
        site.broadcast = lambda path, body, found=found: (200, {}, json.dumps({"games": found}))
        done = site.once()
        same(done.returncode, 1)
        holds(done.said, f"taken: {good}, ", f"entries of the answer that are no games: {4 - good}\n")
        holds(site.once(language="it").said, f"voci della risposta che non sono partite: {4 - good}\n")
        same(json.loads(site.once("--json").stdout)["taken"], good)
    site.broadcast = lambda path, body: (200, {}, json.dumps({"games": [{"id": "a"}] * 4}))
    same(site.once().returncode, 0)
    site.broadcast = lambda path, body: (200, {}, json.dumps({"games": [{"tags": {}, "moves": 2**63 - 1}] * 4}))
    holds(site.once().said, "taken: 4, moves: 0\n")


def test_what_the_hall_gives_is_told_like_everything(site):
    for page in ("<html>\nLog in</html>", "", games(1).replace("Event", "Site"), games(4200)):
        site.hall = lambda path, page=page: (200, {}, page)
        done = site.once()
        same((done.returncode, done.stderr, site.pushes), (1, "", []))
        holds(done.stdout, " club/round-1: what the hall gave holds no games, or too many" + (": " if page else "\n"))
        done = site.once("--json", language="it")
        told = json.loads(done.stdout)
        same((done.stderr, told["round"], told["failed"], told["status"]), ("", "club/round-1", "la sala", 200))
        same(told["answer"], page.split("\n", maxsplit=1)[0])
        same(sorted(told), ["answer", "failed", "round", "status", "time", "trouble", "wait"])
    site.write("rounds", f"1 101- {site.base}/push\n")
    site.hall = lambda path: (200, {}, "<html>\nLog in</html>")
    holds(site.once(rounds=True).said, "club/round-1 (101-): what the hall gave holds no games, or too many: <html>")


# ---- limits


def wait_told(site, retry_after):
    site.broadcast = lambda path, body: (429, {"Retry-After": retry_after}, '{"error":"Too many"}')
    return site.once()


def test_retry_after_is_read_in_every_form(site):
    holds(wait_told(site, "9" * 30).said, "it asks to be left alone for 3600 s\n")
    holds(wait_told(site, "3601").said, "it asks to be left alone for 3600 s\n")
    holds(wait_told(site, "77").said, "it asks to be left alone for 77 s\n")
    for form in ("%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"):
        said = wait_told(site, time.strftime(form, time.gmtime(time.time() + 300))).said
        holds(said, "it asks to be left alone for ")
        left = int(said.split("left alone for ")[1].split()[0])
        assert 200 < left <= 300, said
    for none in ("soon", email.utils.formatdate(time.time() - 60, usegmt=True)):
        assert "left alone" not in wait_told(site, none).said


def limit_both(site):
    """The first round is limited for long, the second, whose push was on its way, for a moment."""
    limited = threading.Event()

    def answer(path, _):
        if path == "/push/1":
            wait(lambda: len(site.pushes) == 2)
            threading.Timer(0.5, limited.set).start()
            return 429, {"Retry-After": "300"}, '{"error":"long"}'
        limited.wait(LONG_S)
        return 429, {"Retry-After": "1"}, '{"error":"short"}'

    site.broadcast = answer
    site.write("rounds", f"1 {site.base}/push/1\n2 {site.base}/push/2\n")


def test_a_longer_limit_stays_in_force(site):
    limit_both(site)
    state = ["--state", site.at("state")]
    with site.running(*state, rounds=True) as said:
        wait(lambda: any("short" in line for line in said))
        time.sleep(5)
        same(len(site.pushes), 2)
        holds("".join(said), "long; once more in 300 s", "short; once more in ")
        left = int("".join(said).split("short; once more in ")[1].split()[0])
        assert 200 < left <= 300, said
    # nor is it forgotten by who begins anew, of this site alone
    site.broadcast = lambda path, body: taken(body)
    done = site.once(*state, rounds=True)
    same((done.returncode, len(site.pushes)), (1, 2))
    holds(done.said, "a limit of the broadcast is still in force; it asks to be left alone for 2")
    holds(site.once(*state, language="it").said, "un limite della trasmissione è ancora in vigore; chiede di aspettare 2")
    told = json.loads(site.once(*state, "--json").stdout)
    assert told["status"] == 429 and 200 < told["wait"] <= 300, told
    kept = json.loads(site.read("state"))
    site.write("state", json.dumps({**kept, "limit": {**kept["limit"], "until": int(time.time()) + 10**9}}))
    assert json.loads(site.once(*state, "--json").stdout)["wait"] <= 3600
    site.write("state", json.dumps({**kept, "limit": {**kept["limit"], "site": "https://b.example.org"}}))
    same(site.once(*state, rounds=True).returncode, 0)
    site.write("state", json.dumps({**kept, "limit": {**kept["limit"], "until": int(time.time())}}))
    same(site.once(*state, rounds=True).returncode, 0)
    assert "limit" not in json.loads(site.read("state"))


# ---- the list


def test_a_round_that_is_taken_off_the_list_keeps_nobody_waiting(site):
    silent = threading.Event()

    def answer(path, body):
        if path == "/push/1":
            silent.wait(LONG_S)
        return taken(body)

    site.broadcast = answer
    site.write("rounds", f"1 {site.base}/push/1\n")
    with site.running("--timeout", "60000", rounds=True):
        wait(lambda: site.pushes)
        began = time.monotonic()
        site.write("rounds", f"2 {site.base}/push/2\n")
        wait(lambda: any(path == "/push/2" for path, _ in list(site.pushes)))
        assert time.monotonic() - began < 20, "it waited for the round that nobody wants"
        silent.set()


# ---- files


def test_a_state_takes_the_place_of_no_other_file(site):
    pem = "-----BEGIN CERTIFICATE-----\n"
    texts = {"token": TOKEN + "\n", "rounds": f"1 {site.base}/push\n", "ca": pem, "list": "[]", "number": "7",
             "other": '{"rounds":[1]}', "games": games(1), "object": "{}", "half": '{"other":'}
    for name, text in texts.items():
        site.write(name, text)
    for name, text in texts.items():
        for way in (site.at(name), os.path.join(site.folder, ".", name), site.at("link")):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(site.at("link"))
            os.symlink(name, site.at("link"))
            done = site.once("--state", way, "--ca-file", site.at("ca"), rounds=True)
            same((done.returncode, site.pushes, site.read(name)), (2, [], text))
            what = {"token": "this is the file of --token-file", "rounds": "this is the file of --rounds",
                    "ca": "this is the file of --ca-file"}.get(name, "this is no state of a relay")
            holds(done.said, what, "expected a file of its own")
    os.link(site.at("token"), site.at("hard"))
    holds(site.once("--state", site.at("hard")).said, "this is the file of --token-file")
    holds(site.once("--state", site.at("token"), language="it").said, "questo è il file di --token-file")
    holds(site.once("--state", site.at("ca"), language="it").said, "questo non è uno stato di arbitro relay")
    same(site.once("--state", site.folder).returncode, 2)
    site.write("empty", "")
    for name in ("empty", "new"):
        same(site.once("--state", site.at(name)).returncode, 0)
    same(site.once("--state", "/dev/null").returncode, 0)


def test_a_state_that_is_damaged_is_kept_aside(site):
    state = ["--state", site.at("state")]
    same(site.once(*state).returncode, 0)
    whole = site.read("state")
    for size in (1, 5, len(whole) // 2, len(whole) - 1):
        site.write("state", whole[:size])
        site.pushes.clear()
        done = site.once(*state)
        same((done.returncode, len(site.pushes)), (0, 1))
        holds(done.stderr, f"{site.at('state')}: this is damaged, and stands now in {site.at('state')}.bad: ")
        same((site.read("state.bad"), site.read("state")), (whole[:size], whole))
        same((site.once(*state).stderr, len(site.pushes)), ("", 1))
    # what an earlier version wrote is good
    site.write("state", json.dumps({**json.loads(whole)["rounds"][0]}))
    same((site.once(*state).stderr, len(site.pushes)), ("", 1))


# ---- a proxy


def test_nothing_for_this_machine_goes_through_a_proxy(site):
    seen = []
    listener = socket.create_server(("127.0.0.1", 0))

    def proxy():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                seen.append(connection.recv(65536))
                connection.sendall(b"HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n")

    threading.Thread(target=proxy, daemon=True).start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    for name in ("http_proxy", "all_proxy", "ALL_PROXY"):
        done = site.once(**{name: address, "no_proxy": "", "NO_PROXY": ""})
        same((done.returncode, seen), (0, []))
    same(len(site.pushes), 3)
    # an address elsewhere does, which shows that the proxy is one; encrypted, it sees no token
    command = [PROGRAM, "relay", "--once", "--token-file", site.at("token"), site.base + "/live/club/round-1",
               "https://b.example.org/push"]
    subprocess.run(command, env={**os.environ, "https_proxy": address, "no_proxy": "", "NO_PROXY": ""},
                   capture_output=True, timeout=LONG_S, check=False)
    assert seen and seen[0].startswith(b"CONNECT b.example.org:443 "), seen
    assert not any(TOKEN.encode() in one for one in seen)
    listener.close()


def main(names):
    """Runs the tests among these names."""
    tests = [value for name, value in names.items() if name.startswith("test_") and
             (len(sys.argv) < 2 or sys.argv[1] in name)]
    failed = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        site, why = Site(), None
        try:
            test(site)
        except Exception as error:  # pylint: disable=broad-except
            why = f"# {type(error).__name__}: {error}"
        site.close()
        failed += why is not None
        print(f"{'not ok' if why else 'ok'} {number} - {test.__name__[5:].replace('_', ' ')}", flush=True)
        if why:
            print(why.replace("\n", "\n# "), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(globals()))
