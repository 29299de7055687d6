import { createLink, type NewLink } from "../../server/auth/links.ts";
import type { Role } from "../../shared/access.ts";
import type { TestDesk } from "./desk.ts";
import { endSessionsOf, expect, type Page, testPassword } from "./fixtures.ts";
import {
  changePassword,
  openAccountMenu,
  openChangePassword,
  seeRows,
  sessionAlert,
  shellOf,
} from "./steps.ts";

interface Scene {
  page: Page;
  desk: TestDesk;
  /** Whoever looks; nobody on the pages for visitors. */
  person: { id: string; email: string } | null;
}

export interface Screen {
  name: string;
  role: Role | null;
  /** Leads there, and waits until everything is there. */
  open(scene: Scene): Promise<unknown>;
}

const seeHeading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();

/** A page, by its address and a heading that stands there when it is complete. */
function at(name: string, role: Role | null, path: string, heading: string | RegExp): Screen {
  return {
    name,
    role,
    async open({ page }) {
      await page.goto(path);
      await seeHeading(page, heading);
    },
  };
}

/** The page behind a mailed link. */
function behindLink(name: string, path: string, link: (userId: string) => NewLink): Screen {
  return {
    name,
    role: null,
    async open({ page, desk }) {
      const { id } = await desk.db
        .selectFrom("users")
        .select("id")
        .where("email", "=", "agent@demo.test")
        .executeTakeFirstOrThrow();
      await page.goto(`${path}#${await createLink(desk.db, link(id))}`);
      await expect(page.getByLabel("Confirm Password")).toBeVisible();
    },
  };
}

/** Cards on a phone, a table elsewhere. */
async function seeTickets(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/\d/);
}

const tickets: Screen = {
  name: "the ticket list",
  role: "Super Admin",
  async open({ page }) {
    await page.goto("/ticket/log");
    await seeTickets(page);
  },
};

/** Every page as it comes. */
export const pages: Screen[] = [
  at("/login", null, "/login?message=You+have+been+successfully+logged+out!", /^Sign in$/),
  behindLink("a reset", "/reset-password", (userId) => ({
    kind: "reset",
    userId,
    now: new Date(),
  })),
  behindLink("the first Super Admin", "/setup", () => ({
    kind: "first-admin",
    userId: null,
    now: new Date(),
  })),
  at("a spent link", null, "/invitation#spent", "This link does not work any more"),
  tickets,
  at("a search that finds nothing", "Super Admin", "/ticket/log?q=zebra-9", "Nothing found"),
  {
    name: "a customer's tickets",
    role: "Customer",
    async open({ page }) {
      await page.goto("/ticket/log");
      await expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible();
    },
  },
  {
    name: "the users",
    role: "Super Admin",
    async open({ page }) {
      await page.goto("/user/log");
      await seeRows(page, "Users");
    },
  },
  {
    name: "the companies",
    role: "Super Admin",
    async open({ page }) {
      await page.goto("/company/log");
      await seeRows(page, "Companies");
    },
  },
  at("the dashboard", "Super Admin", "/dashboard/log", "Open by company"),
  {
    name: "the profile",
    role: "Agent",
    async open({ page, desk, person }) {
      await desk.visitor().signIn(person?.email ?? "", testPassword);
      await page.goto("/profile");
      await expect(page.getByRole("button", { name: "End the other session" })).toBeVisible();
    },
  },
  {
    name: "the mails",
    role: "Super Admin",
    async open({ page, desk }) {
      await desk.visitor().request("POST", "/node/auth/password-reset", {
        body: { email: "agent@demo.test" },
      });
      await desk.mailsAreSent();
      await page.goto("/settings/mail");
      await page
        .getByRole("button", { name: /Choose a new password/ })
        .first()
        .click();
      await expect(page.getByText("[link]").first()).toBeVisible();
    },
  },
  at("not found", "Agent", "/nowhere", "Page not found"),
];

/** What opens above a page, or stands in it when something is wrong. */
export const overlays: Screen[] = [
  {
    name: "/login with an error",
    role: null,
    async open({ page }) {
      await page.goto("/login");
      await page.getByLabel("Email").fill("nobody@example.test");
      await page.getByLabel("Password", { exact: true }).fill("not-the-one");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "Forgot password?",
    role: null,
    async open({ page }) {
      await page.goto("/login");
      await page.getByRole("button", { name: "Forgot password?" }).click();
      await page.getByRole("button", { name: "Send link" }).click();
      await expect(page.getByText("This is required.")).toBeVisible();
    },
  },
  above("the Account menu", (page) => openAccountMenu(page)),
  above("the person's menu", async (page) => {
    await page.getByRole("banner").getByRole("button").click();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  }),
  {
    name: "the orders",
    role: "Super Admin",
    async open({ page }) {
      await page.goto("/ticket/log?q=zebra-9");
      await seeHeading(page, "Nothing found");
      await page.getByRole("button", { name: /^Sort/ }).click();
      await expect(page.getByRole("menuitemradio").first()).toBeVisible();
    },
  },
  above("Change Password", (page) => openChangePassword(page)),
  above("Change Password with a notice", async (page) => {
    await changePassword(page, { old: "a", next: "battery-9", confirm: "battery-8" });
    await expect(shellOf(page).notices.getByRole("alert")).toContainText("Missmatch");
  }),
  {
    name: "the companies to filter by",
    role: "Super Admin",
    async open({ page }) {
      await page.goto("/user/log?q=nobody-like-this");
      await seeHeading(page, "No user found");
      await page.getByRole("button", { name: "Company" }).first().click();
      await expect(page.getByRole("option").nth(5)).toBeVisible();
    },
  },
  {
    name: "a notice beside the time zones",
    role: "Agent",
    async open({ page }) {
      await page.clock.install();
      await page.goto("/profile");
      await page.getByText("System", { exact: true }).click();
      await page.getByLabel("First name").fill(`Kim ${Date.now()}`);
      await page.getByRole("button", { name: "Save profile" }).click();
      await expect(shellOf(page).notices.getByRole("status")).toContainText("Profile saved");
      await shellOf(page).notices.getByRole("status").hover();
      await page.getByLabel("Time zone").press("Enter");
      await page.getByRole("combobox", { name: "Find a city or region" }).fill("argentina");
      await expect(page.getByRole("option").first()).toContainText("Argentina");
    },
  },
  {
    name: "the session alert",
    role: "Agent",
    async open({ page, desk, person }) {
      await page.goto("/nowhere");
      await seeHeading(page, "Page not found");
      if (person) await endSessionsOf(desk, person);
      await shellOf(page).entry("Dashboard").click();
      await expect(sessionAlert(page)).toBeVisible();
    },
  },
];

function above(name: string, open: (page: Page) => Promise<unknown>): Screen {
  return {
    name,
    role: "Super Admin",
    async open({ page }) {
      // Of all pages of the shell the one with least in it.
      await page.goto("/nowhere");
      await seeHeading(page, "Page not found");
      await open(page);
    },
  };
}
