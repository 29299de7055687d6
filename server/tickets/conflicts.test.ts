import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertTeam,
  insertUser,
  nameOf,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let ana: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];
let noah: UserRow;
let lena: UserRow;
let ticket: TicketRow;

beforeAll(async () => {
  ({ database, ana, maya, noah, open } = await createSmallDesk());
  lena = await insertUser(database.db, { role: "Agent", first_name: "Lena", last_name: "Ode" });
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  ticket = await open();
});

/** A change based on what `shown` shows: by default the ticket as it was opened. */
async function update(by: UserRow, patch: TicketPatch, shown: Partial<TicketRow> = {}) {
  return await updateTicket(await actingAs(database.db, by, now), change(ticket, patch, shown));
}

const stored = () => storedTicket(database.db, ticket.id);
const whole = async () => JSON.stringify(await stored());
const byLena = () => ({ id: lena.id, name: "Lena Ode" });
const snoozed = "2026-12-24T09:30:00.000Z";

describe("a change is refused when the field holds neither the value seen nor the value wanted", () => {
  test.each<[TicketPatch, TicketPatch]>([
    [{ subject: "Their words" }, { subject: "My words" }],
    [{ status: "on-hold" }, { status: "pending" }],
    [{ priority: "urgent" }, { priority: "low" }],
    [{ type: "task" }, { type: "problem" }],
    [{ snoozedUntil: snoozed }, { snoozedUntil: "2026-12-25T09:30:00.000Z" }],
  ])("%j, then %j: nothing of the second is written", async (theirs, mine) => {
    await update(lena, theirs);
    const before = await whole();
    const { code, details } = await refusalOf(update(maya, { ...mine, addTags: ["mine"] }));
    expect(code).toBe("ticket_conflict");
    const [field] = Object.keys(mine);
    expect<unknown>(details.conflicts).toMatchObject([{ field, by: byLena() }]);
    expect(await whole()).toBe(before);
  });

  test("the conflict names people, companies and teams", async () => {
    const { db } = database;
    const { id: teamId } = await insertTeam(db, { name: "Returns" });
    const { id: companyId } = await insertCompany(db, { name: "Kestrel" });
    const ben = await insertUser(db, {
      ...{ first_name: "Ben", last_name: "Ode", companies: [companyId] },
    });
    await update(lena, { teamId, companyId, requesterId: ben.id, assigneeId: lena.id });
    const patch = { teamId: null, companyId: null, requesterId: ticket.requester_id };
    const shown = { team_id: Bun.randomUUIDv7(), requester_id: maya.id };
    const refused = await refusalOf(update(maya, { ...patch, assigneeId: maya.id }, shown));
    const by = byLena();
    expect(refused.details.conflicts).toEqual([
      { field: "assigneeId", current: lena.id, theirs: "Lena Ode", yours: nameOf(maya), by },
      { field: "teamId", current: teamId, theirs: "Returns", yours: "No team", by },
      { field: "companyId", current: companyId, theirs: "Kestrel", yours: "No company", by },
      { field: "requesterId", current: ben.id, theirs: "Ben Ode", yours: nameOf(ana), by },
    ]);
  });

  test("a subject that looks like an id stays a subject", async () => {
    await update(lena, { subject: "deadbeef-or-alive" });
    const refused = await refusalOf(update(maya, { subject: "cafebabe-2" }));
    expect(refused.details.conflicts).toMatchObject([
      { theirs: "deadbeef-or-alive", yours: "cafebabe-2" },
    ]);
  });

  test("the conflict names who set the current value: the last of several, not who changed other fields", async () => {
    await update(noah, { assigneeId: noah.id });
    await update(lena, { assigneeId: lena.id, snoozedUntil: snoozed }, { assignee_id: noah.id });
    await update(noah, { type: "task" });
    const patch = { assigneeId: maya.id, snoozedUntil: null, priority: "low" } as const;
    const shown = { snoozed_until: new Date("2026-12-01T00:00:00Z") };
    const { details } = await refusalOf(update(maya, patch, shown));
    expect(details.conflicts).toMatchObject([
      { field: "assigneeId", theirs: "Lena Ode", by: byLena() },
      { field: "snoozedUntil", theirs: snoozed, yours: "Not snoozed", by: byLena() },
    ]);
    expect((await stored()).priority).toBe("normal");
  });

  test("an Undo conflicts, and so does the person's own change in another tab", async () => {
    await update(noah, { priority: "high" });
    const { actId } = await update(lena, { priority: "urgent" }, { priority: "high" });
    const undo = { requestId: Bun.randomUUIDv7(), actId };
    await undoAct(await actingAs(database.db, lena, now), undo);
    const refused = await refusalOf(update(maya, { priority: "low" }));
    expect(refused.details.conflicts).toMatchObject([
      { field: "priority", current: "high", theirs: "High", by: byLena() },
    ]);
    await update(maya, { type: "task" });
    const own = await refusalOf(update(maya, { type: "problem" }));
    expect(own.details.conflicts).toMatchObject([{ theirs: "Task", by: { id: maya.id } }]);
  });

  test("a change by automation conflicts and names no one", async () => {
    const act_id = Bun.randomUUIDv7();
    await update(lena, { status: "pending" });
    await database.db
      .insertInto("ticket_events")
      .values({
        ...{ id: Bun.randomUUIDv7(), ticket_id: ticket.id, act_id, actor_id: null, version: 3 },
        ...{ kind: "status", audience: "everyone", created_at: now },
        data: { from: "pending", to: "resolved" },
      })
      .execute();
    await database.db
      .updateTable("tickets")
      .set({ status: "resolved", version: 3, waiting_for: null, waiting_since: null })
      .where("id", "=", ticket.id)
      .execute();
    const refused = await refusalOf(update(maya, { status: "pending" }));
    expect(refused.details.conflicts).toEqual([
      { field: "status", current: "resolved", theirs: "Resolved", yours: "Pending", by: null },
    ]);
  });

  test("a change without the value that was seen is refused", async () => {
    const { requestId, id, patch } = change(ticket, { priority: "low", addTags: ["x"] });
    const deps = await actingAs(database.db, maya, now);
    const refused = await refusalOf(updateTicket(deps, { requestId, id, patch }));
    expect(refused.details.fields?.[0]?.field).toBe("from");
    await updateTicket(deps, { requestId, id, patch: { addTags: ["x"] } });
  });
});

describe("a change succeeds", () => {
  test("when the value seen is still there, however old the rest of the screen is", async () => {
    await update(noah, { priority: "high" });
    await update(noah, { type: "task" });
    const { ticket: after } = await update(maya, { priority: "low" }, { priority: "high" });
    expect(after.staff?.priority).toBe("low");
  });

  test("whatever happened to another ticket", async () => {
    const other = await open();
    const deps = await actingAs(database.db, noah, now);
    await updateTicket(deps, change(other, { priority: "high" }));
    expect((await update(maya, { priority: "low" })).ticket.staff?.priority).toBe("low");
  });

  test("when the value was changed and changed back, by anyone and also by an Undo", async () => {
    await update(noah, { priority: "high", snoozedUntil: snoozed });
    const shown = { priority: "high", snoozed_until: new Date(snoozed) } as const;
    await update(lena, { priority: "normal", snoozedUntil: null }, shown);
    const { actId } = await update(noah, { assigneeId: noah.id });
    await undoAct(await actingAs(database.db, noah, now), { requestId: Bun.randomUUIDv7(), actId });
    const patch = { priority: "low", snoozedUntil: "2026-12-25T09:30:00.000Z" } as const;
    const { ticket: after } = await update(maya, { ...patch, assigneeId: maya.id });
    expect(after.staff?.priority).toBe("low");
    expect(after.assignee?.id).toBe(maya.id);
  });

  test("without writing anything when the value is already there", async () => {
    await update(noah, { priority: "high" });
    const { version } = await stored();
    await update(maya, { priority: "high" });
    expect((await stored()).version).toBe(version);
  });

  test("when it adds or removes tags and followers, which never conflict", async () => {
    await update(noah, { addTags: ["a"], addFollowers: [noah.id] });
    const patch = { addTags: ["b"], removeTags: ["a"], removeFollowers: [noah.id] };
    const { ticket: after } = await update(maya, patch);
    expect([after.staff?.tags, after.followers]).toEqual([["b"], []]);
  });
});
