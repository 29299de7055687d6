import {
  endSessionsOf,
  expect,
  type Page,
  signInBrowser,
  signInByHand,
  test,
} from "./browser/fixtures.ts";
import {
  clickBelowAlert,
  entryTo,
  holdBack,
  leadTo,
  loginMessage,
  logOut,
  seeRows,
  sessionAlert,
  shellOf,
} from "./steps/anywhere.ts";

const loggedOutWords = "You have been successfully logged out!";

/** How often the page asks the server who is signed in. */
function countAsking(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (/session\.current|\/node\/auth\/user/.test(request.url())) count += 1;
  });
  return () => count;
}

/** The stored recent searches. */
const searchesKept = (page: Page) =>
  page.evaluate(() => localStorage.getItem("frontdesk.searches") ?? "");

/** The suggestions below the box, once their code has loaded. */
const offeredIn = (page: Page) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

async function searchFor(page: Page, words: string): Promise<void> {
  await page.keyboard.press("/");
  await expect(offeredIn(page).filter({ hasText: /^status:status/ })).toBeVisible();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`[?&]q=${words}`));
  expect(await searchesKept(page)).toContain(words);
}

/** As if the person returned to this tab after a while: visible data is refetched. */
async function comeBackAfter(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.evaluate(() => {
    Object.assign(window, { isLookedAt: true });
    window.dispatchEvent(new Event("visibilitychange"));
  });
}

/** Headless tabs all count as visible; from here on this one does not, until it is focused. */
async function stayBehind(page: Page): Promise<void> {
  const hide = () => {
    Object.defineProperty(document, "hidden", {
      configurable: true,
      get: () => !("isLookedAt" in window),
    });
  };
  await page.addInitScript(hide);
  await page.evaluate(hide);
}

test.describe("Logout", () => {
  test('The user is sent to /login with the message "You have been successfully logged out!". Locally stored data is cleared. Logout clears the cached user.', async ({
    page,
    signedIn,
    person,
    desk,
  }) => {
    const { id } = await signedIn("Super Admin", { firstName: "Ada" });
    await page.goto("/ticket/log");
    await seeRows(page, "Tickets: All open");
    await searchFor(page, "printer");
    await shellOf(page).entry("Users").click();
    await seeRows(page, "Users");
    await page.evaluate(async () => {
      localStorage.setItem("a draft", "secret");
      sessionStorage.setItem("a search", "secret");
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open("drafts", 1);
        opening.onsuccess = () => resolve(opening.result.close());
        opening.onerror = reject;
      });
    });
    await logOut(page);
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ message: loggedOutWords })}`);
    await expect(loginMessage(page)).toHaveText(loggedOutWords);
    const sessions = desk.db.selectFrom("sessions").select("id").where("user_id", "=", id);
    expect(await sessions.execute()).toEqual([]);
    const kept = () =>
      page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map(({ name }) => name),
      }));
    await expect.poll(kept).toEqual({ local: [], session: [], databases: [] });

    await page.goBack();
    await expect(page).toHaveURL("/login");
    await expect(page.getByText("Ada Super Admin")).toHaveCount(0);
    const { email } = await person("Customer", { firstName: "Ben" });
    await signInByHand(page, email);
    await expect(page.getByRole("button", { name: "Ben Customer" })).toBeVisible();
    await expect(shellOf(page).entry("Users")).toHaveCount(0);
    await leadTo(page, "/user/log");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });

  test("the other tabs go to /login too, without the alert, and return with the person who signs in in one of them", async ({
    page,
    context,
    signedIn,
  }) => {
    const { email } = await signedIn("Agent");
    await page.goto("/nowhere");
    const tabs = [await context.newPage(), await context.newPage()] as const;
    const [second, third] = tabs;
    await second.goto("/nowhere");
    await third.goto("/profile");
    for (const tab of tabs) await expect(shellOf(tab).navigation).toBeVisible();
    await page.bringToFront();
    await logOut(page);
    for (const tab of tabs) {
      await expect(tab).toHaveURL("/login");
      await expect(tab.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
      await expect(sessionAlert(tab)).toHaveCount(0);
    }

    await test.step("each to its previous page", async () => {
      await third.goto("/dashboard/log?period=7d");
      for (const tab of tabs) {
        await expect(tab).toHaveURL("/login");
        await expect(tab.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
      }
      await signInByHand(page, email);
      await expect(page).toHaveURL(/ticket\/log/);
      await expect(second).toHaveURL(/ticket\/log/);
      await expect(third).toHaveURL("/dashboard/log?period=7d");
    });
  });
});

test.describe("Session", () => {
  test('the user is signed out until the server returns a user. The current user is cached in the client. When none is cached, the client asks the server for the current user. On any 401 response, when the current location is not /login, the client shows an alert "Session Expired. Please login again!" and goes to /login. Any 401 away from /login: Alert "Session Expired. Please login again!", then /login', async ({
    page,
    context,
    signedIn,
    desk,
  }) => {
    test.setTimeout(120_000);
    const person = await signedIn("Super Admin");
    const asked = countAsking(page);
    const { entry, navigation, notices } = shellOf(page);
    const pending = "/ticket/log?view=pending&sort=created";
    const toSignIn = () => page.getByRole("button", { name: "Go to sign-in page" }).click();
    await page.clock.install();

    await test.step("the server is asked once per load", async () => {
      const answer = await holdBack(page, /session\.current/);
      const question = page.waitForRequest(/session\.current/);
      await page.goto("/audit?on=file");
      await question;
      await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
      await expect(navigation).toHaveCount(0);
      answer();
      await expect(navigation).toBeVisible();
      await page.unroute(/session\.current/);
      for (const label of ["Users", "Dashboard", "Tickets", "Company"]) {
        await entry(label).click();
        await expect(entry(label)).toHaveAttribute("aria-current", "page");
      }
      await seeRows(page, "Companies");
      expect(asked()).toBe(1);
      await page.reload();
      await seeRows(page, "Companies");
      expect(asked()).toBe(2);
    });

    await test.step("signing in before the sign-in page has loaded returns to the previous page", async () => {
      const come = await holdBack(page, /LoginPage/);
      await leadTo(page, pending);
      await seeRows(page, "Tickets: Pending");
      await entry("Dashboard").click();
      await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
      await page.goBack();
      await seeRows(page, "Tickets: Pending");
      await context.clearCookies();
      await comeBackAfter(page, 60_000);
      await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
      await expect(page).toHaveURL("/login");
      await signInBrowser(context, desk, person.email);
      come();
      await expect(page).toHaveURL(pending);
      await seeRows(page, "Tickets: Pending");
      await expect(sessionAlert(page)).toHaveCount(0);
    });

    await test.step("Escape does not close the alert", async () => {
      await endSessionsOf(desk, person);
      await clickBelowAlert(entryTo(page, "/user/log"));
      await expect(sessionAlert(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sessionAlert(page)).toBeVisible();
      await toSignIn();
      await expect(page).toHaveURL("/login");
      await expect(sessionAlert(page)).toHaveCount(0);
      await signInByHand(page, person.email);
      await expect(navigation).toBeVisible();
    });

    await test.step("however many calls fail, the alert appears once, and signing in returns to the page", async () => {
      await leadTo(page, pending);
      await seeRows(page, "Tickets: Pending");
      await expect(page.getByRole("status").filter({ hasText: /\d tickets?/ })).toBeVisible();
      await endSessionsOf(desk, person);
      let refused = 0;
      page.on("response", async (response) => {
        if (!response.url().includes("/node/trpc/")) return;
        // A call still in flight at the end of the test has no page.
        const text = await response.text().catch(() => "");
        refused += text.split('"httpStatus":401').length - 1;
      });
      await comeBackAfter(page, 5 * 60_000);
      await expect(sessionAlert(page)).toBeVisible();
      await expect.poll(() => refused).toBeGreaterThan(2);
      await expect(page.getByRole("alertdialog")).toHaveCount(1);
      await expect(notices.getByRole("alert")).toHaveCount(0);
      await expect(page.locator("table")).toBeVisible();

      await toSignIn();
      await expect(page.getByLabel("Email")).toHaveValue(person.email);
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
      await signInByHand(page, person.email);
      await expect(page).toHaveURL(pending);
      await seeRows(page, "Tickets: Pending");
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
    });

    await test.step("an unsaved form stays for the person who signs in again in another tab", async () => {
      await leadTo(page, "/company/log");
      await seeRows(page, "Companies");
      await page.getByRole("button", { name: "New company" }).click();
      const name = page.getByRole("dialog").getByLabel("Name");
      await name.fill("Stays Ltd");
      // As if another tab was notified first: its answer deleted the cookie.
      await context.clearCookies({ name: "frontdesk_session" });
      await endSessionsOf(desk, person);
      await expect(sessionAlert(page)).toContainText("The form on this page isn't saved.");
      const opened = context.waitForEvent("page");
      await sessionAlert(page).getByRole("link", { name: "Sign in in another tab" }).click();
      const other = await opened;
      await signInByHand(other, person.email);
      await expect(sessionAlert(page)).toHaveCount(0);
      await expect(name).toHaveValue("Stays Ltd");
      await page.getByRole("button", { name: "Create company" }).click();
      await expect(page.getByRole("region", { name: "Stays Ltd" })).toBeVisible();

      // And if this tab does not know yet that the previous session is over.
      await leadTo(page, "/profile");
      await page.getByLabel("Phone").fill("+46 8 123");
      await context.clearCookies({ name: "frontdesk_session" });
      await other.goto("/login");
      await signInByHand(other, person.email);
      await expect(shellOf(other).navigation).toBeVisible();
      await expect(page.getByLabel("Phone")).toHaveValue("+46 8 123");
      await page.getByLabel("Phone").press("Enter");
      await expect(page.getByText("Phone saved")).toBeVisible();
      await other.close();
    });

    await test.step("a change is refused, while the others were reads", async () => {
      await leadTo(page, "/profile");
      await expect(page.getByText("This device")).toBeVisible();
      const dark = page.getByText("Dark", { exact: true });
      await endSessionsOf(desk, person);
      await clickBelowAlert(dark);
      await expect(sessionAlert(page)).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    await test.step("after any refused call the dead cookie is gone: a new visit shows no alert", async () => {
      const names = async () => (await context.cookies()).map(({ name }) => name);
      await expect.poll(names).not.toContain("frontdesk_session");
      const anew = await context.newPage();
      await anew.goto("/ticket/log");
      await expect(anew).toHaveURL("/login");
      await expect(sessionAlert(anew)).toHaveCount(0);
      await anew.close();
      await toSignIn();
      await expect(page).toHaveURL("/login");
    });
  });

  test("another user who signs in is not led to the previous one's page, in any tab, and each tab notices the next end, too", async ({
    page,
    context,
    signedIn,
    person,
    desk,
  }) => {
    const before = await signedIn("Agent");
    const ben = await person("Agent", { firstName: "Ben" });
    const behind = await context.newPage();
    await behind.clock.install();
    for (const tab of [behind, page]) {
      await tab.goto("/ticket/log?view=pending&sort=created");
      await seeRows(tab, "Tickets: Pending");
    }
    await page.bringToFront();
    await searchFor(page, "printer");
    const signInAs = async ({ email }: { email: string }) => {
      await clickBelowAlert(entryTo(page, "/dashboard/log"));
      await page.getByRole("button", { name: "Go to sign-in page" }).click();
      await signInByHand(page, email);
    };

    await test.step("another user signs in", async () => {
      await endSessionsOf(desk, before);
      await signInAs(ben);
      await expect(page).toHaveURL("/ticket/log");
      await expect(behind.getByRole("button", { name: "Ben Agent" })).toBeVisible();
      await expect(behind).toHaveURL("/ticket/log");
    });

    await test.step("nor shown the previous searches", async () => {
      await page.keyboard.press("/");
      const offered = offeredIn(page);
      await expect(offered.filter({ hasText: /^status:status/ })).toBeVisible();
      await expect(offered.getByRole("img", { name: "Recent search" })).toHaveCount(0);
      await page.keyboard.press("Escape");
      expect(await searchesKept(page)).toBe("");
    });

    await test.step("a tab whose user has changed notices the next end", async () => {
      await stayBehind(behind);
      for (const tab of [behind, page]) {
        await leadTo(tab, "/ticket/log?view=pending");
        await seeRows(tab, "Tickets: Pending");
      }
      await endSessionsOf(desk, ben);
      // Not the answer that it is over, which may come first.
      const asked = behind.waitForResponse(
        async (answer) =>
          /session\.current/.test(answer.url()) && (await answer.text()).includes(ben.email),
      );
      await signInAs(ben);
      await asked;
      await seeRows(behind, "Tickets: Pending");

      await endSessionsOf(desk, ben);
      await comeBackAfter(behind, 60_000);
      await expect(sessionAlert(behind)).toBeVisible();
    });
  });

  test("a reload after the end of the session shows the alert once, and the dead cookie is gone", async ({
    page,
    signedIn,
    desk,
    context,
  }) => {
    const person = await signedIn("Agent");
    await endSessionsOf(desk, person);
    await page.goto("/dashboard/log?period=7d");
    await expect(sessionAlert(page)).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain("frontdesk_session");
    await page.getByRole("button", { name: "Go to sign-in page" }).click();
    await signInByHand(page, person.email);
    await expect(page).toHaveURL("/dashboard/log?period=7d");
  });

  test("the calls of /login do not delete the cookie of a quick sign-in", async ({
    page,
    signedIn,
    desk,
  }) => {
    const person = await signedIn("Agent");
    await endSessionsOf(desk, person);
    const order: string[] = [];
    const late = Promise.withResolvers<void>();
    await page.route(
      /session\.current/,
      async (route) => {
        const response = await route.fetch();
        await late.promise;
        order.push("told that the session is over");
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    page.on("request", (request) => {
      if (request.url().endsWith("/node/auth/login")) order.push("signed in");
    });
    await page.goto("/login");
    await signInByHand(page, person.email);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
    late.resolve();
    await expect(page).toHaveURL(/ticket\/log/);
    expect(order).toEqual(["told that the session is over", "signed in"]);
    await expect(shellOf(page).navigation).toBeVisible();
    const answer = await page.request.get("/node/auth/user");
    expect((await answer.json()).user.email).toBe(person.email);
  });

  test("a first visit is not an expired session, and /login shows no alert", async ({
    page,
    signedIn,
    desk,
  }) => {
    const asked = page.waitForResponse(/session\.current/);
    await page.goto("/ticket/log");
    expect((await asked).status()).toBe(200);
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);

    const person = await signedIn("Agent");
    await endSessionsOf(desk, person);
    // The page asks as well.
    await page.goto("about:blank");
    const refused = page.waitForResponse(/session\.current/);
    await page.goto("/login");
    expect(await (await refused).text()).toContain("session_expired");
    await expect(page.getByText("This is a demo desk.")).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await signInByHand(page, person.email, "not-the-one");
    await expect(page.getByRole("alert")).toHaveText("Wrong email or password.");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});
