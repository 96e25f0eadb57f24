/* SPDX-License-Identifier: MIT */
/* The program itself, on a port and a database of its own; it can be killed and started again. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const PROGRAM = process.env.ARB_PROGRAM ?? "build/arbitro";

/** A port that nobody has. @returns {Promise<number>} */
export function freePort() {
    return new Promise((found) => {
        const server = net.createServer().listen(0, "127.0.0.1", () => {
            const { port } = /** @type {net.AddressInfo} */ (server.address());
            server.close(() => found(port));
        });
    });
}

export class Hall {
    /** @param {string} [database]  an address; otherwise a file of its own */
    constructor(database) {
        this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "arbitro-web-"));
        this.database = database ?? path.join(this.folder, "hall.db");
        this.port = 0;
        this.key = "";
        /** @type {import("node:child_process").ChildProcess|null} */
        this.process = null;
        /* also when a test breaks off */
        process.once("exit", () => {
            this.process?.kill("SIGKILL");
            fs.rmSync(this.folder, { recursive: true, force: true });
        });
    }

    /** Starts the program and waits until it listens. */
    async start() {
        this.port ||= await freePort();
        const log = fs.openSync(path.join(this.folder, "log"), "a");
        const child = spawn(
            PROGRAM,
            [
                "serve",
                "--json",
                "--listen",
                `127.0.0.1:${this.port}`,
                "--host",
                "hall.test",
                "--db",
                this.database,
                "--log",
                path.join(this.folder, "log"),
            ],
            { stdio: ["ignore", "pipe", log] },
        );
        fs.closeSync(log);
        this.process = child;
        this.key = await new Promise((ready, failed) => {
            let said = "";
            child.stdout?.on("data", (bytes) => {
                said += bytes;
                if (said.includes("\n")) ready(JSON.parse(said.slice(0, said.indexOf("\n"))).key);
            });
            child.once("error", failed);
            child.once("exit", (code) => failed(new Error(`the program ended with ${code}`)));
        });
    }

    /** Ends it without a chance to say goodbye. */
    async kill() {
        const child = this.process;
        if (!child || child.exitCode !== null) return;
        const gone = new Promise((done) => child.once("exit", done));
        child.kill("SIGKILL");
        await gone;
    }

    async close() {
        await this.kill();
        fs.rmSync(this.folder, { recursive: true, force: true });
    }

    /**
     * @param {string} route
     * @param {{key?: string, body?: unknown}} [options]
     * @returns {Promise<any>}
     */
    async ask(route, { key, body } = {}) {
        const response = await fetch(`http://127.0.0.1:${this.port}${route}`, {
            method: body === undefined ? "GET" : "POST",
            headers: {
                ...(key ? { Authorization: `Bearer ${key}` } : {}),
                ...(body === undefined ? {} : { "Content-Type": "application/json" }),
            },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`);
        return text.startsWith("{") ? JSON.parse(text) : text;
    }

    /** A new game. @param {{mode?: string, [key: string]: unknown}} [wanted] */
    async game(wanted = {}) {
        const made = await this.ask("/api/games", {
            body: {
                time: "600+5",
                edition: "fide-2023",
                mode: "casual",
                options: {},
                position: null,
                start960: null,
                names: { white: "Club A", black: "Club B", event: "" },
                computer: null,
                public: true,
                ...wanted,
            },
        });
        return { ...made, casual: wanted.mode !== "tournament" };
    }

    /** Sits down without a page; what it gives stands up again. @param {string} key */
    async sit(key) {
        const stop = new AbortController();
        await fetch(`http://127.0.0.1:${this.port}/api/stream`, {
            headers: { Authorization: `Bearer ${key}` },
            signal: stop.signal,
        });
        return () => stop.abort();
    }

    /** Sends an event from outside the pages. @param {string} key @param {string} event */
    event(key, event) {
        return this.ask("/api/events", {
            key,
            body: { id: `t${Math.random()}`.slice(0, 20), event, think: null },
        });
    }
}

/** A line that can be cut: Playwright's own way to go offline leaves an open stream alone. */
export class Proxy {
    /** @param {number} target */
    constructor(target) {
        this.target = target;
        this.port = 0;
        this.down = false;
        /** @type {Set<net.Socket>} */
        this.sockets = new Set();
        this.server = net.createServer((client) => this.join(client));
    }

    /** @param {net.Socket} client */
    join(client) {
        if (this.down) {
            client.destroy();
            return;
        }
        const server = net.connect(this.target, "127.0.0.1");
        for (const [one, other] of [
            [client, server],
            [server, client],
        ]) {
            this.sockets.add(one);
            one.pipe(other);
            one.on("error", () => other.destroy());
            one.on("close", () => {
                this.sockets.delete(one);
                other.destroy();
            });
        }
    }

    async start() {
        this.port = await freePort();
        await new Promise((ready) => this.server.listen(this.port, "127.0.0.1", () => ready(null)));
    }

    /** Cuts all lines, and refuses new ones until mended. */
    cut() {
        this.down = true;
        for (const socket of this.sockets) socket.destroy();
    }

    mend() {
        this.down = false;
    }

    close() {
        this.cut();
        this.server.close();
    }
}
