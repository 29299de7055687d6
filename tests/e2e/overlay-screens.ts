import { endSessionsOf, expect, type Page } from "./fixtures.ts";
import { at, openLargestCompany, type Screen, seeHeading } from "./screen.ts";
import {
  changePassword,
  chooseMore,
  openAccountMenu,
  openChangePassword,
  personButton,
  sessionAlert,
  shellOf,
} from "./steps.ts";

/** What opens above a page, or stands in it when something is wrong. */
export const overlays: Screen[] = [
  at("/login with an error", null, "/login", async (page) => {
    await page.getByLabel("Email").fill("nobody@example.test");
    await page.getByLabel("Password", { exact: true }).fill("not-the-one");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  }),
  at("Forgot password?", null, "/login", async (page) => {
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Ask for a link" }).click();
    await expect(page.getByText("This is required.")).toBeVisible();
  }),
  above("the Account menu", (page) => openAccountMenu(page)),
  above("the person's menu", async (page) => {
    await personButton(page).click();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  }),
  at("the orders", "Super Admin", "/ticket/log?q=quagga-9", async (page) => {
    await seeHeading(page, "Nothing found");
    await page.getByRole("button", { name: /^Sort/ }).click();
    await expect(page.getByRole("menuitemradio").first()).toBeVisible();
  }),
  at("the question before a team goes", "Super Admin", "/settings/teams", async (page) => {
    await page.getByRole("button", { name: "Delete Warehouse" }).click();
    await expect(page.getByLabel("Its tickets go to")).toBeVisible();
  }),
  at("the acts to narrow the audit log by", "Super Admin", "/audit?on=file", async (page) => {
    await seeHeading(page, "Nothing was done");
    await page.getByRole("button", { name: "What", exact: true }).click();
    await expect(page.getByRole("option").nth(5)).toBeVisible();
  }),
  above("Change Password", (page) => openChangePassword(page)),
  above("Change Password with a notice", async (page) => {
    await changePassword(page, { old: "a", next: "battery-9", confirm: "battery-8" });
    await expect(shellOf(page).notices.getByRole("alert")).toContainText("Missmatch");
  }),
  at("the companies to filter by", "Super Admin", "/user/log?q=nobody-like-this", async (page) => {
    await seeHeading(page, "No user found");
    await page.getByRole("button", { name: "Company" }).first().click();
    await expect(page.getByRole("option").nth(5)).toBeVisible();
  }),
  at(
    "a new company, with a domain that everybody may have",
    "Super Admin",
    "/company/log",
    async (page) => {
      await page.getByRole("main").getByRole("button", { name: "New company" }).click();
      const dialog = page.getByRole("dialog", { name: "New company" });
      await dialog.getByLabel("Mail domain", { exact: true }).fill("gmail.com");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("alert")).toContainText("Anyone can have an address");
    },
  ),
  at("a new customer, whose name is wanting", "Agent", "/ticket/new", async (page) => {
    await page.getByRole("button", { name: "Requester" }).click();
    await expect(page.getByRole("option", { name: "New customer…" })).toBeVisible();
    await page.keyboard.type("Nora van Berg");
    await page.getByRole("option", { name: "New customer…" }).click();
    const dialog = page.getByRole("dialog", { name: "New customer" });
    await dialog.getByLabel("First name").fill("");
    await dialog.getByRole("button", { name: "Create customer" }).click();
    await expect(dialog.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
  }),
  {
    name: "a merge of two companies",
    role: "Super Admin",
    async open(scene) {
      await openLargestCompany(scene);
      await chooseMore(scene.page.getByRole("main"), "Merge into another…");
      await scene.page.getByRole("dialog").getByRole("button", { name: "Into" }).click();
      await scene.page.getByRole("option").first().click();
      await expect(scene.page.getByRole("button", { name: "Merge companies" })).toBeEnabled();
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
