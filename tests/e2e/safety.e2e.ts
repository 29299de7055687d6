import { expect, test } from "./browser/fixtures.ts";

test("a browser error fails the test", async ({ page, watch }) => {
  await page.goto("/login");
  await test.step("an error in the console", async () => {
    await page.evaluate(() => console.error("out of cheese"));
    await expect.poll(() => watch.take()).toEqual(["console: out of cheese"]);
  });

  await test.step("an uncaught error", async () => {
    await page.evaluate(() => void setTimeout(() => Reflect.apply(Map, null, [])));
    await expect.poll(() => watch.take().join()).toMatch(/^thrown: .*Map/);
  });

  await test.step("a style or script that the policy blocks", async () => {
    for (const tag of ["style", "script"]) {
      await page.evaluate((name) => {
        const element = document.createElement(name);
        element.textContent = "/* whatever */";
        document.head.append(element);
      }, tag);
      await expect.poll(() => watch.take().join()).toMatch(`CSP ${tag}-src-elem inline`);
    }
  });

  await test.step("a request to another host", async () => {
    await page.evaluate(() => fetch("https://elsewhere.test/pixel").catch(() => {}));
    await expect
      .poll(() => watch.take().join())
      .toContain("CSP connect-src https://elsewhere.test");
    await page.goto("http://elsewhere.test/").catch(() => {});
    expect(watch.take().join()).toContain("foreign: http://elsewhere.test/");
  });
});
