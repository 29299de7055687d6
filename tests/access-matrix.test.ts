import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appRouter } from "../server/router.ts";
import type { Role } from "../shared/access.ts";
import { procedures } from "./support/access-rows.ts";
import { accessTable, plain, readAccessTable } from "./support/access-table.ts";
import { insertTicket } from "./support/builders.ts";
import { type Call, type Knocker, knockers, type Outcome, type World } from "./support/knockers.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { routes } from "./support/route-calls.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

let server: TestServer;
let company: { id: string };
let foreignCompany: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  company = await addCompany(server.db, "Somebody's");
  foreignCompany = await addCompany(server.db, "Somebody else's");
}, 30_000);
afterAll(() => server.stop());

describe("every door has its row", () => {
  test("and docs/security.md shows it as it is: `bun run docs:access` writes it anew", async () => {
    const docs = await Bun.file("docs/security.md").text();
    expect(readAccessTable(docs)).toBe(plain(accessTable()));
  });

  test("each procedure", () => {
    const walked = Object.keys(appRouter._def.procedures).sort();
    expect([...new Set(procedures.map(({ call }) => call))].sort()).toEqual(walked);
  });

  test("each route", () => {
    const walked = server.app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes.map(({ call }) => call))].sort()).toEqual(
      [...new Set(walked)].sort(),
    );
  });
});

const named = (call: Call) => [call.on ? `${call.call} on ${call.on}` : call.call, call] as const;

describe.each(knockers)("%s calls", (knocker) => {
  test.each(procedures.map(named))("%s", async (_, { call, input, row }) => {
    const { visitor, world } = await knock(knocker, call);
    const given = input?.(world);
    const answer = await answerOf(visitor, call, given);
    expect(outcomeOf(answer)).toBe(row[knocker]);
  });

  test.each(routes.map(named))("%s", async (_, { call, input, row }) => {
    const { visitor, world } = await knock(knocker, call);
    const [method = "", path = ""] = call.split(" ");
    const given = { ...(input?.(world) as Record<string, string>) };
    const filled = path.replace(/:(\w+)/g, (whole, name) => given[name] ?? whole);
    const { id: _id, block: _block, ...rest } = given;
    const hasBody = method === "POST" || method === "PUT";
    const query = hasBody || !path.includes(":") ? "" : `?${new URLSearchParams(rest)}`;
    const answer = await visitor.request(method, filled + query, hasBody ? { body: rest } : {});
    expect(outcomeOf(answer)).toBe(row[knocker]);
  });
});

/** Those calls that were answered, by whichever role: every act that a door leads to. */
describe("what all these calls left in the audit log", () => {
  test("says of each act where it came from", async () => {
    const acts = await server.db
      .selectFrom("audit_log as log")
      .select("act")
      .distinct()
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("audit_personal as beside")
              .whereRef("beside.audit_id", "=", "log.id")
              .where("network", "is not", null),
          ),
        ),
      )
      .execute();
    expect(acts).toEqual([]);
  });

  test("names a field in one way, and what it names lies beside it under that name", async () => {
    const rows = await server.db
      .selectFrom("audit_log as log")
      .leftJoin("audit_personal as beside", "beside.audit_id", "log.id")
      .select(["act", "fields", "before", "after"])
      .execute();
    const names = rows.flatMap(({ act, fields, before, after }) =>
      [...fields, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})].map(
        (name) => `${act}: ${name}`,
      ),
    );
    expect(names.length).toBeGreaterThan(10);
    expect([...new Set(names.filter((name) => !/: [a-z]+([A-Z][a-z]+)*$/.test(name)))]).toEqual([]);
  });
});

async function answerOf(visitor: Visitor, call: string, given: unknown): Promise<Answer> {
  if (typeOf(call) === "subscription") return beginningOf(await streamAt(visitor, call));
  return typeOf(call) === "query" ? visitor.query(call, given) : visitor.mutate(call, given);
}

/** How a stream begins: with a refusal, or with what it has to tell. */
function beginningOf(text: string): Answer {
  const data = /^data: (\{"(?:code|kind)".*)$/m.exec(text)?.[1] ?? "{}";
  const refused = text.includes("event: serialized-error");
  const body = refused ? { error: JSON.parse(data) } : JSON.parse(data);
  return { status: 200, body, text, headers: new Headers() };
}

async function streamAt({ cookies }: Visitor, call: string): Promise<string> {
  const cut = new AbortController();
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${server.url}/node/trpc/${call}`, {
    headers: { Cookie },
    signal: cut.signal,
  });
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/^data: \{"(code|kind)".*\n/m.test(text)) break;
  }
  cut.abort();
  return text;
}

function typeOf(call: string): string | undefined {
  const procedure: { _def: { type: string } } | undefined = Reflect.get(
    appRouter._def.procedures,
    call,
  );
  return procedure?._def.type;
}

async function knock(knocker: Knocker, call: string): Promise<{ visitor: Visitor; world: World }> {
  const role: Role = knocker === "nobody" || knocker === "disabled" ? "Agent" : knocker;
  const { db } = server;
  const inCompany = { companies: [company], companyScope: "assigned" } as const;
  const self = await addPerson(db, role, role === "Super Admin" ? {} : inCompany);
  const other = await addPerson(db, "Customer", { companies: [company] });
  const stranger = await addPerson(db, "Customer", { companies: [foreignCompany] });
  const ticket = await insertTicket(db, {
    requester_id: role === "Customer" ? self.id : other.id,
    company_id: company.id,
  });
  const foreign = await insertTicket(db, {
    requester_id: stranger.id,
    company_id: foreignCompany.id,
  });
  const visitor = server.visitor();
  // Signing in takes the longest of all this.
  const ends = ["session.end", "users.endSession"];
  const aside = async (person: Person) => (ends.includes(call) ? await signInAside(person) : "");
  const [ownSession, otherSession] = [await aside(self), await aside(other)];
  if (knocker !== "nobody") await visitor.signIn(self.email);
  if (knocker === "disabled") {
    await server.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", self.id)
      .execute();
  }
  const missing = Bun.randomUUIDv7();
  const world = {
    ...{ self, role, ownSession, other, otherSession, missing, ticket, foreign, stranger },
    ...{ companyId: company.id, foreignCompanyId: foreignCompany.id },
  };
  return { visitor, world };
}

/** On another device; gives what that session is revoked by. */
async function signInAside(person: Person): Promise<string> {
  await server.visitor().signIn(person.email);
  const session = await server.db
    .selectFrom("sessions")
    .select("public_id")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  return session.public_id;
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.body?.error) return answer.body.error.data.code;
  if (answer.status >= 400) return answer.body.code;
  return "ok";
}
