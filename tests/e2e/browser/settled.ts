import type { BrowserContext, Page, Request } from "@playwright/test";

const underWay = new WeakMap<Page, { requests: Set<Request>; since: number }>();

/** The live stream stays open for as long as a page does. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith("/live.events");

export function trackRequests(context: BrowserContext): void {
  const note = (change: "add" | "delete") => (request: Request) => {
    if (request.serviceWorker() || isStream(request)) return;
    const page = pageOf(request);
    if (!page) return;
    const { requests } = underWay.get(page) ?? { requests: new Set<Request>() };
    requests[change](request);
    underWay.set(page, { requests, since: Date.now() });
  };
  context.on("request", note("add"));
  context.on("requestfinished", note("delete"));
  context.on("requestfailed", note("delete"));
}

/** Half a second in which a page asks for nothing, the stream of news aside. */
export async function settled(page: Page): Promise<void> {
  for (;;) {
    const { requests, since } = underWay.get(page) ?? { requests: new Set(), since: 0 };
    const wait = since + 500 - Date.now();
    if (requests.size === 0 && wait <= 0) return;
    await page.waitForTimeout(Math.max(wait, 50));
  }
}

function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    // That of the page itself, before there is a frame.
    return null;
  }
}
