import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdBack, personButton, sessionAlert, shellOf } from "./steps/anywhere.ts";

async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(page.getByText("This device")).toBeVisible();
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test("the theme applies immediately, survives a reload without a flash, and reaches another computer", async ({
  page,
  signedIn,
  tabOf,
}) => {
  const person = await signedIn("Agent");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/nowhere");
  await personButton(page).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("This device")).toBeVisible();
  const light = await background(page);
  const saved = page.waitForResponse(/account\.updateProfile/);
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveClass("dark");
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await saved;

  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(note);
    };
    note();
  });
  const answer = await page.reload();
  expect(await answer?.text()).toContain('class="dark"');
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  const seen = await page.evaluate(() => [...new Set(Reflect.get(window, "seen"))]);
  expect(seen).toEqual([dark]);

  const elsewhere = await tabOf(person);
  await elsewhere.goto("/nowhere");
  await expect(elsewhere.locator("html")).toHaveClass("dark");

  await test.step("the person's menu offers it too", async () => {
    await personButton(page).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
    const changed = page.waitForResponse(/account\.updateProfile/);
    await page.getByRole("menuitemradio", { name: "Light" }).click();
    await expect(page.locator("html")).toHaveClass("light");
    await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
    await changed;
  });
});

test("name and time zone change everywhere immediately; a refusal is shown next to its field", async ({
  page,
  signedIn,
  desk,
}) => {
  const { id } = await signedIn("Agent", { firstName: "Ida" });
  await openProfile(page);
  const { notices } = shellOf(page);
  await test.step("typed text is kept if the server refuses it, and Escape restores the name", async () => {
    await page.getByLabel("First name").fill("   ");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("First name")).toHaveAccessibleDescription("This is required.");
    await expect(page.getByLabel("First name")).toHaveValue("   ");
    await expect(personButton(page)).toContainText("Ida");
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("First name")).toHaveValue("Ida");
  });

  await expect(
    page.getByText("Each change is saved as soon as you leave its field."),
  ).toBeVisible();
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Last name").fill("van Dijk");
  await expect(notices).toContainText("First name saved");
  await page.getByLabel("Time zone").click();
  await expect(notices).toContainText("Last name saved");
  await page.getByRole("combobox", { name: "Find a city or region" }).fill("auck");
  await page.keyboard.press("Enter");
  await expect(notices).toContainText("Time zone saved");
  await expect(
    page.getByRole("banner").getByRole("button", { name: "Zoë van Dijk" }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Zoë van Dijk" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await expect(page.getByLabel("Time zone")).toHaveText("Pacific/Auckland");
  await test.step("the picker opens at the chosen zone, shows help, and returns the focus", async () => {
    const zone = page.getByLabel("Time zone");
    await zone.click();
    const find = page.getByRole("combobox", { name: "Find a city or region" });
    const chosen = page.getByRole("option", { name: /^Pacific\/Auckland UTC\+1[23]$/ });
    await expect(chosen).toBeInViewport();
    await expect(chosen).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(zone).toBeFocused();
    await expect(zone).toHaveText("Pacific/Auckland");
    await zone.pressSequentially("Munich");
    await expect(find).toHaveValue("Munich");
    await expect(page.getByText("No zone has this name. Try the largest city")).toBeVisible();
    await find.fill("utc +5:45");
    await expect(page.getByRole("option")).toHaveText(["Asia/KathmanduUTC+5:45"]);
    await page.keyboard.press("Escape");
    await expect(zone).toBeFocused();
  });
  const row = await desk.db
    .selectFrom("users")
    .select(["first_name", "last_name", "time_zone"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    first_name: "Zoë",
    last_name: "van Dijk",
    time_zone: "Pacific/Auckland",
  });

  await test.step("values saved by another tab are kept, and Undo restores the name before", async () => {
    const other = await page.context().newPage();
    await other.goto("/profile");
    for (const [tab, field, name] of [
      [other, "First name", "Maya"],
      [page, "Last name", "Lind"],
    ] as const) {
      await tab.getByLabel(field).fill(name);
      await tab.getByLabel(field).press("Enter");
      await expect(tab.getByText(`${field} saved`)).toBeVisible();
    }
    await expect(page.getByLabel("First name")).toHaveValue("Maya");
    await expect(personButton(page)).toContainText("Maya Lind");
    await notices.getByRole("button", { name: "Undo" }).first().click();
    await expect(personButton(page)).toContainText("Maya van Dijk");
  });

  await test.step("text typed while saving is kept", async () => {
    const answer = await holdBack(page, /account\.updateProfile/);
    await page.getByLabel("First name").fill("Zoe");
    await page.keyboard.press("Enter");
    await page.getByLabel("First name").fill("Zoe A");
    answer();
    await expect(notices.getByText("First name saved")).toBeVisible();
    await expect(personButton(page)).toContainText("Zoe van Dijk");
    await expect(page.getByLabel("First name")).toHaveValue("Zoe A");
  });
});

test("the later of two choices of theme and mail wins, however slow the first request was", async ({
  page,
  signedIn,
  desk,
  person,
}) => {
  const { id } = await signedIn("Agent");
  await openProfile(page);
  const mail = page.getByRole("switch", { name: "Mentions: Email" });
  await expect(mail).toBeChecked();
  const answers = await Promise.all(
    [/account\.updateProfile/, /account\.setNotificationChoice/].map((calls) =>
      holdFirst(page, calls),
    ),
  );
  await page.getByText("Dark", { exact: true }).click();
  await page.getByText("Light", { exact: true }).click();
  await mail.click();
  await mail.click();
  await expect(page.locator("html")).toHaveClass("light");
  await expect(mail).toBeChecked();
  const seen = await watchThemes(page);
  for (const answer of answers) await answer.first();
  for (const answer of answers) await answer.both;
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(mail).toBeChecked();
  expect(await seen()).toEqual(["light"]);
  const { theme } = await desk.db
    .selectFrom("users")
    .select("theme")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(theme).toBe("light");
  const choices = await desk.db
    .selectFrom("notification_choices")
    .select(["kind", "mail"])
    .where("user_id", "=", id)
    .execute();
  expect(choices).toEqual([{ kind: "mentioned", mail: true }]);

  await test.step("an answer older than the save does not replace it", async () => {
    const admin = desk.visitor();
    await admin.signIn((await person("Super Admin")).email);
    await page.unroute(/account\.updateProfile/);
    const answer = await holdBack(page, /account\.updateProfile/);
    const [read, land] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/session\.current/, async (route) => {
      const response = await route.fetch();
      read.resolve();
      await land.promise;
      await route.fulfill({ response });
    });
    await page.getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveClass("dark");
    await admin.mutate("desk.update", { set: { autoCloseDays: 8 }, base: { autoCloseDays: 7 } });
    await read.promise;
    const worn = await watchThemes(page);
    const saved = page.waitForResponse(/account\.updateProfile/);
    answer();
    await (await saved).finished();
    const landed = page.waitForResponse(/session\.current/);
    land.resolve();
    await (await landed).finished();
    expect(await worn()).toEqual(["dark"]);
    await admin.mutate("desk.update", { set: { autoCloseDays: 7 }, base: { autoCloseDays: 8 } });
  });
});

/** Holds back the first such call until it is released; `both`: it and the next were answered. */
async function holdFirst(page: Page, calls: RegExp) {
  const go = Promise.withResolvers<void>();
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await page.route(calls, async (route) => {
    count += 1;
    const isFirst = count === 1;
    if (isFirst) await go.promise;
    await route.fulfill({ response: await route.fetch() });
    (isFirst ? one : two).resolve();
  });
  return {
    first: () => {
      go.resolve();
      return one.promise;
    },
    both: Promise.all([one.promise, two.promise]),
  };
}

/** The themes of the page from now on. */
async function watchThemes(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const worn = new Set([document.documentElement.className]);
    Object.assign(window, { worn });
    const note = () => worn.add(document.documentElement.className);
    new MutationObserver(note).observe(document.documentElement, { attributes: true });
  });
  return () => page.evaluate(() => [...Reflect.get(window, "worn")]);
}

test("unsaved changes are not left without a question", async ({ page, signedIn }) => {
  await signedIn("Agent");
  // The page that Back leads to.
  await page.goto("/nowhere");
  await personButton(page).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page.getByText("This device")).toBeVisible();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const stay = question.getByRole("button", { name: "Keep editing" });
  const phone = page.getByLabel("Phone");
  await phone.fill("+46 8 123");
  for (const key of ["Enter", "Escape"]) {
    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await expect(stay).toBeFocused();
    await page.keyboard.press(key);
    await expect(question).toBeHidden();
    await expect(page).toHaveURL("/profile");
    await expect(phone).toHaveValue("+46 8 123");
    await expect(phone).toBeFocused();
  }
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Leave and discard" }).click();
  await expect(page).toHaveURL("/nowhere");
  await page.goForward();
  await expect(phone).not.toHaveValue("+46 8 123");

  // A link leaves the field first, which saves it: there is nothing to ask.
  await phone.fill("+46 8 456");
  await shellOf(page).entry("Dashboard").click();
  await expect(page).toHaveURL("/dashboard/log");
  await expect(question).toHaveCount(0);
  await expect(page.getByText("Phone saved")).toBeVisible();
  await page.goBack();
  await expect(phone).toHaveValue("+46 8 456");
  await page.goForward();

  await test.step("a refusal after leaving the page is shown nevertheless", async () => {
    await page.goBack();
    const answer = await holdBack(page, /account\.updateProfile/);
    await page.getByLabel("First name").fill("   ");
    await shellOf(page).entry("Dashboard").click();
    await expect(page).toHaveURL("/dashboard/log");
    answer();
    const told = shellOf(page).notices.getByRole("alert");
    await expect(told).toContainText("Couldn't save the profile");
    await expect(told).toContainText("This is required.");
  });
});

test("ending a session signs the other browser out, with the alert", async ({
  page,
  signedIn,
  tabOf,
  desk,
}) => {
  const { email, id } = await signedIn("Agent");
  const elsewhere = await tabOf({ email });
  await elsewhere.goto("/nowhere");
  await expect(shellOf(elsewhere).navigation).toBeVisible();

  await openProfile(page);
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This device");
  await sessions
    .last()
    .getByRole("button", { name: /^End session/ })
    .click();
  await expect(sessions).toHaveCount(1);
  await expect(shellOf(page).notices.getByRole("status")).toContainText("Session ended");

  await shellOf(elsewhere).entry("Dashboard").click();
  await expect(sessionAlert(elsewhere)).toBeVisible();
  await desk.visitor().signIn(email);
  await page.reload();
  await expect(sessions).toHaveCount(2);

  await test.step("a session that ended in the meantime disappears from the list", async () => {
    const newest = desk.db.selectFrom("sessions").select("id").where("user_id", "=", id);
    await desk.db
      .deleteFrom("sessions")
      .where("id", "=", newest.orderBy("created_at", "desc").limit(1))
      .execute();
    await sessions
      .last()
      .getByRole("button", { name: /^End session/ })
      .click();
    await expect(sessions).toHaveCount(1);
    await expect(shellOf(page).notices.getByRole("status")).toContainText("Session ended");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(sessions).toHaveCount(1);
  });
});

test("mail choices are set by a click and survive a reload; a refused choice is reverted with a message", async ({
  page,
  signedIn,
  watch,
}) => {
  await signedIn("Agent");
  await openProfile(page);
  const followed = page.getByRole("switch", { name: "Tickets I follow: Email" });
  await expect(followed).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Mentions: Email" })).toBeChecked();

  const saved = page.waitForResponse(/account\.setNotificationChoice/);
  const letThrough = await holdBack(page, /account\.setNotificationChoice/);
  await followed.focus();
  await page.keyboard.press("Space");
  // Before the server has answered.
  await expect(followed).toBeChecked();
  letThrough();
  await saved;
  await page.reload();
  await expect(followed).toBeChecked();

  const mentions = page.getByRole("switch", { name: "Mentions: Bell" });
  await expect(mentions).toBeChecked();
  await page.unroute(/account\.setNotificationChoice/);
  await page.route(/account\.setNotificationChoice/, (route) => route.abort());
  await mentions.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(mentions).toBeChecked();
  expect(watch.take()).toEqual(["console: Failed to load resource: net::ERR_FAILED"]);
});

test("a customer ends all other sessions after a question, and chooses one mail and the theme", async ({
  page,
  signedIn,
  desk,
}) => {
  const { email, id } = await signedIn("Customer");
  for (const _ of [1, 2]) await desk.visitor().signIn(email);
  await page.emulateMedia({ colorScheme: "light" });
  await openProfile(page);
  await test.step("the theme follows the system until one is chosen", async () => {
    await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
    const light = await background(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => background(page)).not.toBe(light);
    await page.getByText("Light", { exact: true }).click();
    await expect.poll(() => background(page)).toBe(light);
  });

  await test.step("they have a single choice", async () => {
    const followed = page.getByRole("switch", { name: "Email me replies on tickets I follow" });
    await expect(followed).toBeChecked();
    await expect(page.getByRole("switch", { name: /mail|bell/i })).toHaveCount(1);
    await followed.click();
    await expect(followed).not.toBeChecked();
  });

  await test.step("all other sessions end, and this one stays", async () => {
    const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await expect(sessions).toHaveCount(3);
    await expect(sessions.last()).toContainText(/Signed in today, \d\d:\d\d · last seen/);
    const times = sessions.last().locator("time");
    await expect(times).toHaveCount(2);
    await expect(times.first()).toHaveAttribute("data-hint", /\d{4}.*\d\d:\d\d$/);
    await expect(sessions.last()).toContainText("From network 127.0.0.0/24");
    await page.getByRole("button", { name: "End the 2 other sessions" }).click();
    const question = page.getByRole("alertdialog", { name: "End the 2 other sessions?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(sessions).toHaveCount(3);
    await page.getByRole("button", { name: "End the 2 other sessions" }).click();
    await question.getByRole("button", { name: "End sessions" }).click();
    await expect(sessions).toHaveCount(1);
    await expect(shellOf(page).notices).toContainText("2 other sessions ended");
    const left = await desk.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", id)
      .execute();
    expect(left).toHaveLength(1);
  });
});
