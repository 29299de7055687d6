import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { allTokenScopes, type TokenScope } from "../../../shared/api-tokens.ts";
import { addToken, apiClient } from "../../../tests/support/api-tokens.ts";
import { insertMessage, insertTicket } from "../../../tests/support/builders.ts";
import { addCompany, addPerson, type Person } from "../../../tests/support/people.ts";
import { setUpTestServer } from "../../../tests/support/test-server.ts";
import { sweepExports } from "./worker.ts";

const all: TokenScope[] = ["export", "tickets:read", "notes:read"];

const server = setUpTestServer();
let admin: Person;
let customer: Person;

beforeAll(async () => {
  admin = await addPerson(server.db, "Super Admin");
  customer = await addPerson(server.db, "Customer");
}, 60_000);
beforeEach(async () => {
  await server.db.deleteFrom("ticket_exports").execute();
});

const key = () => Bun.randomUUIDv7();

/** A client by a new token of this person. */
async function clientOf(person: Person, scopes = all) {
  const { token } = await addToken(server.db, person, scopes);
  return { token, api: apiClient(server.url, token) };
}

type Client = Awaited<ReturnType<typeof clientOf>>;

/** An export that a server works on or left behind, with the client that asked for it. */
async function insertExport(given: { query?: string; attempts?: number; leased_until: Date }) {
  const { id: token_id, token } = await addToken(server.db, admin, all);
  const id = key();
  await server.db
    .insertInto("ticket_exports")
    .values({
      ...{ id, user_id: admin.id, token_id, query: "", include: [], created_at: new Date() },
      ...given,
    })
    .execute();
  return { id, client: { token, api: apiClient(server.url, token) } };
}

async function start({ api }: Client, body: object): Promise<string> {
  const started = await api("POST", "/exports", { body, key: key() });
  expect([started.status, started.body.code]).toEqual([201, undefined]);
  return started.body.export.id;
}

async function ended({ api }: Client, id: string) {
  for (;;) {
    const { body } = await api("GET", `/exports/${id}`);
    if (body.export.state !== "running") return body.export;
    await Bun.sleep(50);
  }
}

function download({ token }: Client, id: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${server.url}/node/api/v1/exports/${id}/file`, { headers });
}

async function linesOf(client: Client, id: string) {
  const answer = await download(client, id);
  expect(answer.status).toBe(200);
  const text = new TextDecoder().decode(Bun.gunzipSync(await answer.bytes()));
  const lines = text.split("\n").filter((line) => line !== "");
  // biome-ignore lint/suspicious/noExplicitAny: lines of every shape
  return lines.map((line): any => JSON.parse(line));
}

const newTicket = (given: object = {}) =>
  insertTicket(server.db, { requester_id: customer.id, ...given });

describe("an export", () => {
  test("holds the tickets of a query in order of number, more than fit one part", async () => {
    const numbers: number[] = [];
    for (let index = 0; index < 130; index += 1) {
      numbers.push((await newTicket({ priority: "urgent" })).number);
    }
    await newTicket({ priority: "low" });
    const client = await clientOf(admin);
    const id = await start(client, { q: "priority:urgent" });
    expect(await ended(client, id)).toMatchObject({ state: "done", done: 130, total: 130 });
    const lines = await linesOf(client, id);
    expect(lines.map(({ number }) => number)).toEqual(numbers);
    expect(Object.keys(lines[0])).not.toContain("messages");
  });

  test("includes messages, notes and events where asked, without redacted words", async () => {
    const { id: ticketId } = await newTicket();
    const say = async (body: string, kind: "public" | "note" = "public") => {
      const author_id = kind === "note" ? admin.id : customer.id;
      return (await insertMessage(server.db, { ticket_id: ticketId, author_id, body, kind })).id;
    };
    const pin = await say("My PIN is 4711");
    await say("It leaks");
    await say("kanarienvogel", "note");
    const client = await clientOf(admin, allTokenScopes);
    await client.api("POST", `/messages/${pin}/redact`);
    await client.api("PATCH", `/tickets/${ticketId}`, { body: { priority: { to: "high" } } });
    const lineOf = async (include: string[]) => {
      const id = await start(client, { include });
      await ended(client, id);
      return (await linesOf(client, id)).find((line) => line.id === ticketId);
    };
    const whole = await lineOf(["messages", "notes", "events"]);
    expect(whole).toMatchObject({ id: ticketId, priority: "high" });
    expect(
      whole.messages.map(({ state, redacted }: Record<string, unknown>) => [state, redacted]),
    ).toEqual([
      ["public", true],
      ["public", false],
      ["note", false],
    ]);
    expect(whole.events.map(({ change }: { change: { kind: string } }) => change.kind)).toEqual([
      "redacted",
      "priority",
    ]);
    expect(JSON.stringify(whole)).toContain("It leaks");
    expect(JSON.stringify(whole)).not.toContain("4711");
    const withoutNotes = JSON.stringify(await lineOf(["messages"]));
    expect(withoutNotes).toContain("It leaks");
    expect(withoutNotes).not.toContain("kanarienvogel");
  });

  test("has the tickets that its owner sees, and needs the scope for notes", async () => {
    const company = await addCompany(server.db, "Kestrel");
    const agent = await addPerson(server.db, "Agent", {
      companyScope: "assigned",
      companies: [company],
    });
    const own = await newTicket({ company_id: company.id });
    const client = await clientOf(agent, ["export", "tickets:read"]);
    const id = await start(client, {});
    await ended(client, id);
    expect((await linesOf(client, id)).map(({ id }) => id)).toEqual([own.id]);
    const refused = await client.api("POST", "/exports", {
      body: { include: ["notes"] },
      key: key(),
    });
    expect(refused.body.code).toBe("scope_missing");
  });

  test("is for its creator alone, and for a day", async () => {
    const client = await clientOf(admin);
    const id = await start(client, { include: ["notes"] });
    await ended(client, id);
    const colleague = await clientOf(await addPerson(server.db, "Super Admin"));
    const withoutNotes = await clientOf(admin, ["export"]);
    for (const other of [colleague, withoutNotes]) {
      expect((await other.api("GET", `/exports/${id}`)).status).toBe(404);
      expect((await download(other, id)).status).toBe(404);
    }
    await sweepExports(server.db, new Date(Date.now() + 25 * 60 * 60_000));
    expect((await download(client, id)).status).toBe(404);
    const { rows } = await sql`select from ticket_export_parts`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test("is refused while another one runs; its file comes when it is done", async () => {
    // Another server writes it.
    const { client, id } = await insertExport({ leased_until: new Date(Date.now() + 60_000) });
    const second = await client.api("POST", "/exports", { body: {}, key: key() });
    expect([second.status, second.body.code]).toEqual([409, "export_running"]);
    expect((await download(client, id)).status).toBe(409);
  });

  test("goes on after its server was killed in the middle of a part", async () => {
    const { client, id } = await insertExport({
      query: "priority:urgent",
      attempts: 1,
      leased_until: new Date(Date.now() - 1_000),
    });
    expect(await ended(client, id)).toMatchObject({ state: "done", done: 130 });
  });

  test("ends with an explanation when its token is revoked", async () => {
    const { id: token_id } = await addToken(server.db, admin, all);
    await server.db
      .updateTable("api_tokens")
      .set({ revoked_at: new Date() })
      .where("id", "=", token_id)
      .execute();
    const id = key();
    await server.db
      .insertInto("ticket_exports")
      .values({ id, user_id: admin.id, token_id, query: "", include: [], created_at: new Date() })
      .execute();
    expect(await ended(await clientOf(admin), id)).toMatchObject({
      state: "failed",
      done: 0,
      error: "The token was revoked or lost its rights.",
    });
  });
});

test("a query that is not valid is refused", async () => {
  const { api } = await clientOf(admin);
  const refused = await api("POST", "/exports", { body: { q: "status:banana" }, key: key() });
  expect(refused.body.fields).toMatchObject([{ field: "q" }]);
});
