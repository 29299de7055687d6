import { expect, type Page, test } from "./browser/fixtures.ts";
import { fillWithTheLongest, tooWide, widths } from "./screens/longest.ts";
import { walks } from "./screens/pages.ts";
import { closeByEscape, resize, type Screen } from "./screens/screen.ts";
import { above, expectAccessible, type Part, violations } from "./screens/sound.ts";

/** The viewport sizes for axe. */
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const { name, role, screens } of walks) {
  test(`${name}: nothing is found at WCAG 2.2 AA, in light and dark, wide and narrow, and nothing scrolls sideways, however long its words`, async ({
    page,
    desk,
    signedIn,
  }) => {
    // Each of many screens is checked eight times.
    test.slow();
    await fillWithTheLongest(desk);
    const person = role ? await signedIn(role, { firstName: "Wolfeschlegelsteinhausen" }) : null;
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await resize(page, wide);
        await screen.open({ page, desk, person });
        for (const width of widths) await registerViewer(page, screen, width);
      });
    }
  });
}

async function registerViewer(page: Page, screen: Screen, width: number): Promise<void> {
  const { name, see, above: opened = [], isBackdrop } = screen;
  const looked = [wide, narrow].find((size) => size.width === width);
  if (isBackdrop && !looked) return;
  await resize(page, looked ?? { width, height: 800 });
  if (!isBackdrop) {
    await expect.soft.poll(() => tooWide(page), { message: `${name}, ${width} px` }).toEqual([]);
  }
  if (!looked) return;
  await see?.(page);
  if (!isBackdrop) await expectAccessible(page, `${name}, ${width} px`);
  // An overlay can close when the page gets narrower, so it is opened at each width.
  for (const { name, open, isWithin, close = closeByEscape } of opened) {
    await open(page);
    await expectAccessible(page, `${name}, ${width} px`, isWithin ? undefined : above);
    await close(page);
  }
}

test("the check finds errors: in either theme and width, in overlays, and in the one row that differs", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.evaluate(plantFaults);
  const found = async (theme: "light" | "dark", part?: Part) =>
    (await violations(page, theme, part)).map((line) => line.split(" ", 2).join(" ")).sort();
  const onPage = { exclude: ["#opened"] };
  await resize(page, wide);
  expect(await found("light", onPage)).toEqual([
    "color-contrast: #odd-row",
    "color-contrast: #pale-in-light",
    "label: #nameless",
  ]);
  expect(await found("dark", onPage)).toEqual([
    "color-contrast: #odd-row",
    "color-contrast: #pale-in-dark",
  ]);
  await resize(page, narrow);
  const small = ["target-size: #small-one", "target-size: #small-other"];
  expect(await found("light", onPage)).toEqual(expect.arrayContaining(small));
  expect(await found("dark", onPage)).toEqual(
    expect.arrayContaining(["color-contrast: #pale-where-narrow"]),
  );
  expect(await found("light", above)).toEqual(["button-name: #nameless-above"]);
  expect(await found("dark", above)).toEqual(["color-contrast: #pale-above"]);
});

/** Runs in the page: adds one fault for each kind of check. */
function plantFaults(): void {
  const sheet = document.styleSheets[0];
  for (const rule of [
    "@media (prefers-color-scheme: light) { #pale-in-light { color: #aaa; background: #fff } }",
    "@media (prefers-color-scheme: dark) { #pale-in-dark, #pale-above { color: #444; background: #000 } }",
    "@media (width >= 600px) { #small-one, #small-other, #pale-where-narrow { display: none } }",
    "@media (prefers-color-scheme: dark) { #pale-where-narrow { color: #444; background: #000 } }",
    ".odd { color: #888; background: #777 }",
    ".small { position: fixed; bottom: 0; width: 12px; height: 12px }",
    "#small-other { left: 12px }",
    "#opened { position: fixed; top: 0; right: 0 }",
  ]) {
    sheet?.insertRule(rule, sheet.cssRules.length);
  }
  document.querySelector("main")?.insertAdjacentHTML(
    "beforeend",
    `<input id="nameless">
    <p id="pale-in-light">Pale</p><h2 id="pale-in-dark">Pale</h2><h3 id="pale-where-narrow">Pale</h3>
    <button id="small-one" class="small">a</button><button id="small-other" class="small">b</button>
    <ul><li>One</li><li>One</li><li>One</li><li><b id="odd-row" class="odd">One</b></li></ul>`,
  );
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div id="opened" role="dialog" aria-label="Opened">
      <p id="pale-above">Pale</p><button id="nameless-above"></button>
    </div>`,
  );
}
