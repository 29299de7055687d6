import type { Locator } from "@playwright/test";
import type { TestDesk } from "./browser/desk.ts";
import {
  endSessionsOf,
  expect,
  type Page,
  signInByHand,
  test,
  testPassword,
} from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import {
  changePassword,
  clickBelowAlert,
  holdBack,
  leadTo,
  logOut,
  openAccountMenu,
  sessionAlert,
  shellOf,
} from "./steps/anywhere.ts";
import { addressOf, bodiesIn, goToTicket, leadToTicket, openTicket } from "./steps/composer.ts";

const kept = (page: Page) => page.getByText("Draft saved");

const filesIn = (composer: Locator) =>
  composer.getByRole("list", { name: "Files of this message" });

const attach = (composer: Locator, name: string) =>
  composer
    .locator("input[type=file]")
    .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from(name) }]);

function takenAlong(desk: TestDesk, ticket: { id: string }) {
  return desk.db
    .selectFrom("files")
    .innerJoin("messages", "messages.id", "message_id")
    .select(["messages.kind", "files.name"])
    .where("ticket_id", "=", ticket.id)
    .execute();
}

/** After the page noticed the end of the session. */
async function signInAnew(page: Page, { email }: { email: string }): Promise<void> {
  await expect(sessionAlert(page)).toBeVisible();
  await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
  await signInByHand(page, email);
}

async function draftsOf(desk: TestDesk, ticket: { id: string }): Promise<string[]> {
  const drafts = desk.db.selectFrom("drafts").select("body").where("ticket_id", "=", ticket.id);
  return (await drafts.orderBy("kind", "desc").execute()).map(({ body }) => body);
}

/** The number of texts stored in this browser. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("frontdesk", 1);
        opening.onerror = reject;
        opening.onsuccess = () => {
          const rows = opening.result.transaction("unsaved").objectStore("unsaved").count();
          rows.onsuccess = () => {
            opening.result.close();
            resolve(rows.result);
          };
        };
      }),
  );
}

const anotherText = (page: Page) =>
  page.getByRole("region", { name: "Another version of this draft" });

test("a draft is saved while typing: after a reload, on another computer, and where both have a text", async ({
  page,
  desk,
  signedIn,
  tabOf,
  watch,
}) => {
  // Takes as long as six tests.
  test.slow();
  const me = await signedIn("Agent");
  const written = await openTicket(desk);
  const ended = await openTicket(desk);
  const noted = await openTicket(desk);
  const withFiles = await openTicket(desk);
  const late = await openTicket(desk);
  const onBoth = await openTicket(desk);
  const offline = await openTicket(desk);
  const { composer, reply, note, asReply, asNote } = await goToTicket(page, ended);

  await test.step("a reply and a note are started in a ticket that is closed in the meantime", async () => {
    await reply.fill("Dear Ana");
    await expect(kept(page)).toBeVisible();
    await asNote.click();
    await note.fill("The driver drops the size.");
    await expect(kept(page)).toBeVisible();
    await desk.db
      .updateTable("tickets")
      .set({ status: "closed", closed_at: new Date() })
      .where("id", "=", ended.id)
      .execute();
  });

  await test.step("files stay with the reply or the note that they were attached to", async () => {
    await leadToTicket(page, withFiles);
    await asNote.click();
    await note.fill("For us alone.");
    await attach(composer, "internal.txt");
    await expect(filesIn(composer)).toHaveText(/internal\.txt/);
    await asReply.click();
    await expect(filesIn(composer)).toHaveCount(0);
    await attach(composer, "for Ana.txt");
    // A message needs text: the hint says so, and Send focuses the field.
    const hint = composer.getByText("Add a message to send these files.");
    await expect(hint).toBeVisible();
    const send = composer.getByRole("button", { name: /^Send/ }).first();
    await expect(send).toHaveAccessibleDescription("Add a message to send these files.");
    await send.click({ force: true });
    await expect(reply).toBeFocused();
    await composer.getByRole("button", { name: "Preview" }).click();
    await send.press("Enter");
    await expect(reply).toBeFocused();
    await reply.press("Control+Enter");
    await expect(hint).toBeVisible();
    await reply.fill("Here it is.");
    await expect(hint).toHaveCount(0);
    await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);
    await shellOf(page).entry("Tickets").click();
    await expect(composer).toHaveCount(0);
    await page.goBack();
    await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);
    await expect(kept(page)).toBeVisible();
  });

  await test.step("a draft returns after a reload, even between two key presses", async () => {
    await leadToTicket(page, written);
    await reply.fill("Dear Ana");
    await expect(kept(page)).toBeVisible();
    await asNote.click();
    await note.fill("The driver drops the size.");
    await page.reload();
    await expect(reply).toHaveValue("Dear Ana");
    await asNote.click();
    await expect(note).toHaveValue("The driver drops the size.");
  });

  await test.step("a started note is reopened where it was left", async () => {
    await leadToTicket(page, noted);
    await asNote.click();
    await note.fill("Ask the driver.");
    await expect(kept(page)).toBeVisible();
    await leadToTicket(page, written);
    await expect(reply).toHaveValue("Dear Ana");
    await leadToTicket(page, noted);
    await expect(note).toHaveValue("Ask the driver.");
    await page.reload();
    await expect(note).toHaveValue("Ask the driver.");
  });

  await test.step("files are there, too", async () => {
    await leadToTicket(page, withFiles);
    await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);
  });

  await test.step("in a closed conversation both drafts can be read and copied", async () => {
    await leadTo(page, `/ticket/${ended.number}`);
    const begun = (of: string) => page.getByRole("region", { name: `Your unsent ${of}` });
    await expect(begun("reply")).toContainText("Dear Ana");
    await expect(begun("internal note")).toContainText("The driver drops the size.");
    await expect(composer).toHaveCount(0);
    await begun("internal note").getByRole("button", { name: "Copy internal note" }).click();
    await expect(shellOf(page).notices).toContainText("Copied your internal note");
  });

  const computer = await tabOf(me);
  const there = await goToTicket(computer, written);
  await test.step("a draft is available on another computer", async () => {
    await expect(there.reply).toHaveValue("Dear Ana");
    await there.asNote.click();
    await expect(there.note).toHaveValue("The driver drops the size.");
  });

  await test.step("on another computer files stay with the reply or the note, sent and undone", async () => {
    await leadToTicket(computer, withFiles);
    await expect(filesIn(there.composer)).toHaveText(/for Ana\.txt/);
    await there.send.click();
    await expect(there.conversation.getByRole("link", { name: /for Ana\.txt/ })).toBeVisible();
    await expect(filesIn(there.composer)).toHaveCount(0);
    await there.conversation.getByRole("button", { name: "Undo send" }).click();
    await expect(filesIn(there.composer)).toHaveText(/for Ana\.txt/);
    await there.asNote.click();
    await expect(filesIn(there.composer)).toHaveText(/internal\.txt/);
    await there.addNote.click();
    await expect(there.conversation.getByRole("link", { name: /internal\.txt/ })).toBeVisible();
    await expect
      .poll(() => takenAlong(desk, withFiles))
      .toEqual([{ kind: "note", name: "internal.txt" }]);
  });

  await test.step("a late answer never covers what is being typed", async () => {
    await leadToTicket(computer, late);
    await there.reply.fill("From the other computer");
    await expect(kept(computer)).toBeVisible();

    const goOn = await holdBack(page, /drafts\.get/);
    await leadToTicket(page, late);
    await reply.fill("Typed before it came");
    goOn();
    await expect(anotherText(page)).toContainText("From the other computer");
    await expect(reply).toHaveValue("Typed before it came");
    await anotherText(page).getByRole("button", { name: "Discard the other version" }).click();
    await expect(kept(page)).toBeVisible();
    await page.unroute(/drafts\.get/);
  });

  await test.step("two computers: both texts are kept, and the other is offered below", async () => {
    await leadToTicket(page, onBoth);
    await leadToTicket(computer, onBoth);
    await settled(computer);
    await reply.fill("At the office");
    await expect(kept(page)).toBeVisible();
    await there.reply.fill("At home");
    await expect(anotherText(computer)).toContainText("At the office");
    await expect(there.reply).toHaveValue("At home");

    await computer.reload();
    await expect(there.reply).toHaveValue("At home");
    await expect(anotherText(computer)).toContainText("At the office");
    await anotherText(computer).getByRole("button", { name: "Keep both" }).click();
    await expect(there.reply).toHaveValue("At home\n\nAt the office");
    await expect(kept(computer)).toBeVisible();
  });

  await test.step("while offline the text stays in the browser, through a reload", async () => {
    watch.allow(/ERR_FAILED/);
    await leadToTicket(page, offline);
    await settled(page);
    // A request that also asks for the ticket is let through: without it there is no field to look at.
    const draftsAlone = /\/trpc\/drafts\.\w+(,drafts\.\w+)*\?/;
    await page.route(draftsAlone, (route) => route.abort());
    await reply.fill("Written in the train");
    await expect(page.getByText("Saved on this device")).toBeVisible();
    await page.reload();
    await expect(reply).toHaveValue("Written in the train");
    await page.unroute(draftsAlone);
    await reply.pressSequentially(", and at home");
    await expect(kept(page)).toBeVisible();
    expect(await draftsOf(desk, offline)).toEqual(["Written in the train, and at home"]);
  });

  await test.step("after the reload the choice between two texts remains", async () => {
    await leadToTicket(page, late);
    await expect(reply).toHaveValue("Typed before it came");
    await leadToTicket(page, onBoth);
    await expect(reply).toHaveValue("At home\n\nAt the office");
  });

  await test.step("a message sent on another computer is in no field here to be sent again", async () => {
    await there.send.click();
    await expect(there.conversation.getByText("Sent, set Pending ·")).toBeVisible();
    await expect(reply).toHaveValue("");
    await there.conversation.getByRole("button", { name: "Undo send" }).click();
    await expect(there.reply).toHaveValue("At home\n\nAt the office");
  });

  await test.step("a list marks tickets with drafts, including changes from elsewhere", async () => {
    const mark = (of: { number: number }) =>
      page
        .locator("main [data-row]")
        .filter({ has: page.locator(`a[href^="/ticket/${of.number}"]`) })
        .getByText("Draft, not sent");
    await leadTo(page, "/ticket/log?view=all");
    await expect(mark(onBoth)).toBeVisible();
    await expect(mark(written)).toBeVisible();
    await expect(mark(withFiles)).toBeVisible();

    await there.send.click();
    await expect(mark(onBoth)).toHaveCount(0);
    await there.conversation.getByRole("button", { name: "Undo send" }).click();
    await expect(mark(onBoth)).toBeVisible();
    await there.reply.fill("");
    await expect(mark(onBoth)).toHaveCount(0);

    await leadToTicket(page, onBoth);
    await expect(reply).toHaveValue("");
    const goOn = await holdBack(page, /drafts\.save/);
    await reply.fill("Started again");
    await page.goBack();
    await expect(mark(onBoth)).toBeVisible();
    goOn();
    await page.goForward();
    await expect(kept(page)).toBeVisible();
    await page.unroute(/drafts\.save/);
    await reply.fill("");
    await page.goBack();
    await expect(mark(written)).toBeVisible();
    await expect(mark(onBoth)).toHaveCount(0);
  });
});

test("signing out and an expired session lose no text, and no one else gets it", async ({
  page,
  person,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(/503/);
  const me = await signedIn("Agent");
  const ticket = await openTicket(desk);
  const { reply, note, asReply, asNote, send } = await goToTicket(page, ticket);
  await settled(page);
  await test.step("signing out asks if a text cannot be saved on the server", async () => {
    await page.route(/drafts\.save/, (route) => route.fulfill({ status: 503, body: "{}" }));
    await reply.fill("Only here");
    const menu = await openAccountMenu(page);
    await menu.getByRole("menuitem", { name: "Logout" }).click();
    const question = page.getByRole("alertdialog", {
      name: "You have unsaved changes",
    });
    await question.getByRole("button", { name: "Stay signed in" }).click();
    await expect(reply).toHaveValue("Only here");
  });

  await test.step("a password change cancelled while drafts are being saved does not happen", async () => {
    await page.unroute(/drafts\.save/);
    const letGo = await holdBack(page, /drafts\.save/);
    const dialog = await changePassword(page, {
      ...{ old: testPassword, next: "battery-9", confirm: "battery-9" },
    });
    await expect(dialog.getByRole("button", { name: "Change Password" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    letGo();
    await expect(kept(page)).toBeVisible();
  });

  await test.step("and otherwise saves the text first, with the last typed letters", async () => {
    await page.unroute(/drafts\.save/);
    await asNote.click();
    await note.fill("The driver drops the size.");
    await logOut(page);
    expect(await draftsOf(desk, ticket)).toEqual(["Only here", "The driver drops the size."]);
    await signInByHand(page, me.email);
    await expect(page).toHaveURL(/\/ticket\/log/);
    await leadToTicket(page, ticket);
    await expect(reply).toHaveValue("Only here");
    await asNote.click();
    await expect(note).toHaveValue("The driver drops the size.");
  });

  await test.step("an expired session keeps the text for the same person only", async () => {
    await asReply.click();
    await settled(page);
    await endSessionsOf(desk, me);
    await reply.fill("Not saved by the server");
    await expect(sessionAlert(page)).toContainText("Your text is saved.");
    await signInAnew(page, me);
    await expect(page).toHaveURL(addressOf(ticket));
    await expect(reply).toHaveValue("Not saved by the server");
    await expect(kept(page)).toBeVisible();

    // Text that the server has is kept as well.
    await endSessionsOf(desk, me);
    const bell = page.getByRole("button", { name: /^Notifications/, includeHidden: true });
    await clickBelowAlert(bell);
    await expect(sessionAlert(page)).toContainText("Your text is saved.");
    await signInAnew(page, me);
    await expect(reply).toHaveValue("Not saved by the server");

    await endSessionsOf(desk, me);
    await reply.fill("For me alone");
    await signInAnew(page, await person("Agent"));
    await expect(page).toHaveURL("/ticket/log");
    await leadToTicket(page, ticket);
    await expect(reply).toHaveValue("");
    await expect.poll(() => waiting(page)).toBe(0);
  });

  await test.step("a reply being sent reaches the server before the sign-out", async () => {
    const letGo = await holdBack(page, /tickets\.reply/);
    await reply.fill("Sent in a hurry");
    await send.click();
    await expect(reply).toHaveValue("");
    const menu = await openAccountMenu(page);
    await menu.getByRole("menuitem", { name: "Logout" }).click();
    await expect(menu).toBeHidden();
    letGo();
    await expect(page).toHaveURL(/\/login\?message=/);
    expect(await bodiesIn(desk, ticket)).toContain("Sent in a hurry");
  });
});
