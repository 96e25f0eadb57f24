/* SPDX-License-Identifier: MIT */
/* Small helpers for the document. */

/**
 * The element with this id, which the page must have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`no element #${id}`);
    return /** @type {T} */ (element);
}

/**
 * Makes an element. Attributes that are false or null are left out, true ones are empty.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes]
 * @param {...(Node|string|null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (value !== false && value !== null && value !== undefined)
            element.setAttribute(name, value === true ? "" : String(value));
    for (const child of children) if (child !== null) element.append(child);
    return element;
}

/** Shows or hides. @param {Element} element @param {boolean} visible */
export function show(element, visible) {
    element.toggleAttribute("hidden", !visible);
}

/**
 * Sets the text only when it changes, so that nothing is read out twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** A picture in SVG that came as text. @param {string} text @returns {Element} */
export function parseSvg(text) {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return /** @type {Element} */ (document.importNode(root, true));
}

/** Saves what was fetched as a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
