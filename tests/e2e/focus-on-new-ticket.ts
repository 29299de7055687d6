import { expect } from "./fixtures.ts";
import { type Act, press, type Stage, scene } from "./focus-law.ts";

const openNewTicket = async ({ page }: Stage) => {
  await page.goto("/ticket/new");
  const requester = page.getByRole("button", { name: "Requester" });
  await expect(requester).toBeFocused();
  return { page, requester, dialog: page.getByRole("dialog", { name: "New customer" }) };
};

const forSomebodyNew: Act<Awaited<ReturnType<typeof openNewTicket>>>[] = [
  {
    name: "somebody new is asked for",
    act: async ({ page, requester }) => {
      await press(requester);
      await page.keyboard.type("Nora van Berg");
      await expect(page.getByRole("option", { name: "New customer…" })).toBeVisible();
      await page.keyboard.press("Enter");
    },
    focus: ({ dialog }) => dialog.getByLabel("First name"),
  },
  {
    name: "somebody new with an address that is taken",
    act: async ({ dialog, page }) => {
      await dialog.getByLabel("Email").fill("customer@demo.test");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText("already has this email address")).toBeVisible();
    },
    focus: ({ dialog }) => dialog.getByLabel("Email"),
  },
  {
    ...{ name: "somebody new", call: "users.createCustomer" },
    act: async ({ dialog, page }) => {
      await dialog.getByLabel("Email").fill(`${crypto.randomUUID()}@people.test`);
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
    },
    focus: ({ requester }) => requester,
  },
];

export const onNewTicket = [
  scene({
    ...{ name: "a ticket for somebody new", role: "Agent" },
    open: openNewTicket,
    acts: forSomebodyNew,
  }),
];
