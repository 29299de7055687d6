import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, change } from "../../../tests/support/acting.ts";
import { insertUser, type TicketRow, type UserRow } from "../../../tests/support/builders.ts";
import type { TestDatabase } from "../../../tests/support/postgres.ts";
import { createSmallDesk, type SmallDesk } from "../../../tests/support/small-desk.ts";
import { storedEvents, storedTicket } from "../../../tests/support/stored.ts";
import { changeManyTickets, undoManyTickets } from "../many/bulk.ts";
import { reopenTicket } from "./customer-acts.ts";
import { replyToTicket } from "./reply.ts";
import { undoAct } from "./undo-act.ts";
import { undoReply } from "./undo-reply.ts";
import { updateTicket } from "./update-ticket.ts";

let database: TestDatabase;
let desk: SmallDesk;

beforeAll(async () => {
  desk = await createSmallDesk();
  database = desk.database;
}, 60_000);
afterAll(() => database.drop());

const as = (user: UserRow) => actingAs(database.db, user);
const key = () => ({ requestId: Bun.randomUUIDv7() });
const resolved = { status: "resolved" } as const;

/** What resolves an open ticket, and then opens it again. */
type Way = (ticket: TicketRow, leave: () => Promise<unknown>) => Promise<unknown>;

async function resolve(ticket: TicketRow) {
  return await updateTicket(await as(desk.maya), change(ticket, resolved));
}

const ways: Record<string, Way> = {
  async "a customer's reply"(ticket, leave) {
    await resolve(ticket);
    await leave();
    await replyToTicket(await as(desk.ana), { ...key(), id: ticket.id, body: "Not yet." });
  },
  async "a customer's Reopen"(ticket, leave) {
    await resolve(ticket);
    await leave();
    await reopenTicket(await as(desk.ana), { ...key(), id: ticket.id });
  },
  async "staff's hand"(ticket, leave) {
    await resolve(ticket);
    await leave();
    await updateTicket(await as(desk.noah), change(ticket, { status: "open" }, 2));
  },
  async "a change of many"(ticket, leave) {
    await resolve(ticket);
    await leave();
    const act = { kind: "patch", patch: { status: "open" } } as const;
    await changeManyTickets(await as(desk.noah), { ...key(), act, ids: [ticket.id] });
  },
  async "an Undo"(ticket, leave) {
    const { actId } = await resolve(ticket);
    await leave();
    await undoAct(await as(desk.maya), { ...key(), actId });
  },
  async "an Undo of many"(ticket, leave) {
    const act = { kind: "patch", patch: resolved } as const;
    const deps = await as(desk.maya);
    const { job } = await changeManyTickets(deps, { ...key(), act, ids: [ticket.id] });
    await leave();
    await undoManyTickets(deps, { ...key(), jobId: job.id });
  },
  async "a reply that is taken back"(ticket, leave) {
    const deps = await as(desk.maya);
    const said = { ...key(), ...resolved, id: ticket.id, body: "Done.", baseVersion: 1 };
    const { messageId } = await replyToTicket(deps, said);
    await leave();
    await undoReply(deps, { messageId });
  },
};

test.each(Object.entries(ways))(
  "what %s opens again is nobody's where whoever had it may work on it no longer",
  async (_, openAgain) => {
    const worker = await insertUser(database.db, { role: "Agent" });
    const ticket = await desk.open({ assignee_id: worker.id });
    await openAgain(ticket, () =>
      database.db
        .updateTable("users")
        .set({ state: "disabled" })
        .where("id", "=", worker.id)
        .execute(),
    );
    const after = await storedTicket(database.db, ticket.id);
    expect(after).toMatchObject({ status: "open", assignee_id: null });
    expect(after.unassigned_since).not.toBeNull();
    const events = await storedEvents(database.db, ticket.id);
    expect(events.filter(({ kind }) => kind === "assigned").map(({ data }) => data)).toEqual([
      { from: worker.id, to: null },
    ]);
  },
);

test.each(Object.entries(ways))(
  "what %s opens again stays theirs who may",
  async (_, openAgain) => {
    const worker = await insertUser(database.db, { role: "Agent" });
    const ticket = await desk.open({ assignee_id: worker.id });
    await openAgain(ticket, async () => {});
    expect(await storedTicket(database.db, ticket.id)).toMatchObject({
      ...{ status: "open", assignee_id: worker.id },
    });
  },
);
