import { expect, type Page, signInByHand, test, testPassword } from "./fixtures.ts";
import { holdNotices } from "./hold-notices.ts";
import { offlineBar as bar, byLine, noLine } from "./line-steps.ts";
import { seeRows, shellOf } from "./steps.ts";
import { makeTicket, openTicket } from "./ticket-steps.ts";

const fallback = "OOps! Something went wrong";

const notLoaded = (page: Page) =>
  page.getByRole("main").getByText("Not loaded: there is no connection.");

test.beforeEach(({ watch }) => watch.allow(noLine));

test("without a line what was never loaded says so, and comes when the line is back", async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.getByRole("link", { name: /^On hold/ }).click();
  await expect(notLoaded(page)).toBeVisible();
  await page.getByRole("link", { name: /^All\s*\d*$/ }).click();
  await seeRows(page, "Tickets: All");

  // Neither its figures nor its code have ever come.
  const { entry } = shellOf(page);
  await entry("Dashboard").click();
  await expect(entry("Dashboard")).toHaveAttribute("aria-current", "page");
  await expect(notLoaded(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test("without a line figures never stand under a period that is not theirs", async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/dashboard/log?period=7d");
  const figures = page.getByRole("list", { name: "Figures" });
  await expect(figures).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: /Last 7 days/ }).click();
  await context.setOffline(true);
  await page
    .getByRole("dialog", { name: "Period" })
    .getByRole("button", { name: /30 days/ })
    .click();
  await expect(page.getByRole("button", { name: "Period: Last 30 days" })).toBeVisible();
  await expect(figures).toHaveCount(0);
  await expect(notLoaded(page).first()).toBeVisible();
  await context.setOffline(false);
  await expect(figures).toHaveAttribute("aria-busy", "false");
});

test("on a phone a block that was never loaded takes no more room than its words", async ({
  page,
  context,
  signedIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn("Agent");
  await page.goto("/dashboard/log?period=7d");
  const days = page.getByRole("region", { name: "Created and resolved" });
  await expect(days.getByRole("link").first()).toBeVisible();
  await page.getByRole("button", { name: /Last 7 days/ }).click();
  await context.setOffline(true);
  await page
    .getByRole("dialog", { name: "Period" })
    .getByRole("button", { name: /30 days/ })
    .click();
  const words = days.getByRole("alert");
  await expect(words).toBeVisible();
  const boxes = await Promise.all([days.boundingBox(), words.boundingBox()]);
  const [block = 0, said = 0] = boxes.map((box) => box?.height);
  expect(said).toBeLessThan(100);
  // Its title, and the room around both.
  expect(block - said).toBeLessThan(90);
  await context.setOffline(false);
});

test("a desk that is gone is told, asked after, and shown again when it answers", async ({
  page,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost/);
  await signedIn("Agent");
  const { line, goTo } = byLine(page, desk);
  await goTo("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  line.cut();
  await page.getByRole("link", { name: /^On hold/ }).click();
  await expect(bar(page)).toBeVisible();
  await expect(notLoaded(page)).toBeVisible();
  line.mend();
  await seeRows(page, "Tickets: On hold");
  await expect(bar(page)).toHaveCount(0);
});

test("without a line neither signing in nor signing out pretends to be sent", async ({
  page,
  context,
  signedIn,
}) => {
  const somebody = await signedIn("Agent");
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  const { account, notices } = shellOf(page);
  await account.click();
  const logout = page.getByRole("menuitem", { name: "Logout" });
  await expect(logout).toBeVisible();
  await context.setOffline(true);
  await logout.click();
  const notice = notices.getByRole("alert");
  await expect(notice).toContainText(fallback);
  await expect(notice).toContainText("No connection. Nothing was sent.");

  await context.setOffline(false);
  await context.clearCookies();
  await page.goto("/login");
  await context.setOffline(true);
  await signInByHand(page, somebody.email);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(fallback);
  await expect(alert).toContainText("No connection. Nothing was sent.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/ticket\/log/);
});

test("signing in at a desk that is gone says what became of it, and works when it is back", async ({
  page,
  desk,
  person,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost/);
  const { email } = await person("Agent");
  const { line, goTo } = byLine(page, desk);
  // It is gone before all of the page has come.
  await page.route(/\/assets\/LoginPage-.*\.js$/, (route) => route.abort());
  await goTo("/login");
  line.cut();
  await expect(page.getByText("Not loaded: there is no connection.")).toBeVisible();
  await page.unrouteAll();
  line.mend();
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(signIn).toBeEnabled();

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  // Or what is fetched ahead would be the first to learn that it is gone.
  await page.waitForLoadState("networkidle");
  line.cut();
  await signIn.click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(fallback);
  // It may have arrived, for all that is known; what is tried after that never left.
  await expect(alert).toContainText("No connection. Nobody answered.");
  await signIn.click();
  await expect(alert).toContainText("No connection. Nothing was sent.");
  line.mend();
  // It is asked every few seconds whether it is back.
  await expect(async () => {
    await signIn.click();
    await expect(page).toHaveURL(/ticket\/log/, { timeout: 1_000 });
  }).toPass();
});

test("code that did not come is fetched once more, and the page stays as it is", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  await page.evaluate(() => document.body.setAttribute("data-stays", ""));
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort(), { times: 1 });
  await shellOf(page).entry("Dashboard").click();
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-stays");
});

test("without a line a menu and a dialog that never came say so, and so does a picker", async ({
  page,
  context,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const made = await makeTicket(desk);
  // Not even fetched while the page is at rest.
  await page.route(/\/assets\/(OrderMenu|KeySheet)-.*\.js$/, (route) => route.abort());
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  const { notices } = shellOf(page);
  await holdNotices(page);
  const told = notices.getByText("Not loaded: there is no connection.");
  const sort = page.getByRole("button", { name: /^Sort/ });
  await sort.click();
  await expect(told).toHaveCount(1);
  await expect(sort).not.toHaveAttribute("aria-busy");
  await expect(sort).toBeFocused();
  await page.keyboard.press("?");
  await expect(told).toHaveCount(2);
  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);

  await openTicket(page, made);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Link a ticket" }).click();
  const picker = page.getByRole("dialog", { name: "Link a ticket" });
  await expect(picker.getByText("Not loaded: there is no connection.")).toBeVisible();
  await context.setOffline(false);
});
