import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "kysely";
import { broughtOn } from "../../tests/support/brought-on.ts";
import { insertMessage, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { phraseStands } from "./match.ts";
import { pairsIn, wherePairsStand } from "./pairs.ts";
import { indexSome, pairSome } from "./queue.ts";

let database: TestDatabase;
let ana: { id: string };
beforeAll(async () => {
  database = await createTestDatabase();
  ana = await insertUser(database.db, { first_name: "Ana", last_name: "Tray" });
}, 60_000);
afterAll(() => database.drop());

/** A ticket of which nothing is known yet. */
async function open(...bodies: string[]): Promise<string> {
  const { id } = await insertTicket(database.db, { requester_id: ana.id, subject: "Printer" });
  for (const body of bodies) {
    await insertMessage(database.db, { ticket_id: id, author_id: ana.id, body });
  }
  return id;
}

async function isFound(ticketId: string, phrase: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${wherePairsStand(sql`${phrase}::text`, phraseStands("all", sql`${phrase}::text`, true))} as found
    from tickets t where t.id = ${ticketId}::uuid`.execute(database.db);
  return rows[0]?.found ?? false;
}

const pairsOf = async (ticketId: string) =>
  await database.db
    .selectFrom("ticket_pairs")
    .select("pairs")
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();

describe("a phrase", () => {
  test("is found in what was read, in what has just come, and in what says too much", async () => {
    const [known, fresh, long] = [
      await open("The paper, tray 2, is stuck."),
      await open("A paper tray."),
      await open("So long ".repeat(7_000), "My paper tray."),
    ];
    await database.db.deleteFrom("ticket_search_queue").where("ticket_id", "=", fresh).execute();
    await indexAll(database.db);
    expect((await pairsOf(known))?.pairs).not.toBeEmpty();
    expect(await pairsOf(fresh)).toBeUndefined();
    expect(await pairsOf(long)).toEqual({ pairs: null });
    for (const id of [known, fresh, long]) {
      expect(await isFound(id, "paper tray")).toBe(true);
      expect(await isFound(id, "paper")).toBe(true);
      expect(await isFound(id, "tray paper")).toBe(false);
    }
  });

  test("is asked of no message where the pairs of its words are missing", async () => {
    const id = await open("The paper tray is stuck.");
    await indexAll(database.db);
    expect(await isFound(id, "paper tray is")).toBe(true);
    await database.db
      .updateTable("ticket_pairs")
      .set({ pairs: sql`array_remove(pairs, (select pair from ${pairsIn(sql`'tray is'`)} side))` })
      .where("ticket_id", "=", id)
      .execute();
    expect(await isFound(id, "paper tray")).toBe(true);
    expect(await isFound(id, "paper tray is")).toBe(false);
  });

  test("goes with what is redacted", async () => {
    const id = await open("The secret word is walrus.", "Nothing.");
    await indexAll(database.db);
    await database.db
      .updateTable("messages")
      .set({ redacted_at: new Date(), body: "" })
      .where("ticket_id", "=", id)
      .where("body", "like", "%walrus%")
      .execute();
    await indexAll(database.db);
    const { rows } = await sql`
      select pairs && (select array_agg(pair) from ${pairsIn(sql`'is walrus'`)} side) as kept
      from ticket_pairs where ticket_id = ${id}::uuid`.execute(database.db);
    expect(rows).toEqual([{ kept: false }]);
  });

  test("has no pair that a text lacks in which it stands, whatever the letters", async () => {
    const piece = fc.oneof(
      fc.constantFrom("get", "GÉT", "a", "mail", "18²", "½", "CO₂", "ΔΡΟΜΟΣ", "δρόμος", "ﬁ", "ß"),
      fc.string({ unit: "grapheme", maxLength: 4 }).filter((text) => !text.includes("\0")),
    );
    const between = fc.constantFrom(
      " ",
      "\n\n",
      ", ",
      "-",
      "_",
      "\u00a0",
      "\u2003",
      "…",
      "",
      "\u0001",
    );
    const spoken = fc.array(fc.tuple(piece, between), { minLength: 1, maxLength: 12 });
    const cases = fc.sample(fc.tuple(spoken, fc.nat(11), fc.nat(11)), { numRuns: 2_000, seed: 17 });
    const asked = cases.map(([said, from, length]) => ({
      text: said.flat().join(""),
      phrase: said
        .slice(from, from + length + 1)
        .flat()
        .join(""),
    }));
    const id = await open("Nothing.");
    const { rows } = await sql<{ stands: boolean; pairs: boolean; text: string }>`
      select said.text, said.phrase,
        (select ${phraseStands("all", sql`said.phrase`, true)}) as stands,
        coalesce((select array_agg(pair) from ${pairsIn(sql`said.text`)} side)
          @> (select array_agg(pair) from ${pairsIn(sql`said.phrase`)} side), true) as pairs
      from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as said (text text, phrase text)
        cross join lateral (
          select said.text as subject, ${id}::uuid as id, null::uuid as requester_id,
            null::uuid as company_id
        ) t`.execute(database.db);
    expect(rows.filter(({ stands }) => stands).length).toBeGreaterThan(500);
    expect(rows.filter(({ stands, pairs }) => stands && !pairs)).toEqual([]);
  });
});

test("the number of a pair is what is kept on every desk, whatever its Postgres", async () => {
  const { rows } = await sql`
    select array_agg(pair) as pairs from ${pairsIn(sql`'My paper  TRÁY'`)} side`.execute(
    database.db,
  );
  expect(rows).toEqual([{ pairs: [7342, -11910] }]);
});

test("tickets of an earlier release are found before and after their pairs are kept", async () => {
  const ids: string[] = [];
  await broughtOn(database, "20261126T0540-keep-pairs-of-words", async () => {
    for (let each = 0; each < 5; each += 1) ids.push(await open(`Walrus ${each} sings.`));
    await database.db.deleteFrom("ticket_search_queue").execute();
  });
  const [first = "", last = ""] = [ids.at(0), ids.at(-1)];
  expect(await isFound(first, "walrus 0")).toBe(true);
  expect(await pairSome(database.db, 2)).toBe(2);
  expect(await pairsOf(last)).toBeDefined();
  expect(await pairsOf(first)).toBeUndefined();
  // What changes meanwhile is read anew with its pairs, and passed over.
  await insertMessage(database.db, { ticket_id: first, author_id: ana.id, body: "It is loud." });
  await indexSome(database.db, 10);
  const changed = await pairsOf(first);
  while ((await pairSome(database.db, 2)) > 0) {}
  expect(await pairsOf(first)).toEqual(changed);
  for (const id of ids) expect((await pairsOf(id))?.pairs).not.toBeEmpty();
  expect(await isFound(first, "is loud")).toBe(true);
  expect(await isFound(first, "loud walrus")).toBe(false);
  expect(await database.db.selectFrom("search_pairing").selectAll().execute()).toEqual([]);
});
