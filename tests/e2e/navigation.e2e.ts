import { signedOutMessage } from "../../client/features/auth/login-message.ts";
import type { Role } from "../../shared/access.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import {
  holdBack,
  leadTo,
  openAccountMenu,
  personButton,
  seeRows,
  selectedMenu,
  shellOf,
} from "./steps/anywhere.ts";
import { colleague } from "./steps/ticket.ts";

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
    const markup = `<b>Bold</b><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await page.goto(`/login?message=${encodeURIComponent(markup)}`);
    await expect(page.getByText(markup, { exact: true })).toBeVisible();
    await expect(page.locator("b, img, main script")).toHaveCount(0);
    await expect(page).not.toHaveTitle("owned");
    await expect(page.locator(".lucide-circle-check")).toHaveCount(0);

    await test.step("only the desk's own messages are shown as a success, and the address is cleaned", async () => {
      await page.goto(`/login?${new URLSearchParams({ message: signedOutMessage })}`);
      await expect(page.locator(".lucide-circle-check")).toHaveCount(1);
      await page.getByLabel("Email").press("a");
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText(signedOutMessage)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
      await expect(page.getByText(signedOutMessage)).toHaveCount(0);
    });
  });

  test("Signed-in users work with tickets, users, companies and a dashboard. /ticket: Ticket area. The ticket list is at /ticket/log. /user: User area. The user list is at /user/log. /company: Company area. The company list is at /company/log. /dashboard: Dashboard area. The dashboard is at /dashboard/log.", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/nowhere");
    await expect(shellOf(page).navigation).toBeVisible();
    for (const [path, list] of [
      ["/ticket", /^Tickets/],
      ["/user", "Users"],
      ["/company", "Companies"],
    ] as const) {
      await leadTo(page, path);
      await expect(page).toHaveURL(`${path}/log`);
      await seeRows(page, list);
    }
    await leadTo(page, "/dashboard");
    await expect(page).toHaveURL("/dashboard/log");
    await expect(page.getByRole("heading", { name: "Open backlog" })).toBeVisible();
  });

  test("/login: Login area. The empty path redirects here. Every route under the shell requires a signed-in user. A visitor with no signed-in user is sent to /login. Visitor not signed in on a guarded route: Sent to /login", async ({
    page,
    desk,
  }) => {
    const paths = ["/ticket", "/ticket/log", "/user/log", "/company/log", "/dashboard/log"];
    await page.goto("/ticket/log?view=all");
    for (const path of ["/", ...paths, "/profile", "/settings/mail", "/nowhere"]) {
      await leadTo(page, path);
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
    await leadTo(page, "/");
    await expect(page).toHaveURL("/company/log");
    await page.goto("/login");
    await expect(page).toHaveURL("/company/log");
  });

  test("The navigation can be expanded (60px wide) or collapsed (50px wide). Side navigation width: 60px expanded, 50px collapsed.", async ({
    page,
    desk,
    person: signUp,
    signedIn,
    tabOf,
  }) => {
    const person = await signedIn("Agent");
    await page.goto("/nowhere");
    const { navigation, content } = shellOf(page);
    const width = async () => (await navigation.boundingBox())?.width;
    await expect(navigation).toBeVisible();
    expect(await width()).toBe(60);
    const saved = page.waitForResponse(/account\.updateProfile/);
    await page.getByRole("button", { name: "Collapse navigation" }).click();
    await expect.poll(width).toBe(50);
    expect((await content.boundingBox())?.x).toBe(50);
    await expect(shellOf(page).entry("Dashboard")).toBeVisible();

    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(navigation).toBeVisible();
    expect(await width()).toBe(50);
    await test.step("the choice applies on another computer", async () => {
      const elsewhere = await tabOf(person);
      await elsewhere.goto("/nowhere");
      await expect(shellOf(elsewhere).navigation).toBeVisible();
      expect((await shellOf(elsewhere).navigation.boundingBox())?.width).toBe(50);
    });
    const second = await page.context().newPage();
    await second.goto("/nowhere");
    await expect(second.getByRole("button", { name: "Expand navigation" })).toBeVisible();
    await page.getByRole("button", { name: "Expand navigation" }).click();
    await expect.poll(width).toBe(60);
    await test.step("and in another tab", async () => {
      await expect(second.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
      await second.close();
    });

    await test.step("an earlier read does not revert it", async () => {
      const admin = await colleague(desk, (await signUp("Super Admin")).email);
      const setDeskName = (name: string, base: string) =>
        admin.mutate("desk.update", { set: { name }, base: { name: base } });
      await page.reload();
      await expect(navigation).toBeVisible();
      const { promise: told, resolve: tell } = Promise.withResolvers<void>();
      await page.route(/session\.current/, async (route) => {
        const response = await route.fetch();
        await told;
        await route.fulfill({ response });
      });
      const asked = page.waitForRequest(/session\.current/);
      await setDeskName("Harbour desk", "Frontdesk");
      await asked;
      const save = await holdBack(page, /account\.updateProfile/);
      await page.getByRole("button", { name: "Collapse navigation" }).click();
      await expect.poll(width).toBe(50);
      tell();
      await expect(page).toHaveTitle(/Harbour desk/);
      expect(await width()).toBe(50);
      save();
      await page.unrouteAll({ behavior: "wait" });
      await setDeskName("Frontdesk", "Harbour desk");
      await expect(page).toHaveTitle(/Frontdesk/);
      expect(await width()).toBe(50);
    });
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
    // Each page's permission is defined with its address; this tests the result.
    const closed: [Role, string[]][] = [
      ["Agent", ["/user/log", "/company/log", "/user", "/settings/mail", "/ticket/log/elsewhere"]],
      ["Customer", [...records, "/dashboard", "/audit"]],
    ];
    for (const [role, paths] of closed) {
      await signedIn(role);
      for (const [at, path] of paths.entries()) {
        await (at === 0 ? page.goto(path) : leadTo(page, path));
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
      await personButton(page).click();
      await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: /Settings|Audit/ })).toHaveCount(0);
      const themes = page.getByRole("group", { name: "Theme" }).getByRole("menuitemradio");
      await expect(themes).toHaveText(["System", "Light", "Dark"]);
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      const keys = page.getByRole("menuitem", { name: "Keyboard shortcuts" });
      await expect(keys).toHaveCount(role === "Customer" ? 0 : 1);
      if (role !== "Customer") {
        await keys.click();
        await expect(sheet).toBeVisible();
      }
      await page.keyboard.press("Escape");
      await expect(sheet).toHaveCount(0);
      await page.keyboard.press("?");
      if (role === "Customer") {
        // Single keys, the palette's button and the switch for keys are for staff.
        await expect(sheet).toHaveCount(0);
        await expect(page.getByRole("button", { name: "Commands, Ctrl K" })).toHaveCount(0);
        continue;
      }
      await expect(sheet).toBeVisible();
      await expect(page.getByRole("heading", { name: "Users and companies" })).toHaveCount(0);
      // The Back button closes it with the page below.
      await page.goBack();
      await expect(sheet).toHaveCount(0);
    }
  });
});

test.describe("Immediately", () => {
  test("a click selects its entry, shows the area's name and a skeleton before the page has loaded; a dialog's button shows that it was pressed", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    const dialog = await holdBack(page, /\/assets\/NewCompanyDialog-.*\.js$/);
    await page.goto("/company/log");
    const list = await seeRows(page, "Companies");
    const { content, entry } = shellOf(page);
    await test.step("a dialog, while the page stays", async () => {
      await content.getByRole("button", { name: "New company" }).click();
      await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
      await expect(list).toBeVisible();
      dialog();
      await expect(page.getByRole("dialog", { name: "New company" })).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      await page.keyboard.press("Escape");
    });

    await test.step("a page", async () => {
      const letThrough = await holdBack(page, /\/assets\/.*\.js$/);
      await entry("Dashboard").click();
      await expect(entry("Dashboard")).toHaveAttribute("aria-current", "page");
      const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
      await expect(crumbs).toHaveText("Dashboard");
      await expect(content.getByRole("status", { name: "Loading" })).toBeVisible();
      letThrough();
      await expect(content.getByLabel("Figures").getByRole("listitem").first()).toBeVisible();
    });
  });

  test("the ticket list and a customer's ticket show skeletons while their code is loading", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Customer");
    const list = await holdBack(page, /\/assets\/first-page-.*\.js$/);
    const code = await holdBack(page, /\/assets\/ticket-page-.*\.js$/);
    await page.goto("/ticket/log", { waitUntil: "commit" });
    await expect(page.getByText("Tickets", { exact: true })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    list();
    await page.getByRole("main").locator("[data-row]").first().click();
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    code();
    await expect(page.getByRole("article").first()).toBeVisible();
  });
});
