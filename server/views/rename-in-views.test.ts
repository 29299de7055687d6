import { beforeAll, expect, test } from "bun:test";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertTeam, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { updateCompany } from "../companies/update-company.ts";
import { renameTeam } from "../teams/commands.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: ActorDeps;
beforeAll(async () => {
  admin = await actingAs(database.db, await insertUser(database.db, { role: "Super Admin" }));
}, 60_000);

/** The query of each view of a user, before and after. */
async function asked(queries: readonly string[], rename: () => Promise<unknown>) {
  const owner = await insertUser(database.db, { role: "Agent" });
  const rows = queries.map((query, index) => ({
    ...{ id: Bun.randomUUIDv7(), owner_id: owner.id, name: `View ${index}`, query },
    ...{ shared: false, created_at: new Date() },
  }));
  await database.db.insertInto("saved_views").values(rows).execute();
  await rename();
  const after = await database.db
    .selectFrom("saved_views")
    .select("query")
    .where("owner_id", "=", owner.id)
    .orderBy("name")
    .execute();
  return after.map(({ query }) => query);
}

test("a renamed team is renamed in every view, but other things of that name are not", async () => {
  const team = await insertTeam(database.db, { name: "Billing" });
  const rename = () =>
    renameTeam(admin, { id: team.id, name: "Money, in and out", base: "Billing" }, requestId());
  expect(
    await asked(
      [
        ...["team:billing is:open", "-team:Billing,Support", "company:billing tag:billing"],
        ...["billing", "team:billing company:billing is:open"],
      ],
      rename,
    ),
  ).toEqual([
    'team:"Money, in and out" is:open',
    '-team:"Money, in and out",Support',
    "company:billing tag:billing",
    "billing",
    'team:"Money, in and out" company:billing is:open',
  ]);
});

test("a concurrent change by the owner is not overwritten", async () => {
  const team = await insertTeam(database.db, { name: "Night" });
  const owner = await insertUser(database.db, { role: "Agent" });
  const id = Bun.randomUUIDv7();
  const given = { id, owner_id: owner.id, name: "Ours", query: "team:night" };
  const row = { ...given, shared: false, created_at: new Date() };
  await database.db.insertInto("saved_views").values(row).execute();
  const views = database.db.updateTable("saved_views").where("id", "=", id);
  await actDuring(
    database,
    (tx) => tx.executeQuery(views.set({ query: "team:night is:unread" }).compile()),
    () => renameTeam(admin, { id: team.id, name: "Evening", base: "Night" }, requestId()),
  );
  const after = database.db.selectFrom("saved_views").select("query").where("id", "=", id);
  expect(await after.execute()).toEqual([{ query: "team:Evening is:unread" }]);
});

const rename = (id: string, name: string) =>
  updateCompany(admin, { id, patch: { name }, base: {} });

test("a renamed company is renamed, except where a view has only part of its name", async () => {
  const { id } = await insertCompany(database.db, { name: "Nordlicht Klinik" });
  const queries = ['company:"nordlicht klinik" is:open', "company:nordlicht"];
  expect(await asked(queries, () => rename(id, 'Klinik "Nord"'))).toEqual([
    'company:"Klinik ""Nord""" is:open',
    "company:nordlicht",
  ]);
});

test("pages are notified of changed views, not of a name that no view uses", async () => {
  const told = async () => {
    const query = database.db
      .selectFrom("live_events")
      .select("id")
      .where("topic", "=", "settings");
    return (await query.execute()).length;
  };
  const [one, other] = [
    await insertCompany(database.db, { name: "Kestrel" }),
    await insertCompany(database.db, { name: "Osprey" }),
  ];
  const before = await told();
  await rename(other.id, "Falcon");
  expect(await told()).toBe(before);
  await asked(["company:kestrel"], () => rename(one.id, "Merlin"));
  expect(await told()).toBe(before + 1);
});

test("a query that would become too long is left unchanged", async () => {
  const { id } = await insertCompany(database.db, { name: "Wren" });
  const long = `company:wren "${"printer ".repeat(58)}x"`;
  expect(await asked([long], () => rename(id, "W".repeat(80)))).toEqual([long]);
});

test("a name matches however its accents were typed", async () => {
  const { id } = await insertCompany(database.db, { name: "Bäckerei" });
  const queries = ["company:ba\u0308ckerei is:open"];
  expect(await asked(queries, () => rename(id, "Mühle"))).toEqual(["company:Mühle is:open"]);
});
