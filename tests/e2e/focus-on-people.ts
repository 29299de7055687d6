import { csvLine } from "../../shared/csv.ts";
import { insertCompany, insertUser } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import { expect, type Page } from "./fixtures.ts";
import { type Act, press, type Stage, scene, take } from "./focus-law.ts";
import { holdNotices } from "./hold-notices.ts";
import { seeRows, shellOf } from "./steps.ts";

/** What both areas have. */
function partsOf(page: Page) {
  return {
    ...{ page, dialog: page.getByRole("dialog"), question: page.getByRole("alertdialog") },
    bar: page.getByRole("region", { name: "Selection" }),
    box: (name: string) =>
      page.locator("[data-row]").filter({ hasText: name }).getByRole("checkbox"),
    menu: page.getByRole("button", { name: "Import and export" }),
    undo: () => press(shellOf(page).notices.getByRole("button", { name: /^Undo/ }).last()),
    choose: async (box: string, name: string) => {
      await page.getByRole("combobox", { name: box }).fill(name);
      await expect(page.getByRole("option", { name }).first()).toBeVisible();
      await page.keyboard.press("Enter");
    },
  };
}

async function openUsers({ page, desk }: Stage) {
  const { email } = await addPerson(desk.db, "Customer", { firstName: "Focus" });
  for (const _ of [1, 2]) await desk.visitor().signIn(email);
  await page.goto("/user/log?q=focus");
  await seeRows(page, "Users");
  await holdNotices(page);
  const record = page.getByRole("region", { name: "Focus Customer", exact: true });
  const button = (name: string | RegExp) => record.getByRole("button", { name });
  return { ...partsOf(page), record, button, more: button(/^More$/) };
}

type Users = Awaited<ReturnType<typeof openUsers>>;

const users: Act<Users>[] = [
  {
    ...{ name: "a user who is wrong", call: "users.create" },
    act: async ({ page, dialog }) => {
      await press(page.getByRole("button", { name: "New user" }));
      await dialog.getByLabel("First name").fill("Focus");
      await dialog.getByLabel("Last name").fill("Berg");
      await dialog.getByLabel("Email").fill("admin@demo.test");
      await press(dialog.getByRole("button", { name: "Create user" }));
    },
    focus: ({ dialog }) => dialog.getByLabel("Email"),
  },
  {
    ...{ name: "a user", call: "users.create" },
    act: async ({ page, dialog }) => {
      await dialog.getByLabel("Email").fill("focus.berg@new.test");
      await press(dialog.getByRole("button", { name: "Create user" }));
      await expect(page.getByRole("dialog", { name: "Invitation link" })).toBeVisible();
    },
    focus: ({ dialog }) => dialog.getByLabel("Link"),
  },
  {
    name: "the link read",
    act: ({ dialog }) => press(dialog.getByRole("button", { name: "Done" })),
    focus: ({ page }) => page.getByRole("button", { name: "New user" }),
  },
  {
    ...{ name: "an invitation sent again", call: "users.resendInvitation" },
    act: ({ page }) => take(moreOfInvited(page), "Resend invitation"),
    focus: ({ page }) => moreOfInvited(page),
  },
  {
    name: "a record closed",
    act: ({ page }) => page.keyboard.press("Escape"),
    focus: ({ page }) => page.locator("[data-row]").filter({ hasText: "Berg" }).getByRole("link"),
  },
  {
    name: "a record opened",
    act: async ({ page, button }) => {
      await press(
        page.locator("[data-row]").filter({ hasText: "Focus Customer" }).getByRole("link"),
      );
      await expect(button("Edit")).toBeVisible();
    },
    focus: ({ page }) =>
      page.locator("[data-row]").filter({ hasText: "Focus Customer" }).getByRole("link"),
  },
  {
    ...{ name: "a user changed", call: "users.update" },
    act: async ({ button, dialog }) => {
      await press(button("Edit"));
      await dialog.getByLabel("Phone").fill("+49 1");
      await press(dialog.getByRole("button", { name: "Save user" }));
    },
    focus: ({ button }) => button("Edit"),
  },
  {
    ...{ name: "Undo of that", call: "users.update" },
    act: ({ undo }) => undo(),
    focus: ({ button }) => button("Edit"),
  },
  {
    ...{ name: "a session ended", call: "users.endSession" },
    act: ({ button }) => press(button(/^End session of/).first()),
    focus: ({ record }) => record.getByRole("list", { name: "Sessions" }),
  },
  {
    ...{ name: "all sessions ended", call: "users.endSessions" },
    act: ({ button }) => press(button("End all sessions")),
    focus: ({ record }) => record.locator(":focus"),
  },
  {
    ...{ name: "a link to choose a password", call: "users.makeLink" },
    act: async ({ more, page, question }) => {
      await take(more, "Copy a reset link…");
      await press(question.getByRole("button", { name: "Make link" }));
      await expect(page.getByRole("dialog", { name: "Reset link" })).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a mail with such a link", call: "users.resetByAdmin" },
    act: async ({ more, question }) => {
      await take(more, "Mail a reset link…");
      await press(question.getByRole("button", { name: "Mail reset link" }));
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "somebody disabled", call: "users.bulk" },
    act: ({ button }) => press(button("Disable")),
    focus: ({ button }) => button("Enable"),
  },
  {
    name: "Escape before somebody is deleted",
    act: async ({ more, question, page }) => {
      await take(more, "Delete user…");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "somebody deleted", call: "users.delete" },
    act: async ({ more, question }) => {
      await take(more, "Delete user…");
      await press(question.getByRole("button", { name: "Delete user" }));
    },
    focus: ({ page }) => page.locator("[data-row] a:focus, main:focus"),
  },
  {
    name: "Escape in a role for many",
    act: async ({ box, bar, dialog, page }) => {
      await press(box("Berg"), "Space");
      await press(bar.getByRole("button", { name: "Set role" }));
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ bar }) => bar.getByRole("button", { name: "Set role" }),
  },
  {
    ...{ name: "many disabled", call: "users.bulk" },
    act: async ({ bar, question }) => {
      await press(bar.getByRole("button", { name: "Disable" }));
      await press(question.getByRole("button", { name: "Disable 1 user" }));
    },
    focus: ({ page }) => page.locator("[data-row] :focus"),
  },
  {
    ...{ name: "Undo of that in its notice", call: "users.undoBulk" },
    act: ({ undo }) => undo(),
    focus: ({ page }) => page.locator("[data-row] :focus"),
  },
  {
    ...{ name: "another file for an import", call: "imports.discard" },
    act: async ({ menu, dialog }) => {
      await take(menu, "Import CSV…");
      await chooseFile(dialog.page());
      await press(dialog.getByRole("button", { name: "Choose another file" }));
    },
    focus: ({ dialog }) => dialog.or(dialog.getByRole("button", { name: "Choose a file" })),
  },
  {
    ...{ name: "an import", call: "imports.confirm" },
    act: async ({ dialog }) => {
      await chooseFile(dialog.page());
      await press(dialog.getByRole("button", { name: "Import 1 user" }));
      await expect(dialog.getByRole("button", { name: /^(Done|Close)$/ }).last()).toBeVisible();
    },
    focus: ({ dialog }) => dialog.or(dialog.locator(":focus")),
  },
  {
    name: "an import that is through",
    act: ({ page }) => page.keyboard.press("Escape"),
    focus: ({ menu }) => menu,
  },
];

const moreOfInvited = (page: Page) =>
  page.getByRole("region", { name: "Focus Berg", exact: true }).getByRole("button", {
    name: "More",
    exact: true,
  });

async function chooseFile(page: Page): Promise<void> {
  const rows = [
    ["Email", "First name", "Last name"],
    ["focus.file@new.test", "Focus", "File"],
  ];
  await page.getByLabel("CSV file").setInputFiles({
    ...{ name: "people.csv", mimeType: "text/csv" },
    buffer: Buffer.from(rows.map(csvLine).join("")),
  });
  await expect(page.getByRole("button", { name: "Import 1 user" })).toBeEnabled();
}

async function openCompanies({ page, desk }: Stage) {
  const company = await insertCompany(desk.db, { name: "Focus Quarry", domains: ["focus.test"] });
  const target = await insertCompany(desk.db, { name: "Focus Target" });
  const customer = await insertUser(desk.db, { first_name: "Focused", last_name: "Mira" });
  const agent = await addPerson(desk.db, "Agent", {
    ...{ companyScope: "assigned", firstName: "Focused" },
  });
  await page.goto("/company/log?q=focus");
  await seeRows(page, "Companies");
  await page.locator("[data-row]").filter({ hasText: company.name }).getByRole("link").click();
  await holdNotices(page);
  const record = page.getByRole("region", { name: /^Focus (Quarry|Works)$/ });
  const button = (name: string | RegExp) => record.getByRole("button", { name });
  await expect(button(/^Name:/)).toBeVisible();
  return { ...partsOf(page), record, button, target, customer, agent, more: button(/^More$/) };
}

type Companies = Awaited<ReturnType<typeof openCompanies>>;

const companies: Act<Companies>[] = [
  {
    ...{ name: "a name", call: "companies.update" },
    act: async ({ button, record, page }) => {
      await press(button(/^Name:/));
      await record.getByLabel("Name", { exact: true }).fill("Focus Works");
      await page.keyboard.press("Enter");
    },
    focus: ({ button }) => button("Name: Focus Works"),
  },
  {
    ...{ name: "a domain away", call: "companies.update" },
    act: ({ button }) => press(button("Remove focus.test")),
    focus: ({ button }) => button("Add a domain"),
  },
  {
    ...{ name: "a domain", call: "companies.update" },
    act: async ({ button, page }) => {
      await press(button("Add a domain"));
      await page.keyboard.type("focus-new.test");
      await page.keyboard.press("Enter");
    },
    focus: ({ record }) => record.getByRole("textbox"),
  },
  {
    name: "Escape in a domain",
    act: ({ page }) => page.keyboard.press("Escape"),
    focus: ({ button }) => button("Add a domain"),
  },
  {
    ...{ name: "an agent", call: "companies.assignAgent" },
    act: async ({ button, choose }) => {
      await press(button("Assign an agent"));
      await choose("Find an agent", "Focused Agent");
    },
    focus: ({ button }) => button("Assign an agent"),
  },
  {
    ...{ name: "an agent away", call: "companies.changeMany" },
    act: ({ button }) => press(button(/^Take Focused Agent/)),
    focus: ({ button }) => button("Assign an agent"),
  },
  {
    ...{ name: "a member", call: "companies.setMember" },
    act: async ({ button, choose }) => {
      await press(button("Add a member"));
      await choose("Find a customer", "Focused Mira");
    },
    focus: ({ button }) => button("Add a member"),
  },
  {
    ...{ name: "what a member sees", call: "companies.setMember" },
    act: ({ record }) => press(record.getByRole("switch", { name: /^Focused Mira/ }), "Space"),
    focus: ({ record }) => record.getByRole("switch", { name: /^Focused Mira/ }),
  },
  {
    ...{ name: "a member away", call: "users.bulk" },
    act: ({ button }) => press(button(/^Remove Focused Mira/)),
    focus: ({ button }) => button("Add a member"),
  },
  {
    ...{ name: "an archive", call: "companies.update" },
    act: ({ more }) => take(more, "Archive company"),
    focus: ({ more }) => more,
  },
  {
    ...{ name: "Undo of that", call: "companies.update" },
    act: ({ undo }) => undo(),
    focus: ({ more }) => more,
  },
  {
    name: "Escape in a merge",
    act: async ({ more, dialog, page }) => {
      await take(more, "Merge into another…");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    name: "a company without a name",
    act: async ({ page, dialog }) => {
      await press(page.getByRole("button", { name: "New company" }));
      await press(dialog.getByRole("button", { name: "Create company" }));
    },
    focus: ({ dialog }) => dialog.getByLabel("Name"),
  },
  {
    ...{ name: "a company", call: "companies.create" },
    act: async ({ dialog }) => {
      await dialog.getByLabel("Name").fill("Focus Slate");
      await press(dialog.getByRole("button", { name: "Create company" }));
      await expect(dialog).toHaveCount(0);
    },
    focus: ({ page }) => page.getByRole("main").locator(":focus"),
  },
  {
    ...{ name: "a merge", call: "companies.merge" },
    act: async ({ page, dialog, choose }) => {
      const slate = page.getByRole("region", { name: "Focus Slate" });
      await take(slate.getByRole("button", { name: "More", exact: true }), "Merge into another…");
      await press(dialog.getByRole("button", { name: "Into" }));
      await choose("Find a company", "Focus Target");
      const merge = dialog.getByRole("button", { name: "Merge companies" });
      await expect(merge).toBeEnabled();
      await press(merge);
      await expect(page.getByRole("region", { name: "Focus Target" })).toBeVisible();
    },
    focus: ({ page }) => page.getByRole("main").or(page.locator("main :focus")),
  },
  {
    ...{ name: "many archived", call: "companies.changeMany" },
    act: async ({ box, bar }) => {
      await press(box("Focus Target"), "Space");
      await press(bar.getByRole("button", { name: "Archive" }));
      await expect(bar).toHaveCount(0);
    },
    focus: ({ page }) => page.locator("[data-row] :focus"),
  },
  {
    ...{ name: "Undo of that in its notice", call: "companies.undoMany" },
    act: ({ undo }) => undo(),
    focus: ({ page }) => page.locator("[data-row] :focus"),
  },
];

export const onPeople = [
  scene({ name: "users", role: "Super Admin", open: openUsers, acts: users }),
  scene({ name: "companies", role: "Super Admin", open: openCompanies, acts: companies }),
];
