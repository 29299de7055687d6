import type { Route } from "@playwright/test";
import { insertTicket } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import { storedTicket } from "../support/stored.ts";
import { composerOf } from "./composer-steps.ts";
import { expect } from "./fixtures.ts";
import { type Act, press, type Stage, scene, take } from "./focus-law.ts";
import { chooseMore } from "./steps.ts";
import { colleague, makeTicket, openTicket } from "./ticket-steps.ts";

async function open({ page, desk, me }: Stage) {
  const made = await makeTicket(desk, { messages: 4, tags: ["one", "two"] });
  const other = await insertTicket(desk.db, {
    ...{ requester_id: made.requester.id, company_id: made.company.id },
    ...{ subject: "The hoist as well", status: "open" as const },
  });
  const mine = await colleague(desk, me.email);
  const macro = { name: "Escalate", body: "", shared: false, changes: { priority: "urgent" } };
  expect((await mine.mutate("macros.save", macro)).status).toBe(200);
  const samuel = await colleague(desk, (await addPerson(desk.db, "Agent")).email);
  const { id } = made.ticket;
  const changeFirst = async (patch: object) => {
    const { version } = await storedTicket(desk.db, id);
    const change = { requestId: Bun.randomUUIDv7(), id, baseVersion: version, patch };
    expect((await samuel.mutate("tickets.update", change)).status).toBe(200);
  };
  const opened = await openTicket(page, made);
  return {
    page,
    made,
    other,
    changeFirst,
    ...opened,
    ...composerOf(page),
    ...partsOf(opened.region),
  };
}

function partsOf(region: Awaited<ReturnType<typeof openTicket>>["region"]) {
  const page = region.page();
  const button = (name: string | RegExp) => region.getByRole("button", { name });
  return {
    more: region.getByRole("button", { name: "More", exact: true }),
    button,
    choose: async (name: string | RegExp) => {
      const option = page.getByRole("option", { name }).first();
      await expect(option).toBeVisible();
      await page.keyboard.press("Enter");
    },
    message: (words: string) =>
      region
        .getByRole("article")
        .filter({ hasText: words })
        .getByRole("button", { name: /: more$/ }),
    answer: (name: string) => press(page.getByRole("alertdialog").getByRole("button", { name })),
  };
}

type Parts = Awaited<ReturnType<typeof open>>;

const properties: Act<Parts>[] = [
  {
    ...{ name: "a status", call: "tickets.update" },
    act: ({ property }) => take(property("Status"), /^On hold/),
    focus: ({ property }) => property("Status"),
  },
  {
    ...{ name: "a priority", call: "tickets.update" },
    act: ({ property }) => take(property("Priority"), "High"),
    focus: ({ property }) => property("Priority"),
  },
  {
    ...{ name: "a type", call: "tickets.update" },
    act: ({ property }) => take(property("Type"), "Incident"),
    focus: ({ property }) => property("Type"),
  },
  {
    ...{ name: "an assignee", call: "tickets.update" },
    act: async ({ property, page, choose }) => {
      await press(property("Assignee"));
      await page.getByRole("combobox", { name: "Find an agent" }).fill("Samuel");
      await choose(/^Samuel Okafor/);
    },
    focus: ({ property }) => property("Assignee"),
  },
  {
    ...{ name: "a team", call: "tickets.update" },
    act: async ({ property, page, choose }) => {
      await press(property("Team"));
      await page.getByRole("combobox", { name: "Find a team" }).fill("Warehouse");
      await choose("Warehouse");
    },
    focus: ({ property }) => property("Team"),
  },
  {
    name: "Escape in a picker",
    act: async ({ property, page }) => {
      await press(property("Team"));
      await expect(page.getByRole("combobox", { name: "Find a team" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ property }) => property("Team"),
  },
  {
    ...{ name: "a snooze", call: "tickets.update" },
    act: async ({ property, page }) => {
      await press(property("Snooze"));
      await press(page.getByRole("button", { name: /^Tomorrow morning/ }));
    },
    focus: ({ property }) => property("Snooze"),
  },
  {
    ...{ name: "a tag", call: "tickets.update" },
    act: async ({ button, page, choose }) => {
      await press(button("Add a tag"));
      await page.getByRole("combobox", { name: "Find or create a tag" }).fill("harbour-crane");
      await choose("Create “harbour-crane”");
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Add a tag"),
  },
  {
    ...{ name: "a tag away", call: "tickets.update" },
    act: ({ button }) => press(button("Remove the tag two")),
    focus: ({ button }) => button("Remove the tag harbour-crane"),
  },
  {
    ...{ name: "the last tag away", call: "tickets.update" },
    act: ({ button }) => press(button("Remove the tag harbour-crane")),
    focus: ({ button }) => button("Remove the tag one"),
  },
  {
    ...{ name: "a follower", call: "tickets.update" },
    act: async ({ button, page, choose }) => {
      await press(button("Add a follower"));
      await page.getByRole("combobox", { name: "Find somebody" }).fill("Samuel");
      await choose(/^Samuel Okafor/);
    },
    focus: ({ button }) => button("Add a follower"),
  },
  {
    ...{ name: "a follower away", call: "tickets.update" },
    act: ({ button }) => press(button(/^Remove Samuel Okafor/)),
    focus: ({ button }) => button("Add a follower"),
  },
  {
    ...{ name: "a link", call: "tickets.link" },
    act: async ({ button, page, other, choose }) => {
      await press(button("Link a ticket"));
      await page.getByRole("combobox", { name: "Find a related ticket" }).fill(`${other.number}`);
      await choose(new RegExp(`#${other.number}`));
    },
    focus: ({ button }) => button("Link a ticket"),
  },
  {
    ...{ name: "a link away", call: "tickets.unlink" },
    act: ({ button, other }) => press(button(`Unlink #${other.number}`)),
    focus: ({ button }) => button("Link a ticket"),
  },
  {
    ...{ name: "a subject", call: "tickets.update" },
    act: async ({ region, page }) => {
      await press(region.getByRole("heading", { level: 1 }).getByRole("button"));
      await page.getByRole("textbox", { name: "Subject" }).fill("The crane moves again");
      await page.keyboard.press("Enter");
    },
    focus: ({ region }) => region.getByRole("heading", { level: 1 }).getByRole("button"),
  },
  {
    name: "Escape in a subject",
    act: async ({ region, page }) => {
      await press(region.getByRole("heading", { level: 1 }).getByRole("button"));
      await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ region }) => region.getByRole("heading", { level: 1 }).getByRole("button"),
  },
  {
    ...{ name: "a field that somebody else set meanwhile", call: "tickets.update" },
    act: async ({ property, page, answer, changeFirst }) => {
      const between = async (route: Route) => {
        await changeFirst({ priority: "urgent" });
        await route.continue();
      };
      await page.route("**/tickets.update*", between, { times: 1 });
      await take(property("Priority"), "Low");
      await answer("Keep theirs");
    },
    focus: ({ property }) => property("Priority"),
  },
  {
    ...{ name: "Resolve", call: "tickets.update" },
    act: ({ button }) => press(button("Resolve ticket")),
    focus: ({ button }) => button("Reopen ticket"),
  },
  {
    ...{ name: "Reopen", call: "tickets.update" },
    act: ({ button }) => press(button("Reopen ticket")),
    focus: ({ button }) => button("Resolve ticket"),
  },
];

/** It is scrolled by keys, so that it takes the focus itself too. */
const inConversation = ({ conversation }: Parts) => conversation.or(conversation.locator(":focus"));

const conversation: Act<Parts>[] = [
  {
    ...{ name: "Undo in the timeline", call: "tickets.undo" },
    act: async ({ conversation, property }) => {
      await take(property("Status"), /^On hold/);
      await press(conversation.getByRole("button", { name: "Undo" }));
    },
    focus: inConversation,
  },
  {
    ...{ name: "a note", call: "tickets.note" },
    act: async ({ asNote, note, addNote }) => {
      await press(asNote);
      await note.fill("Ask the harbour first.");
      await press(addNote);
    },
    focus: ({ note }) => note,
  },
  {
    ...{ name: "a reply", call: "tickets.reply" },
    act: async ({ asReply, reply, send }) => {
      await press(asReply);
      await reply.fill("We send somebody today.");
      await press(send);
    },
    focus: ({ reply }) => reply,
  },
  {
    ...{ name: "Undo send", call: "tickets.undoReply" },
    act: ({ conversation }) => press(conversation.getByRole("button", { name: "Undo send" })),
    focus: ({ reply }) => reply,
  },
  {
    ...{ name: "a preview", call: "tickets.preview" },
    act: ({ composer }) => press(composer.getByRole("button", { name: "Preview" })),
    focus: ({ composer }) => composer.getByRole("button", { name: "Edit" }),
  },
  {
    name: "back from the preview",
    act: ({ composer }) => press(composer.getByRole("button", { name: "Edit" })),
    focus: ({ composer }) => composer.getByRole("button", { name: "Preview" }),
  },
  {
    ...{ name: "a macro", call: "tickets.update" },
    act: async ({ composer, page, choose }) => {
      await press(composer.getByRole("button", { name: "Macros" }));
      await page.keyboard.type("escal");
      await choose(/^Escalate/);
    },
    focus: ({ reply }) => reply,
  },
  {
    name: "a quote",
    act: ({ message }) => take(message("Message 2"), "Quote in reply"),
    focus: ({ reply }) => reply,
  },
  {
    name: "a text copied",
    act: ({ message }) => take(message("Message 2"), "Copy text"),
    focus: ({ message }) => message("Message 2"),
  },
  {
    name: "Escape in a split",
    act: async ({ region, page }) => {
      await chooseMore(region, "Split…");
      await expect(page.getByRole("textbox", { name: "Subject of the new ticket" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a split", call: "tickets.split" },
    act: async ({ message, page }) => {
      await take(message("Message 3"), "Split from here…");
      await page.getByRole("textbox", { name: "Subject of the new ticket" }).fill("A part of it");
      await page.keyboard.press("Enter");
    },
    focus: inConversation,
  },
  {
    name: "Escape before a message is redacted",
    act: async ({ message, page }) => {
      await take(message("Message 2"), "Redact message…");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ message }) => message("Message 2"),
  },
  {
    ...{ name: "a message redacted", call: "tickets.redactMessage" },
    act: async ({ message, answer }) => {
      await take(message("Message 2"), "Redact message…");
      await answer("Redact message");
    },
    focus: inConversation,
  },
  {
    name: "Escape in the question of a merge",
    act: async ({ region, page }) => {
      await chooseMore(region, "Merge with…");
      await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a merge", call: "tickets.bulk" },
    act: async ({ region, page, made, other, choose }) => {
      await chooseMore(region, "Merge with…");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").fill(`${other.number}`);
      await choose(new RegExp(`#${other.number}`));
      await press(
        dialog.getByRole("radio", { name: new RegExp(`#${made.ticket.number}`) }),
        "Space",
      );
      const merge = dialog.getByRole("button", { name: /^Merge / });
      // It is said first who will see what.
      await expect(merge).toBeEnabled();
      await press(merge);
      await expect(region.getByRole("button", { name: "Unmerge" })).toBeVisible();
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a merge taken back", call: "tickets.unmerge" },
    act: ({ button }) => press(button("Unmerge")),
    focus: inConversation,
  },
  {
    name: "Escape before a ticket is closed",
    act: async ({ region, button, page }) => {
      await press(button("Resolve ticket"));
      await expect(button("Reopen ticket")).toBeFocused();
      await chooseMore(region, "Close ticket…");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "spam", call: "tickets.spam" },
    act: ({ region }) => chooseMore(region, "Mark as spam"),
    focus: ({ more }) => more,
  },
  {
    ...{ name: "no spam", call: "tickets.spam" },
    act: ({ button }) => press(button("Not spam")),
    focus: ({ region }) => region.locator(":focus"),
  },
  {
    ...{ name: "Close", call: "tickets.update" },
    act: async ({ region, answer }) => {
      await chooseMore(region, "Close ticket…");
      await answer("Close ticket");
    },
    focus: ({ more }) => more,
  },
];

export const onTickets = [
  scene({ name: "a ticket, what it is", role: "Agent", open, acts: properties }),
  scene({ name: "a ticket, what is said", role: "Agent", open, acts: conversation }),
];
