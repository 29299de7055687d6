import { afterAll, beforeAll, expect, test } from "bun:test";
import { broughtOn } from "../support/brought-on.ts";
import { insertCompany, insertTeam, insertTicket, insertUser } from "../support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const typed = (name: string) => name.normalize("NFD");

test("names of earlier releases are normalised, and two spellings of a tag become one", async () => {
  const { db } = database;
  const namesIn = async (table: "companies" | "teams" | "tags" | "macros" | "saved_views") =>
    (await db.selectFrom(table).select("name").orderBy("name").execute()).map(({ name }) => name);
  const owner = await insertUser(db, { first_name: typed("Zoë"), last_name: typed("Müller") });
  const created_at = new Date();
  const tickets: { id: string }[] = [];
  await broughtOn(database, "20261123T1830-spell-names-one-way", async () => {
    for (const name of [typed("Bäcker"), "Bolt", typed("Süd"), "Süd"]) {
      await insertCompany(db, { name });
    }
    await insertTeam(db, { name: typed("Köln") });
    for (const tags of [[typed("größe"), "größe", "x"], [typed("größe")], [typed("neu à")]]) {
      tickets.push(await insertTicket(db, { requester_id: owner.id, tags }));
    }
    const given = { owner_id: owner.id, shared: true, created_at };
    const tags = { add_tags: [typed("größe"), "größe"], remove_tags: [typed("neu à"), "x"] };
    const macro = { ...given, name: typed("Grüße"), body: "", updated_at: created_at, ...tags };
    await db
      .insertInto("macros")
      .values({ id: Bun.randomUUIDv7(), ...macro })
      .execute();
    const view = { ...given, name: typed("Für mich"), query: "is:open" };
    await db
      .insertInto("saved_views")
      .values({ id: Bun.randomUUIDv7(), ...view })
      .execute();
  });
  const { first_name, last_name } = await db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .executeTakeFirstOrThrow();
  expect([first_name, last_name]).toEqual(["Zoë", "Müller"]);
  // Two companies are never made one by themselves: who sees what hangs on them.
  expect((await namesIn("companies")).sort()).toEqual(
    ["Bolt", "Bäcker", typed("Süd"), "Süd"].sort(),
  );
  expect(await namesIn("teams")).toEqual(["Köln"]);
  expect(await namesIn("macros")).toEqual(["Grüße"]);
  expect(await namesIn("saved_views")).toEqual(["Für mich"]);
  expect((await namesIn("tags")).sort()).toEqual(["größe", "neu à", "x"].sort());
  const macro = db.selectFrom("macros").select(["add_tags", "remove_tags"]);
  expect(await macro.execute()).toEqual([{ add_tags: ["größe"], remove_tags: ["neu à", "x"] }]);
  const tagged = await db
    .selectFrom("ticket_tags")
    .innerJoin("tags", "tags.id", "tag_id")
    .select(["ticket_id", "name"])
    .execute();
  expect(
    tickets.map(({ id }) =>
      tagged.flatMap((one) => (one.ticket_id === id ? [one.name] : [])).sort(),
    ),
  ).toEqual([["größe", "x"], ["größe"], ["neu à"]]);
  const numbers = await db.selectFrom("tickets").select("tag_numbers").orderBy("number").execute();
  expect(numbers.map(({ tag_numbers }) => tag_numbers?.length)).toEqual([2, 1, 1]);
});

test("names of earlier releases are found by plain letters", async () => {
  const { db } = database;
  const soren = { first_name: "Søren", last_name: "Strauß", email: "søren@example.test" };
  const ids: string[] = [];
  await broughtOn(database, "20261123T2225-fold-letters-of-their-own", async () => {
    const company = await insertCompany(db, { name: "Łódź Works" });
    for (const person of [soren, { first_name: "Ana" }]) {
      ids.push((await insertUser(db, { ...person, companies: [company.id] })).id);
    }
  });
  const kept = await db
    .selectFrom("users")
    .select(["folded_name", "searched"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  expect(kept[0]).toEqual({
    folded_name: "soren strauss",
    searched: "soren strauss soren@example.test lodz works",
  });
  expect(kept[1]?.searched).toEndWith(" lodz works");
  const { folded_name } = await db
    .selectFrom("companies")
    .select("folded_name")
    .where("name", "=", "Łódź Works")
    .executeTakeFirstOrThrow();
  expect(folded_name).toBe("lodz works");
});
