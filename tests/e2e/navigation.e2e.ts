import { signedOutWords } from "../../client/auth/login-message.ts";
import type { Role } from "../../shared/access.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { holdBack, openAccountMenu, seeRows, selectedMenu, shellOf } from "./steps.ts";

const seenBy: Record<Role, string[]> = {
  "Super Admin": ["Tickets", "Users", "Company", "Dashboard", "Account"],
  Agent: ["Tickets", "Dashboard", "Account"],
  Customer: ["Tickets", "Account"],
};
const roles = Object.keys(seenBy) as Role[];

async function entriesOf(page: Page): Promise<string[]> {
  const { navigation } = shellOf(page);
  await expect(navigation).toBeVisible();
  const entries = navigation.locator("ul").getByRole("link").or(shellOf(page).account);
  return entries.allInnerTexts();
}

test.describe("Screens and routes", () => {
  test("It accepts a query parameter message, which carries text to show to the visitor.", async ({
    page,
  }) => {
    await page.goto(`/login?message=${encodeURIComponent("Back on Monday & well rested")}`);
    await expect(page.getByText("Back on Monday & well rested", { exact: true })).toBeVisible();
    const markup = `<b>Bold</b><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await page.goto(`/login?message=${encodeURIComponent(markup)}`);
    await expect(page.getByText(markup, { exact: true })).toBeVisible();
    await expect(page.locator("b, img, main script")).toHaveCount(0);
    await expect(page).not.toHaveTitle("owned");
    // At most 200 characters of it.
    await page.goto(`/login?message=${"0123456789".repeat(25)}`);
    await expect(page.getByText("0123456789".repeat(20), { exact: true })).toBeVisible();
  });

  test("only the desk's own words are good news, and they are gone from the address once read", async ({
    page,
  }) => {
    await page.goto("/login?message=Call+this+number");
    await expect(page.getByRole("status").filter({ hasText: "Call this number" })).toBeVisible();
    await expect(page.locator(".lucide-circle-check")).toHaveCount(0);
    await page.goto(`/login?${new URLSearchParams({ message: signedOutWords })}`);
    await expect(page.locator(".lucide-circle-check")).toHaveCount(1);
    await page.getByLabel("Email").press("a");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(signedOutWords)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expect(page.getByText(signedOutWords)).toHaveCount(0);
  });

  test("Signed-in users work with tickets, users, companies and a dashboard. /ticket: Ticket area. The ticket list is at /ticket/log. /user: User area. The user list is at /user/log. /company: Company area. The company list is at /company/log. /dashboard: Dashboard area. The dashboard is at /dashboard/log.", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    for (const [path, list] of [
      ["/ticket", /^Tickets/],
      ["/user", "Users"],
      ["/company", "Companies"],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveURL(`${path}/log`);
      await seeRows(page, list);
    }
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/dashboard/log");
    await expect(page.getByRole("heading", { name: "Open backlog" })).toBeVisible();
  });

  test("/login: Login area. The empty path redirects here. Every route under the shell requires a signed-in user. A visitor with no signed-in user is sent to /login. Visitor not signed in on a guarded route: Sent to /login", async ({
    page,
    desk,
  }) => {
    const paths = ["/ticket", "/ticket/log", "/user/log", "/company/log", "/dashboard/log"];
    for (const path of ["/", ...paths, "/profile", "/settings/mail", "/nowhere"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/login");
      await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
      await expect(page.getByLabel("Email"), path).toBeFocused();
      await expect(shellOf(page).navigation, path).toHaveCount(0);
    }
    const answers = await Promise.all(
      ["tickets.list", "users.list", "companies.list", "session.list"].map(async (call) =>
        (await page.request.get(`${desk.url}/node/trpc/${call}`)).status(),
      ),
    );
    expect(answers).toEqual([401, 401, 401, 401]);
  });

  test("an unknown address is not found, inside the shell", async ({ page, signedIn }) => {
    await signedIn("Agent");
    await page.goto("/ticket/log/elsewhere");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(shellOf(page).navigation).toBeVisible();
  });
});

test.describe("Side navigation", () => {
  test("Entries: Tickets, Users, Company, Dashboard, Account. Tickets is shown to everyone. Users and Company are shown only to a Super Admin. Dashboard is shown to everyone except a Customer. Super Admin: Sees Users and Company entries. Any signed-in user: Sees Tickets. Account opens a small menu with two choices: Change Password and Logout.", async ({
    page,
    signedIn,
  }) => {
    for (const role of roles) {
      await signedIn(role);
      await page.goto("/ticket/log");
      expect(await entriesOf(page), role).toEqual(seenBy[role]);
      await expect(shellOf(page).entry("Tickets"), role).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("main").locator("[data-row]").first(), role).toBeVisible();
      const menu = await openAccountMenu(page);
      expect(await menu.getByRole("menuitem").allInnerTexts(), role).toEqual([
        "Change Password",
        "Logout",
      ]);
      const box = await menu.boundingBox();
      expect(box?.width, role).toBeLessThanOrEqual(240);
    }
  });

  test("The selected entry is remembered and defaults to Tickets. The selected menu entry is kept in local storage under the key selected-menu.", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/");
    await expect(page).toHaveURL("/ticket/log");
    await seeRows(page, /^Tickets/);
    const { entry } = shellOf(page);
    await expect(entry("Tickets")).toHaveAttribute("aria-current", "page");
    expect(await selectedMenu(page)).toBe("Tickets");
    for (const label of ["Users", "Dashboard", "Company"]) {
      await entry(label).click();
      await expect(entry(label)).toHaveAttribute("aria-current", "page");
      await expect.poll(() => selectedMenu(page)).toBe(label);
    }
    await expect(entry("Tickets")).not.toHaveAttribute("aria-current");
    await page.goto("/");
    await expect(page).toHaveURL("/company/log");
    await page.goto("/login");
    await expect(page).toHaveURL("/company/log");
  });

  test("an entry that a role lacks is not gone to, though it is remembered", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Customer");
    await page.addInitScript(() => localStorage.setItem("selected-menu", "Users"));
    await page.goto("/");
    await expect(page).toHaveURL("/ticket/log");
  });

  test("The navigation can be expanded (60px wide) or collapsed (50px wide). Side navigation width: 60px expanded, 50px collapsed.", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Agent");
    await page.goto("/");
    const { navigation, content } = shellOf(page);
    const width = async () => (await navigation.boundingBox())?.width;
    await expect(navigation).toBeVisible();
    expect(await width()).toBe(60);
    await page.getByRole("button", { name: "Collapse navigation" }).click();
    await expect.poll(width).toBe(50);
    expect((await content.boundingBox())?.x).toBe(50);
    await expect(shellOf(page).entry("Dashboard")).toBeVisible();

    await page.reload();
    await expect(navigation).toBeVisible();
    expect(await width()).toBe(50);
    await page.getByRole("button", { name: "Expand navigation" }).click();
    await expect.poll(width).toBe(60);
  });

  test("the choice of width waits for the person on another computer", async ({
    page,
    signedIn,
    otherBrowser,
    context,
  }) => {
    await signedIn("Agent");
    await page.goto("/");
    const saved = page.waitForResponse(/account\.updateProfile/);
    await page.getByRole("button", { name: "Collapse navigation" }).click();
    expect((await saved).status()).toBe(200);
    const other = await otherBrowser();
    const session = (await context.cookies()).filter(({ name }) => name === "frontdesk_session");
    await other.addCookies(session);
    const elsewhere = await other.newPage();
    await elsewhere.goto("/");
    await expect(shellOf(elsewhere).navigation).toBeVisible();
    expect((await shellOf(elsewhere).navigation.boundingBox())?.width).toBe(50);
  });
});

test.describe("Roles and permissions", () => {
  test("Customer: Does not see Dashboard. What only a Super Admin has does not exist for others.", async ({
    page,
    desk,
    signedIn,
  }) => {
    const [user, company] = await Promise.all(
      (["users", "companies"] as const).map((table) =>
        desk.db.selectFrom(table).select("id").limit(1).executeTakeFirstOrThrow(),
      ),
    );
    const records = [`/user/${user?.id}`, `/company/${company?.id}`];
    const closed: [Role, string[]][] = [
      ["Agent", [...records, "/user", "/user/log", "/company/log", "/settings/mail"]],
      [
        "Customer",
        [...records, "/user/log", "/company/log", "/settings", "/dashboard", "/dashboard/log"],
      ],
    ];
    for (const [role, paths] of closed) {
      await signedIn(role);
      for (const path of paths) {
        await page.goto(path);
        await expect(
          page.getByRole("heading", { name: "Page not found" }),
          `${role} at ${path}`,
        ).toBeVisible();
        await expect(shellOf(page).navigation).toBeVisible();
        await expect(page).toHaveURL(path);
      }
      await expect(shellOf(page).entry("Tickets")).toBeVisible();
      const lacking = ["Users", "Company", ...(role === "Customer" ? ["Dashboard"] : [])];
      for (const name of lacking) await expect(shellOf(page).entry(name)).toHaveCount(0);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Users and companies" })).toHaveCount(0);
    }
  });
});

test.describe("At once", () => {
  test("a click selects its entry, names the area and shows a shape before the page has come", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/ticket/log");
    await seeRows(page, /^Tickets/);
    const letThrough = await holdBack(page, /\/assets\/.*\.js$/);
    const { entry, content } = shellOf(page);
    await entry("Users").click();
    await expect(entry("Users")).toHaveAttribute("aria-current", "page");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(crumbs).toHaveText("Users");
    await expect(content.getByRole("status", { name: "Loading" })).toBeVisible();
    letThrough();
    await seeRows(page, "Users");
  });

  test("what opens a menu or a dialog shows that it was pressed before the code has come, and the page stays", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    const menu = await holdBack(page, /\/assets\/AccountMenu-.*\.js$/);
    const dialog = await holdBack(page, /\/assets\/NewCompanyDialog-.*\.js$/);
    await page.goto("/company/log");
    const list = await seeRows(page, "Companies");
    const { account, content } = shellOf(page);
    await account.click();
    await expect(account).toHaveAttribute("aria-busy", "true");
    menu();
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
    await page.keyboard.press("Escape");

    await content.getByRole("button", { name: "New company" }).click();
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    await expect(list).toBeVisible();
    dialog();
    await expect(page.getByRole("dialog", { name: "New company" })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  });

  test("a customer's ticket has its shape before its code has come", async ({ page, signedIn }) => {
    await signedIn("Customer");
    const code = await holdBack(page, /\/assets\/TicketPage-.*\.js$/);
    await page.goto("/ticket/log");
    await page.getByRole("main").locator("[data-row]").first().click();
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    code();
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("before any script the page is a frame, and /login a form in which one types", async ({
    page,
    person,
    signedIn,
  }) => {
    const somebody = await person("Agent");
    const letThrough = await holdBack(page, /\/assets\/.*\.js$/);
    await page.goto("/login", { waitUntil: "commit" });
    const email = page.getByLabel("Email");
    await expect(email).toBeFocused();
    await email.pressSequentially(somebody.email.slice(0, 5));
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
    letThrough();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await page.keyboard.type(somebody.email.slice(5));
    await expect(email).toHaveValue(somebody.email);

    await signedIn("Agent");
    await page.unrouteAll();
    const goOn = await holdBack(page, /\/assets\/.*\.js$/);
    await page.goto("/ticket/log", { waitUntil: "commit" });
    await expect(page.getByText("Tickets", { exact: true })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    goOn();
    await seeRows(page, /^Tickets/);
  });
});
