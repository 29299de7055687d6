import { beforeAll, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { recordAct } from "../events/record-act.ts";
import { updateUser } from "../users/update-user.ts";
import { listAudit } from "./queries.ts";

const database = setUpTestDatabase();
let deps: ActorDeps;

beforeAll(async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  deps = await actingAs(database.db, admin);
}, 60_000);

const changesOf = async (subjectId: string) =>
  (await listAudit(database.db, { subjectId, limit: 1 })).rows[0]?.changes;

test("an entry shows the current names of companies", async () => {
  const [acme, other] = [
    await insertCompany(database.db, { name: "Acme" }),
    await insertCompany(database.db, { name: "Other" }),
  ];
  const { id } = await insertUser(database.db, { companies: [acme.id] });
  await updateUser(deps, id, { companies: [{ id: acme.id }, { id: other.id }], phone: "1" });
  await database.db
    .updateTable("companies")
    .set({ name: "Acme & Sons" })
    .where("id", "=", acme.id)
    .execute();
  const [phone, companies] = (await changesOf(id)) ?? [];
  expect(phone).toEqual({ field: "phone", before: null, after: "1" });
  expect(companies?.before).toBe("Acme & Sons");
  expect(companies?.after?.split(", ").sort()).toEqual(["Acme & Sons", "Other"]);
});

test("fields keep their order, lists and booleans become words, and empty values are left out", async () => {
  const id = Bun.randomUUIDv7();
  await recordAct(
    database.db,
    {
      ...{ act: "company.updated", actorId: deps.actor.id, subject: { kind: "company", id } },
      fields: ["name", "domains"],
      personal: {
        before: { domains: [], notes: "" },
        after: { domains: ["a.test", "b.test"], seesAllTickets: false, into: id, name: "Acme" },
      },
    },
    deps,
  );
  expect(await changesOf(id)).toEqual([
    { field: "name", before: null, after: "Acme" },
    { field: "domains", before: null, after: "a.test, b.test" },
    { field: "into", before: null, after: "(deleted)" },
    { field: "sees all tickets", before: null, after: "no" },
  ]);
});
