import { createLink, type NewLink } from "../../server/auth/links.ts";
import { expect, type Page, testPassword } from "./fixtures.ts";
import { at, openLargestCompany, type Screen, seeMembers } from "./screen.ts";
import { seeRows } from "./steps.ts";

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
      await seeConfirmation(page);
    },
    see: seeConfirmation,
  };
}

const seeConfirmation = (page: Page) => expect(page.getByLabel("Confirm Password")).toBeVisible();

/** Cards on a phone, a table elsewhere. */
async function seeTickets(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/\d/);
}

/** All of its blocks have come. */
async function seeDashboard(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Breakdown of tickets" }).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await expect(page.getByRole("main").locator("[data-slot=skeleton]")).toHaveCount(0);
}

const seeOtherSession = (page: Page) =>
  expect(page.getByRole("button", { name: "End the other session" })).toBeVisible();

const seeMail = (page: Page) => expect(page.getByText("[link]").first()).toBeVisible();

const seeAct = (page: Page) => expect(page.getByText("Address typed").first()).toBeVisible();

const missing = "01975e1a-0000-7000-8000-000000000000";

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
  at("the ticket list", "Super Admin", "/ticket/log", seeTickets),
  at("a search that finds nothing", "Super Admin", "/ticket/log?q=quagga-9", "Nothing found"),
  at("a customer's tickets", "Customer", "/ticket/log", (page) =>
    expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible(),
  ),
  at("the users", "Super Admin", "/user/log", (page) => seeRows(page, "Users")),
  at("the companies", "Super Admin", "/company/log", (page) => seeRows(page, "Companies")),
  {
    name: "a company beside the companies",
    role: "Super Admin",
    open: openLargestCompany,
    see: seeMembers,
  },
  at(
    "a company that is not there",
    "Super Admin",
    `/company/${missing}`,
    "There is no such company",
  ),
  at("the dashboard", "Super Admin", "/dashboard/log", seeDashboard),
  {
    name: "the dashboard in tables",
    role: "Agent",
    async open({ page }) {
      await page.goto("/dashboard/log?of=created");
      await seeDashboard(page);
      const charts = page.getByRole("button", { name: /^Show as table/ });
      for (let left = await charts.count(); left > 0; left--) await charts.first().click();
    },
    async see(page) {
      await seeDashboard(page);
      await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
      await expect(page.getByRole("button", { name: /^Show as table/ })).toHaveCount(0);
    },
  },
  {
    name: "the profile",
    role: "Agent",
    async open({ page, desk, person }) {
      await desk.visitor().signIn(person?.email ?? "", testPassword);
      await page.goto("/profile");
      await seeOtherSession(page);
    },
    see: seeOtherSession,
  },
  at("the profile of a customer", "Customer", "/profile", (page) =>
    expect(page.getByRole("switch").last()).toBeVisible(),
  ),
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
      await seeMail(page);
    },
    see: seeMail,
  },
  at("the settings of the desk", "Super Admin", "/settings/desk", (page) =>
    expect(page.getByLabel("Name", { exact: true })).toBeVisible(),
  ),
  at("the teams", "Super Admin", "/settings/teams", (page) =>
    expect(page.getByRole("button", { name: "Rename Billing" })).toBeVisible(),
  ),
  at("the tags", "Super Admin", "/settings/tags", (page) =>
    expect(page.getByRole("button", { name: /^Rename / }).first()).toBeVisible(),
  ),
  at("the sign-in rules", "Super Admin", "/settings/sign-in", "Sign-in rules"),
  {
    name: "the audit log",
    role: "Super Admin",
    async open({ page, desk }) {
      await desk.visitor().signIn("nobody@nowhere.test");
      await page.goto("/audit");
      await page
        .getByRole("button", { name: /failed to sign in/ })
        .first()
        .click();
      await seeAct(page);
    },
    see: seeAct,
  },
  at("not found", "Agent", "/nowhere", "Page not found"),
];
