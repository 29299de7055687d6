import type { Page } from "@playwright/test";

/**
 * Notices stay from here on, as if hovered, so that a slow machine does not affect tests that use them. Their
 * duration is tested with a fake clock.
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
