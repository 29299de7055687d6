import { expect, test } from "bun:test";
import { presenceRhythm } from "../../shared/live.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { leave, listPresent, look, sweepPresence } from "./presence.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const later = new Date(now.getTime() + presenceRhythm.forgotten);

const database = setUpTestDatabase();

const agent = (given: object = {}) => insertUser(database.db, { role: "Agent", ...given });
const ticket = async () =>
  (await insertTicket(database.db, { requester_id: (await insertUser(database.db)).id })).id;
const toldOf = async (id: string) => {
  const events = database.db.selectFrom("live_events").select(["topic", "audience"]);
  return await events.where("subject_id", "=", id).execute();
};

test("others are notified when someone arrives, starts or stops typing, returns and leaves", async () => {
  const [maya, sam] = [await agent(), await agent()];
  const [id, other] = [await ticket(), await ticket()];
  const told: number[] = [];
  const looks = async (who: typeof maya, typing: boolean, at = now) => {
    await look(await actingAs(database.db, who, at), { ticketId: id, typing });
    told.push((await toldOf(id)).length);
  };
  await looks(maya, false);
  await looks(sam, false);
  await looks(maya, false);
  await looks(maya, true);
  await looks(maya, false);
  await looks(maya, false, later);
  expect(told).toEqual([1, 2, 2, 3, 4, 5]);
  const deps = await actingAs(database.db, maya, later);
  expect(await listPresent(deps, id)).toEqual({ others: [] });
  await look(deps, { ticketId: other, typing: false });
  expect(await leave(deps, { ticketId: id })).toEqual({ left: true });
  await leave(deps, { ticketId: id });
  const each = { topic: "presence", audience: "staff" } as const;
  expect(await toldOf(id)).toEqual([each, each, each, each, each, each]);
  const samuel = await actingAs(database.db, sam, later);
  expect(await listPresent(samuel, other)).toMatchObject({ others: [{ id: maya.id }] });
  expect(await listPresent(samuel, id)).toEqual({ others: [] });
});

test("viewers are shown to those who see the ticket, without disabled users", async () => {
  const [maya, gone] = [await agent(), await agent()];
  const id = await ticket();
  await look(await actingAs(database.db, gone, now), { ticketId: id, typing: true });
  const deps = await actingAs(database.db, maya, now);
  expect((await listPresent(deps, id)).others).toHaveLength(1);
  const disable = database.db.updateTable("users").set({ state: "disabled" });
  await disable.where("id", "=", gone.id).execute();
  expect(await listPresent(deps, id)).toEqual({ others: [] });
  const company = await insertCompany(database.db);
  const outsider = await agent({ company_scope: "assigned", companies: [company.id] });
  const refused = listPresent(await actingAs(database.db, outsider, now), id);
  expect((await refusalOf(refused)).code).toBe("not_found");
});

test("a viewer with several pages is present until the last one leaves or expires", async () => {
  const [maya, sam] = [await agent(), await actingAs(database.db, await agent(), now)];
  const id = await ticket();
  const [one, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const by = async (at: Date) => await actingAs(database.db, maya, at);
  const looks = async (page: string, typing: boolean, at = now) => {
    await look(await by(at), { ticketId: id, typing, page });
  };
  const leaves = async (page: string, at = now) => {
    await leave(await by(at), { ticketId: id, page });
  };
  const shown = async () => [
    (await listPresent(sam, id)).others.map(({ typing }) => typing),
    (await toldOf(id)).length,
  ];
  await looks(one, true);
  await looks(other, false);
  expect(await shown()).toEqual([[true], 1]);
  await leaves(one);
  expect(await shown()).toEqual([[false], 2]);
  await leaves(one);
  expect(await shown()).toEqual([[false], 2]);
  await leaves(other);
  expect(await shown()).toEqual([[], 3]);

  await looks(one, false);
  await looks(other, false, later);
  await leaves(other, later);
  const late = { ...sam, now: later };
  expect((await listPresent(late, id)).others).toEqual([]);
});

test("people who type come before people who only view", async () => {
  const id = await ticket();
  const people = [await agent({ first_name: "Ada" }), await agent({ first_name: "Ben" })];
  for (const [index, who] of [...people, await agent({ first_name: "Cal" })].entries()) {
    await look(await actingAs(database.db, who, now), { ticketId: id, typing: index === 1 });
  }
  const { others } = await listPresent(await actingAs(database.db, await agent(), now), id);
  expect(others.map(({ name }) => name.split(" ")[0])).toEqual(["Ben", "Ada", "Cal"]);
});

test("the sweep removes only expired viewers", async () => {
  const [early, late] = [await agent(), await agent()];
  const id = await ticket();
  await look(await actingAs(database.db, early, now), { ticketId: id, typing: false });
  await look(await actingAs(database.db, late, later), { ticketId: id, typing: false });
  await sweepPresence(database.db, new Date(later.getTime() + 1));
  const left = database.db.selectFrom("presence").select("user_id").where("ticket_id", "=", id);
  expect(await left.execute()).toEqual([{ user_id: late.id }]);
});
