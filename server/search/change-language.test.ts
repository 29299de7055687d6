import { beforeAll, describe, expect, test } from "bun:test";
import type { SearchLanguage } from "../../shared/desk.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertMessage,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { updateDesk } from "../settings/settings.ts";
import { listTickets } from "../tickets/list.ts";
import { readRebuild } from "./change-language.ts";
import { indexSome, rebuildSome } from "./worker.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let english: TicketRow;
let german: TicketRow;

beforeAll(async () => {
  const { db } = database;
  admin = await insertUser(db, { role: "Super Admin" });
  const customer = await insertUser(db);
  english = await insertTicket(db, { requester_id: customer.id, subject: "Both printers failing" });
  german = await insertTicket(db, { requester_id: customer.id, subject: "Häuser gezählt" });
  await insertMessage(db, {
    ticket_id: english.id,
    author_id: customer.id,
    body: "They are jamming",
  });
  await insertMessage(db, {
    ticket_id: german.id,
    author_id: customer.id,
    body: "Alle Rechnungen",
  });
  await indexAll(db);
}, 60_000);

const speak = async (language: SearchLanguage) =>
  updateDesk(await actingAs(database.db, admin), { set: { language }, base: {} });

async function found(q: string): Promise<number[]> {
  const list = { view: "all", q, sort: "relevance", descending: true, limit: 10 } as const;
  const page = await listTickets(await actingAs(database.db, admin), list);
  return page.tickets.map(({ number }) => number);
}

describe("a change of the search language", () => {
  test("finds by the former language until everything is indexed, then by the new endings", async () => {
    expect(await found("jammed")).toEqual([english.number]);
    expect(await found("Rechnung")).toEqual([]);

    await speak("german");
    expect(await readRebuild(database.db)).toEqual({
      ...{ total: null, done: 0, languageBefore: "english" },
    });
    expect(await found("jammed")).toEqual([english.number]);
    expect(await found("jammed -gone")).toEqual([english.number]);

    expect(await rebuildSome(database.db, 1)).toBe(1);
    expect(await readRebuild(database.db)).toMatchObject({ total: 2, done: 1 });
    // The newer ticket is indexed in German by now, the older one is not.
    expect(await found("Rechnung")).toEqual([german.number]);
    expect(await found("jammed")).toEqual([english.number]);
    expect(await found("jammed -rechnungen")).toEqual([english.number]);

    await indexAll(database.db);
    expect(await readRebuild(database.db)).toBeNull();
    expect(await found("Rechnung")).toEqual([german.number]);
    expect(await found("haus")).toEqual([german.number]);
    expect(await found("jammed")).toEqual([]);
  });

  test("also indexes tickets that change in the meantime", async () => {
    await speak("english");
    await database.db
      .updateTable("tickets")
      .set({ subject: "Häuser and mice are counted" })
      .where("id", "=", german.id)
      .execute();
    await indexSome(database.db, 10);
    expect(await found("counting")).toEqual([german.number]);
    await indexAll(database.db);
    expect(await found("counting")).toEqual([german.number]);
  });

  test("can be reverted before it is done, but not followed by a third", async () => {
    await speak("french");
    const refusal = await refusalOf(speak("dutch"));
    expect(refusal.details.fields?.[0]?.field).toBe("language");
    await speak("english");
    await indexAll(database.db);
    expect(await found("jammed")).toEqual([english.number]);
    expect(await readRebuild(database.db)).toBeNull();
  });

  test("leaves tickets that fail together to the queue, and continues", async () => {
    await speak("swedish");
    expect(await rebuildSome(database.db, 200, true)).toBe(2);
    const waiting = await database.db.selectFrom("ticket_search_queue").select("id").execute();
    expect(waiting.length).toBe(2);
    await speak("english").catch(() => {});
    await indexAll(database.db);
  });
});
