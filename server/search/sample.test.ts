import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { isWorthSampling, samplePhrase } from "./sample.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const ana = await insertUser(db, { first_name: "Ana", last_name: "Tray" });
  const add = async (subject: string, body: string, more: object = {}) => {
    const ticket = await insertTicket(db, { subject, requester_id: ana.id, ...more });
    return await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id, body });
  };
  await add("Printer", "The paper, tray 2, is stuck.");
  await add("Printer", "The tray has no paper.");
  await add("Paper tray", "It is stuck.");
  await add("The tray wants paper", "It is stuck.");
  await add("The tray wants paper", "Or so it says: PAPER  Tráy.");
  await add("Printer", "No paper in the paper tray.", { spam_at: new Date() });
  const scan = await add("Scan", "Nothing.");
  await insertFile(db, { message_id: scan.id, name: "paper-tray.png", uploader_id: ana.id });
  await indexAll(db);
}, 60_000);
afterAll(() => database.drop());

test("tells how many have the words, and the phrase, in their head and beside it", async () => {
  expect(await samplePhrase(database.db, "paper tray")).toEqual({
    looked: 6,
    head: { words: 3, asked: 3, stand: 2 },
    body: { words: 3, asked: 3, stand: 2 },
  });
  expect(await samplePhrase(database.db, "no such thing")).toEqual({
    looked: 6,
    head: { words: 0, asked: 0, stand: 0 },
    body: { words: 0, asked: 0, stand: 0 },
  });
});

test("is taken of common words alone, and while no ticket is read anew in another language", () => {
  const probe = (...counts: number[]) => ({
    ...{ tickets: 100_000, inCompanies: 0, changing: false },
    words: counts.map((body) => ({ lexeme: "word", head: 0, body })),
  });
  expect(isWorthSampling(probe(50_000, 3_000))).toBe(true);
  expect(isWorthSampling(probe(50_000, 300))).toBe(false);
  expect(isWorthSampling(probe())).toBe(false);
  expect(isWorthSampling({ ...probe(50_000, 3_000), changing: true })).toBe(false);
});
