import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { actsOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createTeam, deleteTeam, renameTeam, setTeamMember } from "./commands.ts";
import { listTeams, pickStaff } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: UserRow;
let agent: UserRow;
let customer: UserRow;
beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  agent = await insertUser(database.db, { role: "Agent", first_name: "Grace" });
  customer = await insertUser(database.db);
}, 60_000);

const deps = () => actingAs(database.db, admin);
const teamOf = async (id: string) =>
  (await listTeams(database)).teams.find((team) => team.id === id);

describe("a team", () => {
  test("is created, renamed and staffed, each audited and idempotent", async () => {
    const { id } = await createTeam(await deps(), { name: "Billing" }, requestId());
    await renameTeam(await deps(), { id, name: "Invoices", base: "Billing" }, requestId());
    for (const member of [true, true]) {
      await setTeamMember(await deps(), { id, userId: agent.id, member });
    }
    expect(await teamOf(id)).toMatchObject({
      name: "Invoices",
      members: [{ id: agent.id }],
      tickets: 0,
    });
    await setTeamMember(await deps(), { id, userId: agent.id, member: false });
    expect((await teamOf(id))?.members).toEqual([]);
    const changed = "team.updated";
    expect(await actsOn(database.db, id)).toEqual(["team.created", changed, changed, changed]);
  });

  test("has a unique name in any case, and accepts only staff", async () => {
    const team = await insertTeam(database.db, { name: "Access" });
    const again = await refusalOf(createTeam(await deps(), { name: "ACCESS" }, requestId()));
    expect([again.code, again.details.fields?.[0]?.field]).toEqual(["name_taken", "name"]);
    const join = setTeamMember(await deps(), { id: team.id, userId: customer.id, member: true });
    expect((await refusalOf(join)).details.fields?.[0]?.field).toBe("userId");
    const { staff } = await pickStaff(database, { search: "grace" });
    expect(staff.map(({ id }) => id)).toEqual([agent.id]);
  });

  test("counts its tickets", async () => {
    const [team, other] = [await insertTeam(database.db), await insertTeam(database.db)];
    await insertTicket(database.db, { requester_id: customer.id, team_id: team.id });
    expect([await teamOf(team.id), await teamOf(other.id)]).toMatchObject([
      { tickets: 1 },
      { tickets: 0 },
    ]);
  });

  test("leaves out members who became customers", async () => {
    const { id } = await insertTeam(database.db);
    const leaving = await insertUser(database.db, { role: "Agent" });
    await setTeamMember(await deps(), { id, userId: leaving.id, member: true });
    expect((await teamOf(id))?.members).toHaveLength(1);
    const become = database.db.updateTable("users").set({ role: "Customer", company_scope: null });
    await become.where("id", "=", leaving.id).execute();
    expect((await teamOf(id))?.members).toEqual([]);
  });

  test("renamed by two at once is a conflict for the second", async () => {
    const { id } = await insertTeam(database.db, { name: "First" });
    await renameTeam(await deps(), { id, name: "Second", base: "First" }, requestId());
    const late = renameTeam(await deps(), { id, name: "Third", base: "First" }, requestId());
    expect((await refusalOf(late)).details.fields).toEqual([
      {
        field: "name",
        message: "Someone else renamed this. It is now: Second",
      },
    ]);
  });

  test("with tickets is deleted only with a new team or none, and each ticket gets an event", async () => {
    const { db } = database;
    const [team, other] = [await insertTeam(db), await insertTeam(db)];
    const tickets = await Promise.all(
      [1, 2, 3].map(() => insertTicket(db, { requester_id: customer.id, team_id: team.id })),
    );
    const refusal = await refusalOf(deleteTeam(await deps(), { id: team.id }, requestId()));
    expect([refusal.code, refusal.message]).toEqual([
      "team_has_tickets",
      "3 tickets belong to this team. Choose the team that gets them, or no team.",
    ]);
    expect(
      await deleteTeam(await deps(), { id: team.id, to: other.id }, requestId()),
    ).toMatchObject({
      moved: 3,
    });
    expect(await teamOf(team.id)).toBeUndefined();
    expect((await teamOf(other.id))?.tickets).toBe(3);
    const events = await db
      .selectFrom("ticket_events")
      .select(["ticket_id", "kind", "audience", "data", "version"])
      .where(
        "ticket_id",
        "in",
        tickets.map(({ id }) => id),
      )
      .execute();
    expect(events.map(({ ticket_id }) => ticket_id).sort()).toEqual(
      tickets.map(({ id }) => id).sort(),
    );
    expect(events[0]).toMatchObject({
      ...{ kind: "team", audience: "staff", version: 2 },
      data: { from: team.id, to: other.id },
    });
  });

  test("moves more tickets than one slice", async () => {
    const { db } = database;
    const team = await insertTeam(db);
    const one = await insertTicket(db, { requester_id: customer.id });
    await db.updateTable("tickets").set({ team_id: team.id }).where("id", "=", one.id).execute();
    for (let index = 0; index < 520; index += 1) {
      await insertTicket(db, { requester_id: customer.id, team_id: team.id });
    }
    expect(await deleteTeam(await deps(), { id: team.id, to: null }, requestId())).toMatchObject({
      moved: 521,
    });
    expect((await refusalOf(deleteTeam(await deps(), { id: team.id }, requestId()))).code).toBe(
      "not_found",
    );
  }, 60_000);
});
