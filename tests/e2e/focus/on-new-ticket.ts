import { expect, type Page } from "../browser/fixtures.ts";
import { leadTo } from "../steps/anywhere.ts";
import { type Act, press } from "./law.ts";

const requester = (page: Page) => page.getByRole("button", { name: "Requester" });
const newCustomer = (page: Page) => page.getByRole("dialog", { name: "New customer" });

/** On from any page of an Agent's. */
export const forNewPerson: Act<{ page: Page }>[] = [
  {
    name: "a ticket is started",
    act: ({ page }) => leadTo(page, "/ticket/new"),
    focus: ({ page }) => requester(page),
  },
  {
    name: "a new person is requested",
    act: async ({ page }) => {
      await press(requester(page));
      await page.keyboard.type("Nora van Berg");
      await expect(page.getByRole("option", { name: "New customer…" })).toBeVisible();
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) => newCustomer(page).getByLabel("First name"),
  },
  {
    name: "a new person with an address that is taken",
    act: async ({ page }) => {
      await newCustomer(page).getByLabel("Email").fill("customer@demo.test");
      await page.keyboard.press("Enter");
      await expect(newCustomer(page).getByText("already has this email address")).toBeVisible();
    },
    focus: ({ page }) => newCustomer(page).getByLabel("Email"),
  },
  {
    ...{ name: "a new person", call: "users.createCustomer" },
    act: async ({ page }) => {
      await newCustomer(page).getByLabel("Email").fill(`${crypto.randomUUID()}@people.test`);
      await page.keyboard.press("Enter");
      await expect(newCustomer(page)).toBeHidden();
    },
    focus: ({ page }) => requester(page),
  },
];
