import { expect } from "../browser/fixtures.ts";
import { holdNotices } from "../browser/hold-notices.ts";
import {
  chooseMore,
  fillChangePassword,
  openAccountMenu,
  openChangePassword,
  personButton,
  shellOf,
} from "../steps/anywhere.ts";
import { type Above, closeByEscape } from "./screen.ts";

export const atLogin: Above[] = [
  {
    ...{ name: "an error", isWithin: true },
    async open(page) {
      await page.getByLabel("Email").fill("unknown@example.test");
      await page.getByLabel("Password", { exact: true }).fill("not-the-one");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
    close: staysOpen,
  },
  {
    ...{ name: "Forgot password?", isWithin: true },
    async open(page) {
      await page.getByRole("button", { name: "Forgot password?" }).click();
      await page.getByLabel("Email").fill("");
      await page.getByRole("button", { name: "Request link" }).click();
      await expect(page.getByText("This is required.")).toBeVisible();
    },
    close: (page) => page.getByRole("button", { name: "Back to sign-in page" }).click(),
  },
];

export const atEachPage: Above[] = [
  { name: "the Account menu", open: openAccountMenu },
  {
    name: "the person's menu",
    async open(page) {
      await personButton(page).click();
      await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
    },
  },
  { name: "Change Password", open: openChangePassword, close: staysOpen },
  {
    name: "Change Password with a notice",
    async open(page) {
      const dialog = page.getByRole("dialog", { name: "Change Password" });
      await fillChangePassword(dialog, { old: "a", next: "battery-9", confirm: "battery-8" });
      await page.keyboard.press("Enter");
      await expect(shellOf(page).notices.getByRole("alert")).toContainText("Missmatch");
    },
    async close(page) {
      await shellOf(page).notices.getByRole("button", { name: "Dismiss" }).click();
      await closeByEscape(page);
    },
  },
];

export const orders: Above = {
  name: "the sort orders",
  async open(page) {
    await page.getByRole("button", { name: /^Sort/ }).click();
    await expect(page.getByRole("menuitemradio").first()).toBeVisible();
  },
};

export const companiesToFilterBy: Above = {
  name: "the companies to filter by",
  async open(page) {
    await page.getByRole("button", { name: "Company" }).first().click();
    await expect(page.getByRole("option").nth(5)).toBeVisible();
  },
};

export const newCompany: Above = {
  name: "a new company, with a domain of a free provider",
  async open(page) {
    await page.getByRole("main").getByRole("button", { name: "New company" }).click();
    const dialog = page.getByRole("dialog", { name: "New company" });
    await dialog.getByLabel("Email domain", { exact: true }).fill("gmail.com");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("Anyone can get an address");
  },
};

export const companyMerge: Above = {
  name: "a merge of two companies",
  async open(page) {
    await chooseMore(page.getByRole("main"), "Merge into another company…");
    await page.getByRole("dialog").getByRole("button", { name: "Into" }).click();
    await page.getByRole("option").first().click();
    await expect(page.getByRole("button", { name: "Merge companies" })).toBeEnabled();
  },
};

export const teamDeleted: Above = {
  name: "the question before a team is deleted",
  async open(page) {
    await page.getByRole("button", { name: "Delete Warehouse" }).click();
    await expect(page.getByLabel("Move its tickets to")).toBeVisible();
  },
};

export const actsToNarrowBy: Above = {
  name: "the actions to filter the audit log by",
  async open(page) {
    await page.getByRole("button", { name: "What", exact: true }).click();
    await expect(page.getByRole("option").nth(5)).toBeVisible();
  },
};

export const noticeBesideTimeZones: Above = {
  name: "a notice next to the time zones",
  async open(page) {
    const { notices } = shellOf(page);
    await holdNotices(page);
    await page.getByLabel("First name").fill(`Kim ${Date.now()}`);
    await page.getByLabel("First name").press("Enter");
    await expect(notices.getByRole("status")).toContainText("First name saved");
    await page.getByLabel("Time zone").press("Enter");
    await page.getByRole("combobox", { name: "Find a city or region" }).fill("argentina");
    await expect(page.getByRole("option").first()).toContainText("Argentina");
  },
  async close(page) {
    await closeByEscape(page);
    await shellOf(page).notices.getByRole("button", { name: "Dismiss" }).click();
  },
};

async function staysOpen(): Promise<void> {}
