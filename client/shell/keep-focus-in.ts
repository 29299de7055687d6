import { hasOverlay } from "../lib/keys.ts";

/** After this whatever leads the focus somewhere by itself has done so. */
const pauseMs = 120;

const reachable = ["a[href]", "button", "input", "select", "textarea", "[tabindex]"]
  .map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
  .join();

/**
 * What had the focus may go by what it did: a button that tried again, or saved. The focus goes on
 * beside it, in the nearest part of the page that is still there, and never falls out of the page.
 */
export function keepFocusIn(): () => void {
  let around: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = ({ target }: { target: EventTarget | null }) => {
    clearTimeout(timer);
    around = [];
    let element = target instanceof Element ? target : null;
    for (; element && element !== document.body; element = element.parentElement) {
      around.push(element);
    }
  };
  const look = () => {
    clearTimeout(timer);
    const [held] = around;
    if (!held || !isLost(held)) return;
    timer = setTimeout(() => {
      if (!isLost(held) || hasOverlay()) return;
      goOn(around);
    }, pauseMs);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {
    ...{ childList: true, subtree: true },
    attributeFilter: ["disabled"],
  });
  document.addEventListener("focusin", follow);
  follow({ target: document.activeElement });
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener("focusin", follow);
  };
}

function isLost(held: Element): boolean {
  const { activeElement } = document;
  if (activeElement === held) return held.matches(":disabled");
  return activeElement === document.body && (!held.isConnected || held.matches(":disabled"));
}

function goOn(around: readonly Element[]): void {
  const places = around.filter((element) => element.isConnected);
  const next = places.map(placeIn).find((found) => found !== null);
  const fallback = document.getElementById("content");
  (next ?? fallback)?.focus();
}

/** In a list the row one stands on, else the first that the keyboard reaches. */
function placeIn(element: Element): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>("[data-row][data-cursor] [data-row-link]") ??
    element.querySelector<HTMLElement>("[data-row] [data-row-link]") ??
    element.querySelector<HTMLElement>(reachable)
  );
}
