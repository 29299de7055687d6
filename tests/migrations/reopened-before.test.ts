import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { listTickets } from "../../server/tickets/list.ts";
import { mergeTickets, unmergeTicket } from "../../server/tickets/merge.ts";
import { actingAs } from "../support/acting.ts";
import { broughtOn } from "../support/brought-on.ts";
import { insertMessage, type TicketRow } from "../support/builders.ts";
import { createSmallDesk, now, type SmallDesk } from "../support/small-desk.ts";

let desk: SmallDesk;
beforeAll(async () => {
  desk = await createSmallDesk();
}, 60_000);
afterAll(() => desk.database.drop());

const later = new Date("2026-11-21T11:00:00.000Z");

/** Merged into a ticket and back, while its customer wrote to it or did not. */
async function throughMerge(source: TicketRow, isHeard: boolean): Promise<void> {
  const { database, maya, ana } = desk;
  const target = await desk.open();
  const key = () => ({ requestId: Bun.randomUUIDv7(), sourceId: source.id });
  await mergeTickets(await actingAs(database.db, maya, now), { ...key(), targetId: target.id });
  if (isHeard) {
    await insertMessage(database.db, {
      ...{ ticket_id: target.id, home_ticket_id: source.id, author_id: ana.id },
      created_at: new Date(later.getTime() - 60_000),
    });
  }
  await unmergeTicket(await actingAs(database.db, maya, later), key());
}

test("a ticket that an earlier release reopened by an unmerge is found by its time", async () => {
  const { db } = desk.database;
  const solved = { status: "resolved" as const, last_resolved_at: now };
  const [heard, quiet, open] = [
    await desk.open(solved),
    await desk.open(solved),
    await desk.open(),
  ];
  await throughMerge(heard, true);
  await throughMerge(quiet, false);
  await throughMerge(open, true);

  const migration = "20261123T2200-find-what-was-reopened-while-merged";
  await broughtOn(desk.database, migration, () =>
    sql`update reopenings set was = 'closed'`.execute(db),
  );

  const deps = await actingAs(db, desk.maya, later);
  const { tickets } = await listTickets(deps, {
    ...{ view: "all", q: "reopened-at:2026-11-21T11:00", timeZone: "UTC" },
    ...{ sort: "created", descending: false, limit: 50 },
  });
  expect(tickets.map(({ id }) => id)).toEqual([heard.id]);
});
