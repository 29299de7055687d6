import { addPerson } from "../../support/people.ts";
import { expect } from "../browser/fixtures.ts";
import { holdNotices } from "../browser/hold-notices.ts";
import { shellOf } from "../steps/anywhere.ts";
import { type Act, press, type Stage, scene } from "./law.ts";

async function open({ page, desk }: Stage) {
  const focused = await addPerson(desk.db, "Agent", { firstName: "Focused" });
  await desk.db
    .insertInto("outgoing_mails")
    .values({
      // Without a link, since a stored mail with one offers a new link.
      ...{ id: Bun.randomUUIDv7(), template: "password-changed", user_id: focused.id, data: {} },
      ...{ state: "failed", attempts: 1, error: "550 No such mailbox", address: focused.email },
      ...{ next_attempt_at: new Date(), created_at: new Date() },
    })
    .execute();
  await page.goto("/settings/desk");
  await expect(page.getByLabel("Overdue after")).toBeVisible();
  await holdNotices(page);
  const { notices } = shellOf(page);
  return {
    ...{ page, notices, question: page.getByRole("alertdialog"), dialog: page.getByRole("dialog") },
    tab: (name: string) => page.getByRole("link", { name, exact: true }),
    mail: page.getByRole("button", { name: new RegExp(focused.email) }),
    button: (name: string | RegExp) => page.getByRole("main").getByRole("button", { name }),
    choose: async (box: string, name: string) => {
      await page.getByRole("combobox", { name: box }).fill(name);
      await expect(page.getByRole("option", { name }).first()).toBeVisible();
      await page.keyboard.press("Enter");
    },
  };
}

type Parts = Awaited<ReturnType<typeof open>>;

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const desk: Act<Parts>[] = [
  {
    name: "an invalid number",
    act: async ({ page }) => {
      await page.getByLabel("Overdue after").fill("0");
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) => page.getByLabel("Overdue after"),
  },
  {
    ...{ name: "a number", call: "desk.update" },
    act: async ({ page }) => {
      await page.getByLabel("Overdue after").fill("30");
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) => page.getByLabel("Overdue after"),
  },
  {
    ...{ name: "a logo", call: "desk.setLogo" },
    act: async ({ page, button }) => {
      await button("Choose logo").focus();
      const logo = { name: "logo.png", mimeType: "image/png", buffer: picture };
      await page.getByLabel("Logo").setInputFiles(logo);
      await expect(button("Remove logo")).toBeVisible();
    },
    focus: ({ button }) => button("Change logo"),
  },
  {
    ...{ name: "a logo removed", call: "desk.setLogo" },
    act: ({ button }) => press(button("Remove logo")),
    focus: ({ button }) => button("Choose logo"),
  },
  {
    name: "Escape before months are deleted",
    act: async ({ page, question }) => {
      await press(page.getByRole("switch", { name: "Keep forever" }), "Space");
      await page.getByLabel("Keep for", { exact: true }).fill("12");
      await page.keyboard.press("Enter");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ page }) => page.getByRole("switch", { name: "Keep forever" }),
  },
];

const teams: Act<Parts>[] = [
  {
    name: "to the teams",
    act: ({ tab }) => press(tab("Teams")),
    focus: ({ tab }) => tab("Teams"),
  },
  {
    ...{ name: "a team that exists already", call: "teams.create" },
    act: async ({ page, button }) => {
      await press(button("New team"));
      await page.getByLabel("Team name").fill("Billing");
      await page.keyboard.press("Enter");
      await expect(page.getByText("This name is already used.")).toBeVisible();
    },
    focus: ({ page }) => page.getByLabel("Team name"),
  },
  {
    ...{ name: "a team", call: "teams.create" },
    act: async ({ page }) => {
      await page.getByLabel("Team name").fill("Night shift");
      await page.keyboard.press("Enter");
    },
    focus: ({ button }) => button("New team"),
  },
  {
    ...{ name: "a person added to a team", call: "teams.setMember" },
    act: async ({ button, choose }) => {
      await press(button("Add a member to Night shift"));
      await choose("Find a colleague", "Focused Agent");
    },
    focus: ({ button }) => button("Add a member to Night shift"),
  },
  {
    ...{ name: "a person removed from a team", call: "teams.setMember" },
    act: ({ button }) => press(button("Remove Focused Agent from Night shift")),
    focus: ({ button }) => button("Add a member to Night shift"),
  },
  {
    ...{ name: "a team renamed", call: "teams.rename" },
    act: async ({ page, button }) => {
      await press(button("Rename Night shift"));
      await page.getByLabel("Team name").fill("Night watch");
      await page.keyboard.press("Enter");
    },
    focus: ({ button }) => button("Rename Night watch"),
  },
  {
    name: "Escape before a team is deleted",
    act: async ({ page, button, question }) => {
      await press(button("Delete Night watch"));
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Delete Night watch"),
  },
  {
    ...{ name: "a team deleted", call: "teams.delete" },
    act: async ({ button, question }) => {
      await press(button("Delete Night watch"));
      await press(question.getByRole("button", { name: "Delete team" }));
    },
    focus: ({ page }) =>
      page
        .getByRole("region")
        .getByRole("link", { name: /tickets?$/ })
        .first(),
  },
];

const tags: Act<Parts>[] = [
  {
    name: "to the tags",
    act: async ({ tab, button }) => {
      await press(tab("Tags"));
      await expect(button("Rename carriers")).toBeVisible();
    },
    focus: ({ tab }) => tab("Tags"),
  },
  {
    ...{ name: "a tag with a taken name", call: "tags.rename" },
    act: async ({ page, button }) => {
      await press(button("Rename carriers"));
      await page.getByLabel("Tag name").fill("api");
      await page.keyboard.press("Enter");
      await expect(page.getByText("A tag with this name already exists.")).toBeVisible();
    },
    focus: ({ page }) => page.getByLabel("Tag name"),
  },
  {
    ...{ name: "a tag renamed", call: "tags.rename" },
    act: async ({ page }) => {
      await page.getByLabel("Tag name").fill("couriers");
      await page.keyboard.press("Enter");
    },
    focus: ({ button }) => button("Rename couriers"),
  },
  {
    name: "Escape in a merge of tags",
    act: async ({ page, button }) => {
      await press(button("Merge couriers into another tag"));
      await expect(page.getByRole("combobox", { name: "Find a tag" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Merge couriers into another tag"),
  },
  {
    ...{ name: "two tags merged", call: "tags.merge" },
    act: async ({ button, choose, dialog }) => {
      await press(button("Merge couriers into another tag"));
      await choose("Find a tag", "labels");
      await press(dialog.getByRole("button", { name: "Merge into labels" }));
    },
    focus: ({ page }) => page.getByRole("list", { name: "Tags" }).getByRole("link").first(),
  },
  {
    ...{ name: "Undo of that in its notice", call: "tags.undo" },
    act: ({ notices }) => press(notices.getByRole("button", { name: /^Undo/ }).last()),
    focus: ({ page }) => page.getByRole("list", { name: "Tags" }).getByRole("link").first(),
  },
  {
    ...{ name: "a tag deleted", call: "tags.delete" },
    act: async ({ button, question }) => {
      await press(button("Delete couriers"));
      await press(question.getByRole("button", { name: "Delete tag" }));
    },
    focus: ({ page }) => page.getByRole("list", { name: "Tags" }).getByRole("link").first(),
  },
];

const macros: Act<Parts>[] = [
  {
    name: "to the macros",
    act: async ({ tab, button }) => {
      await press(tab("Macros"));
      await expect(button("New macro").first()).toBeVisible();
    },
    focus: ({ tab }) => tab("Macros"),
  },
  {
    name: "a macro without a name",
    act: async ({ button }) => {
      await press(button("New macro").first());
      await press(button("Create macro"));
    },
    focus: ({ page }) => page.getByRole("textbox", { name: "Name" }),
  },
  {
    ...{ name: "a macro", call: "macros.save" },
    act: async ({ page, button }) => {
      await page.getByRole("textbox", { name: "Name" }).fill("Focused");
      await press(button("Create macro"));
    },
    focus: ({ button }) => button("New macro"),
  },
  {
    name: "Escape before a macro is deleted",
    act: async ({ page, button, question }) => {
      await press(button("Delete Focused"));
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Delete Focused"),
  },
  {
    ...{ name: "a macro deleted", call: "macros.delete" },
    act: async ({ button, question }) => {
      await press(button("Delete Focused"));
      await press(question.getByRole("button", { name: "Delete macro" }));
    },
    focus: ({ page }) =>
      page.getByRole("region", { name: "Shared macros" }).getByRole("button").first(),
  },
];

const mail: Act<Parts>[] = [
  {
    name: "to the mails",
    act: ({ tab }) => press(tab("Email")),
    focus: ({ tab }) => tab("Email"),
  },
  {
    ...{ name: "a mail retried", call: "mails.tryAgain" },
    act: async ({ mail, button }) => {
      await press(mail);
      await press(button("Try again"));
      await expect(button("Try again")).toHaveCount(0);
    },
    focus: ({ mail }) => mail,
  },
];

export const onSettings = [
  scene({
    name: "settings",
    role: "Super Admin",
    open,
    acts: [...desk, ...teams, ...tags, ...macros, ...mail],
  }),
];
