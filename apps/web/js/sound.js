/* SPDX-License-Identifier: MIT */
/* Short tones, made here and not loaded; off until somebody asks for them. */
import { remember, setting } from "./settings.js";

/** @type {AudioContext|null} */
let audio = null;

export function soundOn() {
    return setting("sound", "off") === "on";
}

/** @param {boolean} on */
export function setSound(on) {
    remember("sound", on ? "on" : "off");
    if (on) play("move");
}

/** Frequency in hertz, beginning and length in seconds. @type {Record<string, number[][]>} */
const TONES = {
    move: [[320, 0, 0.06]],
    capture: [
        [240, 0, 0.05],
        [180, 0.04, 0.07],
    ],
    ruling: [
        [660, 0, 0.12],
        [520, 0.13, 0.18],
    ],
    offer: [
        [520, 0, 0.1],
        [700, 0.12, 0.14],
    ],
    end: [
        [440, 0, 0.16],
        [550, 0.17, 0.16],
        [660, 0.34, 0.3],
    ],
    low: [
        [880, 0, 0.08],
        [880, 0.14, 0.08],
    ],
};

/** @param {string} name */
export function play(name) {
    if (!soundOn() || typeof AudioContext !== "function") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
    for (const [frequency, begin, length] of TONES[name] ?? []) {
        const from = audio.currentTime + begin;
        const tone = audio.createOscillator(),
            volume = audio.createGain();
        tone.frequency.value = frequency;
        tone.type = "triangle";
        volume.gain.setValueAtTime(0.0001, from);
        volume.gain.exponentialRampToValueAtTime(0.25, from + 0.01);
        volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
        tone.connect(volume).connect(audio.destination);
        tone.start(from);
        tone.stop(from + length + 0.02);
    }
}
