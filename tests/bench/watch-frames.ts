import type { Page } from "@playwright/test";

/** What to wait for after a click, as selectors: the first reaction, and the content. */
interface Awaited {
  sign: string;
  there: string;
}

/** Milliseconds from the press; none where it never came. */
export type Figures = Partial<Record<keyof Awaited, number>>;

/** From the press to the frame in which each is seen. */
export async function timed(
  page: Page,
  { sign, there, act }: Awaited & { act: (page: Page) => Promise<unknown> },
): Promise<Figures> {
  await page.evaluate(watchFrames, { sign, there, after: "pointerdown keydown" });
  await act(page);
  return await figuresOf(page);
}

export async function figuresOf(page: Page): Promise<Figures> {
  await page
    .waitForFunction(() => (window as unknown as Watched).figures?.there !== undefined, null, {
      timeout: 30_000,
    })
    .catch(() => {});
  return await page.evaluate(() => (window as unknown as Watched).figures);
}

interface Watched {
  figures: Figures;
}

/** In the page: checks each frame for it, from the first click or from the start. */
export function watchFrames({
  sign,
  there,
  after,
}: {
  sign: string;
  there: string;
  after?: string;
}) {
  const figures: Watched["figures"] = {};
  Object.assign(window, { figures });
  const isSeen = (selector: string) =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
  const begin = (start: number) => {
    const look = () => {
      const took = performance.now() - start;
      if (figures.sign === undefined && isSeen(sign)) figures.sign = took;
      if (figures.there === undefined && isSeen(there)) figures.there = took;
      if (figures.there === undefined || figures.sign === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  if (!after) return begin(0);
  let begun = false;
  for (const kind of after.split(" ")) {
    const hear = ({ timeStamp }: Event) => {
      if (!begun) begin(timeStamp);
      begun = true;
    };
    addEventListener(kind, hear, { capture: true, once: true });
  }
}
