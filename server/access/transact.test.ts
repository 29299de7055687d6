import { expect, test } from "bun:test";
import { sql } from "kysely";
import {
  actorOf,
  insertCompany,
  insertSession,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { countStatements } from "../../tests/support/count-statements.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { openDatabase, type Tx } from "../db/database.ts";
import type { ActorDeps } from "./actor.ts";
import { givingWay, transact } from "./transact.ts";

const database = setUpTestDatabase();

async function signedIn(
  user: UserRow,
  db = database.db,
): Promise<ActorDeps & { credential: { kind: "session"; id: string } }> {
  const now = new Date();
  const expires_at = new Date(now.getTime() + 60_000);
  const id = await insertSession(database.db, user.id, { expires_at });
  const credential = { kind: "session", id } as const;
  return { db, actor: await actorOf(db, user), credential, now, requestId: "test" };
}

const newAgent = async () =>
  insertUser(database.db, {
    role: "Agent",
    company_scope: "assigned",
    companies: [(await insertCompany(database.db)).id],
  });

/** Changes a user's permissions; `release` commits. */
async function lockingRights(user: UserRow, change: (tx: Tx) => Promise<unknown>) {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done = database.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx);
    await change(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return { release: () => release.resolve(), done };
}

test("an action belongs to the user signed in through its session, or is scheduled", async () => {
  const { db } = database;
  const [ada, ben] = [await newAgent(), await newAgent()];
  const [deps, other, bens] = [await signedIn(ada), await signedIn(ada), await signedIn(ben)];
  const outcome = (given: ActorDeps) =>
    transact(given, async (_tx, { actor }) => actor).catch(({ code }) => code);
  expect(await outcome(deps)).toEqual(deps.actor);
  const byItself = { ...deps.actor, companyIds: ["as it was"] };
  expect(await outcome({ ...deps, credential: null, actor: byItself })).toEqual(byItself);

  expect(await outcome({ ...deps, credential: bens.credential })).toBe("session_expired");
  const ranOut = new Date(deps.now.getTime() + 60_000);
  expect(await outcome({ ...deps, now: ranOut })).toBe("session_expired");
  await db.deleteFrom("sessions").where("id", "=", deps.credential.id).execute();
  expect(await outcome(deps)).toBe("session_expired");
  expect(await outcome(other)).toEqual(deps.actor);
  await db.updateTable("users").set({ state: "disabled" }).where("id", "=", ada.id).execute();
  expect(await outcome(other)).toBe("session_expired");
});

test("an action is limited to its actor's companies, with full access where given", async () => {
  const [one, other] = [await insertCompany(database.db), await insertCompany(database.db)];
  const companies = [{ id: other.id, seesAllTickets: true }, one.id];
  const ana = await insertUser(database.db, { companies });
  const { actor, ...deps } = await signedIn(ana);
  const earlier: ActorDeps = { ...deps, actor: { ...actor, companyIds: [], seesAllOf: [] } };
  const acting = await transact(earlier, async (_tx, { actor }) => actor);
  expect(acting).toEqual({
    ...{ id: ana.id, role: "Customer", companyScope: null },
    ...{ companyIds: [one.id, other.id].sort(), seesAllOf: [other.id] },
  });
});

test("after four conflicts the error is reported, and any other immediately", async () => {
  const tries = async (error: Error) => {
    let tried = 0;
    const run = givingWay(async () => {
      tried += 1;
      throw error;
    });
    await expect(run).rejects.toBe(error);
    return tried;
  };
  expect(await tries(Object.assign(new Error("deadlock detected"), { code: "40P01" }))).toBe(4);
  expect(await tries(new Error("another"))).toBe(1);
});

test("nothing is done if the session ends while waiting for it", async () => {
  const user = await newAgent();
  const deps = await signedIn(user);
  const { release, done } = await lockingRights(user, (tx) =>
    tx.deleteFrom("sessions").where("user_id", "=", user.id).execute(),
  );
  let ran = false;
  const act = transact(deps, async () => {
    ran = true;
  }).catch((error) => error);
  await waitForLockQueue(database);
  release();
  await done;
  expect((await act).code).toBe("session_expired");
  expect(ran).toBe(false);
});

test("an action uses the companies as of the end of its wait", async () => {
  const user = await newAgent();
  const deps = await signedIn(user);
  const { release, done } = await lockingRights(user, (tx) =>
    tx.deleteFrom("user_companies").where("user_id", "=", user.id).execute(),
  );
  expect(deps.actor.companyIds).toHaveLength(1);
  const act = transact(deps, async (_tx, { actor }) => actor.companyIds);
  await waitForLockQueue(database);
  release();
  await done;
  expect(await act).toEqual([]);
});

test("permissions cannot change between the check and the commit", async () => {
  const user = await newAgent();
  const inside = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const order: string[] = [];
  const act = transact(await signedIn(user), async () => {
    inside.resolve();
    await goOn.promise;
    order.push("act");
  });
  await inside.promise;
  const change = sql`select from users where id = ${user.id} for update`
    .execute(database.owner)
    .then(() => order.push("change"));
  await waitForLockQueue(database);
  goOn.resolve();
  await Promise.all([act, change]);
  expect(order).toEqual(["act", "change"]);
});

test("two deadlocked transactions both succeed in the end", async () => {
  const [one, other] = [await newAgent(), await newAgent()];
  const rounds = { one: 0, other: 0 };
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = (deps: ActorDeps, whom: UserRow, who: keyof typeof rounds, at: 0 | 1) =>
    transact(deps, async (tx) => {
      rounds[who] += 1;
      both[at]?.resolve();
      await both[1 - at]?.promise;
      await sql`select from users where id = ${whom.id} for update`.execute(tx);
      await tx.updateTable("users").set({ phone: who }).where("id", "=", whom.id).execute();
    });
  await Promise.all([
    change(await signedIn(one), other, "one", 0),
    change(await signedIn(other), one, "other", 1),
  ]);
  // Once more, or more often if the other was slow to wake up.
  expect(rounds.one + rounds.other).toBeGreaterThanOrEqual(3);
  const phones = database.db.selectFrom("users").select("phone");
  const written = await phones.where("id", "in", [one.id, other.id]).orderBy("phone").execute();
  expect(written.map(({ phone }) => phone)).toEqual(["one", "other"]);
});

test("it costs one statement, and another where companies matter", async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const agent = await newAgent();
  const counting = countStatements((log) => openDatabase({ url: database.url, size: 1, log }));
  const costs = async (user: UserRow) => {
    const deps = await signedIn(user);
    const sent = await counting.during((db) => transact({ ...deps, db }, async () => {}));
    return sent.length;
  };
  expect(await costs(admin)).toBe(1);
  expect(await costs(await insertUser(database.db, { role: "Agent" }))).toBe(1);
  expect(await costs(agent)).toBe(2);
  await counting.db.destroy();
});
