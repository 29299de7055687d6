import { expect, test } from "./fixtures.ts";
import { overlays } from "./overlay-screens.ts";
import { pages } from "./page-screens.ts";
import { resize, type Screen } from "./screen.ts";
import { expectAccessible, violations } from "./sound.ts";

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** What opens above a page may close as that gets narrower: it is opened once more. */
const openedAnew = ({ name, role, open }: Screen): Screen => ({ name, role, open });

for (const { name, role, open, see } of [...pages, ...overlays.map(openedAnew)]) {
  test(`${name}: nothing is found at WCAG 2.2 AA, in light and dark, wide and narrow`, async ({
    page,
    desk,
    signedIn,
  }) => {
    for (const [index, size] of widths.entries()) {
      await resize(page, size);
      if (see && index > 0) await see(page);
      else await open({ page, desk, person: role ? await signedIn(role) : null });
      await expectAccessible(page, `${size.width} px`);
    }
  });
}

test("what is wrong is found", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("[data-frame]")).toHaveCount(0);
  await page.getByLabel("Email").evaluate((input) => {
    document.querySelector(`label[for="${input.id}"]`)?.remove();
    const heading = document.querySelector("h1");
    if (heading) heading.style.color = "#aaa";
    for (const [index, name] of ["a", "b"].entries()) {
      const small = document.createElement("button");
      small.textContent = name;
      small.style.cssText = `position: fixed; top: 0; left: ${index * 12}px; width: 12px; height: 12px`;
      document.querySelector("main")?.append(small);
    }
  });
  const found = (await violations(page, "light")).join("\n");
  for (const rule of ["label", "color-contrast", "target-size"]) expect(found).toContain(rule);
});
