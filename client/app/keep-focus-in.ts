import { noticesRegion } from "../components/notices.ts";
import { fieldLeft } from "../components/ui/last-focus.ts";
import { hasOverlay, isTyping } from "./keyboard/keys.ts";

/** After this whatever leads the focus somewhere by itself has done so. */
const pauseMs = 120;

const reachable = ["a[href]", "button", "input", "select", "textarea", "[tabindex]"]
  .map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
  .join();

const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const notices = `[data-slot="${noticesRegion}"]`;
const above = `${overlay}, ${notices}`;

/**
 * What had the focus may go by what it did: a button that tried again, or saved. The focus goes on
 * beside it, in the nearest part of the page that is still there, or that it names itself as its
 * heir; after an overlay or a notice, where it was before. It never falls out of the page. Where
 * something is still to come in its place it waits beside, and goes there unless it is used meanwhile.
 * In another page it begins in no field, where keys would be text that nobody meant.
 */
export function keepFocusIn(): () => void {
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
      // What opened since takes the focus itself, on a slow machine later than this; what it
      // leaves behind is looked at once it has gone.
      if (openOverlays().some((one) => !stood.includes(one))) return;
      const top = around.at(-1);
      const beside = top?.matches(notices) ? [] : around;
      // Of an overlay that is still there the focus stays within it.
      const isHeld = top?.matches(overlay) ? top.isConnected : hasOverlay();
      const near = nextIn(beside) ?? (isHeld ? null : nextIn(below));
      const next = path !== location.pathname && isTyping(near) ? null : near;
      const to = next ?? (isHeld ? null : document.getElementById("content"));
      if (to && isComing(beside)) aside = { from: beside, to };
      to?.focus();
    }, pauseMs);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {
    ...{ childList: true, subtree: true },
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

/** Up to the page's end, or to that of what lies above it. */
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

/** Whether the nearest part of the page that is still there shows the shape of what comes. */
function isComing(chain: readonly Element[]): boolean {
  const near = chain.find((element) => element.isConnected);
  return near?.querySelector('[data-slot="skeleton"]') != null;
}

function isAbove(element: Element | null | undefined): boolean {
  return element?.closest(above) != null;
}

/** What had the focus itself, where it is still there; its heir; else what is nearest. */
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

/** In a list the row one stands on, or that took its place; else the first that the keyboard reaches. */
function placeIn(element: Element): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>("[data-row][data-cursor] [data-row-link]") ??
    element.querySelector<HTMLElement>('[data-row] [data-row-link]:not([tabindex="-1"])') ??
    element.querySelector<HTMLElement>(reachable)
  );
}
