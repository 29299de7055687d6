import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  insertTeam,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { markTicketRead } from "../access/read-marks.ts";
import { changeManyTickets, undoManyTickets } from "./bulk.ts";
import { replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let desk: SmallDesk;
let maya: UserRow;
/** Who has the ticket, and who is given it. */
let noah: UserRow;
let uma: UserRow;
let ticket: TicketRow;

beforeAll(async () => {
  desk = await createSmallDesk();
  ({ database, maya, noah } = desk);
  uma = await insertUser(database.db, { role: "Agent" });
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  ticket = await desk.open({ assignee_id: noah.id, unassigned_since: null });
});

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const as = (user: UserRow, seconds = 0) => actingAs(database.db, user, later(seconds));
const key = () => ({ requestId: Bun.randomUUIDv7() });

const give = async (patch: TicketPatch, seconds = 1) => {
  const shown = await storedTicket(desk.database.db, ticket.id);
  return (await updateTicket(await as(maya, seconds), change(shown, patch))).actId;
};
const takeBack = async (actId: string) => await undoAct(await as(maya, 60), { ...key(), actId });

/** Bell entries and mails of the ticket. */
async function told({ id } = ticket) {
  const { db } = database;
  const nameOf = (userId: string | null) => (userId === uma.id ? "uma" : "noah");
  const lines = await db
    .selectFrom("notifications")
    .select(["user_id", "kind", "read_at"])
    .where("ticket_id", "=", id)
    .orderBy("id")
    .execute();
  const mails = await db
    .selectFrom("outgoing_mails")
    .select(["user_id", "state"])
    .where("ticket_id", "=", id)
    .orderBy("id")
    .execute();
  return {
    bells: lines.map(
      ({ user_id, kind, read_at }) => `${nameOf(user_id)} ${kind}${read_at ? ", read" : ""}`,
    ),
    mails: mails.map(({ user_id, state }) => `${nameOf(user_id)} ${state}`),
  };
}

describe("undoing an assignment", () => {
  test("removes its notification and creates no new one", async () => {
    const actId = await give({ assigneeId: uma.id });
    expect(await told()).toEqual({ bells: ["uma assigned"], mails: ["uma queued"] });
    await database.db.deleteFrom("live_events").execute();
    await takeBack(actId);
    expect(await told()).toEqual({ bells: [], mails: ["uma skipped"] });
    const heard = await database.db
      .selectFrom("live_events")
      .select("people_ids")
      .where("topic", "=", "notifications")
      .execute();
    expect(heard).toEqual([{ people_ids: [uma.id] }]);
  });

  test("does not notify people who get back what was removed from them", async () => {
    await takeBack(await give({ assigneeId: null }));
    expect(await told()).toEqual({ bells: [], mails: [] });
  });

  test("keeps a notification that was read", async () => {
    const actId = await give({ assigneeId: uma.id });
    await markTicketRead(await as(uma), ticket.id);
    await takeBack(actId);
    expect((await told()).bells).toEqual(["uma assigned, read"]);
  });

  test("keeps notifications of other actions", async () => {
    await give({ assigneeId: uma.id });
    await give({ assigneeId: noah.id }, 2);
    const actId = await give({ assigneeId: uma.id }, 3);
    await takeBack(actId);
    expect(await told()).toEqual({
      bells: ["uma assigned", "noah assigned"],
      mails: ["uma queued", "noah queued", "uma skipped"],
    });
  });

  test("keeps the notification if the assignee has changed since", async () => {
    const actId = await give({ assigneeId: uma.id, priority: "high" });
    await updateTicket(
      await as(noah, 10),
      change(ticket, { assigneeId: noah.id }, { assignee_id: uma.id }),
    );
    await takeBack(actId);
    expect((await told()).bells).toEqual(["uma assigned"]);
  });

  test("does not stop a mail that is being sent", async () => {
    const actId = await give({ assigneeId: uma.id });
    const leased = { leased_until: new Date(Date.now() + 60_000), attempts: 1 };
    await database.db.updateTable("outgoing_mails").set(leased).execute();
    await takeBack(actId);
    expect((await told()).mails).toEqual(["uma queued"]);
  });
});

test("undoing a move to a team removes its notifications", async () => {
  const { db } = database;
  const { id: team_id } = await insertTeam(db);
  await db.insertInto("team_members").values({ team_id, user_id: uma.id }).execute();
  const actId = await give({ assigneeId: null, teamId: team_id });
  expect(await told()).toEqual({ bells: ["uma team"], mails: ["uma queued"] });
  await takeBack(actId);
  expect(await told()).toEqual({ bells: [], mails: ["uma skipped"] });
});

test("undoing a reply removes the notification of the assignment it made", async () => {
  const { messageId } = await replyToTicket(await as(maya), {
    ...{ ...key(), id: ticket.id, body: "Uma goes on." },
    ...{ changes: { assigneeId: uma.id }, from: { assigneeId: noah.id } },
  });
  expect((await told()).bells).toEqual(["uma assigned"]);
  await undoReply(await as(maya, 2), { messageId });
  expect(await told()).toEqual({ bells: [], mails: ["uma skipped"] });
});

test("undoing a bulk change removes the notifications of its assignments", async () => {
  const other = await desk.open();
  const act = { kind: "patch", patch: { assigneeId: uma.id } } as const;
  const ids = [ticket.id, other.id];
  const { job } = await changeManyTickets(await as(maya), { ...key(), act, ids });
  expect((await told()).bells).toEqual(["uma assigned"]);
  await undoManyTickets(await as(maya, 5), { ...key(), jobId: job.id });
  expect([await told(), await told(other)]).toEqual(Array(2).fill({ bells: [], mails: [] }));
});
