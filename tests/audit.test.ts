import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { addPerson, type Person } from "./support/people.ts";
import { actsOn } from "./support/stored.ts";
import { setUpTestServer } from "./support/test-server.ts";

const server = setUpTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await addPerson(server.db, "Super Admin");
}, 60_000);

describe("the audit log", () => {
  test("records changes of a user by ids and field names only", async () => {
    const visitor = server.visitor();
    await visitor.signIn(admin.email);
    const { body } = await visitor.request("POST", "/node/auth/create", {
      body: { firstName: "Ana", lastName: "Ferreira", email: "ana@audit.test", role: "Customer" },
    });
    const { id } = body.user;
    await visitor.request("PUT", `/node/auth/update/${id}`, { body: { firstName: "Anna" } });
    await visitor.request("PUT", `/node/auth/update/${id}`, { body: { firstName: "Anna" } });
    expect(await actsOn(server.db, id)).toEqual(["user.created", "user.updated"]);
    const personal = await server.db
      .selectFrom("audit_personal")
      .selectAll()
      .where("person_id", "=", id)
      .orderBy("audit_id", "desc")
      .executeTakeFirstOrThrow();
    expect(personal.before).toEqual({ firstName: "Ana" });
    expect(personal.after).toEqual({ firstName: "Anna" });
    const from = await server.db
      .selectFrom("audit_log")
      .innerJoin("audit_personal", "audit_personal.audit_id", "audit_log.id")
      .select(["act", "network"])
      .where("subject_id", "=", id)
      .where("person_id", "=", admin.id)
      .orderBy("audit_log.id")
      .execute();
    expect(from).toEqual([
      { act: "user.created", network: "127.0.0.0/24" },
      { act: "user.updated", network: "127.0.0.0/24" },
    ]);
    const log = await server.db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(log)).not.toMatch(/Anna|ana@audit\.test/);

    await visitor.request("DELETE", `/node/auth/delete/${id}`);
    expect(await actsOn(server.db, id)).toEqual(["user.created", "user.updated", "user.deleted"]);
    const left = await server.db
      .selectFrom("audit_personal")
      .selectAll()
      .where("person_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });

  test("records sign-ins and failed ones with the network, and unknown addresses separately", async () => {
    await server.visitor().signIn(admin.email, "wrong-password");
    await server.visitor().signIn("stranger@nowhere.test");
    const rows = await server.db
      .selectFrom("audit_log")
      .innerJoin("audit_personal", "audit_personal.audit_id", "audit_log.id")
      .select(["act", "typed_address", "network", "subject_id"])
      .where("act", "=", "session.sign-in-failed")
      .orderBy("audit_log.id")
      .execute();
    expect(rows).toEqual([
      {
        act: "session.sign-in-failed",
        typed_address: null,
        network: "127.0.0.0/24",
        subject_id: admin.id,
      },
      {
        act: "session.sign-in-failed",
        typed_address: "stranger@nowhere.test",
        network: "127.0.0.0/24",
        subject_id: null,
      },
    ]);
  });

  test("records where a password reset was requested, over tRPC and REST", async () => {
    const { email, id } = await addPerson(server.db, "Customer");
    await server.visitor().request("POST", "/node/auth/password-reset", { body: { email } });
    await server.visitor().mutate("account.requestReset", { email });
    const rows = await server.db
      .selectFrom("audit_personal")
      .select("network")
      .where("person_id", "=", id)
      .execute();
    expect(rows).toEqual([{ network: "127.0.0.0/24" }, { network: "127.0.0.0/24" }]);
  });

  test.each([
    ...["update audit_log set act = 'x'", "delete from audit_log", "truncate audit_log"],
    ...["update audit_personal set network = null", "truncate audit_personal"],
  ])("%s is refused to the server's role and to the owner", async (statement) => {
    for (const db of [server.db, server.database.owner]) {
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each([
    ["audit_log", ["SELECT", "INSERT"]],
    ["audit_personal", ["SELECT", "INSERT", "DELETE"]],
    ["secrets", ["SELECT"]],
    ["kysely_migration", ["SELECT"]],
    ["kysely_migration_lock", ["SELECT"]],
  ])("of %s the server's role may %p and nothing else", async (table, rights) => {
    const { rows } = await sql<{ may: string }>`
      select may from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) may
      where has_table_privilege(${table}, may)`.execute(server.db);
    expect(rows.map(({ may }) => may)).toEqual(rights);
  });
});
