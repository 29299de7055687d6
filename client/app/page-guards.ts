import { noticesRegion, notify } from "../components/notices.ts";
import { fieldLeft } from "../components/ui/focus.ts";
import { offlineMessages, offlineSince } from "../data/connection.ts";
import { hasOverlay, isTyping } from "./keyboard/keys.ts";

/** Keeps the focus on the page, and the page open when a file is dropped or downloaded. */
export function guardPage(): () => void {
  const stops = [keepFocusIn(), blockOfflineDownloads(), ignoreStrayDrops()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Browsers show a failed download where hardly anyone looks, so offline downloads show a notice instead. */
function blockOfflineDownloads(): () => void {
  const listener = (event: MouseEvent) => {
    if (offlineSince.get() === null || !(event.target instanceof Element)) return;
    if (!event.target.closest("a[download]:not([href^='blob:'])")) return;
    event.preventDefault();
    notify({ kind: "warning", message: offlineMessages.notLoaded });
  };
  // Runs after the link's own handlers, such as closing a menu.
  document.addEventListener("click", listener);
  return () => document.removeEventListener("click", listener);
}

/** Prevents the browser from opening a file that is dropped outside a drop area. */
function ignoreStrayDrops(): () => void {
  const listener = (event: DragEvent) => {
    const data = event.dataTransfer;
    if (event.defaultPrevented || !data?.types.includes("Files")) return;
    event.preventDefault();
    data.dropEffect = "none";
  };
  // On window, after the drop areas.
  for (const type of ["dragover", "drop"] as const) addEventListener(type, listener);
  return () => {
    for (const type of ["dragover", "drop"] as const) removeEventListener(type, listener);
  };
}

/** Long enough for components that move the focus themselves. */
const pauseMs = 120;

const reachable = ["a[href]", "button", "input", "select", "textarea", "[tabindex]"]
  .map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
  .join();

const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const notices = `[data-slot="${noticesRegion}"]`;
const above = `${overlay}, ${notices}`;

/**
 * Keeps the focus on the page when the focused element disappears, for example a retry or save button. The
 * focus moves to its declared heir or to the nearest element that is still there; after an overlay or a
 * notice it returns to where it was. If a skeleton takes the element's place, the focus waits next to it and
 * moves in when the content arrives, unless the person acts first. On a new page the focus never starts in a
 * field, where shortcuts would be typed as text.
 */
function keepFocusIn(): () => void {
  let around: Element[] = [];
  let below: Element[] = [];
  let stood: Element[] = [];
  let path = location.pathname;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let aside: { from: Element[]; to: Element } | null = null;
  const follow = ({ target }: { target: EventTarget | null }) => {
    clearTimeout(timer);
    const held = target instanceof Element ? target : null;
    const wasAbove = isAbove(around[0]);
    if (!isAbove(held)) below = [];
    else if (!wasAbove) below = around;
    around = chainFrom(held);
    stood = openOverlays();
    path = location.pathname;
  };
  const look = () => {
    clearTimeout(timer);
    if (aside && !isComing(aside.from)) {
      const { from, to } = aside;
      aside = null;
      if (document.activeElement === to) nextIn(from)?.focus();
    }
    const [held] = around;
    if (!held || !isLost(held)) return;
    timer = setTimeout(() => {
      if (!isLost(held)) return;
      // A newly opened overlay takes the focus itself, on slow machines only later. What it covers is checked
      // after it closes.
      if (openOverlays().some((one) => !stood.includes(one))) return;
      const top = around.at(-1);
      const nearby = top?.matches(notices) ? [] : around;
      // While an overlay is open, the focus stays inside it.
      const isHeld = top?.matches(overlay) ? top.isConnected : hasOverlay();
      const near = nextIn(nearby) ?? (isHeld ? null : nextIn(below));
      const next = path !== location.pathname && isTyping(near) ? null : near;
      const to = next ?? (isHeld ? null : document.getElementById("content"));
      if (to && isComing(nearby)) aside = { from: nearby, to };
      to?.focus();
    }, pauseMs);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
  const use = () => {
    aside = null;
  };
  const forget = () => {
    around = [];
    below = [];
  };
  document.addEventListener("focusin", follow);
  document.addEventListener("keydown", use);
  document.addEventListener(fieldLeft, forget);
  follow({ target: document.activeElement });
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener("focusin", follow);
    document.removeEventListener("keydown", use);
    document.removeEventListener(fieldLeft, forget);
  };
}

function openOverlays(): Element[] {
  return [...document.querySelectorAll(overlay)].filter(
    (one) => one.getAttribute("data-state") !== "closed",
  );
}

/** From the element up to the body, or to the overlay that contains it. */
function chainFrom(held: Element | null): Element[] {
  const chain: Element[] = [];
  for (let each = held; each && each !== document.body; each = each.parentElement) {
    chain.push(each);
    if (each.matches(above)) break;
  }
  return chain;
}

function isLost(held: Element): boolean {
  const { activeElement } = document;
  if (activeElement === held) return held.matches(":disabled");
  return activeElement === document.body && (!held.isConnected || held.matches(":disabled"));
}

/** Whether the nearest remaining ancestor shows a skeleton. */
function isComing(chain: readonly Element[]): boolean {
  const near = chain.find((element) => element.isConnected);
  return near?.querySelector('[data-slot="skeleton"]') != null;
}

function isAbove(element: Element | null | undefined): boolean {
  return element?.closest(above) != null;
}

/** The focused element if it is still there, else its heir, else the nearest. */
function nextIn(chain: readonly Element[]): HTMLElement | null {
  const [held] = chain;
  if (held instanceof HTMLElement && held.isConnected && held.matches(reachable)) return held;
  const places = chain.filter((element) => element.isConnected).map(placeIn);
  return [...chain.map(heirOf), ...places].find((found) => found !== null) ?? null;
}

function heirOf(element: Element): HTMLElement | null {
  const heir = element.getAttribute("data-focus-heir");
  return heir ? document.querySelector<HTMLElement>(heir) : null;
}

/** In a list, the current row or the one that took its place; else the first focusable element. */
function placeIn(element: Element): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>("[data-row][data-cursor] [data-row-link]") ??
    element.querySelector<HTMLElement>('[data-row] [data-row-link]:not([tabindex="-1"])') ??
    element.querySelector<HTMLElement>(reachable)
  );
}
