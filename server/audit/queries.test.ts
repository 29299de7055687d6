import { beforeAll, describe, expect, test } from "bun:test";
import type { AuditAct, AuditFilter, AuditSubject } from "../../shared/audit.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertFile,
  insertMessage,
  insertSession,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { recordAct } from "../events/record-act.ts";
import { exportAudit, listAudit, readAuditPerson } from "./queries.ts";

const database = setUpTestDatabase();
let maya: UserRow;
let noor: UserRow;
let deps: ActorDeps;
beforeAll(async () => {
  const { db } = database;
  maya = await insertUser(db, { first_name: "Maya", last_name: "Chen", role: "Super Admin" });
  noor = await insertUser(db, { first_name: "Noor", last_name: "", role: "Super Admin" });
  deps = await actingAs(db, maya);
}, 60_000);

let minute = 0;
interface Written {
  act?: AuditAct;
  by?: UserRow | null;
  on?: { kind: AuditSubject; id: string | null };
  at?: string;
}
const write = ({ act = "team.created", by = maya, on, at }: Written) => {
  minute += 1;
  const now = new Date(at ?? Date.parse("2026-01-01T00:00:00Z") + minute * 60_000);
  const subject = on ?? { kind: "team", id: Bun.randomUUIDv7() };
  return recordAct(
    database.db,
    { act, actorId: by?.id ?? null, subject },
    { now, requestId: "test" },
  );
};
const listed = async (filter: AuditFilter) =>
  (await listAudit(database.db, { ...filter, limit: 100 })).rows;
const idsOf = async (filter: AuditFilter) => (await listed(filter)).map(({ id }) => id);

describe("the log is filtered by", () => {
  test("actor, action and subject, alone and together", async () => {
    const [one, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    const kestrel = { kind: "company", id: one } as const;
    const created = await write({
      act: "macro.created",
      by: noor,
      on: { kind: "macro", id: other },
    });
    const begun = await write({ act: "company.merge-begun", by: noor, on: kestrel });
    const merged = await write({ act: "company.merged", on: kestrel });
    const signedIn = await write({
      act: "session.signed-in",
      by: null,
      on: { kind: "user", id: other },
    });
    expect(await idsOf({ actorId: noor.id })).toEqual([begun, created]);
    expect(await idsOf({ act: "company.merged" })).toEqual([merged]);
    expect(await idsOf({ act: "company" })).toEqual([merged, begun]);
    expect(await idsOf({ subject: "company" })).toEqual([merged, begun]);
    expect(await idsOf({ subjectId: one })).toEqual([merged, begun]);
    expect(await idsOf({ subjectId: other })).toEqual([signedIn, created]);
    expect(await idsOf({ subjectId: other, act: "session" })).toEqual([signedIn]);
    expect(await idsOf({ actorId: noor.id, subjectId: one })).toEqual([begun]);
  });

  test("days of the reader, inclusive", async () => {
    const days = { act: "view.shared" } as const;
    const times = ["2026-03-01T22:59:59Z", "2026-03-01T23:00:00Z", "2026-03-02T22:59:59Z"];
    const [before, first, last] = await Promise.all(times.map((at) => write({ ...days, at })));
    const after = await write({ ...days, at: "2026-03-02T23:00:00Z" });
    const oslo = { ...days, timeZone: "Europe/Oslo" };
    expect(await idsOf({ ...oslo, from: "2026-03-02", to: "2026-03-02" })).toEqual(
      [last, first].map(String),
    );
    expect(await idsOf({ ...oslo, from: "2026-03-02" })).toEqual([after, last, first].map(String));
    expect(await idsOf({ ...oslo, to: "2026-03-02" })).toEqual([last, first, before].map(String));
    expect(await idsOf({ ...days, from: "2026-03-02", to: "2026-03-02" })).toEqual(
      [after, last].map(String),
    );
    // Postgres knows it under another name.
    const old = { ...days, timeZone: "US/Pacific-New", from: "2026-03-03" };
    expect(await idsOf(old)).toEqual([]);
  });

  test("a day with two midnights, from the first one", async () => {
    // In Havana the clocks go back from one to midnight: 05:00 UTC is the second one.
    const days = { act: "view.unshared" } as const;
    const times = ["2026-11-01T03:59:59Z", "2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z"];
    const [before, first, last] = await Promise.all(times.map((at) => write({ ...days, at })));
    const havana = { ...days, timeZone: "America/Havana" };
    expect(await idsOf({ ...havana, from: "2026-11-01" })).toEqual([last, first].map(String));
    expect(await idsOf({ ...havana, to: "2026-10-31" })).toEqual([String(before)]);
  });
});

describe("an entry", () => {
  const on = async (kind: AuditSubject, id: string | null) => {
    const written = await write({ act: "desk.updated", on: { kind, id } });
    return (await listed({ act: "desk.updated" })).find(({ id }) => id === written);
  };

  test("shows the current name of its subject", async () => {
    const { db } = database;
    const [id, name] = [Bun.randomUUIDv7(), "Printers"];
    const company = await insertCompany(db, { name: "Harbour" });
    const team = await insertTeam(db, { name: "Hardware" });
    await db.insertInto("tags").values({ id, name: "vip" }).execute();
    const own = { id, owner_id: maya.id, created_at: new Date() };
    await db
      .insertInto("saved_views")
      .values({ ...own, name, query: "is:open" })
      .execute();
    const macro = { ...own, name: "Thanks", body: "", shared: true, updated_at: new Date() };
    const others = { ...macro, id: Bun.randomUUIDv7(), name: "Another" };
    await db.insertInto("macros").values([others, macro]).execute();
    const { name: desk } = await db.selectFrom("desk").select("name").executeTakeFirstOrThrow();
    for (const [kind, subjectId, called] of [
      ["desk", null, desk],
      ["company", company.id, "Harbour"],
      ["team", team.id, "Hardware"],
      ["tag", id, "vip"],
      ["view", id, "Printers"],
      ["macro", id, "Thanks"],
      ["user", noor.id, "Noor"],
      ["session", maya.id, "Maya Chen"],
    ] as const) {
      expect((await on(kind, subjectId))?.subject).toEqual({
        ...{ kind, id: subjectId, name: called, ticket: null },
      });
    }
    expect((await on("team", id))?.subject.name).toBeNull();
  });

  test("links to a ticket, also for a message or a file", async () => {
    const { db } = database;
    const [ticket] = [
      await insertTicket(db, { requester_id: noor.id }),
      await insertTicket(db, { requester_id: noor.id }),
    ];
    const message = await insertMessage(db, { ticket_id: ticket.id, author_id: noor.id });
    const given = { message_id: message.id, uploader_id: noor.id, name: "a.txt" };
    const file = await insertFile(db, given);
    const led = { ticket: { number: ticket.number }, name: null };
    expect((await on("ticket", ticket.id))?.subject).toMatchObject(led);
    expect((await on("message", message.id))?.subject).toMatchObject(led);
    expect((await on("file", file.id))?.subject).toMatchObject(led);
    expect((await on("file", message.id))?.subject.ticket).toBeNull();
  });

  test("holds the personal values of each person, and network and device", async () => {
    const { db } = database;
    const subject = { kind: "company", id: Bun.randomUUIDv7() } as const;
    const entry = { act: "company.updated", actorId: maya.id, subject } as const;
    const personal = { personId: noor.id, before: { phone: "1" }, after: { phone: "2" } };
    await recordAct(
      db,
      { ...entry, fields: ["phone"], personal, values: { after: { notes: "n" } } },
      { now: new Date(), requestId: "the request", network: "192.0.2.0/24" },
    );
    const [row] = await listed({ subjectId: subject.id });
    expect(row).toMatchObject({
      ...{ act: "company.updated", actor: { id: maya.id, name: "Maya Chen" }, fields: ["phone"] },
      ...{ requestId: "the request", network: "192.0.2.0/24", device: null, typedAddress: null },
      changes: [
        { field: "phone", before: "1", after: "2" },
        { field: "notes", before: null, after: "n" },
      ],
    });
    expect(row?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test("shows the current name of the person concerned", async () => {
    const { db } = database;
    const quay = await insertCompany(db, { name: "Quayside" });
    const ana = await insertUser(db, { first_name: "Ana", last_name: "Old" });
    const subject = { kind: "company", id: quay.id } as const;
    const entry = { act: "company.member-added", actorId: maya.id, subject } as const;
    const at = { now: new Date(), requestId: "test", network: "192.0.2.0/24" };
    const after = { notes: "n" };
    const id = await recordAct(
      db,
      { ...entry, personal: { personId: ana.id }, values: { after } },
      at,
    );
    // In any order of the rows next to it.
    await database.owner.deleteFrom("audit_personal").where("person_id", "=", ana.id).execute();
    const again = { audit_id: id, at: at.now, person_id: ana.id };
    await db.insertInto("audit_personal").values(again).execute();
    const names = { last_name: "Ferreira" };
    await db.updateTable("users").set(names).where("id", "=", ana.id).execute();
    const [row] = await listed({ subjectId: quay.id });
    expect(row).toMatchObject({ person: { id: ana.id, name: "Ana Ferreira" } });
    expect(row?.subject.name).toBe("Quayside");

    const table: string[] = [];
    const filter = { subjectId: quay.id };
    for await (const lines of await exportAudit(deps, filter)) table.push(lines);
    const [head, cells] = table.join("").split("\r\n");
    const place = head?.split(",").indexOf("person") ?? -1;
    expect(cells?.split(",").slice(place, place + 2)).toEqual(["Ana Ferreira", ana.id]);
    // If subject or actor alone is a person, there is no third.
    const others = await listed({ act: "desk.updated" });
    expect(others.filter(({ person }) => person !== null)).toEqual([]);
  });

  test("without an actor has no name, and a deleted subject keeps its stored name", async () => {
    const gone = { kind: "tag", id: Bun.randomUUIDv7() } as const;
    const entry = { act: "tag.deleted", actorId: null, subject: gone } as const;
    const values = { before: { name: "old" } };
    const at = { now: new Date(), requestId: "test" };
    await recordAct(database.db, { ...entry, values }, at);
    expect(await listed({ subjectId: gone.id })).toMatchObject([
      { actor: null, subject: { name: "old" } },
    ]);
    await recordAct(database.db, { ...entry, values: { ...values, after: { name: "new" } } }, at);
    const names = (await listed({ subjectId: gone.id })).map(({ subject }) => subject.name);
    expect(names.sort()).toEqual(["new", "old"]);
  });
});

test("the person in the filter is named", async () => {
  expect(await readAuditPerson(database.db, { id: noor.id })).toEqual({ name: "Noor" });
  expect(await readAuditPerson(database.db, { id: maya.id })).toEqual({ name: "Maya Chen" });
  expect(await readAuditPerson(database.db, { id: Bun.randomUUIDv7() })).toEqual({ name: null });
});

test("the log is exported as CSV, which is itself logged", async () => {
  const id = Bun.randomUUIDv7();
  for (let at = 0; at < 201; at += 1) await write({ on: { kind: "team", id } });
  const entry = { act: "team.deleted", actorId: noor.id, subject: { kind: "team", id } } as const;
  await recordAct(
    database.db,
    {
      ...{ ...entry, fields: ["name"] },
      personal: { device: "Firefox on Linux", typedAddress: "a@b.test", network: "192.0.2.0/24" },
      values: { before: { name: "Old", tickets: 3 }, after: { team: "New" } },
    },
    { now: new Date("2026-05-01T10:00:00Z"), requestId: "the request" },
  );
  const table: string[] = [];
  for await (const lines of await exportAudit(deps, { subjectId: id, act: "" })) table.push(lines);
  const rows = table.join("").trimEnd().split("\r\n");
  expect(rows).toHaveLength(203);
  expect(rows[0]).toBe(
    "\uFEFFwhen,who,who (id),what,action,on,on (name),on (id),person,person (id),fields,before,after,network,device,email entered,request",
  );
  expect(rows[1]?.split(",")).toEqual([
    ...["2026-05-01T10:00:00.000Z", "Noor", noor.id, "deleted a team", "team.deleted", "Team"],
    ...["Old", id, "", "", "name", "name: Old; tickets: 3", "team: New", "192.0.2.0/24"],
    ...["Firefox on Linux", "a@b.test", "the request"],
  ]);
  const [written] = await listed({ act: "audit.exported" });
  expect(written).toMatchObject({ actor: { id: maya.id }, fields: ["subject id"] });
  const sessionId = await insertSession(database.db, maya.id);
  const signedOut = await exportAudit(
    { ...deps, credential: { kind: "session", id: sessionId } },
    { subjectId: id },
  );
  for (const _ of ["the columns", "the first page"]) await signedOut.next();
  await database.db.deleteFrom("sessions").execute();
  expect((await refusalOf(signedOut.next())).code).toBe("session_expired");
  const tooLate = exportAudit(
    { ...deps, credential: { kind: "session", id: sessionId } },
    { subjectId: id },
  );
  expect((await refusalOf(tooLate)).code).toBe("session_expired");
});

test("the export names the ticket of a redacted message", async () => {
  const ticket = await insertTicket(database.db, { requester_id: noor.id });
  const message = await insertMessage(database.db, { ticket_id: ticket.id, author_id: noor.id });
  await write({ act: "message.redacted", on: { kind: "message", id: message.id }, by: null });
  const table: string[] = [];
  const filter = { subjectId: message.id };
  for await (const lines of await exportAudit(deps, filter)) table.push(lines);
  const cells = table.join("").split("\r\n")[1]?.split(",");
  expect(cells?.slice(1, 7)).toEqual([
    ...["", "", "redacted a message", "message.redacted", "Message", `#${ticket.number}`],
  ]);
});
