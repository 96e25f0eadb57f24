/* SPDX-License-Identifier: MIT */
/*
 * What lies at the lower edge of the window covers the page below it: the page is told how much that is,
 * so that whatever has the keyboard's focus is scrolled to where it is seen (WCAG 2.4.11). And a focus whose
 * place goes away goes on to the next sensible one.
 */

/** What may lie over the page. */
const OVER = "#bar, #strip-bottom, #press, #quick, #after, #deeds, #sheet";

/** How much of the window is covered from below, in pixels. */
function covered() {
    let top = innerHeight;
    for (const one of document.querySelectorAll(OVER)) {
        const box = one.getBoundingClientRect();
        if (box.height > 0 && getComputedStyle(one).position === "fixed")
            top = Math.min(top, box.top);
    }
    return innerHeight - top;
}

/** @param {Element|null} focused */
function keepInSight(focused) {
    if (!focused || focused === document.body || focused.closest(`${OVER}, dialog`)) return;
    const { top, bottom } = focused.getBoundingClientRect();
    const room = innerHeight - covered();
    if (bottom <= room && top >= 0) return;
    focused.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function measure() {
    const pixels = `${Math.ceil(covered())}px`;
    const { style } = document.documentElement;
    if (style.getPropertyValue("--covered") === pixels) return;
    style.setProperty("--covered", pixels);
    if (document.activeElement?.matches(":focus-visible")) keepInSight(document.activeElement);
}

/** Watches what covers the page, from now on. */
export function watchSight() {
    const watch = new ResizeObserver(measure);
    for (const one of document.querySelectorAll(OVER)) watch.observe(one);
    addEventListener("resize", measure);
    document.addEventListener("focusin", ({ target }) => {
        if (target instanceof Element && target.matches(":focus-visible")) keepInSight(target);
    });
    measure();
}

/** Where the focus goes when what had it is gone: the first of these that is there. */
const NEXT = ["#rematch", "#again", "#board [tabindex='0']"];

/**
 * Does what may take away the control that has the keyboard's focus.
 * @param {() => void} change
 */
export function keepFocus(change) {
    const had = document.activeElement;
    const keyboard = had !== null && had !== document.body && had.matches(":focus-visible");
    change();
    if (!keyboard || had.checkVisibility()) return;
    for (const selector of NEXT) {
        const next = document.querySelector(selector);
        if (!(next instanceof HTMLElement) || !next.checkVisibility()) continue;
        next.focus();
        return;
    }
}
