import type { BrowserContext } from "@playwright/test";

/** How many times slower the browser is to think than this machine: `SLOW_BROWSER=6`. */
const slowness = Number(process.env.SLOW_BROWSER ?? 1);

/** Finds what only fails where a page is drawn late, on a quick machine. */
export function slowDown(context: BrowserContext): void {
  if (slowness <= 1) return;
  context.on("page", async (page) => {
    try {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    } catch {
      // The page is closed again already.
    }
  });
}
