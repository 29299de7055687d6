import { afterAll, beforeAll, expect, test } from "bun:test";
import { refusalOf } from "../../tests/support/acting.ts";
import { insertMessage, insertTicket } from "../../tests/support/builders.ts";
import { fetchFile, sendFile } from "../../tests/support/file-calls.ts";
import { addCompany, addPerson, type Person } from "../../tests/support/people.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import {
  actsOn,
  storedEvents,
  storedLiveEvents,
  storedTicket,
} from "../../tests/support/stored.ts";
import type { Visitor } from "../../tests/support/visitor.ts";
import { attachFiles, filesOfMessages } from "../files/attach.ts";
import { sweepFiles } from "../files/sweep.ts";
import { redactMessage } from "./redact.ts";

let server: TestServer;
let agent: Person;
let staff: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  agent = await addPerson(server.db, "Agent");
  staff = server.visitor();
  await staff.signIn(agent.email);
}, 60_000);
afterAll(() => server.stop());

async function messageWithFiles(given = {}, within: object = {}) {
  const { db } = server;
  const company = await addCompany(db, `Company of ${Bun.randomUUIDv7()}`);
  const requester = await addPerson(db, "Customer", { companies: [company] });
  const of = { requester_id: requester.id, company_id: company.id };
  const ticket = await insertTicket(db, { ...of, ...within });
  await insertMessage(db, { ticket_id: ticket.id, author_id: requester.id });
  const message = await insertMessage(db, {
    ticket_id: ticket.id,
    author_id: agent.id,
    body: "the canary",
    ...given,
  });
  const fileIds: string[] = [];
  for (const name of ["passport of Ana.png", "second.txt"]) {
    const { body } = await sendFile(server, staff, { bytes: crypto.randomUUID(), name });
    fileIds.push(body.file.id);
  }
  await db
    .transaction()
    .execute((tx) => attachFiles(tx, { actor: agent, messageId: message.id, fileIds }));
  return { company, requester, ticket, message, fileIds };
}

const eventsOf = (ticketId: string) => storedEvents(server.db, ticketId);

const ticketOf = (id: string) => storedTicket(server.db, id);

test("a message's text and files are removed permanently, and a mark stays", async () => {
  await messageWithFiles();
  const { company, requester, ticket, message, fileIds } = await messageWithFiles();
  const answer = await staff.mutate("tickets.redactMessage", { messageId: message.id });
  expect(answer.body.result.data).toEqual({ redacted: true });

  const row = await server.db
    .selectFrom("messages")
    .select(["body", "redacted_at"])
    .where("id", "=", message.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ body: "", redacted_at: expect.any(Date) });
  expect(await filesOfMessages(server.db, [message.id])).toEqual(new Map());
  for (const id of fileIds) expect((await fetchFile(server, staff, id)).status).toBe(404);
  const rows = await server.db
    .selectFrom("files")
    .selectAll()
    .where("message_id", "=", message.id)
    .execute();
  expect(rows.map(({ name, content_id }) => [name, content_id])).toEqual([
    ["redacted", null],
    ["redacted", null],
  ]);
  const after = await ticketOf(ticket.id);
  expect(after.version).toBe(ticket.version + 1);
  expect(after.publicly_updated_at).toEqual(ticket.publicly_updated_at);
  const events = [
    {
      kind: "redacted",
      audience: "everyone" as const,
      data: { what: "message" },
      version: after.version,
      actor_id: agent.id,
    },
  ];
  expect(await eventsOf(ticket.id)).toEqual(events);
  const audit = await server.db
    .selectFrom("audit_log")
    .select(["act", "actor_id", "subject_kind"])
    .where("subject_id", "=", message.id)
    .execute();
  expect(audit).toEqual([{ act: "message.redacted", actor_id: agent.id, subject_kind: "message" }]);
  expect(await storedLiveEvents(server.db, ticket.id)).toEqual([
    {
      ...{ topic: "ticket", audience: "everyone", number: ticket.number, version: after.version },
      ...{ company_ids: [company.id], people_ids: [requester.id] },
    },
  ]);

  // Again: the same answer, and no other effect.
  const again = await staff.mutate("tickets.redactMessage", { messageId: message.id });
  expect(again.body.result.data).toEqual({ redacted: true });
  expect(await eventsOf(ticket.id)).toEqual(events);
});

test("the sweep deletes the bytes of a redacted file, unless another file has the same", async () => {
  const { db, services } = server;
  const { ticket, message, fileIds } = await messageWithFiles();
  const [one = "", other = ""] = fileIds;
  const hashes = () => db.selectFrom("file_contents").select("id").execute();
  await sweepFiles({ db, now: new Date() }, services.files);
  const before = (await hashes()).length;
  const answer = await staff.mutate("tickets.redactFile", { fileId: one });
  expect(answer.body.result.data).toEqual({ redacted: true });
  await staff.mutate("tickets.redactFile", { fileId: one });
  expect((await fetchFile(server, staff, one)).status).toBe(404);
  expect(await actsOn(db, one)).toEqual(["file.redacted"]);
  expect((await fetchFile(server, staff, other)).status).toBe(200);
  const kept = (await filesOfMessages(db, [message.id])).get(message.id);
  expect(kept?.map(({ id }) => id)).toEqual([other]);
  expect((await eventsOf(ticket.id)).map(({ kind, data }) => [kind, data])).toEqual([
    ["redacted", { what: "file" }],
  ]);
  await sweepFiles({ db, now: new Date() }, services.files);
  expect((await hashes()).length).toBe(before - 1);
});

test.each([
  ["a note", () => ({ kind: "note" as const })],
  // The release is a minute after the start of the test, not after its file was loaded.
  [
    "a reply that is being sent",
    () => ({ released_at: null, release_at: new Date(Date.now() + 60_000) }),
  ],
])("redacting %s tells customers nothing", async (_, given) => {
  const { ticket, message } = await messageWithFiles(given(), { company_id: null });
  await staff.mutate("tickets.redactMessage", { messageId: message.id });
  expect((await eventsOf(ticket.id)).map(({ audience }) => audience)).toEqual(["staff"]);
  const live = await server.db
    .selectFrom("live_events")
    .select(["audience", "company_ids"])
    .where("subject_id", "=", ticket.id)
    .execute();
  expect(live).toEqual([{ audience: "staff", company_ids: [] }]);
  const waiting = await server.db
    .selectFrom("messages")
    .select("id")
    .where("id", "=", message.id)
    .where("released_at", "is", null)
    .where("redacted_at", "is", null)
    .execute();
  expect(waiting).toEqual([]);
});

test("the message shows who redacted it, and stored copies of its mails lose their text", async () => {
  const { ticket, message, requester } = await messageWithFiles();
  const other = await insertMessage(server.db, { ticket_id: ticket.id, author_id: agent.id });
  for (const { id } of [message, other]) {
    await server.db
      .insertInto("outgoing_mails")
      .values({
        ...{ id: Bun.randomUUIDv7(), template: "ticket-reply", user_id: requester.id, data: {} },
        ...{ state: "kept", next_attempt_at: new Date(), created_at: new Date() },
        ...{ message_id: id, ticket_id: ticket.id, body: "the canary" },
      })
      .execute();
  }
  await staff.mutate("tickets.redactMessage", { messageId: message.id });
  const bodyOf = async ({ id }: { id: string }) => {
    const mails = server.db.selectFrom("outgoing_mails").select("body");
    return (await mails.where("message_id", "=", id).executeTakeFirstOrThrow()).body;
  };
  expect([await bodyOf(message), await bodyOf(other)]).toEqual([null, "the canary"]);
  const page = await staff.query("tickets.get", { number: ticket.number });
  const shown = page.body.result.data.timeline.items.find(
    (item: { id: string }) => item.id === message.id,
  );
  expect(shown).toMatchObject({ html: "", redacted: true, redactedBy: { id: agent.id } });
});

test("only staff within scope can redact, and others learn nothing", async () => {
  const { requester, message, fileIds } = await messageWithFiles();
  const customer = server.visitor();
  await customer.signIn(requester.email);
  const company = await addCompany(server.db, "Elsewhere");
  const elsewhere = await addPerson(server.db, "Agent", {
    companyScope: "assigned",
    companies: [company],
  });
  const outside = server.visitor();
  await outside.signIn(elsewhere.email);
  const calls = [
    ["tickets.redactMessage", { messageId: message.id }],
    ["tickets.redactFile", { fileId: fileIds[0] }],
  ] as const;
  for (const [call, input] of calls) {
    expect((await customer.mutate(call, input)).body.error.data.code).toBe("forbidden");
    expect((await outside.mutate(call, input)).body.error.data.code).toBe("not_found");
  }
  const deps = { db: server.db, now: new Date(), credential: null, requestId: "test" };
  const asks = { id: requester.id, role: "Customer", companyScope: null } as const;
  const actor = { ...asks, companyIds: [], seesAllOf: [] };
  const byThem = await refusalOf(redactMessage({ ...deps, actor }, message.id));
  expect(byThem.code).toBe("forbidden");
  const missing = await staff.mutate("tickets.redactFile", { fileId: Bun.randomUUIDv7() });
  expect(missing.body.error.data.code).toBe("not_found");
  const { body } = await sendFile(server, staff, { bytes: "unsent" });
  const unsent = await staff.mutate("tickets.redactFile", { fileId: body.file.id });
  expect(unsent.body.error.data.code).toBe("not_found");
  expect((await fetchFile(server, staff, fileIds[0] ?? "")).status).toBe(200);
});

test("twenty concurrent redactions leave one event and one version", async () => {
  const { ticket, message } = await messageWithFiles();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      staff.mutate("tickets.redactMessage", { messageId: message.id }),
    ),
  );
  expect(await eventsOf(ticket.id)).toHaveLength(1);
  expect((await ticketOf(ticket.id)).version).toBe(ticket.version + 1);
});

test("the time of a ticket never runs backwards, even if server clocks differ", async () => {
  const { ticket, message } = await messageWithFiles();
  const { updated_at: last } = await ticketOf(ticket.id);
  const now = new Date(last.getTime() - 60_000);
  const sees = { role: "Agent", companyScope: "all", companyIds: [], seesAllOf: [] } as const;
  const deps = { db: server.db, now, credential: null, requestId: "test" };
  await redactMessage({ ...deps, actor: { id: agent.id, ...sees } }, message.id);
  expect((await ticketOf(ticket.id)).updated_at).toEqual(last);
  const [event] = await server.db
    .selectFrom("ticket_events")
    .select("created_at")
    .where("ticket_id", "=", ticket.id)
    .where("kind", "=", "redacted")
    .execute();
  expect(event?.created_at).toEqual(last);
});
