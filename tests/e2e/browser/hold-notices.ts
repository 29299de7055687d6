import type { Page } from "@playwright/test";

/**
 * From here on notices stay, as under a pointer: of what a test presses in one, how slow the
 * machine is decides nothing. How long they stay by themselves is tested with a clock of its own.
 */
export async function holdNotices(page: Page): Promise<void> {
  await page.addInitScript(pointAtNotices);
  await page.evaluate(pointAtNotices);
}

function pointAtNotices(): void {
  const held = new WeakSet<Element>();
  const point = () => {
    for (const card of document.querySelectorAll("[data-slot=notice]")) {
      if (held.has(card)) continue;
      held.add(card);
      card.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
    }
  };
  new MutationObserver(point).observe(document, { subtree: true, childList: true });
}
