import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { teamTicketCap } from "../../shared/teams.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { copyTickets } from "../../tests/support/copy-tickets.ts";
import {
  countLiveEvents,
  linesOn,
  storedEvents,
  storedLiveEvents,
  storedTicket,
} from "../../tests/support/stored.ts";
import { deleteTeam } from "./commands.ts";
import { readTeamUses } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const { database, deps } = setUpAdminDesk();
let customer: UserRow;
beforeAll(async () => {
  customer = await insertUser(database.db);
}, 60_000);

const ticketOf = (team: { id: string }) =>
  insertTicket(database.db, { requester_id: customer.id, team_id: team.id });
const teamOf = async ({ id }: { id: string }) => (await storedTicket(database.db, id)).team_id;
const team = () => insertTeam(database.db);

test("names the views and macros that use a team", async () => {
  const { db } = database;
  const [goes, other] = [await team(), await team()];
  const owner = await insertUser(db, { role: "Agent" });
  const made = () => ({ id: Bun.randomUUIDv7(), owner_id: owner.id, created_at: new Date() });
  const asks = (name: string, query: string) => ({ ...made(), name, query, shared: false });
  await db
    .insertInto("saved_views")
    .values([
      asks("Theirs", `is:open team:"${goes.name.toUpperCase()}"`),
      asks("Words", goes.name),
      asks("Another's", `team:"${other.name}"`),
    ])
    .execute();
  const sets = (name: string, team_id: string | null) => ({
    ...{ ...made(), name, team_id, body: "", shared: true, updated_at: new Date() },
  });
  await db
    .insertInto("macros")
    .values([sets("Hand over", goes.id), sets("Elsewhere", other.id), sets("Nowhere", null)])
    .execute();
  expect(await readTeamUses({ db }, goes)).toEqual({ views: ["Theirs"], macros: ["Hand over"] });
  const gone = await refusalOf(readTeamUses({ db }, { id: Bun.randomUUIDv7() }));
  expect(gone.code).toBe("not_found");
});
const isThere = async ({ id }: { id: string }) =>
  (await database.db.selectFrom("teams").select("id").where("id", "=", id).execute()).length === 1;

describe("deleting a team", () => {
  test("moves its tickets to another team and audits it", async () => {
    const [gone, taker, other] = [await team(), await team(), await team()];
    const [ticket, others] = [await ticketOf(gone), await ticketOf(other)];
    const told = await countLiveEvents(database.db, "settings");
    expect(await deleteTeam(deps, { id: gone.id, to: taker.id }, requestId())).toEqual({
      ...{ id: gone.id, moved: 1 },
    });
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 1);
    expect([await teamOf(ticket), await teamOf(others)]).toEqual([taker.id, other.id]);
    expect([await isThere(gone), await isThere(taker), await isThere(other)]).toEqual([
      ...[false, true, true],
    ]);
    expect(await storedEvents(database.db, others.id)).toEqual([]);
    expect(await linesOn(database.db, gone.id)).toMatchObject([
      {
        ...{ act: "team.deleted", fields: ["name", "tickets"], by: deps.actor.id },
        ...{ before: { name: gone.name, tickets: 1 }, after: { team: taker.name } },
      },
    ]);
  });

  test("dates the move after earlier events even if another server's clock is ahead", async () => {
    const [gone, taker] = [await team(), await team()];
    const ahead = new Date(deps.now.getTime() + 60_000);
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, team_id: gone.id, updated_at: ahead },
    });
    await deleteTeam(deps, { id: gone.id, to: taker.id }, requestId());
    const { rows } = await sql`
      select from tickets t join ticket_events event on event.ticket_id = t.id
      where t.id = ${ticket.id} and event.created_at = t.updated_at
        and t.updated_at > ${ahead}::timestamptz`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  test("works without tickets and with no new team", async () => {
    const [empty, left] = [await team(), await team()];
    const ticket = await ticketOf(left);
    await deleteTeam(deps, { id: empty.id }, requestId());
    await deleteTeam(deps, { id: left.id, to: null }, requestId());
    expect(await teamOf(ticket)).toBeNull();
    expect(await linesOn(database.db, empty.id)).toMatchObject([
      { fields: ["name"], before: { name: empty.name }, after: null },
    ]);
    expect((await linesOn(database.db, empty.id))[0]?.before).toEqual({ name: empty.name });
    expect(await linesOn(database.db, left.id)).toMatchObject([
      { before: { name: left.name, tickets: 1 }, after: null },
    ]);
  });

  test("refuses itself or an unknown team as the new one", async () => {
    const gone = await team();
    const wordsOf = async (to: string) =>
      (await refusalOf(deleteTeam(deps, { id: gone.id, to }, requestId()))).details.fields;
    expect(await wordsOf(gone.id)).toEqual([{ field: "to", message: "Choose another team." }]);
    const missing = [{ field: "to", message: "This team doesn't exist." }];
    expect(await wordsOf(Bun.randomUUIDv7())).toEqual(missing);
    const taker = await team();
    await ticketOf(gone);
    const late = await actDuring(
      database,
      (tx) => tx.deleteFrom("teams").where("id", "=", taker.id).execute(),
      () => wordsOf(taker.id),
    );
    expect(late).toEqual(missing);
    expect(await isThere(gone)).toBe(true);
  });

  test("updates time and version of each ticket and notifies staff", async () => {
    const [gone, taker, company] = [await team(), await team(), await insertCompany(database.db)];
    const { id, number } = await insertTicket(database.db, {
      ...{ requester_id: customer.id, team_id: gone.id, company_id: company.id },
      updated_at: new Date(0),
    });
    await deleteTeam(deps, { id: gone.id, to: taker.id }, requestId());
    expect(await storedTicket(database.db, id)).toMatchObject({ version: 2, updated_at: deps.now });
    expect(await storedLiveEvents(database.db, id)).toEqual([
      {
        ...{ topic: "ticket", audience: "staff", version: 2, number },
        ...{ company_ids: [company.id], people_ids: [] },
      },
    ]);
  });

  test("moves tickets added at the last moment", async () => {
    const [gone, taker] = [await team(), await team()];
    const { id } = await insertTicket(database.db, { requester_id: customer.id });
    const come = database.db.updateTable("tickets").set({ team_id: gone.id }).where("id", "=", id);
    const answer = await actDuring(
      database,
      (tx) => tx.executeQuery(come.compile()),
      () => deleteTeam(deps, { id: gone.id, to: taker.id }, requestId()),
    );
    expect([answer.moved, await teamOf({ id })]).toEqual([1, taker.id]);
    expect(await storedEvents(database.db, id)).toMatchObject([
      { kind: "team", data: { from: gone.id, to: taker.id } },
    ]);
  });

  test("can be repeated after an interruption", async () => {
    const [gone, taker] = [await team(), await team()];
    const ticket = await ticketOf(gone);
    await sql`create function stay() returns trigger language plpgsql as $$ begin
      raise exception 'broken off'; end $$`.execute(database.owner);
    await sql`create trigger stay before delete on teams
      for each row execute function stay()`.execute(database.owner);
    const call = () => deleteTeam(deps, { id: gone.id, to: taker.id }, requestId());
    expect(String(await call().catch((error) => error))).toContain("broken off");
    await sql`drop trigger stay on teams`.execute(database.owner);
    expect([await teamOf(ticket), await isThere(gone)]).toEqual([taker.id, true]);
    await call();
    expect(await isThere(gone)).toBe(false);
  });

  test("leaves tickets another team got a moment ago", async () => {
    const [gone, taker, quicker] = [await team(), await team(), await team()];
    const ticket = await ticketOf(gone);
    const take = database.db.updateTable("tickets").set({ team_id: quicker.id });
    const { moved } = await actDuring(
      database,
      (tx) => tx.executeQuery(take.where("id", "=", ticket.id).compile()),
      () => deleteTeam(deps, { id: gone.id, to: taker.id }, requestId()),
    );
    expect([moved, await teamOf(ticket)]).toEqual([0, quicker.id]);
  });

  test("counts retried slices once", async () => {
    const [gone, taker] = [await team(), await team()];
    for (let made = 0; made < 3; made += 1) await ticketOf(gone);
    await sql`create sequence tries`.execute(database.owner);
    await sql`grant usage on sequence tries to public`.execute(database.owner);
    await sql`create function lose_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception 'lost' using errcode = '40P01'; end if;
      return null; end $$`.execute(database.owner);
    await sql`create constraint trigger lose_once after update on tickets
      deferrable initially deferred for each row execute function lose_once()`.execute(
      database.owner,
    );
    const { moved } = await deleteTeam(deps, { id: gone.id, to: taker.id }, requestId());
    await sql`drop trigger lose_once on tickets`.execute(database.owner);
    expect(moved).toBe(3);
  });

  test.each([
    [1, "1 ticket belongs to this team. Choose the team that gets it, or no team."],
    [2, "2 tickets belong to this team. Choose the team that gets them, or no team."],
    [
      teamTicketCap,
      "999+ tickets belong to this team. Choose the team that gets them, or no team.",
    ],
  ])("with %i tickets names the number up to a cap", async (count, message) => {
    const stays = await team();
    const one = await ticketOf(stays);
    await copyTickets(database.db, one.id, count - 1);
    const refusal = await refusalOf(deleteTeam(deps, { id: stays.id }, requestId()));
    expect([refusal.code, refusal.message]).toEqual(["team_has_tickets", message]);
    expect(refusal.details.fields).toEqual([{ field: "to", message }]);
  });
});
