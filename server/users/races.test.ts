import { afterAll, beforeAll, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { type Db, openDatabase } from "../db/database.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { changeManyUsers } from "./bulk.ts";
import { deleteUser } from "./delete-user.ts";
import { updateUser } from "./update-user.ts";

let database: TestDatabase;
/** Two connections, like two servers. */
let connections: [Db, Db];

beforeAll(async () => {
  database = await createTestDatabase();
  const open = () => openDatabase({ url: database.url, size: 1 });
  connections = [open(), open()];
}, 60_000);
afterAll(async () => {
  await Promise.all(connections.map((db) => db.destroy()));
  await database.drop();
});

type Act = (deps: JobDeps, other: UserRow) => Promise<unknown>;

const demote: Act = (deps, { id }) => updateUser(deps, id, { role: "Agent" });
const disable: Act = (deps, { id }) => updateUser(deps, id, { state: "disabled" });
const remove: Act = (deps, { id }) => deleteUser(deps, id);
const disableMany: Act = async (deps, { id }) => {
  const act = { kind: "state", state: "disabled" } as const;
  const input = { requestId: Bun.randomUUIDv7(), act, ids: [id] };
  const { job, refusals } = await changeManyUsers(deps, input);
  // The job of a user who loses access in the meantime is cancelled.
  if (refusals.length > 0 || job.state === "cancelled") throw new AppError("forbidden");
};

const acts = { demote, disable, remove, disableMany };
const pairs = Object.keys(acts).flatMap((one) => Object.keys(acts).map((other) => [one, other]));

test.each(pairs as [keyof typeof acts, keyof typeof acts][])(
  "of two admins, one to %s the other and that one to %s them, one remains",
  async (one, other) => {
    await database.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("role", "=", "Super Admin")
      .execute();
    const admins = [
      await insertUser(database.db, { role: "Super Admin" }),
      await insertUser(database.db, { role: "Super Admin" }),
    ] as const;
    const [first, second] = [
      { ...(await actingAs(database.db, admins[0])), db: connections[0] },
      { ...(await actingAs(database.db, admins[1])), db: connections[1] },
    ];
    const outcomes = await Promise.allSettled([
      acts[one](first, admins[1]),
      acts[other](second, admins[0]),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const left = await database.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "Super Admin")
      .where("state", "=", "active")
      .execute();
    expect(left).toHaveLength(1);
  },
);

test("after waiting for the lock a demotion is seen", async () => {
  const [one, two] = [
    await insertUser(database.db, { role: "Super Admin" }),
    await insertUser(database.db, { role: "Super Admin" }),
  ];
  const late = { ...(await actingAs(database.db, two)), db: connections[1] };
  const waiting = actDuring(
    database,
    (tx) => {
      const rows = tx.selectFrom("users").select("id").where("role", "=", "Super Admin");
      return rows.orderBy("id").forUpdate().execute();
    },
    () => demote(late, one),
    (tx) => tx.updateTable("users").set({ role: "Customer" }).where("id", "=", two.id).execute(),
  );
  expect((await refusalOf(waiting)).code).toBe("forbidden");
});
