import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { attachFiles, filesOfMessages } from "../server/files/attach.ts";
import { redactFiles } from "../server/files/redact.ts";
import { assertSpace } from "../server/files/upload.ts";
import { fileLimits } from "../shared/files.ts";
import { insertMessage, insertTicket } from "./support/builders.ts";
import { fetchFile, sendFile } from "./support/file-calls.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Visitor } from "./support/visitor.ts";

/** The readers. The ticket is Ana's, of her company; Ben sees all of that company's tickets. */
const readers = [
  "visitor",
  "disabled",
  "requester",
  "follower",
  "colleague",
  "colleague who sees all",
  "another's customer",
  "agent of the company",
  "agent of another",
  "agent of none",
  "agent of all",
  "super admin",
] as const;
type Reader = (typeof readers)[number];

const files = ["public", "note", "sending", "redacted", "unsent", "spam", "merged"] as const;
type Which = (typeof files)[number];

const staffInScope: Reader[] = ["agent of the company", "agent of all", "super admin"];
const everybodyOnIt: Reader[] = [
  "requester",
  "follower",
  "colleague who sees all",
  ...staffInScope,
];

/** Readers who are not listed get the same answer as for a missing file. */
const seenBy: Record<Which, readonly Reader[]> = {
  public: everybodyOnIt,
  note: staffInScope,
  sending: staffInScope,
  redacted: [],
  unsent: ["agent of all"],
  // Staff can look at spam before they unmark it.
  spam: staffInScope,
  merged: everybodyOnIt,
};

const server = setUpTestServer();
const ids = new Map<Which | "missing", string>();
const visitors = new Map<Reader, Visitor>();

beforeAll(async () => {
  const { db } = server;
  const own = await addCompany(db, "Own");
  const other = await addCompany(db, "Other");
  const customer = (company: { id: string }, seesAllTickets = false) =>
    addPerson(db, "Customer", { companies: [{ id: company.id, seesAllTickets }] });
  const agent = (companies: { id: string }[]) =>
    addPerson(db, "Agent", { companyScope: "assigned", companies });

  const people: Record<Exclude<Reader, "visitor">, Person> = {
    disabled: await addPerson(db, "Super Admin"),
    requester: await customer(own),
    follower: await customer(own),
    colleague: await customer(own),
    "colleague who sees all": await customer(own, true),
    "another's customer": await customer(other, true),
    "agent of the company": await agent([own]),
    "agent of another": await agent([other]),
    "agent of none": await agent([]),
    "agent of all": await addPerson(db, "Agent"),
    "super admin": await addPerson(db, "Super Admin"),
  };
  for (const reader of readers) {
    const visitor = server.visitor();
    visitors.set(reader, visitor);
    if (reader !== "visitor") await visitor.signIn(people[reader].email);
  }
  await db
    .updateTable("users")
    .set({ state: "disabled" })
    .where("id", "=", people.disabled.id)
    .execute();

  const author = people["agent of all"];
  const ticket = (given = {}) =>
    insertTicket(db, {
      requester_id: people.requester.id,
      company_id: own.id,
      followers: [people.follower.id],
      ...given,
    });
  const upload = async (which: Which, message?: { id: string; ticket_id: string }) => {
    const visitor = visitors.get("agent of all") as Visitor;
    const { body } = await sendFile(server, visitor, { bytes: `the file ${which}` });
    ids.set(which, body.file.id);
    if (!message) return;
    await db.transaction().execute((tx) =>
      attachFiles(tx, {
        actor: author,
        messageId: message.id,
        fileIds: [body.file.id],
      }),
    );
  };
  const open = await ticket();
  const message = (given = {}) =>
    insertMessage(db, { ticket_id: open.id, author_id: author.id, ...given });

  await upload("public", await message());
  await upload("note", await message({ kind: "note" }));
  await upload(
    "sending",
    await message({ released_at: null, release_at: new Date(Date.now() + 60_000) }),
  );
  await upload("redacted", await message({ redacted_at: new Date(), body: "" }));
  await upload("unsent");
  const spam = await ticket({ spam_at: new Date() });
  await upload("spam", await message({ ticket_id: spam.id }));
  const source = await ticket({ status: "closed", merged_into_id: open.id });
  await upload("merged", await message({ ticket_id: open.id, home_ticket_id: source.id }));
  ids.set("missing", Bun.randomUUIDv7());
}, 60_000);

describe.each(readers)("%s", (reader) => {
  test.each(files)("requests the file that is %s", async (which) => {
    const visitor = visitors.get(reader) as Visitor;
    const asked = await fetchFile(server, visitor, ids.get(which) ?? "");
    const missing = await fetchFile(server, visitor, ids.get("missing") ?? "");
    if (seenBy[which].includes(reader)) {
      expect(asked.status).toBe(200);
      expect(new TextDecoder().decode(asked.bytes)).toBe(`the file ${which}`);
      return;
    }
    expect(asked.status).toBe(reader === "visitor" || reader === "disabled" ? 401 : 404);
    expect(told(asked)).toEqual(told(missing));
  });
});

test("a message cannot attach another user's file, a sent, redacted or missing one", async () => {
  const { db } = server;
  const person = await addPerson(db, "Customer");
  const ticket = await insertTicket(db, { requester_id: person.id });
  const message = await insertMessage(db, { ticket_id: ticket.id, author_id: person.id });
  const take = (fileIds: string[]) =>
    db.transaction().execute((tx) =>
      attachFiles(tx, {
        ...{ actor: person, ticketId: ticket.id, messageId: message.id, now: new Date() },
        fileIds,
      }),
    );
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  const own: string[] = [];
  for (const bytes of ["one", "two", "three"]) {
    own.push((await sendFile(server, visitor, { bytes })).body.file.id);
  }
  const [one = "", two = "", redacted = ""] = own;
  await db.transaction().execute((tx) => redactFiles(tx, { ids: [redacted] }, new Date()));
  const foreign = (["unsent", "public", "missing"] as const).map((which) => ids.get(which) ?? "");
  for (const wrong of [...foreign, redacted]) {
    await expect(take([one, wrong])).rejects.toMatchObject({
      code: "invalid_input",
      details: { fields: [{ field: "fileIds" }] },
    });
  }
  const { rows } = await sql<{ id: string }>`
    insert into files (id, uploader_id, name, type, size, content_id, created_at)
    select uuid_v7(), uploader_id, name, type, size, content_id, created_at
    from files, generate_series(1, 11) where id = ${one} returning id`.execute(db);
  const many = rows.map(({ id }) => id);
  await expect(take(many)).rejects.toMatchObject({
    details: { fields: [{ message: "A message takes 10 files along." }] },
  });
  expect(await filesOfMessages(db, [message.id])).toEqual(new Map());

  await take([two, one, two]);
  const found = await filesOfMessages(db, [message.id, Bun.randomUUIDv7()]);
  expect([...found.keys()]).toEqual([message.id]);
  expect(found.get(message.id)?.map(({ id }) => id)).toEqual([two, one]);
  await expect(take([one])).rejects.toMatchObject({ code: "invalid_input" });

  const third = await insertMessage(db, { ticket_id: ticket.id, author_id: person.id });
  const ten = { actor: person, messageId: third.id, fileIds: many.slice(0, 10) };
  await db.transaction().execute((tx) => attachFiles(tx, ten));

  // An undone reply returns its files.
  await db.deleteFrom("messages").where("id", "=", message.id).execute();
  expect((await fetchFile(server, visitor, one)).status).toBe(200);
});

test("unsent files of a user have a limit, to the byte", async () => {
  const { db } = server;
  const person = await addPerson(db, "Customer");
  await sql`
    insert into files (id, uploader_id, name, type, size, content_id, created_at)
    select uuid_v7(), ${person.id}, name, type, 10, content_id, created_at
    from files where id = ${ids.get("unsent")}`.execute(db);
  await assertSpace(db, person.id, fileLimits.unsentBytes - 10);
  const beyond = assertSpace(db, person.id, fileLimits.unsentBytes - 9);
  await expect(beyond).rejects.toMatchObject({ code: "too_many_uploads" });
});

/** Everything a user learns about a file they cannot read. */
function told({ status, bytes, headers }: Awaited<ReturnType<typeof fetchFile>>) {
  const { requestId: _, ...body } = JSON.parse(new TextDecoder().decode(bytes));
  const names = [...headers.keys()].filter((name) => name !== "x-request-id" && name !== "date");
  return { status, body, names };
}
