import { insertCompany, insertUser } from "../../support/builders.ts";
import { addPerson } from "../../support/people.ts";
import { expect } from "../browser/fixtures.ts";
import { holdNotices } from "../browser/hold-notices.ts";
import { seeRows } from "../steps/anywhere.ts";
import { type Act, press, type Stage, scene, take } from "./law.ts";
import { partsOfList } from "./parts-of-lists.ts";

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
  return { ...partsOfList(page), record, button, target, customer, agent, more: button(/^More$/) };
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
    ...{ name: "a domain removed", call: "companies.update" },
    act: ({ button }) => press(button("Remove focus.test")),
    focus: ({ button }) => button("Add domain"),
  },
  {
    ...{ name: "a domain", call: "companies.update" },
    act: async ({ button, page }) => {
      await press(button("Add domain"));
      await page.keyboard.type("focus-new.test");
      await page.keyboard.press("Enter");
    },
    focus: ({ record }) => record.getByRole("textbox"),
  },
  {
    name: "Escape in a domain",
    act: ({ page }) => page.keyboard.press("Escape"),
    focus: ({ button }) => button("Add domain"),
  },
  {
    ...{ name: "an agent", call: "companies.assignAgent" },
    act: async ({ button, choose }) => {
      await press(button("Assign agent"));
      await choose("Find an agent", "Focused Agent");
    },
    focus: ({ button }) => button("Assign agent"),
  },
  {
    ...{ name: "an agent removed", call: "companies.bulk" },
    act: ({ button }) => press(button(/^Unassign Focused Agent/)),
    focus: ({ button }) => button("Assign agent"),
  },
  {
    ...{ name: "a member", call: "companies.setMember" },
    act: async ({ button, choose }) => {
      await press(button("Add member"));
      await choose("Find a customer", "Focused Mira");
    },
    focus: ({ button }) => button("Add member"),
  },
  {
    ...{ name: "a member's access", call: "companies.setMember" },
    act: ({ record }) => press(record.getByRole("switch", { name: /^Focused Mira/ }), "Space"),
    focus: ({ record }) => record.getByRole("switch", { name: /^Focused Mira/ }),
  },
  {
    ...{ name: "a member removed", call: "users.bulk" },
    act: ({ button }) => press(button(/^Remove Focused Mira/)),
    focus: ({ button }) => button("Add member"),
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
      await take(more, "Merge into another company…");
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
    focus: ({ page }) => page.getByRole("button", { name: "New company" }),
  },
  {
    ...{ name: "a merge", call: "companies.merge" },
    act: async ({ page, dialog, choose }) => {
      const slate = page.getByRole("region", { name: "Focus Slate" });
      await take(
        slate.getByRole("button", { name: "More", exact: true }),
        "Merge into another company…",
      );
      await press(dialog.getByRole("button", { name: "Into" }));
      await choose("Find a company", "Focus Target");
      const merge = dialog.getByRole("button", { name: "Merge companies" });
      await expect(merge).toBeEnabled();
      await press(merge);
      await expect(page.getByRole("region", { name: "Focus Target" })).toBeVisible();
    },
    focus: ({ page }) => page.getByRole("main"),
  },
  {
    ...{ name: "several archived", call: "companies.bulk" },
    act: async ({ box, bar }) => {
      await press(box("Focus Target"), "Space");
      await press(bar.getByRole("button", { name: "Archive" }));
      await expect(bar).toHaveCount(0);
    },
    focus: ({ page }) =>
      page
        .getByRole("row", { name: /Focus Target/ })
        .getByRole("link")
        .first(),
  },
  {
    ...{ name: "Undo of that in its notice", call: "companies.undoBulk" },
    act: ({ undo }) => undo(),
    focus: ({ page }) =>
      page
        .getByRole("row", { name: /Focus Target/ })
        .getByRole("link")
        .first(),
  },
];

export const onCompanies = [
  scene({ name: "companies", role: "Super Admin", open: openCompanies, acts: companies }),
];
