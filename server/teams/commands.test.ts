import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { teamLimits } from "../../shared/teams.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertTeam, insertUser, nameOf, type UserRow } from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { createTeam, renameTeam, setTeamMember } from "./commands.ts";
import { listTeams, pickStaff } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let deps: ActorDeps;
let agent: UserRow;
beforeAll(async () => {
  const boss = { role: "Super Admin", first_name: "Ada", last_name: "Boss" } as const;
  deps = await actingAs(database.db, await insertUser(database.db, boss));
  agent = await insertUser(database.db, { role: "Agent" });
}, 60_000);

const fieldOf = async (call: Promise<unknown>) =>
  (await refusalOf(call)).details.fields?.map(({ field, message }) => `${field}: ${message}`);
const teams = () => database.db.selectFrom("teams").selectAll().orderBy("id").execute();
const members = async () =>
  (await database.db.selectFrom("team_members").select(["team_id", "user_id"]).execute()).map(
    ({ team_id, user_id }) => `${team_id} ${user_id}`,
  );
const put = (team: { id: string }, user: { id: string }, member = true) =>
  setTeamMember(deps, { id: team.id, userId: user.id, member });

describe("a team", () => {
  test("is renamed alone, audited and notified", async () => {
    const [team, other] = [await insertTeam(database.db), await insertTeam(database.db)];
    const told = await countLiveEvents(database.db, "settings");
    await renameTeam(deps, { id: team.id, name: "Renamed", base: team.name }, requestId());
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 1);
    const names = new Map((await teams()).map(({ id, name }) => [id, name]));
    expect([names.get(team.id), names.get(other.id)]).toEqual(["Renamed", other.name]);
    expect(await linesOn(database.db, team.id)).toMatchObject([
      {
        ...{ act: "team.updated", fields: ["name"], by: deps.actor.id },
        ...{ before: { name: team.name }, after: { name: "Renamed" } },
      },
    ]);
  });

  test("that already has the name is unchanged", async () => {
    const team = await insertTeam(database.db);
    const told = await countLiveEvents(database.db, "settings");
    const again = { id: team.id, name: team.name, base: "Before" };
    expect(await renameTeam(deps, again, requestId())).toEqual({ id: team.id });
    expect(await countLiveEvents(database.db, "settings")).toBe(told);
    expect(await linesOn(database.db, team.id)).toEqual([]);
  });

  test("renamed a moment ago is not overwritten", async () => {
    const team = await insertTeam(database.db);
    const rename = database.db.updateTable("teams").set({ name: "Quicker" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(rename.where("id", "=", team.id).compile()),
      () =>
        refusalOf(renameTeam(deps, { id: team.id, name: "Late", base: team.name }, requestId())),
    );
    expect(late.code).toBe("changed_meanwhile");
  });

  test("is limited in number", async () => {
    const { id } = await createTeam(deps, { name: "The last" }, requestId());
    const before = await teams();
    for (let made = before.length; made < teamLimits.teams; made += 1) {
      await insertTeam(database.db, { name: `One of many ${made}` });
    }
    expect(await fieldOf(createTeam(deps, { name: "One too many" }, requestId()))).toEqual([
      `name: There can be at most ${teamLimits.teams} teams.`,
    ]);
    expect(await teams()).toHaveLength(teamLimits.teams);
    await database.db.deleteFrom("teams").where("name", "=", "One of many 150").execute();
    const late = await actDuring(
      database,
      async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('new team', 0))`.execute(tx);
        const last = { id: Bun.randomUUIDv7(), name: "One of many at last" };
        await tx.insertInto("teams").values(last).execute();
      },
      () => fieldOf(createTeam(deps, { name: "At the same moment" }, requestId())),
    );
    expect(late).toEqual([`name: There can be at most ${teamLimits.teams} teams.`]);
    await database.db.deleteFrom("teams").where("name", "like", "One of many %").execute();
    expect(await linesOn(database.db, id)).toMatchObject([
      { act: "team.created", fields: ["name"], before: null, after: { name: "The last" } },
    ]);
  });
});

describe("a member", () => {
  test("joins and leaves one team, audited as personal data", async () => {
    const [team, other] = [await insertTeam(database.db), await insertTeam(database.db)];
    const colleague = await insertUser(database.db, { role: "Agent" });
    for (const one of [team, other]) for (const user of [agent, colleague]) await put(one, user);
    const before = await members();
    const told = await countLiveEvents(database.db, "settings");
    await put(team, agent, false);
    expect(await put(team, agent, false)).toEqual({ id: team.id });
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 1);
    const left = before.filter((line) => line !== `${team.id} ${agent.id}`);
    expect(await members()).toEqual(left);
    const line = { act: "team.updated", fields: ["members"], by: deps.actor.id };
    const name = { member: nameOf(agent) };
    expect((await linesOn(database.db, team.id)).filter(({ of }) => of === agent.id)).toEqual([
      { ...line, of: agent.id, before: null, after: name },
      { ...line, of: agent.id, before: name, after: null },
    ]);
  });

  test("cannot join an unknown team", async () => {
    const [gone, unknown] = [{ id: Bun.randomUUIDv7() }, { id: Bun.randomUUIDv7() }];
    for (const [user, member] of [
      [agent, true],
      [agent, false],
      [unknown, false],
    ] as const) {
      expect((await refusalOf(put(gone, user, member))).code).toBe("not_found");
    }
  });

  test("must be active or invited staff", async () => {
    const team = await insertTeam(database.db);
    const others = [
      { id: Bun.randomUUIDv7() },
      await insertUser(database.db, { role: "Customer" }),
      await insertUser(database.db, { role: "Agent", state: "disabled" }),
    ];
    for (const user of others) {
      expect(await fieldOf(put(team, user))).toEqual(["userId: Only staff can be in a team."]);
    }
    await put(team, await insertUser(database.db, { role: "Super Admin", state: "invited" }));
    expect((await members()).filter((line) => line.startsWith(team.id))).toHaveLength(1);
  });

  test("disabled a moment ago is refused", async () => {
    const team = await insertTeam(database.db);
    const user = await insertUser(database.db, { role: "Agent" });
    const disable = database.db.updateTable("users").set({ state: "disabled" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(disable.where("id", "=", user.id).compile()),
      () => fieldOf(put(team, user)),
    );
    expect(late).toEqual(["userId: Only staff can be in a team."]);
  });
});

describe("the list", () => {
  test("shows the members of each team, without deleted ones", async () => {
    const [one, two] = [await insertTeam(database.db), await insertTeam(database.db)];
    const [gone, there] = [
      await insertUser(database.db, { role: "Agent" }),
      await insertUser(database.db, { role: "Agent" }),
    ];
    for (const user of [gone, there]) await put(one, user);
    const deleted = { deleted_at: new Date(), state: "disabled", email: null } as const;
    await database.db.updateTable("users").set(deleted).where("id", "=", gone.id).execute();
    const { teams } = await listTeams(database);
    const idsIn = (team: { id: string }) =>
      teams.find(({ id }) => id === team.id)?.members.map(({ id }) => id);
    expect([idsIn(one), idsIn(two)]).toEqual([[there.id], []]);
  });

  test("is sorted by name, members by name and address", async () => {
    const of = async (first_name: string, last_name: string) =>
      await insertUser(database.db, { role: "Agent", first_name, last_name });
    const people = [await of("Yan", "Moe"), await of("zoe", "Abt"), await of("Yan", "abt")];
    const made = [
      await insertTeam(database.db, { name: "order b" }),
      await insertTeam(database.db, { name: "Order C" }),
      await insertTeam(database.db, { name: "Order A" }),
    ];
    for (const [at, person] of people.entries()) {
      // The last one written comes last without an order.
      await put({ id: made[0]?.id ?? "" }, person);
      const rewritten = database.db.updateTable("teams").set({ name: made[at]?.name ?? "" });
      await rewritten.where("id", "=", made[at]?.id ?? "").execute();
    }
    const { teams } = await listTeams(database);
    const named = teams.filter(({ name }) => name.toLowerCase().startsWith("order "));
    expect(named.map(({ name }) => name)).toEqual(["Order A", "order b", "Order C"]);
    const [yanMoe, zoe, yanAbt] = people.map((person) => ({
      ...{ id: person.id, name: nameOf(person), email: person.email },
    }));
    expect(named[1]?.members as unknown[]).toEqual([yanAbt, yanMoe, zoe]);
  });

  test("offers all staff without a search", async () => {
    const { staff } = await pickStaff(database, { search: " " });
    expect(staff.map(({ id }) => id)).toContain(agent.id);
  });

  test("finds staff by name or address, and no customers", async () => {
    const named = { first_name: "Quinn", last_name: "Ada" };
    const quinn = await insertUser(database.db, { role: "Agent", ...named });
    const by = { role: "Agent", email: "quinn.b@staff.test" } as const;
    const other = await insertUser(database.db, { ...by, first_name: "Zed" });
    await insertUser(database.db, { role: "Customer", ...named });
    await insertUser(database.db, { role: "Agent", state: "disabled", ...named });
    const { staff } = await pickStaff(database, { search: "quinn" });
    expect(staff.map(({ id }) => id)).toEqual([quinn.id, other.id]);
  });
});
