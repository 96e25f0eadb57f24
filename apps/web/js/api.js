/* SPDX-License-Identifier: MIT */
/*
 * Requests to the server. The token stands in the fragment of the page's address, so that no
 * request line, log or referrer ever shows it; it travels as a bearer token.
 */

/** An answer that is no success; `status` 0 when there was none at all. */
export class ApiError extends Error {
    /**
     * @param {number} status
     * @param {string} code
     * @param {import("./types.js").Bilingual|null} text
     * @param {number} retry  seconds after which to try again, 0 when not said
     * @param {any} body
     */
    constructor(status, code, text, retry, body) {
        super(`${status} ${code}`);
        this.status = status;
        this.code = code;
        this.text = text;
        this.retry = retry;
        this.body = body;
    }

    /** Whether the same request may succeed later without any change. */
    get passing() {
        return this.status === 0 || this.status === 429 || this.status >= 500;
    }
}

/** The token of this page; empty when the address has none. */
export function token() {
    return location.hash.replace(/^#/, "");
}

/** @param {string} name */
export function numberInAddress(name) {
    const text = new URLSearchParams(location.search).get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The number of the game in the address: the desk's token opens every game. */
export function gameNumber() {
    return numberInAddress("game");
}

/** Where a game is asked for. @param {number|null} game  for the desk */
export function gamePath(game) {
    return game === null ? "/api/game" : `/api/game?game=${game}`;
}

/** The number of a public game that somebody wants to look on at, who has no token yet. */
export function watchNumber() {
    return token() === "" ? numberInAddress("watch") : null;
}

/** A random name for an action, so that sending it twice counts once. Needs no secure context. */
export function clientId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string|null} key @param {Record<string, string>} [more] */
export function headersFor(key, more = {}) {
    return key ? { Authorization: `Bearer ${key}`, ...more } : more;
}

/** What an answer that is no success says. @param {Response} response */
export async function failure(response) {
    let body = null;
    try {
        body = await response.json();
    } catch {
        /* a proxy may answer in its own words */
    }
    const retry = Number(response.headers.get("Retry-After")) || 0;
    return new ApiError(response.status, body?.error ?? "unknown", body?.text ?? null, retry, body);
}

/**
 * Sends a request and gives the response, or throws an ApiError.
 * @param {string} path
 * @param {{key?: string|null, body?: unknown, timeout?: number}} [options]  with a body it is a POST
 * @returns {Promise<Response>}
 */
export async function request(path, { key = null, body, timeout = 15000 } = {}) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeout);
    let response;
    try {
        response = await fetch(path, {
            method: body === undefined ? "GET" : "POST",
            headers: headersFor(
                key,
                body === undefined ? {} : { "Content-Type": "application/json" },
            ),
            body: body === undefined ? undefined : JSON.stringify(body),
            cache: "no-store",
            credentials: "omit",
            referrerPolicy: "no-referrer",
            signal: stop.signal,
        });
    } catch {
        throw new ApiError(0, "unreachable", null, 0, null);
    } finally {
        clearTimeout(timer);
    }
    if (!response.ok) throw await failure(response);
    return response;
}

/**
 * The same, and reads the JSON of the answer.
 * @param {string} path
 * @param {Parameters<typeof request>[1]} [options]
 * @returns {Promise<any>}
 */
export async function requestJson(path, options) {
    const response = await request(path, options);
    try {
        return await response.json();
    } catch {
        throw new ApiError(0, "unreachable", null, 0, null);
    }
}
