import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { TicketPatch } from "../../../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../../../tests/support/acting.ts";
import { insertUser, type TicketRow, type UserRow } from "../../../../tests/support/builders.ts";
import type { TestDatabase } from "../../../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../../../tests/support/small-desk.ts";
import { storedTicket } from "../../../../tests/support/stored.ts";
import { undoAct } from "../undo-act.ts";
import { updateTicket } from "../update-ticket.ts";

let database: TestDatabase;
let maya: UserRow;
let open: SmallDesk["open"];
let noah: UserRow;
let lena: UserRow;
let ticket: TicketRow;

beforeAll(async () => {
  ({ database, maya, noah, open } = await createSmallDesk());
  lena = await insertUser(database.db, { role: "Agent", first_name: "Lena", last_name: "Ode" });
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  ticket = await open();
});

async function update(by: UserRow, patch: TicketPatch, version: number, of = ticket) {
  return await updateTicket(await actingAs(database.db, by, now), change(of, patch, version));
}

describe("a change is overtaken", () => {
  test("only by what came after the version that it was made on", async () => {
    await update(noah, { priority: "high" }, 1);
    await update(noah, { type: "task" }, 2);
    const { ticket: after } = await update(maya, { priority: "low" }, 2);
    expect(after.staff?.priority).toBe("low");
  });

  test("only on its own ticket", async () => {
    const other = await open();
    await update(noah, { type: "task" }, 1, other);
    await update(noah, { priority: "high" }, 2, other);
    await update(noah, { type: "task" }, 1);
    expect((await update(maya, { priority: "low" }, 1)).ticket.staff?.priority).toBe("low");
  });

  test("and names whoever changed it last, in words", async () => {
    await update(noah, { assigneeId: noah.id }, 1);
    await update(lena, { assigneeId: lena.id, snoozedUntil: "2026-12-24T09:30:00.000Z" }, 2);
    const refused = await refusalOf(
      update(maya, { assigneeId: maya.id, snoozedUntil: null, priority: "low" }, 1),
    );
    const by = { id: lena.id, name: "Lena Ode" };
    expect(refused.details.conflicts).toEqual([
      {
        ...{ field: "assigneeId", theirs: "Lena Ode", by },
        yours: `${maya.first_name} ${maya.last_name}`,
      },
      { field: "snoozedUntil", theirs: "2026-12-24T09:30:00.000Z", yours: "Not snoozed", by },
    ]);
    expect((await storedTicket(database.db, ticket.id)).priority).toBe("normal");
  });

  test("by nothing that was changed back, by whomever", async () => {
    await update(noah, { priority: "high", snoozedUntil: "2026-12-24T09:30:00.000Z" }, 1);
    await update(lena, { priority: "normal", snoozedUntil: null }, 2);
    const { actId } = await update(noah, { assigneeId: noah.id }, 3);
    await undoAct(await actingAs(database.db, noah, now), { requestId: Bun.randomUUIDv7(), actId });
    const patch = { priority: "low", snoozedUntil: "2026-12-25T09:30:00.000Z" } as const;
    const { ticket: after } = await update(maya, { ...patch, assigneeId: maya.id }, 1);
    expect(after.staff?.priority).toBe("low");
    expect(after.assignee?.id).toBe(maya.id);

    await update(lena, { snoozedUntil: null }, 6);
    const refused = await refusalOf(update(maya, { snoozedUntil: "2026-12-26T09:30:00.000Z" }, 6));
    expect(refused.details.conflicts).toMatchObject([{ field: "snoozedUntil" }]);
    await update(lena, { snoozedUntil: patch.snoozedUntil }, 7);
    await update(maya, { snoozedUntil: "2026-12-26T09:30:00.000Z" }, 6);
  });

  test("by the desk itself, which has no name", async () => {
    const act_id = Bun.randomUUIDv7();
    await database.db
      .insertInto("ticket_events")
      .values({
        ...{ id: Bun.randomUUIDv7(), ticket_id: ticket.id, act_id, actor_id: null, version: 2 },
        ...{ kind: "status", audience: "everyone", created_at: now },
        data: { from: "open", to: "resolved" },
      })
      .execute();
    await database.db
      .updateTable("tickets")
      .set({ status: "resolved", version: 2, waiting_for: null, waiting_since: null })
      .where("id", "=", ticket.id)
      .execute();
    const refused = await refusalOf(update(maya, { status: "pending" }, 1));
    expect(refused.details.conflicts).toEqual([
      { field: "status", theirs: "Resolved", yours: "Pending", by: null },
    ]);
  });
});
