import { expect, test } from "bun:test";
import { sql } from "kysely";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, change } from "../../tests/support/acting.ts";
import { insertUser, type TicketRow, type UserRow } from "../../tests/support/builders.ts";
import { setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { storedEvents, storedTicket } from "../../tests/support/stored.ts";
import { changeManyTickets, undoManyTickets } from "./bulk.ts";
import { replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { reopenTicket, updateTicket } from "./update.ts";

const desk = setUpSmallDesk();
const { database } = desk;

const as = (user: UserRow) => actingAs(database.db, user);
const key = () => ({ requestId: Bun.randomUUIDv7() });
const resolved = { status: "resolved" } as const;

/** Resolves an open ticket and returns what opens it again. */
type Way = (ticket: TicketRow) => Promise<() => Promise<unknown>>;

async function resolve(ticket: TicketRow) {
  return await updateTicket(await as(desk.maya), change(ticket, resolved));
}

const ways: Record<string, Way> = {
  async "a customer's reply"(ticket) {
    await resolve(ticket);
    const deps = await as(desk.ana);
    return () => replyToTicket(deps, { ...key(), id: ticket.id, body: "Not yet." });
  },
  async "a customer's Reopen"(ticket) {
    await resolve(ticket);
    const deps = await as(desk.ana);
    return () => reopenTicket(deps, { ...key(), id: ticket.id });
  },
  async "an agent"(ticket) {
    await resolve(ticket);
    const deps = await as(desk.noah);
    return () => updateTicket(deps, change(ticket, { status: "open" }, { status: "resolved" }));
  },
  async "a bulk change"(ticket) {
    await resolve(ticket);
    const act = { kind: "patch", patch: { status: "open" } } as const;
    const deps = await as(desk.noah);
    return () => changeManyTickets(deps, { ...key(), act, ids: [ticket.id] });
  },
  async "an Undo"(ticket) {
    const { actId } = await resolve(ticket);
    const deps = await as(desk.maya);
    return () => undoAct(deps, { ...key(), actId });
  },
  async "an undone bulk change"(ticket) {
    const act = { kind: "patch", patch: resolved } as const;
    const deps = await as(desk.maya);
    const { job } = await changeManyTickets(deps, { ...key(), act, ids: [ticket.id] });
    return () => undoManyTickets(deps, { ...key(), jobId: job.id });
  },
  async "an undone reply"(ticket) {
    const deps = await as(desk.maya);
    const { id, status } = ticket;
    const said = { ...key(), ...resolved, id, body: "Done.", from: { status } };
    const { messageId } = await replyToTicket(deps, said);
    return () => undoReply(deps, { messageId });
  },
};

const isDisabled = ({ id }: UserRow) => sql`update users set state = 'disabled' where id = ${id}`;

/** Before it opens again, or at that very moment. */
const moments: Record<string, (worker: UserRow, open: () => Promise<unknown>) => Promise<unknown>> =
  {
    async before(worker, open) {
      await isDisabled(worker).execute(database.db);
      await open();
    },
    "at that moment": (worker, open) =>
      actDuring(
        database,
        async (tx) => {
          await sql`select from users where id = ${worker.id} for update`.execute(tx);
          await isDisabled(worker).execute(tx);
        },
        open,
      ),
  };

test.each(
  Object.entries(ways).flatMap(([way, prepare]) =>
    Object.entries(moments).map(([moment, leave]) => [way, moment, prepare, leave] as const),
  ),
)(
  "a ticket opened again by %s is unassigned when its assignee lost access %s",
  async (_way, _moment, prepare, leave) => {
    const worker = await insertUser(database.db, { role: "Agent" });
    const ticket = await desk.open({ assignee_id: worker.id });
    await leave(worker, await prepare(ticket));
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
  "a ticket opened again by %s keeps an assignee who still has access",
  async (_, prepare) => {
    const worker = await insertUser(database.db, { role: "Agent" });
    const ticket = await desk.open({ assignee_id: worker.id });
    const openAgain = await prepare(ticket);
    await openAgain();
    expect(await storedTicket(database.db, ticket.id)).toMatchObject({
      ...{ status: "open", assignee_id: worker.id },
    });
  },
);
