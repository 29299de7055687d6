import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertUser } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { type AuditEntry, personalRows, recordAct, recordActs } from "./record-act.ts";

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ act: "user.updated", actorId: "admin", subject: { kind: "user", id: "ana" }, ...more },
});
const row = (person_id: string | null, more: object = {}) => ({
  ...{ person_id, before: null, after: null, network: null, typed_address: null, device: null },
  ...more,
});

test("personal values are stored with their person, and the network with the actor", () => {
  const personal = { before: { phone: "1" }, after: { phone: "2" } };
  expect(personalRows(entry({ personal }), "10.0.0.0/24")).toEqual([
    row("ana", personal),
    row("admin", { network: "10.0.0.0/24" }),
  ]);
  expect(personalRows(entry({ personal: { ...personal, personId: "ben" } }))).toEqual([
    row("ben", personal),
  ]);
  const subject = { kind: "desk", id: null } as const;
  expect(personalRows(entry({ subject, personal }))).toEqual([row("admin", personal)]);
  const own = entry({ actorId: "ana", personal });
  expect(personalRows(own, "10.0.0.0/24")).toEqual([
    row("ana", { ...personal, network: "10.0.0.0/24" }),
  ]);
});

test("values that are not personal are stored separately, and only if there are any", () => {
  const values = { before: { name: "Billing" }, after: { name: "Money" } };
  expect(personalRows(entry({ values }))).toEqual([row(null, values)]);
  expect(personalRows(entry({ values: { after: { name: "Money" } } }), "10.0.0.0/24")).toEqual([
    row(null, { after: { name: "Money" } }),
    row("admin", { network: "10.0.0.0/24" }),
  ]);
  expect(personalRows(entry())).toEqual([]);
});

test("an unknown actor leaves only what they typed", () => {
  const subject = { kind: "user", id: null } as const;
  const personal = {
    ...{ personId: null, network: "10.0.0.0/24" },
    ...{ device: "x".repeat(300), typedAddress: "y".repeat(300) },
  };
  const left = row(null, {
    ...{ network: "10.0.0.0/24", device: "x".repeat(200), typed_address: "y".repeat(254) },
  });
  expect(personalRows(entry({ actorId: null, subject, personal }), "10.0.1.0/24")).toEqual([left]);
  expect(personalRows(entry({ actorId: null }), "10.0.1.0/24")).toEqual([]);
  // A network given for the action is not stored for the actor again.
  const signIn = entry({ actorId: "ana", personal: { network: "10.0.0.0/24" } });
  expect(personalRows(signIn, "10.0.1.0/24")).toEqual([row("ana", { network: "10.0.0.0/24" })]);
});

describe("in the database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database.drop());

  const at = {
    now: new Date("2026-11-23T10:00:00Z"),
    requestId: "a request",
    network: "10.0.0.0/24",
  };

  async function written() {
    const { db } = database;
    const lines = await db.selectFrom("audit_log").selectAll().orderBy("place").execute();
    const beside = await db.selectFrom("audit_personal").selectAll().execute();
    return lines.map(({ id, place: _, ...line }) => ({
      ...{ id, line },
      beside: beside
        .filter(({ audit_id }) => audit_id === id)
        .map(({ audit_id, ...values }) => values)
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
    }));
  }

  test("many actions are written like single ones", async () => {
    const { db } = database;
    const { id: actorId } = await insertUser(db, { role: "Super Admin" });
    const { id } = await insertUser(db);
    const subject = { kind: "user", id } as const;
    const acts: AuditEntry[] = [
      { act: "user.updated", actorId, subject, fields: ["phone", "firstName"] },
      {
        ...{ act: "user.created", actorId, subject },
        personal: { before: { phone: "1" }, after: { phone: "2" } },
      },
      {
        ...{ act: "session.sign-in-failed", actorId: null, subject: { kind: "user", id: null } },
        personal: { network: "10.0.1.0/24", typedAddress: "x@desk.test", device: "curl" },
      },
      {
        ...{ act: "team.updated", actorId, subject: { kind: "team", id } },
        values: { before: { name: "A" }, after: { name: "B" } },
      },
      { act: "session.sign-in-failed", actorId: null, subject: { kind: "user", id: null } },
    ];
    const ids: string[] = [];
    for (const act of acts) ids.push(await recordAct(db, act, at));
    const alone = await written();
    expect(alone.map((one) => one.id)).toEqual(ids);
    expect(alone[0]).toMatchObject({
      line: {
        ...{ act: "user.updated", actor_id: actorId, subject_kind: "user", subject_id: id },
        ...{ fields: ["phone", "firstName"], request_id: "a request", at: at.now },
      },
      beside: [{ person_id: actorId, network: "10.0.0.0/24", at: at.now }],
    });
    expect(alone.map(({ beside }) => beside.length)).toEqual([1, 2, 1, 2, 0]);
    await db.transaction().execute((tx) => recordActs(tx, acts, at));
    await db.transaction().execute((tx) => recordActs(tx, acts.slice(4), at));
    await db.transaction().execute((tx) => recordActs(tx, [], at));
    const bare = ({ line, beside }: (typeof alone)[number]) => ({ line, beside });
    expect((await written()).slice(5).map(bare)).toEqual([...alone, ...alone.slice(4)].map(bare));
  });

  test("an action with a mail queues it, and pages with stale data are notified", async () => {
    const { db } = database;
    const { id } = await insertUser(db);
    const act = { act: "password.changed", actorId: id, subject: { kind: "user", id } } as const;
    await recordAct(db, act, at);
    const mail = { template: "password-changed", userId: id, data: { askedBy: id } } as const;
    await recordAct(db, { ...act, mail, tells: "desk" }, at);
    await recordAct(db, { ...act, tells: "settings" }, at);
    expect(await db.selectFrom("outgoing_mails").selectAll().execute()).toEqual([
      expect.objectContaining({
        ...{ template: "password-changed", user_id: id, data: { askedBy: id }, state: "queued" },
        ...{ created_at: at.now, next_attempt_at: at.now },
      }),
    ]);
    const told = db.selectFrom("live_events").select(["topic", "audience", "subject_id"]);
    expect(await told.orderBy("id").execute()).toEqual([
      { topic: "desk", audience: "everyone", subject_id: null },
      { topic: "settings", audience: "staff", subject_id: null },
    ]);
  });
});
