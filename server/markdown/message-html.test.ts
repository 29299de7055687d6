import { expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertMessage, type UserRow } from "../../tests/support/builders.ts";
import { setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { readTicketDetails } from "../tickets/details.ts";
import { redactMessage } from "../tickets/redact.ts";
import { renderMessages } from "./message-html.ts";

const desk = setUpSmallDesk();
const { database } = desk;

async function write(body: string) {
  const ticket = await desk.open();
  const message = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: desk.ana.id, body },
  });
  const shownTo = async (reader: UserRow) => {
    const deps = await actingAs(database.db, reader);
    const { items } = (await readTicketDetails(deps, ticket.id)).timeline;
    const [found] = items.filter(({ id }) => id === message.id);
    return found?.kind === "message" ? found.html : undefined;
  };
  const stored = () =>
    database.db
      .selectFrom("message_html")
      .select(["source", "html"])
      .where("message_id", "=", message.id)
      .executeTakeFirst();
  return { message, shownTo, stored };
}

const change = (id: string, set: { html: string; source?: number }) =>
  database.db.updateTable("message_html").set(set).where("message_id", "=", id).execute();

test("a message is parsed once, and what is stored is shown to staff and customers", async () => {
  const { message, shownTo, stored } = await write("**See** #1042");
  const html = '<p><strong>See</strong> <a href="/ticket/1042">#1042</a></p>';
  expect(await shownTo(desk.maya)).toBe(html);
  expect((await stored())?.html).toBe(html);
  await change(message.id, { html: html.replace("See", "Stored") });
  expect(await shownTo(desk.maya)).toContain("Stored");
  expect(await shownTo(desk.ana)).toBe("<p><strong>Stored</strong> #1042</p>");
});

test("plain sentences are not stored", async () => {
  const { shownTo, stored } = await write("Good morning.");
  expect(await shownTo(desk.maya)).toBe("<p>Good morning.</p>");
  expect(await stored()).toBeUndefined();
});

test("HTML stored by another version of the renderer is rendered again", async () => {
  const { message, shownTo, stored } = await write("**bold**");
  await shownTo(desk.maya);
  const first = await stored();
  await change(message.id, { html: "<p>old</p>", source: 1 });
  expect(await shownTo(desk.maya)).toBe("<p><strong>bold</strong></p>");
  expect(await stored()).toEqual(first);
});

test("redacting a message erases its HTML, and a late reader does not bring it back", async () => {
  const { message, shownTo, stored } = await write("**canary**");
  await shownTo(desk.maya);
  await redactMessage(await actingAs(database.db, desk.maya), message.id);
  expect(await stored()).toBeUndefined();
  await renderMessages(database.db, [{ id: message.id, body: "**canary**", html: null }]);
  expect(await stored()).toBeUndefined();
  expect(await shownTo(desk.maya)).toBe("");
});

test("long messages are rendered off the main thread, and only the first time", async () => {
  const ticket = await desk.open();
  const body = "Words that **matter**, see [the guide](https://acme.test/guide).\n\n".repeat(1500);
  for (let count = 0; count < 6; count += 1) {
    await insertMessage(database.db, { ticket_id: ticket.id, author_id: desk.ana.id, body });
  }
  const deps = await actingAs(database.db, desk.maya);
  const costOf = async (read: () => Promise<unknown>) => {
    const before = process.threadCpuUsage();
    await read();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await costOf(() => readTicketDetails(deps, ticket.id));
  expect(await costOf(() => readTicketDetails(deps, ticket.id))).toBeLessThan(60);
}, 60_000);
