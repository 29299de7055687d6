import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { changeViewQuery, deleteView, renameView, saveView, shareView } from "./commands.ts";
import { countSavedViews, listViews } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let maya: ActorDeps;
let sam: ActorDeps;
let admin: ActorDeps;

const usual = { q: "is:open", timeZone: null, sort: null, descending: null, shared: false };

beforeAll(async () => {
  const { db } = database;
  const acme = (await insertCompany(db, { name: "Acme" })).id;
  const ana = await insertUser(db, { companies: [acme] });
  const agent = { role: "Agent" as const, first_name: "Maya", last_name: "Lind" };
  maya = await actingAs(db, await insertUser(db, agent));
  const ofAcme = { role: "Agent" as const, company_scope: "assigned" as const, companies: [acme] };
  sam = await actingAs(db, await insertUser(db, ofAcme));
  admin = await actingAs(db, await insertUser(db, { role: "Super Admin" }));
  for (const company_id of [acme, null, null]) {
    await insertTicket(db, { requester_id: ana.id, status: "open", company_id });
  }
}, 60_000);

const namesOf = async (deps: ActorDeps) => (await listViews(deps)).views.map(({ name }) => name);

describe("a saved view", () => {
  test("is visible to its owner until it is shared, and counts what the reader sees", async () => {
    const view = await saveView(maya, { ...usual, name: "What is open" }, requestId());
    expect(await namesOf(maya)).toContain("What is open");
    expect(await namesOf(sam)).not.toContain("What is open");
    await shareView(maya, { id: view.id, shared: true }, requestId());
    const [seen] = (await listViews(sam)).views;
    expect(seen).toMatchObject({ mine: false, canChange: false, owner: "Maya Lind" });
    expect((await countSavedViews(maya)).counts[view.id]).toBe(3);
    expect((await countSavedViews(sam)).counts[view.id]).toBe(1);
    await deleteView(maya, { id: view.id }, requestId());
    expect(await namesOf(sam)).not.toContain("What is open");
  });

  test("keeps its order and time zone", async () => {
    const given = { timeZone: "Asia/Tokyo", sort: "created", descending: true } as const;
    const view = await saveView(
      maya,
      { ...usual, name: "As it was looked at", ...given },
      requestId(),
    );
    expect(view).toMatchObject(given);
    expect((await listViews(maya)).views).toContainEqual(view);
    expect(await deleteView(maya, { id: view.id }, requestId())).toEqual({ id: view.id });
  });

  test("can get another query, and keeps its name", async () => {
    const view = await saveView(maya, { ...usual, name: "Mine" }, requestId());
    const wanted = { q: "printer created:today", timeZone: "Asia/Tokyo", sort: "created" } as const;
    const changed = await changeViewQuery(
      maya,
      { id: view.id, ...wanted, descending: false },
      requestId(),
    );
    expect(changed).toEqual({ ...view, ...wanted, descending: false });
    expect((await listViews(maya)).views).toContainEqual(changed);
  });

  test("does not accept an invalid query", async () => {
    const view = await saveView(maya, { ...usual, name: "Broken" }, requestId());
    const call = changeViewQuery(maya, { id: view.id, ...usual, q: "asignee:me" }, requestId());
    const refusal = await refusalOf(call);
    expect(refusal.code).toBe("invalid_input");
    expect(refusal.details.fields).toMatchObject([{ field: "q" }]);
    expect((await listViews(maya)).views.find(({ id }) => id === view.id)?.q).toBe("is:open");
  });

  test("is changed by its owner, and if shared by a Super Admin", async () => {
    const own = await saveView(maya, { ...usual, name: "Own" }, requestId());
    const shared = await saveView(maya, { ...usual, name: "Shared", shared: true }, requestId());
    const { shared: _, ...query } = { ...usual, q: "is:unread" };
    expect(
      (await refusalOf(changeViewQuery(sam, { id: own.id, ...query }, requestId()))).code,
    ).toBe("not_found");
    expect(
      (await refusalOf(changeViewQuery(admin, { id: own.id, ...query }, requestId()))).code,
    ).toBe("not_found");
    expect(
      (await refusalOf(changeViewQuery(sam, { id: shared.id, ...query }, requestId()))).code,
    ).toBe("forbidden");
    expect((await changeViewQuery(admin, { id: shared.id, ...query }, requestId())).q).toBe(
      "is:unread",
    );
    expect((await renameView(admin, { id: shared.id, name: "Unread" }, requestId())).name).toBe(
      "Unread",
    );
  });
});
