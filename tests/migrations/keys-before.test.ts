import { afterAll, beforeAll, expect, test } from "bun:test";
import { sweepActs } from "../../server/once.ts";
import { createTicket } from "../../server/tickets/create.ts";
import { mergeTickets } from "../../server/tickets/merge.ts";
import { addNote, replyToTicket } from "../../server/tickets/reply.ts";
import { actingAs } from "../support/acting.ts";
import { broughtOn } from "../support/brought-on.ts";
import { createSmallDesk, now, type SmallDesk } from "../support/small-desk.ts";

let desk: SmallDesk;
beforeAll(async () => {
  desk = await createSmallDesk();
}, 60_000);
afterAll(() => desk.database.drop());

const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const key = () => ({ requestId: Bun.randomUUIDv7() });

test("what an earlier release wrote within the last day has its idempotency key, and is never duplicated", async () => {
  const { database, maya, noah, ana } = desk;
  const { db } = database;
  const [ticket, target, source] = [await desk.open(), await desk.open(), await desk.open()];
  const old = { ...key(), id: ticket.id, body: "Two days ago." };
  const reply = { ...key(), id: ticket.id, body: "Here you are." };
  const note = { ...key(), id: ticket.id, body: "They called." };
  const opened = { ...key(), requesterId: ana.id, subject: "Opened", body: "For Ana." };
  const theirs = { ...key(), id: ticket.id, body: "By a colleague." };
  const merge = { ...key(), sourceId: source.id, targetId: target.id };
  const send = async (deps: Awaited<ReturnType<typeof actingAs>>) => [
    (await replyToTicket(deps, reply)).messageId,
    (await addNote(deps, note)).messageId,
    (await createTicket(deps, opened)).ticket.id,
  ];

  const deps = await actingAs(db, maya, now);
  await replyToTicket(await actingAs(db, maya, hoursLater(-48)), old);
  await sweepActs(db, now);
  const made = await send(deps);
  await addNote(await actingAs(db, noah, now), theirs);
  await mergeTickets(deps, merge);
  // An earlier release had no keys, and this one drops them on the way back.
  await broughtOn(database, "20261125T0900-know-messages-by-their-key", async () => {});

  const kept = await db.selectFrom("messages").select(["body", "request_id"]).execute();
  expect(Object.fromEntries(kept.map(({ body, request_id }) => [body, request_id]))).toMatchObject({
    [old.body]: null,
    ...Object.fromEntries([reply, note, opened, theirs].map((each) => [each.body, each.requestId])),
  });
  expect(kept.filter(({ request_id }) => request_id !== null)).toHaveLength(4);

  const tomorrow = await actingAs(db, maya, hoursLater(25));
  await sweepActs(db, tomorrow.now);
  expect(await send(tomorrow)).toEqual(made);
  const after = await db.selectFrom("messages").select("id").execute();
  expect(after).toHaveLength(kept.length);
});
