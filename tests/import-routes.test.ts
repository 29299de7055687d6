import { beforeAll, describe, expect, test } from "bun:test";
import { readCsv, unmarked } from "../shared/csv.ts";
import { importLimits } from "../shared/imports.ts";
import { insertCompany, insertMessage, insertTicket, insertUser } from "./support/builders.ts";
import { addPerson, type Person } from "./support/people.ts";
import { searchable } from "./support/searchable.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
let admin: Visitor;
let adminPerson: Person;
beforeAll(async () => {
  adminPerson = await addPerson(server.db, "Super Admin");
  admin = server.visitor();
  await admin.signIn(adminPerson.email);
}, 60_000);

const csv = { "Content-Type": "text/csv" };

function send(visitor: Visitor, kind: string, body: string, headers = {}): Promise<Answer> {
  return visitor.request("POST", `/node/imports/${kind}`, {
    body,
    headers: { ...csv, ...headers },
  });
}

/** The table in an answer, its first line apart. */
function tableOf({ text }: Answer): { head: string[]; rows: string[][] } {
  const { records } = readCsv(text.replace(/^\uFEFF/, ""), ",");
  const [head = [], ...rows] = records.map(({ cells }) => cells.map(unmarked));
  return { head, rows };
}

const column = ({ head, rows }: ReturnType<typeof tableOf>, name: string) =>
  rows.map((cells) => cells[head.indexOf(name)]);

async function keptImports(): Promise<number> {
  const kept = await server.db.selectFrom("imports").select("id").execute();
  return kept.length;
}

async function exportedBy(personId: string): Promise<{ act: string; fields: string[] }[]> {
  return await server.db
    .selectFrom("audit_log")
    .select(["act", "fields"])
    .where("actor_id", "=", personId)
    .where("act", "like", "%.exported")
    .orderBy("id")
    .execute();
}

describe("an import file is uploaded by its own route", () => {
  test("and imported by a job in the background", async () => {
    const name = encodeURIComponent("Größe ✓.csv");
    const rows = ["Email,First name", "door@door.test,=cmd()", "bad,Bad"].join("\n");
    const { status, body } = await send(admin, "users", rows, { "X-File-Name": name });
    expect(status).toBe(201);
    expect(body.import).toMatchObject({ kind: "users", name: "Größe ✓.csv", rows: 2 });
    const { id, mapping } = body.import;
    const choices = { createCompanies: false, sendInvitations: false };
    const { body: seen } = await admin.query("imports.preview", { id, mapping, choices });
    expect(seen.result.data.counts).toEqual({ created: 1, updated: 0, skipped: 0, refused: 1 });
    const requestId = Bun.randomUUIDv7();
    const confirmed = await admin.mutate("imports.confirm", { requestId, id, mapping, choices });
    const { jobId } = confirmed.body.result.data;
    const result = async () => (await admin.query("imports.result", { jobId })).body.result.data;
    while ((await result()).job.state !== "done") await Bun.sleep(50);
    expect(await result()).toMatchObject({
      counts: { created: 1, refused: 1 },
      refused: [{ subject: "Line 3: bad", message: "Email: This is not an email address." }],
      hasFile: true,
    });
    const refused = await admin.request("GET", `/node/imports/${jobId}/refused`);
    expect(refused.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(tableOf(refused)).toEqual({
      head: ["Line", "Why", "Email", "First name"],
      rows: [["3", "Email: This is not an email address.", "bad", "Bad"]],
    });
    // It can be brought in again as it is.
    const again = await send(admin, "users", refused.text);
    expect(again.body.import.mapping).toEqual([null, null, "email", "firstName"]);

    const users = await admin.request("GET", "/node/exports/users?search=door.test");
    expect(users.text).toContain(",'=cmd(),");
    const foreign = server.visitor();
    await foreign.signIn((await addPerson(server.db, "Super Admin")).email);
    expect((await foreign.request("GET", `/node/imports/${jobId}/refused`)).status).toBe(404);
  });

  test("and refused if it is too large, without being stored", async () => {
    const kept = await keptImports();
    const { status, body } = await send(admin, "users", "a".repeat(importLimits.bytes + 1));
    expect(status).toBe(413);
    expect(body).toMatchObject({
      code: "too_large",
      message: "A CSV file may have at most 20 MB. Split it into several.",
    });
    expect(await keptImports()).toBe(kept);
  });

  test("and refused without a declared length if it is too large", async () => {
    const cookies = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const piece = new Uint8Array(1024 * 1024).fill(97);
    const before = await keptImports();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(piece);
      },
    });
    const answer = await fetch(`${server.url}/node/imports/users`, {
      method: "POST",
      body,
      headers: { ...csv, Cookie: cookies, "X-XSRF-TOKEN": admin.cookies.get("XSRF-TOKEN") ?? "" },
    }).catch(() => null);
    // A client that still sends may see the line cut instead of the answer.
    expect(answer?.status ?? 413).toBe(413);
    expect(await keptImports()).toBe(before);
  });

  test.each([
    ["", /empty/],
    ["email\n", /one line only/],
    ["email\na\0b\n", /NUL/],
  ])("%j is refused with a message", async (text, words) => {
    const { status, body } = await send(admin, "users", text);
    expect(status).toBe(400);
    expect(body.message).toMatch(words);
  });

  test("and refused as a form, not read as a table", async () => {
    const form = "--x\r\n\r\nEmail,First name\r\na@b.test,A\r\n--x--\r\n";
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const { status, body } = await send(admin, "companies", form, headers);
    expect([status, body.code]).toEqual([415, "wrong_media_type"]);
    expect(body.message).toBe("Send the file itself as the body, not as a form.");
  });

  test("and refused without the anti-forgery header", async () => {
    const { status } = await admin.request("POST", "/node/imports/users", {
      ...{ body: "email\na@b.test", headers: csv, unprotected: true },
    });
    expect(status).toBe(403);
  });
});

describe("a list is exported as filtered and sorted", () => {
  test("users: more than a page, in order, and audited", async () => {
    const company = await insertCompany(server.db, { name: "Export; & Sons" });
    for (let at = 0; at < 205; at += 1) {
      await insertUser(server.db, {
        ...{ first_name: `Out${String(at).padStart(3, "0")}`, email: `out${at}@out.test` },
        companies: at === 0 ? [{ id: company.id, seesAllTickets: true }] : [],
      });
    }
    const answer = await admin.request(
      "GET",
      "/node/exports/users?search=out.test&sort=name&descending=true&role=Customer",
    );
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const table = tableOf(answer);
    const names = column(table, "First name");
    expect(names.length).toBe(205);
    expect(names).toEqual([...names].sort().reverse());
    const first = table.rows.at(-1) ?? [];
    expect(first[table.head.indexOf("Companies")]).toBe('"Export; & Sons"');
    expect(first[table.head.indexOf("Sees all tickets of")]).toBe('"Export; & Sons"');
    expect(await exportedBy(adminPerson.id)).toContainEqual({
      act: "user.exported",
      fields: ["search", "role"],
    });
  });

  test("an exported file changes nothing when imported again, even with a company named like a yes", async () => {
    const [x, other] = [
      await insertCompany(server.db, { name: "X" }),
      await insertCompany(server.db),
    ];
    await insertUser(server.db, { companies: [{ id: x.id, seesAllTickets: true }, other.id] });
    for (const [kind, one] of [
      ["users", "created"],
      ["companies", "created"],
    ] as const) {
      const { text } = await admin.request("GET", `/node/exports/${kind}`);
      const { body } = await send(admin, kind, text);
      const { id, mapping, rows } = body.import;
      const choices = { createCompanies: false, sendInvitations: false };
      const { body: seen } = await admin.query("imports.preview", { id, mapping, choices });
      const { counts } = seen.result.data;
      expect(counts[one]).toBe(0);
      expect(counts).toMatchObject({ skipped: rows, updated: 0, refused: 0 });
    }
  });

  test("companies, with their counts", async () => {
    const company = await insertCompany(server.db, {
      name: "Outgoing",
      domains: ["b.out", "a.out"],
    });
    const member = await insertUser(server.db, { companies: [company.id] });
    await insertTicket(server.db, { requester_id: member.id, company_id: company.id });
    const table = tableOf(await admin.request("GET", "/node/exports/companies?search=outgoing"));
    expect(column(table, "Name")).toEqual(["Outgoing"]);
    expect(column(table, "Mail domains")).toEqual(["a.out; b.out"]);
    expect(column(table, "New tickets")).toEqual(["1"]);
    expect(column(table, "Members")).toEqual(["1"]);
  });

  test("tickets: an agent's within their scope, without message text", async () => {
    const [seen, hidden] = [await insertCompany(server.db), await insertCompany(server.db)];
    const agent = await addPerson(server.db, "Agent", {
      companyScope: "assigned",
      companies: [seen],
    });
    const subjects = ["=HYPERLINK(1)", "Plain"];
    for (const company of [seen, hidden]) {
      const requester = await insertUser(server.db, { companies: [company.id] });
      for (const subject of subjects) {
        const ticket = await insertTicket(server.db, {
          ...{ requester_id: requester.id, company_id: company.id, subject },
        });
        for (const kind of ["public", "note"] as const) {
          await insertMessage(server.db, {
            ...{ ticket_id: ticket.id, author_id: requester.id, kind, body: "kanarienvogel" },
          });
        }
      }
    }
    const visitor = server.visitor();
    await visitor.signIn(agent.email);
    const answer = await visitor.request("GET", "/node/exports/tickets?view=all&sort=number");
    expect(answer.text).not.toContain("kanarienvogel");
    expect(answer.text).toContain("'=HYPERLINK(1)");
    const table = tableOf(answer);
    expect(column(table, "Subject")).toEqual([...subjects].reverse());
    expect(column(table, "Company")).toEqual([seen.name, seen.name]);
    expect(await exportedBy(agent.id)).toEqual([{ act: "ticket.exported", fields: ["view"] }]);

    await searchable(server.db);
    const all = tableOf(
      await admin.request("GET", "/node/exports/tickets?q=plain&descending=false&sort=number"),
    );
    expect(column(all, "Subject")).toEqual(["Plain", "Plain"]);
    const listed = await admin.query("tickets.list", {
      q: "plain",
      sort: "number",
      descending: false,
    });
    expect(column(all, "Number")).toEqual(
      listed.body.result.data.tickets.map((ticket: { number: number }) => String(ticket.number)),
    );
  });

  test("an invalid search is refused, and nothing is audited", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    await visitor.signIn(person.email);
    const { status, body } = await visitor.request(
      "GET",
      "/node/exports/tickets?q=status%3Anowhere",
    );
    expect(status).toBe(400);
    expect(body.code).toBe("invalid_input");
    expect((await visitor.request("GET", "/node/exports/tickets?any=thing")).status).toBe(400);
    expect(await exportedBy(person.id)).toEqual([]);
  });
});
