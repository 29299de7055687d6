import { expect, test } from "./fixtures.ts";
import { changePassword, openAccountMenu, seeRows, shellOf } from "./steps.ts";

test.describe("whatever a browser complains about fails the test", () => {
  test("an error in the console", async ({ page, watch }) => {
    await page.goto("/login");
    await page.evaluate(() => console.error("out of cheese"));
    await expect.poll(() => watch.take()).toEqual(["console: out of cheese"]);
  });

  test("an error that nobody caught", async ({ page, watch }) => {
    await page.goto("/login");
    await page.evaluate(() => void setTimeout(() => Reflect.apply(Map, null, [])));
    await expect.poll(() => watch.take().join()).toMatch(/^thrown: .*Map/);
  });

  test("a style or script that the policy refuses", async ({ page, watch }) => {
    await page.goto("/login");
    for (const tag of ["style", "script"]) {
      await page.evaluate((name) => {
        const element = document.createElement(name);
        element.textContent = "/* whatever */";
        document.head.append(element);
      }, tag);
      await expect.poll(() => watch.take().join()).toMatch(`CSP ${tag}-src-elem inline`);
    }
  });

  test("a request to anybody else", async ({ page, watch }) => {
    await page.goto("/login");
    await page.evaluate(() => fetch("https://elsewhere.test/pixel").catch(() => {}));
    await expect.poll(() => watch.take().join()).toContain("Content Security Policy");
    await page.goto("http://elsewhere.test/").catch(() => {});
    expect(watch.take().join()).toContain("foreign: http://elsewhere.test/");
  });
});

test("no script runs that came with an address or a name", async ({ page, signedIn }) => {
  const markup = `<img src=x onerror="document.title='owned'">`;
  await signedIn("Agent", { firstName: markup });
  await page.goto(`/ticket/log?q=${encodeURIComponent(markup)}&view=all`);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await expect(page.getByText(`“${markup}”`)).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: markup })).toBeVisible();
  await expect(page).toHaveTitle(/^Profile/);
});

test("radix's menus, dialogs and lists keep within the policy", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  await page.goto("/user/log");
  await seeRows(page, "Users");
  await page.getByRole("button", { name: "Company" }).first().click();
  await expect(page.getByRole("option", { name: "Any company" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Collapse navigation" }).hover();
  await expect(page.getByRole("tooltip").first()).toBeAttached();
  const menu = await openAccountMenu(page);
  expect((await menu.boundingBox())?.x).toBeGreaterThan(50);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await changePassword(page, { old: "a", next: "battery-9", confirm: "battery-8" });
  await expect(shellOf(page).notices.getByRole("alert")).toContainText("Password Missmatch");
});
