/* SPDX-License-Identifier: MIT */
/* For node alone: the modules that the build writes are taken from where it wrote ARB_WEB_LISTS. */
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const built = pathToFileURL(process.env.ARB_WEB_LISTS ?? "").href;
const hooks = `export const resolve = (name, context, next) => {
    const made = /\\/js\\/(lists|sentences|sentences_boards)\\.js$|^\\.\\/(lists|sentences|sentences_boards)\\.js$/.exec(name);
    return made
        ? { url: new URL("./" + (made[1] ?? made[2]) + ".js", ${JSON.stringify(built)}).href, format: "module", shortCircuit: true }
        : next(name, context);
};`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
