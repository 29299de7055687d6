import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertCompany, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import {
  assertActorIsSuperAdmin,
  assertCanRemoveSuperAdmin,
  canRemoveSuperAdmin,
  lockSuperAdmins,
  lockUser,
} from "./guards.ts";

const database = setUpTestDatabase();
beforeAll(async () => {
  // Another Super Admin always remains: only the acting one is checked.
  await insertUser(database.db, { role: "Super Admin" });
}, 60_000);

type Given = NonNullable<Parameters<typeof insertUser>[1]>;
const boss = { role: "Super Admin" } as const;

/** The refusal of a change by one person to another. */
async function between(
  by: Given,
  of: Given,
  after: Parameters<typeof assertCanRemoveSuperAdmin>[3],
) {
  const { db } = database;
  const { actor } = await actingAs(db, await insertUser(db, by));
  const { id } = await insertUser(db, of);
  return await db.transaction().execute(async (tx) => {
    return await refusalOf(
      assertCanRemoveSuperAdmin(tx, actor, await lockUser(tx, id), after),
    ).then(
      ({ code }) => code,
      () => null,
    );
  });
}

const demoted = { role: "Agent", state: "active" } as const;
const disabled = { role: "Super Admin", state: "disabled" } as const;
const same = { role: "Super Admin", state: "active" } as const;

describe("a Super Admin", () => {
  test.each([
    ["demoted", demoted],
    ["disabled", disabled],
  ] as const)("is %s by another, but not by a former Super Admin", async (_, after) => {
    expect(await between(boss, boss, after)).toBeNull();
    expect(await between({ role: "Agent" }, boss, after)).toBe("forbidden");
    expect(await between({ ...boss, state: "disabled" }, boss, after)).toBe("forbidden");
  });

  test("cannot demote, disable or delete themselves", async () => {
    const { db } = database;
    const user = await insertUser(db, boss);
    const { actor } = await actingAs(db, user);
    for (const after of [demoted, disabled]) {
      await db.transaction().execute(async (tx) => {
        const call = assertCanRemoveSuperAdmin(tx, actor, await lockUser(tx, user.id), after);
        expect((await refusalOf(call)).code).toBe("not_yourself");
      });
    }
    await db.transaction().execute(async (tx) => {
      await assertCanRemoveSuperAdmin(tx, actor, await lockUser(tx, user.id), same);
    });
  });
});

test("other users only have to exist", async () => {
  const agent = { role: "Agent" } as const;
  expect(await between(agent, agent, { role: "Customer", state: "disabled" })).toBeNull();
  expect(await between(agent, { ...boss, state: "disabled" }, demoted)).toBeNull();
  expect(await between(agent, boss, same)).toBeNull();
});

describe("locking a user", () => {
  test("returns an existing user with their companies", async () => {
    const { db } = database;
    const [acme, other] = [await insertCompany(db), await insertCompany(db)];
    await insertUser(db, { companies: [other.id] });
    const user = await insertUser(db, { companies: [acme.id], password_hash: "x" });
    const gone = { deleted_at: new Date(), state: "disabled", email: null } as const;
    const missing = [(await insertUser(db, gone)).id, Bun.randomUUIDv7()];
    await db.transaction().execute(async (tx) => {
      const held = await lockUser(tx, user.id);
      expect(held).toMatchObject({ id: user.id, has_password: true });
      expect(held.companies).toEqual([{ id: acme.id, seesAllTickets: false }]);
      for (const id of missing) {
        expect((await refusalOf(lockUser(tx, id))).code).toBe("not_found");
      }
    });
  });

  test("waits for a concurrent change and returns the result", async () => {
    const { db } = database;
    const user = await insertUser(db);
    const rename = db.updateTable("users").set({ first_name: "Quicker" });
    const held = await actDuring(
      database,
      (tx) => tx.executeQuery(rename.where("id", "=", user.id).compile()),
      () => db.transaction().execute((tx) => lockUser(tx, user.id)),
    );
    expect(held.first_name).toBe("Quicker");
  });

  test("a change of access waits for that user's current action, not for other Super Admins", async () => {
    const { db } = database;
    const [user, admin] = [await insertUser(db), await insertUser(db, { role: "Super Admin" })];
    const acts = ({ id }: UserRow) => sql`select from users where id = ${id} for key share`;
    const govern = () => db.transaction().execute((tx) => lockSuperAdmins(tx, [user.id]));
    await database.owner.transaction().execute(async (tx) => {
      await acts(admin).execute(tx);
      await govern();
    });
    await actDuring(database, (tx) => acts(user).execute(tx), govern);
  });

  test("a change of access locks all Super Admins and no one else", async () => {
    const { db } = database;
    const gone = { deleted_at: new Date(), state: "disabled", email: null } as const;
    const others = [
      (await insertUser(db)).id,
      (await insertUser(db, { role: "Super Admin", ...gone })).id,
    ];
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "in", others).forUpdate().execute();
      const user = await insertUser(db);
      await db.transaction().execute((held) => lockSuperAdmins(held, [user.id]));
    });
  });
});

test.each([
  [{ role: "Agent" }, "forbidden"],
  [{ role: "Super Admin", state: "disabled" }, "forbidden"],
  [{ role: "Super Admin", state: "invited" }, "forbidden"],
] as const)("%p governs no more", async (given, code) => {
  const { db } = database;
  const { actor } = await actingAs(db, await insertUser(db, given));
  await db.transaction().execute(async (tx) => {
    expect((await refusalOf(assertActorIsSuperAdmin(tx, actor))).code).toBe(code);
  });
});

test("a change of role or state can remove a Super Admin", () => {
  expect(canRemoveSuperAdmin({ role: "Agent" })).toBe(true);
  expect(canRemoveSuperAdmin({ state: "disabled" })).toBe(true);
  expect(canRemoveSuperAdmin({})).toBe(false);
});
