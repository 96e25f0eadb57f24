/* SPDX-License-Identifier: MIT */
/* For node alone: the module of lists, which the build writes, is taken from where ARB_WEB_LISTS says. */
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const url = pathToFileURL(process.env.ARB_WEB_LISTS ?? "").href;
const hooks = `export const resolve = (name, context, next) =>
    name.endsWith("/lists.js") ? { url: ${JSON.stringify(url)}, format: "module", shortCircuit: true } : next(name, context);`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
