import { addPerson } from "../../support/people.ts";
import { expect } from "../browser/fixtures.ts";
import { holdNotices } from "../browser/hold-notices.ts";
import { shellOf } from "../steps/anywhere.ts";
import { makeMany, openMany } from "../steps/bulk.ts";
import { changeAs, colleague } from "../steps/ticket.ts";
import { type Act, press, type Stage, scene, take } from "./law.ts";
import { forNewPerson } from "./on-new-ticket.ts";

async function open({ page, desk, me }: Stage) {
  const { tickets, address } = await makeMany(desk, "Focuston", [{}, {}, {}, {}]);
  const samuel = await colleague(desk, (await addPerson(desk.db, "Agent")).email);
  for (const ticket of tickets.slice(3))
    await changeAs(samuel, desk, ticket, { assigneeId: me.id });
  const parts = await openMany(page, address);
  await holdNotices(page);
  const views = page.getByRole("navigation", { name: "Ticket views" });
  return {
    ...{ page, views, ...parts },
    link: (at: number) => parts.rows.nth(at).locator("[data-row-link]"),
    box: (at: number) => parts.rows.nth(at).getByRole("checkbox"),
    dialog: page.getByRole("dialog"),
    bell: page.getByRole("banner").getByRole("button", { name: /^Notifications/ }),
    moreOf: (name: string) => views.getByRole("button", { name: `View options: ${name}` }),
    viewNamed: (name: string) => views.getByRole("link", { name: new RegExp(`^${name}`) }),
    undo: () => press(shellOf(page).notices.getByRole("button", { name: /^Undo/ }).last()),
  };
}

type Parts = Awaited<ReturnType<typeof open>>;

const acts: Act<Parts>[] = [
  {
    name: "Escape in the palette",
    act: async ({ page, link }) => {
      await link(1).focus();
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ link }) => link(1),
  },
  {
    name: "Escape in the keyboard shortcuts",
    act: async ({ page, dialog }) => {
      await page.keyboard.press("?");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ link }) => link(1),
  },
  {
    name: "Escape in the sort menu",
    act: async ({ page }) => {
      await press(page.getByRole("button", { name: /^Sort/ }));
      await expect(page.getByRole("menuitemradio").first()).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ page }) => page.getByRole("button", { name: /^Sort/ }),
  },
  {
    name: "Escape in the filters",
    act: async ({ page, dialog }) => {
      await press(page.getByRole("button", { name: "Filter", exact: true }));
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ page }) => page.getByRole("button", { name: "Filter", exact: true }),
  },
  {
    name: "a selected row",
    act: async ({ box }) => {
      await press(box(0), "Space");
      await press(box(1), "Space");
    },
    focus: ({ box }) => box(1),
  },
  {
    ...{ name: "a priority for many", call: "tickets.bulk" },
    act: ({ act }) => take(act("Priority"), "High"),
    focus: ({ act }) => act("Priority"),
  },
  {
    ...{ name: "Undo of that in its notice", call: "tickets.undoBulk" },
    act: ({ undo }) => undo(),
    focus: ({ act }) => act("Priority"),
  },
  {
    name: "Escape in the question before a merge",
    act: async ({ act, dialog, page }) => {
      await press(act("Merge"));
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ act }) => act("Merge"),
  },
  {
    ...{ name: "two tickets merged", call: "tickets.bulk" },
    act: async ({ act, dialog }) => {
      await press(act("Merge"));
      const merge = dialog.getByRole("button", { name: /^Merge / });
      await expect(merge).not.toHaveAttribute("aria-disabled", "true");
      await press(merge);
    },
    focus: ({ act }) => act("Merge"),
  },
  {
    name: "a cleared selection",
    act: async ({ page, box, bar }) => {
      if (await bar.isVisible()) await page.keyboard.press("Escape");
      await press(box(0), "Space");
      await expect(bar).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(bar).toHaveCount(0);
    },
    focus: ({ box }) => box(0),
  },
  {
    ...{ name: "notifications, marked as read", call: "notifications.markRead" },
    act: async ({ bell, dialog }) => {
      await press(bell);
      await press(dialog.getByRole("button", { name: "Mark all as read" }));
    },
    focus: ({ dialog }) => dialog.getByRole("link").first(),
  },
  {
    name: "Escape in the notifications",
    act: ({ page }) => page.keyboard.press("Escape"),
    focus: ({ bell }) => bell,
  },
  {
    name: "a view without a name",
    act: async ({ page, dialog }) => {
      await press(page.getByRole("button", { name: "Save view" }));
      await expect(dialog.getByLabel("Name")).toBeFocused();
      await press(dialog.getByRole("button", { name: /^Save/ }));
    },
    focus: ({ dialog }) => dialog.getByLabel("Name"),
  },
  {
    ...{ name: "a view", call: "views.save" },
    act: async ({ page, dialog }) => {
      await dialog.getByLabel("Name").fill("Burning");
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) =>
      page.getByRole("region", { name: "List" }).getByRole("button", { name: /^View options:/ }),
  },
  {
    ...{ name: "a view shared", call: "views.share" },
    act: async ({ moreOf, views }) => {
      await take(moreOf("Burning"), "Share with colleagues");
      const shared = views.getByRole("region", { name: "Shared views" });
      await expect(shared.getByRole("link", { name: /^Burning/ })).toBeVisible();
    },
    focus: ({ moreOf }) => moreOf("Burning"),
  },
  {
    ...{ name: "a view renamed", call: "views.rename" },
    act: async ({ page, moreOf, dialog }) => {
      await take(moreOf("Burning"), "Rename…");
      await dialog.getByLabel("Name").fill("Burnt");
      await page.keyboard.press("Enter");
    },
    focus: ({ moreOf }) => moreOf("Burnt"),
  },
  {
    ...{ name: "a view changed", call: "views.change" },
    act: async ({ page }) => {
      await page.keyboard.press("/");
      await page.keyboard.press("End");
      await page.keyboard.type(" is:open");
      await page.keyboard.press("Enter");
      await press(page.getByRole("button", { name: "Save changes" }));
    },
    focus: ({ page }) =>
      page.getByRole("region", { name: "List" }).getByRole("button", { name: /^View options:/ }),
  },
  {
    name: "Escape before a view is deleted",
    act: async ({ page, moreOf }) => {
      await take(moreOf("Burnt"), "Delete…");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ moreOf }) => moreOf("Burnt"),
  },
  {
    ...{ name: "a view deleted", call: "views.delete" },
    act: async ({ page, moreOf }) => {
      await take(moreOf("Burnt"), "Delete…");
      await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }));
    },
    focus: ({ views }) =>
      views.getByRole("region", { name: "Shared views" }).getByRole("link").first(),
  },
];

export const onLists = [
  scene({
    ...{ name: "a list of tickets, and a ticket for a new person", role: "Agent", open },
    acts: [...acts, ...forNewPerson],
  }),
];
