import { expect, type Page, signInByHand, test, testPassword } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { resize } from "./screens/screen.ts";
import { leadTo, logOut, seeRows, shellOf } from "./steps/anywhere.ts";
import { offlineBar as bar, byLine, offline } from "./steps/line.ts";
import { leadToTicket, makeTicket } from "./steps/ticket.ts";

const fallback = "OOps! Something went wrong";

const notLoaded = (page: Page) =>
  page.getByRole("main").getByText("You're offline. This couldn't be loaded.");

/** Not even prefetched while the page is idle. */
const neverCame = /\/assets\/(dashboard-page|people-pages|overlays)-.*\.js$/;

test.beforeEach(({ watch }) => {
  test.setTimeout(120_000);
  watch.allow(offline);
});

test("while offline, content that was never loaded says so, and loads later", async ({
  page,
  context,
  desk,
  signedIn,
}) => {
  const someone = await signedIn("Agent");
  const made = await makeTicket(desk);
  await page.route(neverCame, (route) => route.abort());
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  await holdNotices(page);
  const { account, entry, notices } = shellOf(page);
  const figures = page.getByRole("list", { name: "Figures" });

  await test.step("code that failed to load is fetched again, and the page stays as it is", async () => {
    await page.evaluate(() => document.body.setAttribute("data-stays", ""));
    let asked = 0;
    await page.route(/\/assets\/people-pages-.*\.js$/, async (route) => {
      asked += 1;
      await (asked === 1 ? route.abort() : route.continue());
    });
    await leadTo(page, "/profile");
    await expect(page.getByText("This device")).toBeVisible();
    expect(asked).toBe(2);
    await expect(page.locator("body")).toHaveAttribute("data-stays");
    await leadTo(page, "/ticket/log?view=all");
    await seeRows(page, "Tickets: All");
  });

  await test.step("a list, a menu, a dialog, and a page without figures and code", async () => {
    await context.setOffline(true);
    await expect(bar(page)).toBeVisible();
    await page.getByRole("link", { name: /^On hold/ }).click();
    await expect(notLoaded(page)).toBeVisible();
    await page.getByRole("link", { name: /^All\s*\d*$/ }).click();
    await seeRows(page, "Tickets: All");

    const told = notices.getByText("You're offline. This couldn't be loaded.");
    // The menu is part of the shell, the sheet of shortcuts is not.
    await account.click();
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(account).toBeFocused();
    await page.keyboard.press("?");
    await expect(told).toHaveCount(1);
    await notices.getByRole("button", { name: "Dismiss" }).click();

    await entry("Dashboard").click();
    await expect(entry("Dashboard")).toHaveAttribute("aria-current", "page");
    await expect(notLoaded(page)).toBeVisible();
    await page.unroute(neverCame);
    await context.setOffline(false);
    await expect(figures).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("a picker", async () => {
    await leadToTicket(page, made);
    const opener = page.getByRole("button", { name: "Link ticket" });
    await expect(opener).toBeVisible();
    await context.setOffline(true);
    await opener.click();
    const picker = page.getByRole("dialog", { name: "Link ticket" });
    await expect(picker.getByText("You're offline. This couldn't be loaded.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(picker).toHaveCount(0);
    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
  });

  const openPeriod = async () => {
    await leadTo(page, "/dashboard/log?period=7d");
    await expect(figures).toHaveAttribute("aria-busy", "false");
    await page.getByRole("button", { name: /Last 7 days/ }).click();
    return page.getByRole("dialog", { name: "Period" });
  };

  await test.step("figures are never shown under another period", async () => {
    const period = await openPeriod();
    await context.setOffline(true);
    await period.getByRole("button", { name: /90 days/ }).click();
    await expect(page.getByRole("button", { name: "Period: Last 90 days" })).toBeVisible();
    await expect(figures).toHaveCount(0);
    await expect(notLoaded(page).first()).toBeVisible();
    await context.setOffline(false);
    await expect(figures).toHaveAttribute("aria-busy", "false");
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("on a phone a block that was never loaded is only as high as its message", async () => {
    await resize(page, { width: 390, height: 844 });
    const period = await openPeriod();
    const days = page.getByRole("region", { name: "Created and resolved" });
    await expect(days.getByRole("link").first()).toBeVisible();
    await context.setOffline(true);
    await period.getByRole("button", { name: /Today/ }).click();
    const words = days.getByRole("alert");
    await expect(words).toBeVisible();
    const boxes = await Promise.all([days.boundingBox(), words.boundingBox()]);
    const [block = 0, said = 0] = boxes.map((box) => box?.height);
    expect(said).toBeLessThan(100);
    // Its title, and the space around both.
    expect(block - said).toBeLessThan(90);
    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
    await resize(page, { width: 1440, height: 900 });
  });

  await test.step("neither signing out nor signing in seems to be sent", async () => {
    await account.click();
    const logout = page.getByRole("menuitem", { name: "Logout" });
    await expect(logout).toBeVisible();
    await context.setOffline(true);
    await logout.click();
    const notice = notices.getByRole("alert");
    await expect(notice).toContainText(fallback);
    await expect(notice).toContainText("You're offline. Nothing was sent.");

    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
    await logOut(page);
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(signIn).toBeEnabled();
    await context.setOffline(true);
    await signInByHand(page, someone.email);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(fallback);
    await expect(alert).toContainText("You're offline. Nothing was sent.");
    await context.setOffline(false);
    await signIn.click();
    await expect(page).toHaveURL(/ticket\/log/);
  });
});

test("an unreachable server is reported, probed, and shown again when it answers", async ({
  page,
  desk,
  person,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost/);
  const { email } = await person("Agent");
  const { line, goTo } = byLine(page, desk);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });

  await test.step("it disappears before the whole page has loaded", async () => {
    await page.route(/\/assets\/LoginPage-.*\.js$/, (route) => route.abort());
    await goTo("/login");
    line.cut();
    await expect(page.getByText("You're offline. This couldn't be loaded.")).toBeVisible();
    await page.unrouteAll();
    line.mend();
    await expect(signIn).toBeEnabled();
  });

  await test.step("signing in reports its outcome, and works when the server is back", async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(testPassword);
    // Otherwise a prefetch would notice first that the server is gone.
    await page.waitForLoadState("networkidle");
    line.cut();
    await signIn.click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(fallback);
    // It may have arrived; a later attempt was never sent.
    await expect(alert).toContainText("You're offline. There was no answer.");
    await signIn.click();
    await expect(alert).toContainText("You're offline. Nothing was sent.");
    line.mend();
    // The server is probed every few seconds.
    await expect(async () => {
      await signIn.click();
      await expect(page).toHaveURL(/ticket\/log/, { timeout: 1_000 });
    }).toPass();
    await seeRows(page, /^Tickets/);
  });

  await test.step("a list that was never loaded loads by itself", async () => {
    line.cut();
    await page.getByRole("link", { name: /^On hold/ }).click();
    await expect(bar(page)).toBeVisible();
    await expect(notLoaded(page)).toBeVisible();
    line.mend();
    await seeRows(page, "Tickets: On hold");
    await expect(bar(page)).toHaveCount(0);
  });
});
