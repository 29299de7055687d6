import type { Locator } from "@playwright/test";
import { composerOf, goToTicket, openTicket } from "./composer-steps.ts";
import type { TestDesk } from "./desk.ts";
import { endSessionsOf, expect, type Page, signInByHand } from "./fixtures.ts";
import { settled } from "./settled.ts";
import { holdBack, logOut, openAccountMenu, sessionAlert, shellOf } from "./steps.ts";
import { test } from "./ticket-fixtures.ts";

const kept = (page: Page) => page.getByText("Draft kept");

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

/** After the session was found to be over. */
async function signInAnew(page: Page, { email }: { email: string }): Promise<void> {
  await expect(sessionAlert(page)).toBeVisible();
  await sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }).click();
  await signInByHand(page, email);
}

function draftsOf(desk: TestDesk, ticket: { id: string }) {
  return desk.db.selectFrom("drafts").select("body").where("ticket_id", "=", ticket.id).execute();
}

test("a draft is kept as one types: after a reload, a sign-out, and on another computer", async ({
  page,
  atComposer,
  tabOf,
}) => {
  const { me, ticket, reply, note, asNote } = await atComposer();
  await reply.fill("Dear Ana");
  await expect(kept(page)).toBeVisible();
  await asNote.click();
  await note.fill("The driver drops the size.");
  await page.reload();
  await expect(reply).toHaveValue("Dear Ana");
  await asNote.click();
  await expect(note).toHaveValue("The driver drops the size.");

  await note.pressSequentially(" Again.");
  await logOut(page);
  await signInByHand(page, me.email);
  await expect(page).toHaveURL(/\/ticket\/log/);
  await goToTicket(page, ticket);
  await expect(reply).toHaveValue("Dear Ana");

  const computer = await tabOf(me);
  const there = await goToTicket(computer, ticket);
  await expect(there.reply).toHaveValue("Dear Ana");
  await there.asNote.click();
  await expect(there.note).toHaveValue("The driver drops the size. Again.");
});

test("where a conversation has ended both what was begun can be read and copied, reply and note", async ({
  page,
  desk,
  atComposer,
}) => {
  const { ticket, reply, note, asNote, composer } = await atComposer();
  await reply.fill("Dear Ana");
  await expect(kept(page)).toBeVisible();
  await asNote.click();
  await note.fill("The driver drops the size.");
  await expect(kept(page)).toBeVisible();
  await desk.db
    .updateTable("tickets")
    .set({ status: "closed", closed_at: new Date() })
    .where("id", "=", ticket.id)
    .execute();
  await page.reload();
  const begun = (of: string) => page.getByRole("region", { name: `The ${of} you had begun` });
  await expect(begun("reply")).toContainText("Dear Ana");
  await expect(begun("internal note")).toContainText("The driver drops the size.");
  await expect(composer).toHaveCount(0);
  await begun("internal note").getByRole("button", { name: "Copy internal note" }).click();
  await expect(shellOf(page).notices).toContainText("Your internal note was copied");
});

test("files stay with the reply or the note that they were attached to, here and elsewhere", async ({
  page,
  desk,
  atComposer,
  tabOf,
}) => {
  const { me, ticket, composer, reply, asReply, asNote, note } = await atComposer();
  await asNote.click();
  await note.fill("For us alone.");
  await attach(composer, "internal.txt");
  await expect(filesIn(composer)).toHaveText(/internal\.txt/);
  await asReply.click();
  await expect(filesIn(composer)).toHaveCount(0);
  await attach(composer, "for Ana.txt");
  await reply.fill("Here it is.");
  await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);
  await shellOf(page).entry("Tickets").click();
  await expect(composer).toHaveCount(0);
  await page.goBack();
  await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);
  await expect(kept(page)).toBeVisible();
  await page.reload();
  await expect(filesIn(composer)).toHaveText(/for Ana\.txt/);

  const there = await goToTicket(await tabOf(me), ticket);
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
    .poll(() => takenAlong(desk, ticket))
    .toEqual([{ kind: "note", name: "internal.txt" }]);
});

test("two computers: both texts are kept, and the other is offered below", async ({
  page,
  signedIn,
  desk,
  tabOf,
}) => {
  const me = await signedIn("Agent");
  const ticket = await openTicket(desk);
  const office = await goToTicket(page, ticket);
  const computer = await tabOf(me);
  const home = await goToTicket(computer, ticket);
  await settled(computer);

  await office.reply.fill("At the office");
  await expect(kept(page)).toBeVisible();
  await home.reply.fill("At home");
  const offer = computer.getByRole("region", { name: "Another text of yours" });
  await expect(offer).toContainText("At the office");
  await expect(home.reply).toHaveValue("At home");

  await computer.reload();
  await expect(home.reply).toHaveValue("At home");
  await expect(offer).toContainText("At the office");
  await offer.getByRole("button", { name: "Keep both" }).click();
  await expect(home.reply).toHaveValue("At home\n\nAt the office");
  await expect(kept(computer)).toBeVisible();
  await page.reload();
  await expect(office.reply).toHaveValue("At home\n\nAt the office");
});

test("a late answer never covers what is being typed", async ({ page, signedIn, desk, tabOf }) => {
  const me = await signedIn("Agent");
  const ticket = await openTicket(desk);
  const computer = await tabOf(me);
  const there = await goToTicket(computer, ticket);
  await there.reply.fill("From the other computer");
  await expect(kept(computer)).toBeVisible();

  const goOn = await holdBack(page, /drafts\.get/);
  const { reply } = await goToTicket(page, ticket);
  await reply.fill("Typed before it came");
  goOn();
  const offer = page.getByRole("region", { name: "Another text of yours" });
  await expect(offer).toContainText("From the other computer");
  await expect(reply).toHaveValue("Typed before it came");
  await offer.getByRole("button", { name: "Discard it" }).click();
  await expect(kept(page)).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue("Typed before it came");
});

test("an expired session keeps the text for the same person alone", async ({
  page,
  person,
  desk,
  atComposer,
}) => {
  const { me, ticket, reply } = await atComposer();
  await settled(page);
  await endSessionsOf(desk, me);
  await reply.fill("Not saved by the server");
  await expect(sessionAlert(page)).toContainText("What you wrote is kept.");
  await signInAnew(page, me);
  await expect(page).toHaveURL(`/ticket/${ticket.number}`);
  await expect(reply).toHaveValue("Not saved by the server");
  await expect(kept(page)).toBeVisible();

  await endSessionsOf(desk, me);
  await reply.fill("For me alone");
  await signInAnew(page, await person("Agent"));
  await expect(page).toHaveURL("/ticket/log");
  await page.goto(`/ticket/${ticket.number}`);
  await expect(composerOf(page).reply).toHaveValue("");
  const waiting = () =>
    page.evaluate(
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
  await expect.poll(waiting).toBe(0);
});

test("signing out asks where a text cannot be brought to the server", async ({
  page,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/503/);
  const { ticket, reply } = await atComposer();
  await settled(page);
  await page.route(/drafts\.save/, (route) => route.fulfill({ status: 503, body: "{}" }));
  await reply.fill("Only here");
  const menu = await openAccountMenu(page);
  await menu.getByRole("menuitem", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", {
    name: "Something of yours has not reached the desk",
  });
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await expect(reply).toHaveValue("Only here");

  await page.unroute(/drafts\.save/);
  await logOut(page);
  expect(await draftsOf(desk, ticket)).toEqual([{ body: "Only here" }]);
});

test("without a line the text waits in the browser, through a reload", async ({
  page,
  desk,
  watch,
  atComposer,
}) => {
  watch.allow(/ERR_FAILED/);
  const { ticket, reply } = await atComposer();
  await settled(page);
  await page.route(/drafts\./, (route) => route.abort());
  await reply.fill("Written in the train");
  await expect(page.getByText("Kept in this browser")).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue("Written in the train");
  await page.unroute(/drafts\./);
  await reply.pressSequentially(", and at home");
  await expect(kept(page)).toBeVisible();
  expect(await draftsOf(desk, ticket)).toEqual([{ body: "Written in the train, and at home" }]);
});
