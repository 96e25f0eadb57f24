/* SPDX-License-Identifier: MIT */
/*
 * The way to the hall is the longest part of loading: the game is asked for before the rest of the
 * page's script runs. So this module comes first.
 */
import { gameNumber, gamePath, requestJson, token, watchNumber } from "./api.js";

/** @typedef {{sent: number, answer: Promise<any>}} Asked  when it was asked, and the answer on its way */

/** The game of the address; null when somebody looks on, who has no token yet. @type {Asked|null} */
export const first =
    watchNumber() === null
        ? {
              sent: performance.now(),
              answer: requestJson(gamePath(gameNumber()), { key: token() }),
          }
        : null;
first?.answer.catch(() => {}); /* whoever waits for it hears */
