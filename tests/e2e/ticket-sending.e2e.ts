import type { Locator } from "@playwright/test";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import { insertTicket } from "../support/builders.ts";
import { endSessionsOf, expect, signInByHand } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { settled } from "./browser/settled.ts";
import { test } from "./browser/ticket-fixtures.ts";
import {
  chooseMore,
  clickBelowAlert,
  entryTo,
  holdBack,
  leadTo,
  sessionAlert,
  shellOf,
} from "./steps/anywhere.ts";
import {
  bodiesIn,
  composerOf,
  customerWrites,
  draftsIn,
  messagesIn,
  openTicket,
  statusOf,
} from "./steps/composer.ts";
import {
  changeAs,
  colleague,
  leadToTicket,
  makeTicket,
  sendTicketEvent,
  ticketOf,
} from "./steps/ticket.ts";

const asked = "Every label is blank.";

test("a reply shows immediately, is undone, and asks if something came in between; a note has its own colour, button and text", async ({
  page,
  person,
  desk,
  atComposer,
  atNextComposer,
}) => {
  test.setTimeout(120_000);
  const samuel = await person("Agent", { firstName: "Samuel" });
  const zed = await person("Agent", { firstName: "Sámuel-Zed" });
  const { notices } = shellOf(page);

  await test.step("by keyboard it is sent once per action", async () => {
    const { ticket, reply, send, conversation } = await atComposer();

    await test.step("it shows with its status before the server has answered", async () => {
      const answer = await holdBack(page, /tickets\.reply/);
      await reply.fill("Dear Ana");
      await expect(send).toHaveText("Send and set Pending");
      await send.click();
      await expect(conversation.getByText("Dear Ana")).toBeVisible();
      await expect(reply).toHaveValue("");
      expect(await statusOf(desk, ticket)).toBe("open");
      answer();
      // One line with one Undo for both.
      await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
      await expect(conversation.getByRole("button", { name: "Undo" })).toHaveCount(1);
      expect(await statusOf(desk, ticket)).toBe("pending");
    });

    await test.step("Undo puts the text back in front of text typed since", async () => {
      await reply.fill("And another thing");
      await conversation.getByRole("button", { name: "Undo send" }).click();
      await expect(reply).toHaveValue("Dear Ana\n\nAnd another thing");
      await expect(conversation.getByText("Dear Ana")).toHaveCount(0);
      expect(await bodiesIn(desk, ticket)).toEqual([asked]);
      expect(await statusOf(desk, ticket)).toBe("open");
    });

    await test.step("the same text can be sent again, and no notice lies over it", async () => {
      await reply.fill("Dear Ana");
      await send.click();
      await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
      await expect(notices.getByText("Sending reply to")).toHaveCount(0);
      expect(await bodiesIn(desk, ticket)).toEqual([asked, "Dear Ana"]);
      await conversation.getByRole("button", { name: "Undo send" }).click();
      await expect(reply).toHaveValue("Dear Ana");
    });

    await test.step("and on Ctrl+Z outside of text fields", async () => {
      await send.click();
      await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
      await expect(reply).toBeFocused();
      // In the field the key is the field's own, and the sending reply is not undone.
      await page.keyboard.press("Control+z");
      await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
      await expect(reply).toHaveValue("");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+z");
      await expect(reply).toHaveValue("Dear Ana");
      expect(await bodiesIn(desk, ticket)).toEqual([asked]);
    });

    await test.step("Ctrl+Enter sends, a double press sends once, and the next reply is another action", async () => {
      await reply.click();
      await page.keyboard.press("Control+Enter");
      await page.keyboard.press("Control+Enter");
      await expect(reply).toBeFocused();
      await page.keyboard.type("Second");
      await page.keyboard.press("Control+Enter");
      await expect(conversation.getByText("Second")).toBeVisible();
      await expect.poll(() => bodiesIn(desk, ticket)).toEqual([asked, "Dear Ana", "Second"]);
    });

    const message = (words: string) => conversation.getByRole("article").filter({ hasText: words });
    await test.step("a message redacted before it was sent is no longer shown as sending", async () => {
      await message("Second").hover();
      await message("Second")
        .getByRole("button", { name: /: more$/ })
        .click();
      await page.getByRole("menuitem", { name: "Redact message…" }).click();
      await page.getByRole("button", { name: "Redact message" }).click();
      await expect(message("Redacted by")).toBeVisible();
      await expect(message("Redacted by").getByText(/^Sending/)).toHaveCount(0);
    });

    await test.step("a reply in a ticket marked as spam is held back, and says so until it is unmarked", async () => {
      const rests = message("Third").getByText("Not sent while this ticket is marked as spam.");
      await reply.fill("Third");
      await page.keyboard.press("Control+Enter");
      await expect(message("Third").getByText(/Sending in/)).toBeVisible();
      await chooseMore(ticketOf(page, ticket).region, "Mark as spam");
      await expect(rests).toBeVisible();
      await expect(message("Third").getByText(/^Sending/)).toHaveCount(0);
      await expect(message("Third").getByRole("button", { name: "Undo send" })).toHaveCount(0);
      await page.getByRole("button", { name: "Not spam" }).click();
      await expect(rests).toHaveCount(0);
      await expect(message("Third")).toBeVisible();
    });
  });

  await test.step("a newer message is shown with a question before a reply is sent, and the text is kept", async () => {
    const { ticket, composer, reply, send, conversation } = await atNextComposer();
    const question = composer.getByRole("alert");

    await test.step("if another agent set the status, both values are shown and nothing is sent before a choice", async () => {
      await reply.fill("Please wait");
      await changeAs(await colleague(desk, samuel.email), desk, ticket, { status: "on-hold" });
      await send.click();
      await expect(question).toContainText("Samuel Agent set it to On hold");
      await expect(question).toContainText("You chose Pending.");
      await expect(reply).toHaveValue("Please wait");
      expect(await bodiesIn(desk, ticket)).toEqual([asked]);
      await question.getByRole("button", { name: "Send and keep On hold" }).click();
      await expect(conversation.getByText("Please wait")).toBeVisible();
      await expect.poll(() => bodiesIn(desk, ticket)).toEqual([asked, "Please wait"]);
      expect(await statusOf(desk, ticket)).toBe("on-hold");
    });

    await test.step("the customer wrote, and the page has not received it", async () => {
      await reply.pressSequentially("Try again");
      await customerWrites(desk, ticket, "It works again since 09:20.");
      await send.click();
      await expect(question).toContainText("Ana replied while you were writing");
      await expect(question).toContainText("It works again since 09:20.");
      await expect(reply).toHaveValue("Try again");
      // It would only ask once more.
      await expect(send).toBeDisabled();
      expect(await messagesIn(desk, ticket)).toHaveLength(3);
      expect(await statusOf(desk, ticket)).toBe("on-hold");
    });

    await test.step("and again, while the reply is being edited: Send anyway sends", async () => {
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(reply).toBeFocused();
      await customerWrites(desk, ticket, "Or does it?");
      await sendTicketEvent(desk, ticket, [ticket.requester_id]);
      await expect(conversation.getByText("Or does it?")).toBeVisible();
      await send.click();
      await expect(question).toContainText("Or does it?");
      await expect(reply).toHaveValue("Try again");
      await question.getByRole("button", { name: "Send anyway" }).click();
      await expect.poll(() => bodiesIn(desk, ticket)).toContain("Try again");
    });
  });

  await test.step("a note has another colour and button, mentions people by @, and keeps its own text", async () => {
    const { ticket, reply, note, asReply, asNote, addNote, composer, conversation } =
      await atNextComposer();

    await test.step("people are mentioned by @", async () => {
      await page.keyboard.press("n");
      await expect(note).toBeFocused();
      await expect(asNote).toHaveAttribute("aria-pressed", "true");
      await expect(composer.getByText("Only staff see this")).toBeVisible();
      const people = page.getByRole("listbox", { name: "People to mention" }).getByRole("option");
      await page.keyboard.type("@S");
      await expect(people.nth(1)).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(people.nth(1)).toHaveAttribute("aria-selected", "true");
      // Further typing chooses the first match at that moment.
      await page.keyboard.type("a");
      await expect(people.first()).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("ámuel-Z");
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
      expect(await mentions.execute()).toEqual([{ user_id: zed.id }]);
      expect(await statusOf(desk, ticket)).toBe("open");
    });

    await test.step("Ctrl+Enter sends even while suggestions are open", async () => {
      await note.pressSequentially("ask @Sámuel-Z");
      await expect(page.getByRole("option", { name: /Sámuel-Zed Agent/ })).toBeVisible();
      await page.keyboard.press("Control+Enter");
      await expect(conversation.getByText("ask @Sámuel-Z")).toBeVisible();
      await expect(note).toHaveValue("");
    });

    await test.step("Move to reply moves its text on purpose", async () => {
      await asReply.click();
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
  });
});

test("a notice covers neither the composer, however long, nor the last message, on wide screens and phones", async ({
  page,
  atComposer,
}) => {
  const { composer, reply, conversation } = await atComposer();
  await holdNotices(page);
  await page.getByRole("button", { name: "Resolve ticket" }).click();
  const notice = shellOf(page).notices.locator("[data-slot=notice]");
  await expect(notice).toContainText("Resolved #");
  const covered = async () => {
    const shown = await notice.boundingBox();
    const next = [composer, conversation.getByRole("article").last()];
    const boxes = await Promise.all(next.map((one) => one.boundingBox()));
    return boxes.filter(
      (box) =>
        !box ||
        !shown ||
        (box.x < shown.x + shown.width &&
          shown.x < box.x + box.width &&
          box.y < shown.y + shown.height &&
          shown.y < box.y + box.height),
    );
  };
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const lines of [1, 12, 2]) {
      await reply.fill(Array(lines).fill("It works again.").join("\n"));
      await expect.poll(covered, `${lines} lines at ${width}`).toEqual([]);
    }
  }
  await leadTo(page, "/ticket/log");
  await expect(composer).toHaveCount(0);
  // On a phone it is below the headings, where the button for a new ticket is.
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeLessThan(200);
  expect((await notice.boundingBox())?.y).toBeGreaterThan(90);
});

test("on a slow connection the ticket is checked for the reply, and its answer awaited", async ({
  page,
  atComposer,
}) => {
  await page.clock.install();
  const { ticket, reply, send, conversation } = await atComposer();
  await reply.fill("Out by now?");
  await send.click();
  await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
  // The live event of the reply asks, too.
  await settled(page);
  let asked = 0;
  page.on("request", (request) => {
    // Not those next to it in the list, which are prefetched.
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

test("text is formatted by the toolbar and by shortcuts, which belong to the focused field, and is sent with files dropped on the ticket", async ({
  page,
  desk,
  atComposer,
}) => {
  const { composer, reply } = await atComposer();

  await test.step("the selection is formatted, and the browser's undo reverts it", async () => {
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
  });

  await test.step("a list continues by itself, and the preview shows it", async () => {
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    for (const line of ["- a", "b", ""]) {
      await page.keyboard.type(line);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.type("end");
    await expect(reply).toHaveValue("_one_\n- a\n- b\n\nend");
    await composer.getByRole("button", { name: "Preview" }).click();
    // The copied person is listed too.
    const points = composer.getByRole("listitem").filter({ hasNotText: "Copied" });
    await expect(points).toHaveText(["a", "b"]);
    await composer.getByRole("button", { name: "Edit" }).click();
    await expect(reply).toHaveValue("_one_\n- a\n- b\n\nend");
  });

  await test.step("Escape leaves the field for good", async () => {
    await reply.fill("");
    await reply.click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
      "Insert a macro",
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // A focus moved by code moves a moment later.
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("Ctrl+K makes a link only with a selection", async () => {
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

  await test.step("a file dropped anywhere on the ticket is attached, elsewhere nothing happens, and none is silently left behind", async () => {
    const { conversation } = await leadToTicket(page, await makeTicket(desk));
    const { send, asNote } = composerOf(page);
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
    await expect(composer.getByText("These files can't be uploaded.")).toBeVisible();
    await files.getByRole("button", { name: "Remove 0.txt" }).click();
    await expect(send).toBeEnabled();
  });
});

test("after sending the agent stays or goes to the next ticket, as they prefer", async ({
  page,
  signedIn,
  desk,
  person,
}) => {
  const me = await signedIn("Agent");
  const ben = await person("Agent", { firstName: "Ben" });
  const first = await openTicket(desk, { assignee_id: me.id });
  const next = await insertTicket(desk.db, {
    ...{ requester_id: first.requester_id, assignee_id: me.id },
    ...{ status: "open" as const, subject: "The next one" },
  });
  await openTicket(desk, { assignee_id: me.id, subject: "And one more" });
  await openTicket(desk, { assignee_id: ben.id, subject: "Blank once more" });
  const { composer, reply, note, asNote, addNote, send } = composerOf(page);
  const ways = composer.getByRole("button", { name: "More send options" });
  const goOn = page.getByRole("menuitemradio", { name: "Next ticket" });
  const heading = page.getByRole("heading", { level: 1 });

  await test.step("the next ticket is opened", async () => {
    await page.goto(`/ticket/${first.number}?view=my-open`);
    await ways.click();
    await goOn.click();
    await reply.fill("Done with this one");
    await ways.click();
    await page.getByRole("menuitem", { name: "Send and set Resolved" }).click();
    await expect(heading.filter({ hasText: "The next one" })).toBeVisible();
    await expect.poll(() => messagesIn(desk, first)).toHaveLength(2);
    expect(await statusOf(desk, first)).toBe("resolved");
    await expect(send).toHaveText("Send and set Resolved");
  });

  await test.step("leaving while the next ticket is looked up is not interrupted", async () => {
    const found = await holdBack(page, /tickets\.assignees/);
    await asNote.click();
    await note.fill("@Unknown Person, have a look.");
    await addNote.click();
    // The ticket is still drawn when the names arrive.
    const code = await holdBack(page, /\.js$/);
    await shellOf(page).entry("Dashboard").click();
    await expect(page).toHaveURL("/dashboard/log");
    found();
    await expect.poll(() => messagesIn(desk, next)).toHaveLength(1);
    code();
    await expect(heading).toHaveCount(1);
    await expect(page).toHaveURL("/dashboard/log");
  });

  await test.step("a status that cannot be set is not offered", async () => {
    await leadTo(page, `/ticket/${first.number}?view=my-open`);
    await expect(send).toHaveText("Send");
    await reply.fill("One more thing");
    await send.click();
    await expect(heading.filter({ hasText: /next one|one more/ })).toBeVisible();
    await expect(send).toHaveText("Send and set Resolved");
  });

  await test.step("the preference does not apply to the next user of the computer", async () => {
    await endSessionsOf(desk, me);
    await clickBelowAlert(entryTo(page, "/ticket/log"));
    await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
    await signInByHand(page, ben.email);
    await page.getByRole("link", { name: "Blank once more" }).first().click();
    await expect(send).toHaveText("Send and set Pending");
    await ways.click();
    await expect(goOn).not.toBeChecked();
  });
});

test("while offline a reply waits, is sent once when the connection returns, and asks if it is out of date", async ({
  page,
  context,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
  const { me, ticket, composer, reply, send, conversation } = await atComposer();
  const waits = page.getByText("1 change waits and will be sent.");
  const bar = page.getByText(/^Offline since/);

  await test.step("it is sent once when the connection returns", async () => {
    await reply.fill("Written in the train");
    await context.setOffline(true);
    await expect(page.getByText(/^Offline since \d\d:\d\d\./)).toBeVisible();
    await send.click();
    await expect(waits).toBeVisible();
    await expect(conversation.getByRole("article").last()).toHaveText(
      /Written in the train\s*Waiting for connection$/,
    );
    await reply.fill("Begun afterwards");
    expect(await bodiesIn(desk, ticket)).toEqual([asked]);
    await context.setOffline(false);
    await expect(bar).toHaveCount(0);
    await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
    expect(await bodiesIn(desk, ticket)).toEqual([asked, "Written in the train"]);
    await expect(reply).toHaveValue("Begun afterwards");
  });

  await test.step("an outdated reply is shown with a question, not sent", async () => {
    await context.setOffline(true);
    await send.click();
    await expect(waits).toBeVisible();
    await customerWrites(desk, ticket, "Never mind, it works.");
    await context.setOffline(false);
    const question = composer.getByRole("alert");
    await expect(question).toContainText("Never mind, it works.");
    await expect(reply).toHaveValue("Begun afterwards");
    expect(await messagesIn(desk, ticket)).toHaveLength(3);
    await question.getByRole("button", { name: "Keep editing" }).click();
  });

  await test.step("a reply queued while the session ended is sent once after the next sign-in, and is in no field", async () => {
    await reply.fill("Sent from the train");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await context.setOffline(true);
    await send.click();
    await expect(waits).toBeVisible();
    await endSessionsOf(desk, me);
    await context.setOffline(false);
    await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
    await signInByHand(page, me.email);
    // It is Pending since the first reply.
    await expect(conversation.getByRole("article").last()).toHaveText(
      /Sent from the train\s*Sending in/,
    );
    expect((await bodiesIn(desk, ticket)).slice(3)).toEqual(["Sent from the train"]);
    await expect(reply).toHaveValue("");
    await reply.pressSequentially("Begun at home");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await expect(reply).toHaveValue("Begun at home");
  });
});

test("a queued reply survives a reload: it is sent once and is in no field, or returns with its files", async ({
  page,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_FAILED|status of 409/);
  const { ticket, composer, reply, send, conversation } = await atComposer();
  const waits = page.getByText("1 change waits and will be sent.");
  const draftIsKept = page.getByText("Draft saved");
  const files = composer.getByRole("list", { name: "Files of this message" });
  const replies = /tickets\.reply/;

  await test.step("it is shown in the conversation, and sent once", async () => {
    await reply.pressSequentially("Written in the train");
    await expect(draftIsKept).toBeVisible();
    await page.route(replies, (route) => route.abort());
    await send.click();
    await expect(waits).toBeVisible();
    let letGo = () => {};
    page.once("framenavigated", async () => {
      letGo = await holdBack(page, replies);
    });
    await page.reload();
    await expect(conversation.getByRole("article").last()).toContainText("Written in the train");
    await expect(reply).toHaveValue("");
    letGo();
    await expect(conversation.getByText("Sent, set Pending ·")).toBeVisible();
    await expect(conversation.getByText("Written in the train")).toHaveCount(1);
    expect(await bodiesIn(desk, ticket)).toEqual([asked, "Written in the train"]);
    await page.unroute(replies);
  });

  await test.step("a reply being sent when its page closes is sent once, whether the server has it or not", async () => {
    const sent = [asked, "Written in the train"];
    for (const arrives of [true, false]) {
      const body = arrives ? "The desk has it" : "The desk never had it";
      const isUnderWay = Promise.withResolvers<void>();
      await page.route(replies, async (route) => {
        if (arrives) await route.fetch();
        isUnderWay.resolve();
      });
      await reply.fill(body);
      await send.click();
      await isUnderWay.promise;
      await page.unroute(replies);
      await page.reload();
      await expect(conversation.getByRole("article").last()).toHaveText(
        new RegExp(`${body}\\s*Sending in`),
      );
      await settled(page);
      await expect(reply).toHaveValue("");
      await expect(conversation.getByText(body)).toHaveCount(1);
      sent.push(body);
      expect(await bodiesIn(desk, ticket)).toEqual(sent);
      await expect.poll(() => draftsIn(desk, ticket)).toEqual([]);
    }
  });

  await test.step("another tab sends what a closed one did not, in flight or queued", async () => {
    const other = await page.context().newPage();
    await other.goto("/profile");
    await settled(other);
    for (const waiting of [false, true]) {
      const body = waiting ? "Waits for the other tab" : "Left to the other tab";
      await page.route(replies, (route) => waiting && route.abort());
      await reply.fill(body);
      const asking = page.waitForRequest(replies);
      await send.click();
      await asking;
      if (waiting) await expect(waits).toBeVisible();
      await page.goto("about:blank");
      const sent = () => bodiesIn(desk, ticket).then((bodies) => bodies.at(-1));
      await expect.poll(sent).toBe(body);
      await page.unroute(replies);
      await page.goto(`/ticket/${ticket.number}`);
      await expect(reply).toHaveValue("");
    }
    await other.close();
    await reply.pressSequentially("Try it");
  });

  await test.step("a refused reply returns unchanged", async () => {
    await composer
      .locator("input[type=file]")
      .setInputFiles([{ name: "log.txt", mimeType: "text/plain", buffer: Buffer.from("log") }]);
    await expect(files).toHaveText(/log\.txt/);
    await expect(draftIsKept).toBeVisible();
    let isCut = true;
    await page.route(replies, (route) => (isCut ? route.abort() : route.continue()));
    await reply.pressSequentially(" again");
    await send.click();
    await expect(waits).toBeVisible();
    await customerWrites(desk, ticket, "Never mind, it works.");
    page.once("framenavigated", () => {
      isCut = false;
    });
    await page.reload();
    await expect(shellOf(page).notices.getByRole("alert")).toContainText("wasn't sent");
    await expect(reply).toHaveValue("Try it again");
    await expect(files).toHaveText(/log\.txt/);
    expect(await messagesIn(desk, ticket)).toHaveLength(7);
  });
});
