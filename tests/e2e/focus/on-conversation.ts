import { expect } from "../browser/fixtures.ts";
import { chooseMore } from "../steps/anywhere.ts";
import type { Parts } from "./at-a-ticket.ts";
import { type Act, press, take } from "./law.ts";

/** It scrolls by keyboard, so it receives the focus of what disappeared in it. */
const inConversation = ({ conversation }: Parts) => conversation;

export const said: Act<Parts>[] = [
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
      await reply.fill("We will send a technician today.");
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
    name: "a copied text",
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
    focus: ({ message }) => message("Redacted by"),
  },
  {
    name: "Escape before an earlier subject is redacted",
    act: async ({ button, changeFirst, page }) => {
      await changeFirst({ subject: "The hoist, called otherwise" });
      await take(button("Subject change: more"), "Redact earlier subject…");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Subject change: more"),
  },
  {
    ...{ name: "an earlier subject redacted", call: "tickets.redactSubject" },
    act: async ({ button, answer }) => {
      await take(button("Subject change: more"), "Redact earlier subject…");
      await answer("Redact subject");
    },
    focus: inConversation,
  },
];

export const ended: Act<Parts>[] = [
  {
    name: "Escape in the question before a merge",
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
      // The preview first shows who gains access.
      await expect(merge).toBeEnabled();
      await press(merge);
      await expect(region.getByRole("button", { name: "Unmerge" })).toBeVisible();
    },
    focus: ({ more }) => more,
  },
  {
    ...{ name: "a merge undone", call: "tickets.unmerge" },
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
    ...{ name: "not spam", call: "tickets.spam" },
    act: ({ button }) => press(button("Not spam")),
    focus: ({ more }) => more,
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
