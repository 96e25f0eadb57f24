/* SPDX-License-Identifier: MIT */
/* A PostgreSQL in a temporary folder that can be made to stand still. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where its programs are, the newest that is installed; "" where there is none. */
export function postgresPrograms() {
    const root = "/usr/lib/postgresql";
    const versions = fs.existsSync(root) ? fs.readdirSync(root).map(Number) : [];
    const newest = Math.max(0, ...versions);
    return newest ? path.join(root, String(newest), "bin") : "";
}

/** It does not run as root: who runs it then. @returns {{uid?: number, gid?: number}} */
function runner() {
    if (process.getuid?.() !== 0) return {};
    const line = fs
        .readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .find((one) => one.startsWith("postgres:"));
    const [, , uid, gid] = (line ?? "nobody:x:65534:65534").split(":");
    return { uid: Number(uid), gid: Number(gid) };
}

export class Postgres {
    constructor() {
        this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "arbitro-web-pg-"));
        this.data = path.join(this.folder, "data");
        this.address = `host=${this.folder} dbname=postgres user=arbitro`;
        /** @type {import("node:child_process").ChildProcess|null} */
        this.process = null;
        process.once("exit", () => this.close());
    }

    async start() {
        const who = runner();
        const bin = postgresPrograms();
        if (who.uid !== undefined) fs.chownSync(this.folder, who.uid, who.gid ?? 0);
        this.#makeCluster(bin, who);
        const settings = [
            `unix_socket_directories=${this.folder}`,
            "listen_addresses=",
            "fsync=off",
        ];
        this.process = spawn(
            path.join(bin, "postgres"),
            ["-D", this.data, ...settings.flatMap((one) => ["-c", one])],
            { ...who, cwd: "/", stdio: "ignore" },
        );
        const ready = () =>
            spawnSync(path.join(bin, "pg_isready"), ["-h", this.folder, "-q"]).status === 0;
        while (!ready()) {
            if (this.process.exitCode !== null) throw new Error("PostgreSQL has ended");
            await new Promise((later) => setTimeout(later, 50));
        }
    }

    /** A fresh one takes a second to make; other tests keep one in the build folder. */
    #makeCluster(/** @type {string} */ bin, /** @type {{uid?: number, gid?: number}} */ who) {
        const build = path.dirname(process.env.ARB_PROGRAM ?? "build/arbitro");
        const kept = path.join(build, `postgres-${process.getuid?.()}`);
        if (fs.existsSync(kept) && spawnSync("cp", ["-a", kept, this.data]).status === 0) return;
        const made = spawnSync(
            path.join(bin, "initdb"),
            ["-D", this.data, "-U", "arbitro", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
            { ...who, cwd: "/" },
        );
        if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    }

    /** It and all that it has started. @param {NodeJS.Signals} signal */
    #tell(signal) {
        const pid = this.process?.pid;
        if (!pid) return;
        const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
        const all = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
        for (const one of signal === "SIGCONT" ? all.reverse() : all) process.kill(one, signal);
    }

    /** Its connections stay open, and nobody answers. */
    stand() {
        this.#tell("SIGSTOP");
    }

    goOn() {
        this.#tell("SIGCONT");
    }

    close() {
        if (this.process && this.process.exitCode === null) {
            this.goOn();
            this.process.kill("SIGQUIT");
        }
        this.process = null;
        fs.rmSync(this.folder, { recursive: true, force: true });
    }
}
