import { beforeAll, expect, test } from "bun:test";
import { mostCompletions } from "../../shared/search/complete.ts";
import { actingAs } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { insertMailbox } from "../../tests/support/mail-desk.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { completeSearch } from "../tickets/list.ts";

const database = setUpTestDatabase();
let harbour: CompanyRow;
let maya: UserRow;
let narrow: UserRow;
let ana: UserRow;

beforeAll(async () => {
  const { db } = database;
  harbour = await insertCompany(db, { name: "Harbour" });
  const far = await insertCompany(db, { name: "Far Harbour" });
  const busy = await insertCompany(db, { name: "Harbour Busy", state: "archived" });
  await insertCompany(db, { name: "Harbour of old", state: "merged", merged_into_id: far.id });
  maya = await insertUser(db, { role: "Super Admin", first_name: "Maya", last_name: "Chen" });
  const assigned = { role: "Agent", company_scope: "assigned" } as const;
  narrow = await insertUser(db, {
    ...{ ...assigned, first_name: "Mark", last_name: "Lund", companies: [harbour.id] },
  });
  await insertUser(db, { ...assigned, first_name: "Mara", last_name: "Gone", state: "disabled" });
  const deleted = { state: "disabled", email: null, deleted_at: new Date() } as const;
  await insertUser(db, { ...deleted, first_name: "Marta", last_name: "Left" });
  ana = await insertUser(db, { first_name: "Ana", last_name: "Martin", companies: [harbour.id] });
  await insertUser(db, { first_name: "Mary", last_name: "Mute" });
  const ben = await insertUser(db, { first_name: "Marc", last_name: "Ek", companies: [far.id] });
  const of = (requester: UserRow, company: CompanyRow, given: object = {}) =>
    insertTicket(db, { requester_id: requester.id, company_id: company.id, ...given });
  await of(ana, harbour, { assignee_id: narrow.id, status: "open", tags: ["printer"] });
  await of(ana, harbour, { status: "resolved" });
  await of(ana, harbour, { spam_at: new Date() });
  await of(ben, far, { assignee_id: maya.id, status: "open", tags: ["private", "old printer"] });
  for (let count = 0; count < 3; count += 1) await of(ben, busy);
  for (const subject of ["Quarry", "Quartz", "Quartz again"]) {
    await of(ana, harbour, { subject, status: "resolved" });
  }
  await insertTeam(db, { name: "Printers" });
  await indexAll(db);
}, 60_000);

async function offered(reader: UserRow, q: string) {
  const deps = await actingAs(database.db, reader);
  return (await completeSearch(deps, { q, at: q.length })).options;
}

const labels = async (reader: UserRow, q: string) =>
  (await offered(reader, q)).map(({ label }) => label);

test("staff get completions of current assignees, without deleted users", async () => {
  const says = narrow.email ?? "";
  expect(await offered(maya, "assignee:mar")).toEqual([
    { text: '"Mark Lund"', label: "Mark Lund", says, count: null, isWhole: true },
  ]);
  expect(await labels(maya, "assignee:ma")).toEqual(["Mark Lund", "Maya Chen"]);
  // All staff can know who works on a ticket.
  expect(await labels(narrow, "assignee:ma")).toEqual(["Mark Lund", "Maya Chen"]);
  expect(await labels(maya, "requester:mar")).toEqual(["Marc Ek", "Mary Mute", "Ana Martin"]);
  expect(await labels(narrow, "requester:mar")).toEqual(["Ana Martin"]);
});

test("a Customer gets people of their own tickets, without addresses", async () => {
  expect(await offered(ana, "assignee:ma")).toMatchObject([{ label: "Mark Lund", says: "" }]);
  expect(await labels(ana, "requester:mar")).toEqual(["Ana Martin"]);
  expect(await labels(ana, "company:har")).toEqual(["Harbour"]);
});

test("companies are sorted by match, then by visible open tickets", async () => {
  const told = async (reader: UserRow) =>
    (await offered(reader, "company:har")).map(({ label, count }) => [label, count]);
  expect(await told(maya)).toEqual([
    ["Harbour Busy", 3],
    ["Harbour", 1],
    ["Far Harbour", 1],
  ]);
  expect(await told(narrow)).toEqual([["Harbour", 1]]);
});

test("tags are those of visible tickets; staff get all teams", async () => {
  expect(await labels(maya, "tag:pri")).toEqual(["printer", "private", "old printer"]);
  expect(await labels(narrow, "tag:pri")).toEqual(["printer"]);
  expect(await labels(narrow, "team:pri")).toEqual(["Printers"]);
});

test("staff get the mailboxes in use by name and address", async () => {
  await insertMailbox(database.db, { name: "Support", address: "help@acme.test" });
  const gone = { name: "Old help", address: "old@acme.test", removed_at: new Date() };
  await insertMailbox(database.db, gone);
  expect(await offered(narrow, "mailbox:sup")).toEqual([
    { text: "Support", label: "Support", says: "help@acme.test", count: null, isWhole: true },
  ]);
  expect(await labels(narrow, "mailbox:help")).toEqual(["Support"]);
  expect(await labels(narrow, "mailbo")).toEqual(["mailbox:"]);
  expect(await labels(ana, "mailbo")).toEqual([]);
});

test("the text at the caret is completed, or at the end if the caret is behind it", async () => {
  const deps = await actingAs(database.db, maya);
  for (const [q, at] of [
    ["team:pri is:open", 8],
    ["is:open team:pri", 99],
  ] as const) {
    const { options } = await completeSearch(deps, { q, at });
    expect(options.map(({ label }) => label)).toEqual(["Printers"]);
  }
  expect(await completeSearch(deps, { q: "is:open status:n", at: 16 })).toEqual({
    span: { start: 15, end: 16 },
    options: [{ text: "new", label: "new", says: "", count: null, isWhole: true }],
  });
  expect(await labels(maya, "assignee:m")).toEqual(["me", "Mark Lund", "Maya Chen"]);
});

test("words are sorted by their tickets, counted for people who see all of them", async () => {
  const told = async (reader: UserRow) =>
    (await offered(reader, "quar")).map(({ label, count }) => [label, count]);
  expect(await told(maya)).toEqual([
    ["quartz", 2],
    ["quarry", 1],
  ]);
  expect(await told(narrow)).toEqual([
    ["quartz", null],
    ["quarry", null],
  ]);
});

test("for a Customer words are sorted by public text: notes do not change the order", async () => {
  const { db } = database;
  for (const subject of ["Yodel", "Yonder", "Yonder again"]) {
    const { id } = await insertTicket(db, { requester_id: ana.id, subject });
    const note = { ticket_id: id, author_id: maya.id, kind: "note" as const };
    await insertMessage(db, { ...note, body: "They yodel, they yowl" });
  }
  await indexAll(db);
  expect(await labels(maya, "yo")).toEqual(["yodel", "yowl", "yonder"]);
  expect(await labels(ana, "yo")).toEqual(["yonder", "yodel"]);
});

test("completions are limited, and match the start of words only", async () => {
  const { db } = database;
  for (let made = 0; made <= mostCompletions; made += 1) {
    await insertCompany(db, { name: `Xylo ${made}` });
  }
  expect(await labels(maya, "company:xyl")).toHaveLength(mostCompletions);
  expect(await labels(maya, "company:ylo")).toEqual([]);
  expect(await labels(maya, "company:")).toHaveLength(mostCompletions);
  expect(await labels(maya, "q")).toEqual([]);
});
