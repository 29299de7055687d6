import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { broughtOn } from "../support/brought-on.ts";
import { insertCompany, insertFile, insertMessage, insertUser } from "../support/builders.ts";
import { indexAll } from "../support/index-all.ts";
import { createSmallDesk, type SmallDesk } from "../support/small-desk.ts";

let desk: SmallDesk;
beforeAll(async () => {
  desk = await createSmallDesk();
}, 60_000);
afterAll(() => desk.database.drop());

/** The tickets that have this word, by number. */
async function having(lexeme: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select t.subject from ticket_search s join tickets t on t.id = s.ticket_id
    where ${lexeme} = any(tsvector_to_array(s.staff)) order by t.number`.execute(desk.database.db);
  return rows.map(({ subject }) => subject);
}

/** Each has the text in another place. */
async function fill(piece: string): Promise<void> {
  const { database, ana, open } = desk;
  const { db } = database;
  await open({ subject: `In the subject ${piece}` });
  const said = await open({ subject: "In what was said" });
  await insertMessage(db, { ticket_id: said.id, author_id: ana.id, body: `So it is ${piece}.` });
  const filed = await open({ subject: "In a file's name" });
  const { id } = await insertMessage(db, { ticket_id: filed.id, author_id: ana.id });
  await insertFile(db, { message_id: id, uploader_id: ana.id, name: `${piece}.png` });
  await open({ subject: "In a tag", tags: [`wide ${piece}`] });
  const asks = await insertUser(db, { last_name: `Ek ${piece}` });
  await open({ subject: "In who asks", requester_id: asks.id });
  const company = await insertCompany(db, { name: `Works ${piece}` });
  await open({ subject: "In the company", company_id: company.id });
  await open({ subject: "Nowhere" });
}

/** What reads the words is of today, and so are the tables it needs. */
async function readAsToday(): Promise<void> {
  await indexAll(desk.database.owner);
}

const places = (piece: string) => [
  ...[`In the subject ${piece}`, "In what was said", "In a file's name"],
  ...["In a tag", "In who asks", "In the company"],
];

test.each([
  ["20261125T0940-fractions-and-numero-are-words", "900073½", "9000731", "900073"],
  ["20261125T1300-raised-digits-are-words", "900064²", "9000642", "900064"],
])(
  "%s re-indexes text that an earlier release indexed wrongly: %s",
  async (migration, piece, before, after) => {
    const { db } = desk.database;
    await broughtOn(desk.database, migration, async () => {
      await fill(piece);
      await readAsToday();
      expect(await having(before)).toEqual(places(piece));
    });
    const queued = await db
      .selectFrom("ticket_search_queue")
      .innerJoin("tickets", "tickets.id", "ticket_id")
      .select("subject")
      .orderBy("number")
      .execute();
    expect(queued.map(({ subject }) => subject)).toEqual(places(piece));
    await indexAll(db);
    expect(await having(before)).toEqual([]);
    expect(await having(after)).toEqual(places(piece));
  },
);

test("a word in no ticket, left by an earlier release, is deleted", async () => {
  const { db } = desk.database;
  const known = async (table: "search_words" | "search_spellings") => {
    const words = db.selectFrom(table).select("lexeme").where("lexeme", "like", "nectar%");
    return (await words.orderBy("lexeme").execute()).map(({ lexeme }) => lexeme);
  };
  await broughtOn(desk.database, "20261125T2335-forget-words-that-are-gone", async () => {
    await sql`insert into search_words (lexeme, in_head, in_public, in_staff)
      values ('nectarin', 0, 0, 0), ('nectarius', 0, 0, 1)`.execute(db);
    await sql`insert into search_spellings (lexeme, word)
      values ('nectarin', 'nectarine'), ('nectarius', 'nectarius')`.execute(db);
  });
  for (const table of ["search_words", "search_spellings"] as const) {
    expect(await known(table)).toEqual(["nectarius"]);
  }
});
