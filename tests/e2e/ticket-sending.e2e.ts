import type { Locator } from "@playwright/test";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import { insertTicket } from "../support/builders.ts";
import {
  bodiesIn,
  composerOf,
  customerWrites,
  goToTicket,
  messagesIn,
  openTicket,
  statusOf,
} from "./composer-steps.ts";
import { endSessionsOf, expect, signInByHand } from "./fixtures.ts";
import { settled } from "./settled.ts";
import { holdBack, sessionAlert, shellOf } from "./steps.ts";
import { test } from "./ticket-fixtures.ts";
import { changeAs, colleague } from "./ticket-steps.ts";

test("a reply shows at once, with its state, before the server has answered", async ({
  page,
  desk,
  atComposer,
}) => {
  const { ticket, reply, send, conversation } = await atComposer();
  const answer = await holdBack(page, /tickets\.reply/);
  await reply.fill("Please print one again.");
  await expect(send).toHaveText("Send and set Pending");
  await send.click();
  await expect(conversation.getByText("Please print one again.")).toBeVisible();
  await expect(reply).toHaveValue("");
  expect(await statusOf(desk, ticket)).toBe("open");
  answer();
  await expect(conversation.getByText(/Sending in \d s/)).toBeVisible();
  expect(await statusOf(desk, ticket)).toBe("pending");
});

test("on a slow line the ticket is asked whether a reply has gone out, and the answer waited for", async ({
  page,
  atComposer,
}) => {
  await page.clock.install();
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.fill("Out by now?");
  await send.click();
  await expect(conversation.getByText(/Sending in \d s/)).toBeVisible();
  // The news of the reply itself asks, too.
  await settled(page);
  let asked = 0;
  page.on("request", (request) => {
    // Not those beside it in the list, which are fetched ahead.
    if (/tickets\.get\b/.test(request.url()) && request.url().includes(`${ticket.number}`))
      asked += 1;
  });
  const answer = await holdBack(page, /tickets\.get\b/);
  await page.clock.runFor(releaseDelayMs + 5_000);
  await expect(conversation.getByText("Sending…")).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(5_000);
  expect(asked).toBe(1);
  answer();
});

test("Ctrl+Enter sends, a double press sends once, and the next reply is another act", async ({
  page,
  desk,
  atComposer,
}) => {
  const { ticket, reply, conversation } = await atComposer();
  await reply.click();
  await page.keyboard.type("First");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(reply).toBeFocused();
  await page.keyboard.type("Second");
  await page.keyboard.press("Control+Enter");
  await expect(conversation.getByText("Second")).toBeVisible();
  await expect
    .poll(() => bodiesIn(desk, ticket))
    .toEqual(["Every label is blank.", "First", "Second"]);
});

test("Undo puts the text back above what was begun since; the same text sends again", async ({
  desk,
  atComposer,
}) => {
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.fill("Dear Ana");
  await send.click();
  await reply.fill("And another thing");
  await conversation.getByRole("button", { name: "Undo send" }).click();
  await expect(reply).toHaveValue("Dear Ana\n\nAnd another thing");
  await expect(conversation.getByText("Dear Ana")).toHaveCount(0);
  expect(await messagesIn(desk, ticket)).toHaveLength(1);
  expect(await statusOf(desk, ticket)).toBe("open");

  await reply.fill("Dear Ana");
  await send.click();
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  expect(await bodiesIn(desk, ticket)).toEqual(["Every label is blank.", "Dear Ana"]);
});

test("Undo is in the notice, and on Ctrl+Z outside of text fields", async ({
  page,
  desk,
  atComposer,
}) => {
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.fill("Taken back in the notice");
  await send.click();
  await shellOf(page).notices.getByRole("button", { name: "Undo" }).click();
  await expect(reply).toHaveValue("Taken back in the notice");

  await reply.fill("Taken back by the key");
  await send.click();
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  await expect(reply).toBeFocused();
  await expect(
    shellOf(page).notices.getByRole("button", { name: "Undo Esc, Ctrl Z" }),
  ).toBeVisible();
  // In the field the key is the field's own, and nothing comes back of what is on its way.
  await page.keyboard.press("Control+z");
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  await expect(reply).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(reply).toHaveValue("Taken back by the key");
  expect(await messagesIn(desk, ticket)).toHaveLength(1);
});

test("something came in between: it is shown and asked, the text kept; Send anyway sends", async ({
  desk,
  atComposer,
}) => {
  const { ticket, composer, reply, send, conversation } = await atComposer();
  await reply.pressSequentially("Try again");
  await customerWrites(desk, ticket, "It works again since 09:20.");
  await send.click();
  const question = composer.getByRole("alert");
  await expect(question).toContainText("Ana replied while you were writing");
  await expect(question).toContainText("It works again since 09:20.");
  await expect(reply).toHaveValue("Try again");
  // It would only be asked once more.
  await expect(send).toBeDisabled();
  expect(await messagesIn(desk, ticket)).toHaveLength(2);
  expect(await statusOf(desk, ticket)).toBe("open");

  await question.getByRole("button", { name: "Go on editing" }).click();
  await expect(reply).toBeFocused();
  await customerWrites(desk, ticket, "Or does it?");
  await send.click();
  await expect(question).toContainText("Or does it?");
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  expect(await bodiesIn(desk, ticket)).toContain("Try again");
});

test("another set the state meanwhile: both values are told, nothing is sent before a choice", async ({
  page,
  signedIn,
  person,
  desk,
}) => {
  await signedIn("Agent");
  const samuel = await person("Agent", { firstName: "Samuel" });
  const ticket = await openTicket(desk);
  const { composer, reply, send, conversation } = await goToTicket(page, ticket);
  await reply.fill("Please wait");
  await changeAs(await colleague(desk, samuel.email), desk, ticket, { status: "on-hold" });
  await send.click();
  const question = composer.getByRole("alert");
  await expect(question).toContainText("Samuel Agent set it to On hold");
  await expect(question).toContainText("You chose Pending.");
  await expect(reply).toHaveValue("Please wait");
  await question.getByRole("button", { name: "Send and leave On hold" }).click();
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  expect(await statusOf(desk, ticket)).toBe("on-hold");
});

test("a note has another colour and another button, and names people by @", async ({
  page,
  signedIn,
  person,
  desk,
}) => {
  await signedIn("Agent");
  const samuel = await person("Agent", { firstName: "Sámuel-Zed" });
  const ticket = await openTicket(desk);
  const { note, asNote, addNote, composer, conversation } = await goToTicket(page, ticket);
  await page.keyboard.press("n");
  await expect(note).toBeFocused();
  await expect(asNote).toHaveAttribute("aria-pressed", "true");
  await expect(composer.getByText("Only staff see this")).toBeVisible();
  await page.keyboard.type("@Sámuel-Z");
  await expect(page.getByRole("option", { name: /Sámuel-Zed Agent/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("can you roll it back?");
  await expect(note).toHaveValue("@Sámuel-Zed Agent can you roll it back?");
  await addNote.click();
  await expect(conversation.getByText("can you roll it back?")).toBeVisible();
  await expect.poll(() => messagesIn(desk, ticket)).toHaveLength(2);
  const mentions = desk.db
    .selectFrom("message_mentions")
    .innerJoin("messages", "messages.id", "message_id")
    .select("user_id")
    .where("ticket_id", "=", ticket.id);
  expect(await mentions.execute()).toEqual([{ user_id: samuel.id }]);
  expect(await statusOf(desk, ticket)).toBe("open");
});

test("Ctrl+Enter sends though somebody is still offered for what was typed", async ({
  page,
  person,
  atComposer,
}) => {
  await person("Agent", { firstName: "Sámuel-Yve" });
  const { note, conversation } = await atComposer();
  await page.keyboard.press("n");
  await page.keyboard.type("ask @Sámuel-Yve");
  await expect(page.getByRole("option", { name: /Sámuel-Yve Agent/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(conversation.getByText("ask @Sámuel-Yve")).toBeVisible();
  await expect(note).toHaveValue("");
});

test("Move to reply carries a note's text over, on purpose", async ({ atComposer }) => {
  const { composer, reply, note, asNote, asReply } = await atComposer();
  await reply.fill("Dear Ana");
  await asNote.click();
  await expect(note).toHaveValue("");
  await note.fill("The driver drops the size.");
  await asReply.click();
  await expect(reply).toHaveValue("Dear Ana");
  await asNote.click();
  await composer.getByRole("button", { name: "Move to reply" }).click();
  await expect(reply).toHaveValue("Dear Ana\n\nThe driver drops the size.");
  await asNote.click();
  await expect(note).toHaveValue("");
});

test("the toolbar and its keys format what is selected, the browser's undo takes it back", async ({
  page,
  atComposer,
}) => {
  const { composer, reply } = await atComposer();
  await reply.click();
  await page.keyboard.type("one");
  await page.keyboard.press("Shift+Home");
  await composer.getByRole("button", { name: "Bold" }).click();
  await expect(reply).toHaveValue("**one**");
  await expect(reply).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(reply).toHaveValue("one");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Control+i");
  await expect(reply).toHaveValue("_one_");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- a");
  await page.keyboard.press("Enter");
  await page.keyboard.type("b");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("end");
  await expect(reply).toHaveValue("_one_\n- a\n- b\n\nend");
  await composer.getByRole("button", { name: "Preview" }).click();
  await expect(composer.getByRole("listitem")).toHaveText(["a", "b"]);
  await composer.getByRole("button", { name: "Edit" }).click();
  await expect(reply).toHaveValue("_one_\n- a\n- b\n\nend");
});

test("a file let go anywhere on the ticket is attached, beside it nothing happens, and none is left behind unnoticed", async ({
  page,
  atTicket,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { conversation } = await atTicket();
  const { composer, reply, send, asNote } = composerOf(page);
  const letGo = async (place: Locator, type: "dragenter" | "drop", size: number) => {
    const dataTransfer = await page.evaluateHandle((size) => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(size)], `${size}.txt`, { type: "text/plain" }));
      return data;
    }, size);
    await place.dispatchEvent(type, { dataTransfer });
  };
  const files = composer.getByRole("list", { name: "Files of this message" });
  await reply.fill("Here it is.");
  await letGo(conversation, "dragenter", 3);
  await expect(page.getByText("Drop to attach to your reply")).toBeVisible();
  await letGo(conversation, "drop", 3);
  await expect(files).toHaveText(/3\.txt/);
  await expect(reply).toBeFocused();
  await asNote.click();
  await letGo(conversation, "dragenter", 3);
  await expect(page.getByText("Drop to attach to your internal note")).toBeVisible();
  await page.getByRole("button", { name: /^Reply/ }).click();

  const opens = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "x.txt"));
    const init = { dataTransfer: data, bubbles: true, cancelable: true };
    const list = document.querySelector("[aria-label=List]");
    return list?.dispatchEvent(new DragEvent("drop", init));
  });
  expect(opens).toBe(false);

  await letGo(conversation, "drop", 0);
  await expect(files).toHaveText(/The file is empty\./);
  await expect(send).toBeDisabled();
  await expect(composer.getByText("Not sent without these.")).toBeVisible();
  await files.getByRole("button", { name: "Remove 0.txt" }).click();
  await expect(send).toBeEnabled();
});

test("after sending one stays, or goes to the next by choice, which is remembered", async ({
  page,
  signedIn,
  desk,
}) => {
  const me = await signedIn("Agent");
  const first = await openTicket(desk, { assignee_id: me.id });
  await insertTicket(desk.db, {
    requester_id: first.requester_id,
    status: "open",
    assignee_id: me.id,
    subject: "The next one",
  });
  await page.goto(`/ticket/${first.number}?view=my-open`);
  const { composer, reply, send } = composerOf(page);
  await composer.getByRole("button", { name: "Other ways to send" }).click();
  await page.getByRole("menuitemradio", { name: "Go to the next ticket" }).click();
  await reply.fill("Done with this one");
  await send.click();
  await expect(page.getByRole("heading", { name: "The next one", level: 1 })).toBeVisible();
  await expect.poll(() => messagesIn(desk, first)).toHaveLength(2);
});

test("whoever leaves while a name is looked up is not led on from where they went", async ({
  page,
  signedIn,
  desk,
}) => {
  const me = await signedIn("Agent");
  const first = await openTicket(desk, { assignee_id: me.id });
  await openTicket(desk, { assignee_id: me.id });
  await page.goto(`/ticket/${first.number}?view=my-open`);
  const { composer, asNote, note, addNote } = composerOf(page);
  await composer.getByRole("button", { name: "Other ways to send" }).click();
  await page.getByRole("menuitemradio", { name: "Go to the next ticket" }).click();
  const found = await holdBack(page, /tickets\.assignees/);
  await asNote.click();
  await note.fill("@Nobody Known, have a look.");
  await addNote.click();
  await shellOf(page).entry("Dashboard").click();
  await expect(page).toHaveURL("/dashboard/log");
  found();
  await expect.poll(() => messagesIn(desk, first)).toHaveLength(2);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveURL("/dashboard/log");
});

test("how one sends is one's own, not of who signs in next at the same computer", async ({
  page,
  desk,
  person,
  atComposer,
}) => {
  const { me, ticket, composer, reply, send } = await atComposer();
  const ben = await person("Agent", { firstName: "Ben" });
  await openTicket(desk, { assignee_id: ben.id, subject: "Blank once more" });
  const ways = composer.getByRole("button", { name: "Other ways to send" });
  const next = page.getByRole("menuitemradio", { name: "Go to the next ticket" });
  await reply.fill("Solved.");
  await ways.click();
  await page.getByRole("menuitem", { name: "Send and set Resolved" }).click();
  await expect.poll(() => statusOf(desk, ticket)).toBe("resolved");
  await ways.click();
  await next.click();

  await endSessionsOf(desk, me);
  await shellOf(page).entry("Dashboard").click();
  await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
  await signInByHand(page, ben.email);
  await page.getByRole("link", { name: "Blank once more" }).click();
  await expect(send).toHaveText("Send and set Pending");
  await ways.click();
  await expect(next).not.toBeChecked();
});

test("a customer writes a reply on a phone, which is public at once", async ({
  page,
  signedIn,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const me = await signedIn("Customer");
  const ticket = await openTicket(desk, { requester_id: me.id, status: "pending" });
  const { reply, send, conversation, composer } = await goToTicket(page, ticket);
  await expect(composer.getByRole("button", { name: "Note" })).toHaveCount(0);
  await reply.fill("Still blank.");
  await send.click();
  await expect(conversation.getByText("Still blank.")).toBeVisible();
  await expect.poll(() => statusOf(desk, ticket)).toBe("open");
  await expect(conversation.getByText(/Sending/)).toHaveCount(0);
});

test("without a line a reply waits, and goes out once when the line is back", async ({
  page,
  context,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.fill("Written in the train");
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since \d\d:\d\d\./)).toBeVisible();
  await send.click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await expect(conversation.getByRole("article").last()).toHaveText(
    /Written in the train\s*Waits for the connection$/,
  );
  await reply.fill("Begun afterwards");
  expect(await messagesIn(desk, ticket)).toHaveLength(1);

  await context.setOffline(false);
  await expect(page.getByText(/^Offline since/)).toHaveCount(0);
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  expect(await bodiesIn(desk, ticket)).toEqual(["Every label is blank.", "Written in the train"]);
  await expect(reply).toHaveValue("Begun afterwards");
});

test("what waits stands in the conversation after a reload, in no field, and goes out once", async ({
  page,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_FAILED/);
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.pressSequentially("Written in the train");
  await expect(page.getByText("Draft kept")).toBeVisible();
  await page.route(/tickets\.reply/, (route) => route.abort());
  await send.click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  let letGo = () => {};
  page.once("framenavigated", async () => {
    letGo = await holdBack(page, /tickets\.reply/);
  });
  await page.reload();
  await expect(conversation.getByRole("article").last()).toContainText("Written in the train");
  await expect(reply).toHaveValue("");
  await reply.pressSequentially("Begun afterwards");

  letGo();
  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  await expect(conversation.getByText("Written in the train")).toHaveCount(1);
  expect(await bodiesIn(desk, ticket)).toEqual(["Every label is blank.", "Written in the train"]);
  await expect(page.getByText("Draft kept")).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue("Begun afterwards");
});

test("what waited while the session ended goes out once after the next sign-in, and stands in no field", async ({
  page,
  context,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
  const { me, ticket, reply, send, conversation } = await atComposer();
  await reply.pressSequentially("Written in the train");
  await expect(page.getByText("Draft kept")).toBeVisible();
  await context.setOffline(true);
  await send.click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await endSessionsOf(desk, me);
  await context.setOffline(false);
  await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
  await signInByHand(page, me.email);

  await expect(conversation.getByText(/Sending in/)).toBeVisible();
  expect(await bodiesIn(desk, ticket)).toEqual(["Every label is blank.", "Written in the train"]);
  await expect(reply).toHaveValue("");
  await reply.pressSequentially("Begun afterwards");
  await expect(page.getByText("Draft kept")).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue("Begun afterwards");
});

test("what waited and was overtaken is shown and asked, not sent", async ({
  page,
  context,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { ticket, composer, reply, send } = await atComposer();
  await reply.pressSequentially("Try it again");
  await context.setOffline(true);
  await send.click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await customerWrites(desk, ticket, "Never mind, it works.");
  await context.setOffline(false);
  await expect(composer.getByRole("alert")).toContainText("Never mind, it works.");
  await expect(reply).toHaveValue("Try it again");
  expect(await messagesIn(desk, ticket)).toHaveLength(2);
});

test("what waited and is refused after a reload comes back as it was, with its files", async ({
  page,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_FAILED|status of 409/);
  const { ticket, composer, reply, send } = await atComposer();
  const files = composer.getByRole("list", { name: "Files of this message" });
  await composer
    .locator("input[type=file]")
    .setInputFiles([{ name: "log.txt", mimeType: "text/plain", buffer: Buffer.from("log") }]);
  await expect(files).toHaveText(/log\.txt/);
  await reply.pressSequentially("Try it");
  await expect(page.getByText("Draft kept")).toBeVisible();
  let isCut = true;
  await page.route(/tickets\.reply/, (route) => (isCut ? route.abort() : route.continue()));
  await reply.pressSequentially(" again");
  await send.click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await customerWrites(desk, ticket, "Never mind, it works.");
  page.once("framenavigated", () => {
    isCut = false;
  });
  await page.reload();
  await expect(shellOf(page).notices.getByRole("alert")).toContainText("was not sent");
  await expect(reply).toHaveValue("Try it again");
  await expect(files).toHaveText(/log\.txt/);
  expect(await messagesIn(desk, ticket)).toHaveLength(2);
});

test("out of the field by Escape one stays out, and Ctrl+K is a link where something is selected alone", async ({
  page,
  atComposer,
}) => {
  const { reply } = await atComposer();
  await reply.click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Where it goes by itself it goes a moment later.
  await expect(page.getByRole("main")).toBeFocused();

  await page.keyboard.press("r");
  await page.keyboard.type("here");
  await page.keyboard.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Commands" });
  await expect(commands).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(commands).toHaveCount(0);
  await expect(reply).toBeFocused();
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Control+k");
  await expect(reply).toHaveValue("[here](https://)");
});
