import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertCompany, insertTicket, insertUser } from "../tests/support/builders.ts";
import { insertMailbox } from "../tests/support/mail-desk.ts";
import { setUpTestServer } from "../tests/support/test-server.ts";
import { recordAct } from "./events/record-act.ts";
import { createLog } from "./log.ts";
import { sweepOnce } from "./sweep.ts";

const server = setUpTestServer();
let person: string;
let ticketId: string;
/** Read once the server runs, since the database uses its own clock. */
let now: Date;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

beforeAll(async () => {
  const { db } = server;
  const company = await insertCompany(db);
  person = (await insertUser(db, { companies: [company.id] })).id;
  ticketId = (await insertTicket(db, { requester_id: person, company_id: company.id })).id;
  now = new Date();
}, 60_000);

const ago = (ms: number) => new Date(now.getTime() - ms);
const id = () => Bun.randomUUIDv7();
const bytesOf = (words: string) => new Bun.CryptoHasher("sha256").update(words).digest();
const hashed = (words: string) => bytesOf(words).toString("hex");

/** A row of each kind, old enough to be deleted or not. */
async function writeOne(age: "old" | "young") {
  const { db } = server;
  const at = (limit: number) => ago(age === "old" ? limit + 5000 : limit - 5000);
  await db
    .insertInto("sessions")
    .values({
      ...{ id: hashed(age), public_id: id(), user_id: person, user_agent: age },
      ...{ created_at: ago(day), last_seen_at: ago(day), expires_at: at(0) },
    })
    .execute();
  await db
    .insertInto("attempts")
    .values({ key: `n:${age}`, count: 1, started_at: at(day), last_at: at(day) })
    .execute();
  await db
    .insertInto("links")
    .values({
      ...{ id: id(), token_hash: hashed(age), user_id: person },
      kind: age === "old" ? "reset" : "invitation",
      ...{ created_at: ago(60 * day), expires_at: at(30 * day) },
    })
    .execute();
  await db
    .insertInto("acts")
    .values({
      ...{ id: id(), actor_id: person, request_id: id(), kind: age, made: {} },
      ...{ input_hash: Buffer.alloc(32), created_at: at(day) },
    })
    .execute();
  const kind = age === "old" ? "reply" : "note";
  await db
    .insertInto("drafts")
    .values({
      ...{ user_id: person, ticket_id: ticketId, kind, body: age, revision: 1 },
      updated_at: at(90 * day),
    })
    .execute();
  await db
    .insertInto("live_events")
    .values({ id: id(), topic: age, audience: "staff", at: at(10 * minute) })
    .execute();
  const looker = await insertUser(db, { role: "Agent", first_name: age });
  await db
    .insertInto("presence")
    .values({ ticket_id: ticketId, user_id: looker.id, typing: age === "old", seen_at: at(25_000) })
    .execute();
  await db
    .insertInto("hourly_use")
    .values({ user_id: looker.id, kind: age, since: at(hour), amount: 1 })
    .execute();
  await db
    .insertInto("notifications")
    .values({
      ...{ id: id(), user_id: looker.id, ticket_id: ticketId, created_at: at(90 * day) },
      kind: age === "old" ? "assigned" : "followed",
    })
    .execute();
  await db
    .insertInto("tag_changes")
    .values({ id: id(), actor_id: person, made: { age }, created_at: at(10 * minute) })
    .execute();
  await db
    .insertInto("imports")
    .values({
      ...{ id: id(), kind: "users", owner_id: person, name: age, encoding: "utf-8" },
      ...{ headers: sql`'[]'::jsonb`, row_count: 1, created_at: at(day) },
    })
    .execute();
  const mail = { user_id: person, template: age, data: {}, next_attempt_at: now };
  await db
    .insertInto("outgoing_mails")
    .values([
      { id: id(), ...mail, state: "sent", created_at: at(90 * day) },
      { id: id(), ...mail, template: `${age} that waits`, created_at: at(90 * day) },
    ])
    .execute();
  const jobId = id();
  await db
    .insertInto("jobs")
    .values({
      ...{ id: jobId, kind: age, owner_id: person, request_id: id(), input: {}, total: 1 },
      ...{ state: "done", created_at: at(day), ended_at: at(day) },
    })
    .execute();
  await db
    .insertInto("job_items")
    .values({ job_id: jobId, position: 0, subject_id: id(), state: "done", undo: { age } })
    .execute();
  const auditId = id();
  await server.database.owner
    .insertInto("audit_personal")
    .values([
      { audit_id: auditId, at: at(90 * day), typed_address: `${age}@elsewhere.test` },
      { audit_id: id(), at: at(90 * day), person_id: person, network: `${age} one of the user` },
    ])
    .execute();
  const [sent, arriving] = [id(), id()];
  await db
    .insertInto("file_contents")
    .values([
      { id: sent, sha256: bytesOf(`${age} kept`), size: 1, created_at: ago(day), placed_at: now },
      { id: arriving, sha256: bytesOf(`${age} arriving`), size: 1, created_at: at(hour) },
    ])
    .execute();
  await db
    .insertInto("files")
    .values({
      ...{ id: id(), uploader_id: person, name: age, type: "text/plain", size: 1 },
      ...{ content_id: sent, created_at: at(day) },
    })
    .execute();
}

async function left(): Promise<Record<string, unknown[]>> {
  const { db } = server;
  const named = {
    sessions: "user_agent",
    acts: "kind",
    drafts: "body",
    jobs: "kind",
    hourly_use: "kind",
  };
  const more = { live_events: "topic", imports: "name", files: "name" };
  const entries = await Promise.all(
    Object.entries({ ...named, ...more }).map(async ([table, column]) => {
      const rows = await db
        .selectFrom(table as "acts")
        .select(column as "kind")
        .where(column as "kind", "in", ["old", "young"])
        .execute();
      return [table, rows.map((row) => Reflect.get(row, column))];
    }),
  );
  const links = await db.selectFrom("links").select("kind").execute();
  const attempts = await db.selectFrom("attempts").select("key").execute();
  const presence = await db.selectFrom("presence").select("typing").execute();
  const notifications = await db.selectFrom("notifications").select("kind").execute();
  const tagChanges = await db.selectFrom("tag_changes").select("made").execute();
  const mails = await db.selectFrom("outgoing_mails").select("template").execute();
  const items = await db.selectFrom("job_items").select("undo").execute();
  const personal = await db.selectFrom("audit_personal").selectAll().execute();
  const contents = await db.selectFrom("file_contents").select("sha256").execute();
  return {
    ...Object.fromEntries(entries),
    links: links.map(({ kind }) => kind),
    attempts: attempts.map(({ key }) => key),
    presence: presence.map(({ typing }) => typing),
    notifications: notifications.map(({ kind }) => kind),
    tagChanges: tagChanges.map(({ made }) => made),
    mails: mails.map(({ template }) => template).sort(),
    undo: items.map(({ undo }) => undo),
    personal: personal.map((row) => row.typed_address ?? row.network).sort(),
    contents: contents.map(({ sha256 }) => sha256.toString("hex")).sort(),
  };
}

test("expired rows of every kind are deleted, and no newer ones", async () => {
  await writeOne("old");
  await writeOne("young");
  await sweepOnce({ ...server.services, now: () => now });
  expect(await left()).toEqual({
    ...{ sessions: ["young"], links: ["invitation"], acts: ["young"], drafts: ["young"] },
    ...{ live_events: ["young"], imports: ["young"], files: ["young"] },
    ...{ hourly_use: ["young"] },
    ...{ jobs: ["young"], mails: ["old that waits", "young", "young that waits"] },
    ...{ attempts: ["n:young"], presence: [false], notifications: ["followed"] },
    ...{ tagChanges: [{ age: "young" }], undo: [{ age: "young" }] },
    personal: ["old one of the user", "young one of the user", "young@elsewhere.test"],
    contents: [hashed("young arriving"), hashed("young kept")].sort(),
  });
});

test("a change of address that can no longer be confirmed is deleted", async () => {
  const { db } = server;
  const requested = async (created_at: Date) => {
    const { id: user_id } = await insertUser(db);
    const change = { user_id, email: `${user_id}@new.test`, asked_by: person, created_at };
    await db.insertInto("address_changes").values(change).execute();
    return user_id;
  };
  const [old, young] = [await requested(ago(49 * hour)), await requested(ago(47 * hour))];
  await sweepOnce({ ...server.services, now: () => now });
  const rows = await db
    .selectFrom("address_changes")
    .select("user_id")
    .where("user_id", "in", [old, young])
    .execute();
  expect(rows).toEqual([{ user_id: young }]);
});

test("with a retention, older audit entries are deleted", async () => {
  const { db } = server;
  await db.updateTable("desk").set({ audit_months: 6 }).execute();
  const write = async (at: Date) => {
    const subject = { kind: "team" as const, id: id() };
    await recordAct(
      db,
      { act: "team.created", actorId: null, subject },
      { now: at, requestId: "test" },
    );
    return subject.id;
  };
  const [old, young] = [await write(ago(400 * day)), await write(ago(30 * day))];
  await sweepOnce(server.services);
  const rows = await db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("subject_id", "in", [old, young]);
  expect(await rows.execute()).toEqual([{ subject_id: young }]);
});

test("a failed sweep is logged and does not affect the others", async () => {
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line));
  const broken = { ...server.services.throttle, sweep: () => Promise.reject(new TypeError("no")) };
  const draft = { user_id: person, ticket_id: null, kind: "new", body: "x", revision: 1 } as const;
  await server.db
    .insertInto("drafts")
    .values({ ...draft, updated_at: ago(91 * day) })
    .execute();
  await sweepOnce({ ...server.services, log, throttle: broken });
  const drafts = server.db.selectFrom("drafts").select("kind").where("kind", "=", "new");
  expect(await drafts.execute()).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...{ event: "sweep.failed", what: "attempts" },
      // The place of the error, since it recurs every ten minutes.
      cause: expect.stringMatching(/^TypeError: no\n +at .*sweep\.test\.ts/),
    },
  ]);
  lines.length = 0;
  await sweepOnce({ ...server.services, log, throttle: broken }, () => true);
  expect(lines).toEqual([]);
});

test("a mailbox that waits for a time of a wrong clock is tried again", async () => {
  const { id: mailboxId } = await insertMailbox(server.db, {
    next_attempt_at: new Date(now.getTime() + 3 * 365 * day),
  });
  await sweepOnce(server.services);
  const { next_attempt_at } = await server.db
    .selectFrom("mailboxes")
    .select("next_attempt_at")
    .where("id", "=", mailboxId)
    .executeTakeFirstOrThrow();
  expect((next_attempt_at?.getTime() ?? 0) - now.getTime()).toBeLessThan(hour);
});

test("a mail put off while the clock was wrong is due again, another keeps its time", async () => {
  const { db } = server;
  const mail = async (waitMs: number) => {
    const mailId = id();
    await db
      .insertInto("outgoing_mails")
      .values({
        id: mailId,
        template: "reset",
        user_id: person,
        data: {},
        attempts: 1,
        created_at: now,
        next_attempt_at: new Date(now.getTime() + waitMs),
      })
      .execute();
    return mailId;
  };
  const [years, minutes] = [await mail(3 * 365 * day), await mail(30 * minute)];
  await sweepOnce(server.services);
  const waits = async (mailId: string) => {
    const { next_attempt_at } = await db
      .selectFrom("outgoing_mails")
      .select("next_attempt_at")
      .where("id", "=", mailId)
      .executeTakeFirstOrThrow();
    return next_attempt_at.getTime() - now.getTime();
  };
  expect(await waits(years)).toBeLessThan(hour);
  expect(await waits(minutes)).toBe(30 * minute);
});
