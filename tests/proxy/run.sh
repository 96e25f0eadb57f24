#!/bin/bash
# The configurations for proxies in docs/SERVER.md, as they stand there: a game is made, watched and
# played over TLS through nginx and through Caddy. Speaks TAP. Needs what `tools/setup test` installs.
#
# Of the text only what belongs to another machine is replaced: names, ports, certificates.
set -u
cd "$(dirname "$0")/../.." || exit 1
program=${ARB_TEST_PROGRAM:-build/arbitro}
here=$(mktemp -d) || exit 1
chmod 755 "$here"
jobs_started=()
trap 'kill "${jobs_started[@]}" 2>/dev/null; wait 2>/dev/null; rm -rf "$here"' EXIT

count=0
ok() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2" && return 1; fi
}

# configuration FIRST-WORDS: the indented block of the page that begins so.
configuration() {
    awk -v first="    $1" '
        index($0, first) == 1 { inside = 1 }
        inside && /^[^ ]/ { exit }
        inside { sub(/^    /, ""); print }' docs/SERVER.md
}

# until_true SECONDS COMMAND...: waits until it succeeds.
until_true() {
    local left=$(($1 * 20))
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || return 1
        sleep 0.05
    done
}

ask() {
    curl --silent --show-error --insecure --max-time 10 --noproxy '*' \
        --resolve "chess.example.org:$port:127.0.0.1" "$@"
}

# token SEAT: its token, from the answer to a new game at standard input; codes follow there.
token() {
    sed 's/"codes".*//' | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

# through NAME: everything that a page does, by way of the proxy at $port.
through() {
    local site=https://chess.example.org:$port made arbiter watch
    until_true 10 ask --fail "$site/healthz"
    ok $? "$1: the hall answers over TLS" || sed 's/^/# /' "$here/${1,,}.log"
    ask --dump-header "$here/headers" --output /dev/null "$site/"
    grep -qi '^content-security-policy:' "$here/headers"
    ok $? "$1: the front page keeps its headers"
    made=$(ask -H 'Content-Type: application/json' \
        -d '{"time":"300+3","mode":"tournament"}' "$site/api/games")
    arbiter=$(echo "$made" | token arbiter)
    watch=$(echo "$made" | token spectator)
    [ -n "$arbiter" ] && [ -n "$watch" ]
    ok $? "$1: a game is made"
    ask --no-buffer --max-time 60 -H "Authorization: Bearer $watch" "$site/api/stream" \
        >"$here/stream.$1" 2>/dev/null &
    jobs_started+=($!)
    until_true 5 grep -q hello "$here/stream.$1"
    ok $? "$1: a stream is not held back"
    ask -H 'Content-Type: application/json' -H "Authorization: Bearer $arbiter" \
        -d '{"id":"one","event":"start"}' "$site/api/events" >"$here/answer"
    grep -q '"refused":false' "$here/answer"
    ok $? "$1: an event is heard"
    until_true 3 grep -q '"event":"start"' "$here/stream.$1"
    ok $? "$1: and reaches the stream at once"
}

# apart NAME: what limits count is the client's address, not the proxy's, whatever it writes itself;
# and pages of other sites get nothing.
apart() {
    local site=https://chess.example.org:$port status
    # so many that a class behind one address has mistyped, and one more
    for _ in {1..70}; do
        [ "${status-}" != 429 ] || break
        status=$(ask --interface "$2" -o /dev/null -w '%{http_code}' -H "X-Forwarded-For: 192.0.2.$RANDOM" \
            -H 'Content-Type: application/json' -d '{"code":"3333-4444"}' "$site/api/join")
    done
    [ "$status" = 429 ]
    ok $? "$1: wrong codes count for the client, who cannot write another address"
    status=$(ask --interface "$3" -o /dev/null -w '%{http_code}' \
        -H 'Content-Type: application/json' -d '{"code":"3333-4444"}' "$site/api/join")
    [ "$status" = 404 ]
    ok $? "$1: and for nobody else"
    status=$(ask -o /dev/null -w '%{http_code}' -H "Origin: $site" \
        -H 'Content-Type: application/json' -d '{}' "$site/api/games")
    [ "$status" = 201 ]
    ok $? "$1: our own page is heard"
    status=$(ask -o /dev/null -w '%{http_code}' -H 'Origin: https://evil.example' \
        -H 'Content-Type: application/json' -d '{}' "$site/api/games")
    [ "$status" = 403 ]
    ok $? "$1: and no page of another site"
}

# idle NAME: its stream has heard the heartbeat, which comes every fifteen seconds.
idle() {
    grep -q '^:' "$here/stream.$1"
    ok $? "$1: an idle stream stays open, with its heartbeat"
}

"$program" serve --listen 127.0.0.1:0 --db "$here/hall.arbitro" --engine none --json \
    --behind-proxy 127.0.0.1 --host chess.example.org \
    >"$here/hall.json" 2>/dev/null &
jobs_started+=($!)
until_true 10 grep -q 'http://127.0.0.1:[0-9]' "$here/hall.json" ||
    { echo "not ok 1 - the hall does not open" && exit 1; }
hall=$(sed -n 's/.*http:\/\/127.0.0.1:\([0-9]*\).*/\1/p' "$here/hall.json" | head -n 1)
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=chess.example.org \
    -keyout "$here/chess.key" -out "$here/chess.pem" 2>/dev/null

# A port that nobody uses: the system's choice would be the proxy's secret. Below those that the system gives
# to whoever connects, so that none of the programs beside this one has it by chance; and not the last one.
below=$(cut -f 1 /proc/sys/net/ipv4/ip_local_port_range)
free_port() {
    local tried=${port-0}
    until [ "$tried" != "${port-0}" ] && ! (: <"/dev/tcp/127.0.0.1/$tried") 2>/dev/null; do
        tried=$((10000 + (RANDOM * 32768 + RANDOM) % (below - 10000)))
    done
    port=$tried
}

free_port
{
    echo "daemon off; pid $here/nginx.pid; error_log $here/nginx.log; worker_processes 1;"
    echo "events { }"
    echo "http { access_log off; client_body_temp_path $here; proxy_temp_path $here;"
    echo "fastcgi_temp_path $here; uwsgi_temp_path $here; scgi_temp_path $here;"
    configuration 'server {' | sed "s|443 ssl|127.0.0.1:$port ssl|; s|/etc/ssl/|$here/|; s|:8080|:$hall|"
    echo "}"
} >"$here/nginx.conf"
PATH=$PATH:/usr/sbin nginx -e "$here/nginx.log" -c "$here/nginx.conf" >/dev/null 2>&1 &
jobs_started+=($!)
through nginx
apart nginx 127.0.0.21 127.0.0.22

free_port
{
    echo "{"
    echo "  admin off"
    echo "  auto_https disable_redirects"
    echo "  local_certs"
    echo "  skip_install_trust"
    echo "}"
    configuration 'chess.example.org {' |
        sed "s|^chess.example.org|https://chess.example.org:$port|; s|:8080|:$hall|"
} >"$here/Caddyfile"
XDG_DATA_HOME=$here XDG_CONFIG_HOME=$here HOME=$here \
    caddy run --config "$here/Caddyfile" --adapter caddyfile >"$here/caddy.log" 2>&1 &
jobs_started+=($!)
through Caddy
apart Caddy 127.0.0.23 127.0.0.24

sleep 17
idle nginx
idle Caddy

echo "1..$count"
