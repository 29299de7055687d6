import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { readTicketDetails } from "../../server/tickets/details.ts";
import { linkTickets } from "../../server/tickets/links.ts";
import { mergeTickets } from "../../server/tickets/merge.ts";
import { actingAs } from "../support/acting.ts";
import { broughtOn } from "../support/brought-on.ts";
import type { TicketRow } from "../support/builders.ts";
import { createSmallDesk, now, type SmallDesk } from "../support/small-desk.ts";

let desk: SmallDesk;
beforeAll(async () => {
  desk = await createSmallDesk();
}, 60_000);
afterAll(() => desk.database.drop());

test("links that an earlier release merged lead to their target, each once", async () => {
  const { db } = desk.database;
  const deps = await actingAs(db, desk.maya, now);
  const [one, other, two, three] = (await Promise.all(
    Array.from({ length: 4 }, () => desk.open()),
  )) as [TicketRow, TicketRow, TicketRow, TicketRow];
  const link = (from: TicketRow, { number }: TicketRow) =>
    linkTickets(deps, { id: from.id, number, kind: "related" });
  await link(one, other);
  await link(two, other);
  await link(one, three);
  const stored = () => db.selectFrom("ticket_links").selectAll().orderBy("id").execute();
  const before = await stored();
  for (const [source, target] of [
    [one, two],
    [two, three],
  ] as const) {
    const pair = { sourceId: source.id, targetId: target.id };
    await mergeTickets(deps, { ...pair, requestId: Bun.randomUUIDv7() });
  }

  // Its way back brings all of them home, as they were then.
  await broughtOn(desk.database, "20261127T0400-links-know-their-home", async () => {
    const { rows } = await sql<object>`select * from ticket_links order by id`.execute(db);
    const asThen = ({ ticket_home_id: _one, other_home_id: _other, ...row }: (typeof before)[0]) =>
      row;
    expect(rows).toEqual(before.map(asThen));
  });
  const { staff } = await readTicketDetails(deps, other.id);
  expect(staff?.links.map(({ ticket }) => ticket.number)).toEqual([three.number]);
});
