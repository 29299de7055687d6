import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TimelineEvent } from "../../../shared/tickets/page.ts";
import { actingAs, change } from "../../../tests/support/acting.ts";
import type { TestDatabase } from "../../../tests/support/postgres.ts";
import { createSmallDesk, type SmallDesk } from "../../../tests/support/small-desk.ts";
import { undoAct } from "../acts/undo-act.ts";
import { updateTicket } from "../acts/update-ticket.ts";
import { readTicketDetails } from "./details.ts";

let database: TestDatabase;
let desk: SmallDesk;

beforeAll(async () => {
  desk = await createSmallDesk();
  database = desk.database;
}, 60_000);
afterAll(() => database.drop());

const isEvent = (item: { kind: string }): item is TimelineEvent => item.kind === "event";

test("what was taken back names to each reader what they read of it, and no id of the desk's own", async () => {
  const { ana, maya } = desk;
  const ticket = await desk.open();
  const deps = await actingAs(database.db, maya);
  const patch = { priority: "high", assigneeId: maya.id } as const;
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });

  const readBy = async (reader: typeof ana) => {
    const details = await readTicketDetails(await actingAs(database.db, reader), ticket.id);
    return details.timeline.items.filter(isEvent);
  };
  const undoneIn = (events: TimelineEvent[]) => {
    const [undone] = events.filter((event) => event.change.kind === "undone");
    const named = undone?.change.kind === "undone" ? undone.change.undoes : "";
    return events.find(({ id }) => id === named)?.change.kind;
  };
  expect(undoneIn(await readBy(maya))).toBe("priority");
  const seen = await readBy(ana);
  expect(undoneIn(seen)).toBe("assigned");
  const stored = await database.db.selectFrom("ticket_events").select(["id", "act_id"]).execute();
  const said = JSON.stringify(seen);
  expect(stored.filter(({ id, act_id }) => said.includes(id) || said.includes(act_id))).toEqual([]);
});
