#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`arbitro relay` over TLS, in TAP: a hall and a broadcast with a certificate of an authority that is
made here. Whoever is not vouched for, or answers under another name, is sent nothing."""
import http.server
import os
import ssl
import subprocess
import sys
import tempfile
import threading

PROGRAM = os.environ["ARB_PROGRAM"]
TOKEN = "lip_secretOfTheBroadcast"
GAME = '[Event "Club"]\n[White "Anna"]\n[Black "Bruno"]\n[Result "*"]\n\n1. e4 *\n'
pushes = []


class Both(http.server.BaseHTTPRequestHandler):
    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer("application/x-chess-pgn; charset=utf-8", GAME)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        pushes.append((self.headers.get("Authorization"), body.decode()))
        self.answer("application/json", '{"games":[{"tags":{},"moves":1}]}')

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # who does not believe us hangs up


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def certificates(folder):
    """An authority, a certificate of it for localhost, and another authority."""
    at = lambda name: os.path.join(folder, name)
    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", at(name + ".key"), "-out", at(name + ".pem"))
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
            "-keyout", at("hall.key"), "-out", at("hall.csr"))
    with open(at("names"), "w", encoding="ascii") as file:
        file.write("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", at("hall.csr"), "-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial",
            "-days", "2", "-extfile", at("names"), "-out", at("hall.pem"))
    return at


def relay(host, port, *more, language="en"):
    base = f"https://{host}:{port}"
    command = [PROGRAM, "relay", "--once", "--lang", language, f"{base}/live/club/round-1", f"{base}/push", *more]
    return subprocess.run(command, env={**os.environ, "ARBITRO_RELAY_TOKEN": TOKEN}, capture_output=True, text=True,
                          timeout=60, check=False)


def main():
    results = []

    def check(good, what, done):
        results.append(good)
        print(f"{'ok' if good else 'not ok'} {len(results)} - {what}")
        if not good:
            print(f"# status {done.returncode}: {done.stdout!r} {done.stderr!r} pushes {pushes!r}")

    with tempfile.TemporaryDirectory() as folder:
        at = certificates(folder)
        server = Server(("127.0.0.1", 0), Both)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(at("hall.pem"), at("hall.key"))
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]

        done = relay("localhost", port, "--ca-file", at("ca.pem"))
        check(done.returncode == 0 and len(pushes) == 1, "an authority that is named is believed", done)
        check(pushes[:1] == [(f"Bearer {TOKEN}", GAME)], "the token and the game arrive", done)
        check(TOKEN not in done.stdout + done.stderr, "the token is told to nobody else", done)
        pushes.clear()
        for what, host, more in (
            ("an authority that nobody knows", "localhost", []),
            ("another authority than the one that is named", "localhost", ["--ca-file", at("other.pem")]),
            ("a certificate for another name", "127.0.0.1", ["--ca-file", at("ca.pem")]),
        ):
            for language, words in (("en", "does not answer"), ("it", "non risponde")):
                done = relay(host, port, *more, language=language)
                said = done.stdout + done.stderr
                good = done.returncode == 1 and words in said and ("certificate" in said or "subject name" in said)
                check(good and not pushes and TOKEN not in said, f"{what} is refused ({language})", done)
        done = relay("localhost", port, "--ca-file", at("nothing.pem"))
        check(done.returncode != 0 and not pushes, "a file of authorities that is not there", done)
        server.shutdown()
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
