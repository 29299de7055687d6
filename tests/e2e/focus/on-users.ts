import { csvLine } from "../../../shared/csv.ts";
import { addPerson } from "../../support/people.ts";
import { expect, type Page } from "../browser/fixtures.ts";
import { holdNotices } from "../browser/hold-notices.ts";
import { seeRows } from "../steps/anywhere.ts";
import { type Act, press, type Stage, scene, take } from "./law.ts";
import { partsOfList } from "./parts-of-lists.ts";

async function openUsers({ page, desk }: Stage) {
  const { email } = await addPerson(desk.db, "Customer", { firstName: "Focus" });
  for (const _ of [1, 2]) await desk.visitor().signIn(email);
  await page.goto("/user/log?q=focus");
  await seeRows(page, "Users");
  await holdNotices(page);
  const record = page.getByRole("region", { name: "Focus Customer", exact: true });
  const button = (name: string | RegExp) => record.getByRole("button", { name });
  return { ...partsOfList(page), record, button, more: button(/^More$/) };
}

type Users = Awaited<ReturnType<typeof openUsers>>;

const users: Act<Users>[] = [
  {
    ...{ name: "an invalid user", call: "users.create" },
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
    name: "the link dialog closed",
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
    focus: ({ button }) => button("Copy reset link"),
  },
  {
    ...{ name: "a link to choose a password", call: "users.makeLink" },
    act: async ({ more, page, question }) => {
      await take(more, "Copy reset link…");
      await press(question.getByRole("button", { name: "Create link" }));
      await expect(page.getByRole("dialog", { name: "Reset link" })).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a mail with that link", call: "users.resetByAdmin" },
    act: async ({ more, question }) => {
      await take(more, "Email reset link…");
      await press(question.getByRole("button", { name: "Email reset link" }));
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a user disabled", call: "users.bulk" },
    act: ({ button }) => press(button("Disable")),
    focus: ({ button }) => button("Enable"),
  },
  {
    name: "Escape before a user is deleted",
    act: async ({ more, question, page }) => {
      await take(more, "Delete user…");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a user deleted", call: "users.delete" },
    act: async ({ more, question }) => {
      await take(more, "Delete user…");
      await press(question.getByRole("button", { name: "Delete user" }));
    },
    focus: ({ page }) => page.locator("[data-row]").filter({ hasText: "Berg" }).getByRole("link"),
  },
  {
    name: "Escape in the role of several users",
    act: async ({ box, bar, dialog, page }) => {
      await press(box("Berg"), "Space");
      await press(bar.getByRole("button", { name: "Set role" }));
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ bar }) => bar.getByRole("button", { name: "Set role" }),
  },
  {
    ...{ name: "several disabled", call: "users.bulk" },
    act: async ({ bar, question }) => {
      await press(bar.getByRole("button", { name: "Disable" }));
      await press(question.getByRole("button", { name: "Disable 1 user" }));
    },
    focus: ({ page }) =>
      page
        .getByRole("row", { name: /Focus Berg/ })
        .getByRole("link")
        .first(),
  },
  {
    ...{ name: "Undo of that in its notice", call: "users.undoBulk" },
    act: ({ undo }) => undo(),
    focus: ({ page }) =>
      page
        .getByRole("row", { name: /Focus Berg/ })
        .getByRole("link")
        .first(),
  },
  {
    ...{ name: "another file for an import", call: "imports.discard" },
    act: async ({ menu, dialog }) => {
      await take(menu, "Import CSV…");
      await chooseFile(dialog.page());
      await press(dialog.getByRole("button", { name: "Choose another file" }));
    },
    focus: ({ dialog }) => dialog.getByRole("button", { name: "Choose a file" }),
  },
  {
    ...{ name: "an import", call: "imports.confirm" },
    act: async ({ dialog }) => {
      await chooseFile(dialog.page());
      await press(dialog.getByRole("button", { name: "Import 1 user" }));
      await expect(dialog.getByRole("status", { name: "Result" })).toBeVisible();
    },
    focus: ({ dialog }) => dialog.locator("[aria-label=Close]"),
  },
  {
    name: "a finished import",
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

export const onUsers = [
  scene({ name: "users", role: "Super Admin", open: openUsers, acts: users }),
];
