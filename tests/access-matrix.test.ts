import { beforeAll, describe, expect, test } from "bun:test";
import { appRouter } from "../server/rpc/router.ts";
import type { Role } from "../shared/access.ts";
import {
  type Call,
  type Caller,
  callers,
  type Outcome,
  type World,
} from "./support/access/callers.ts";
import { routes } from "./support/access/route-calls.ts";
import { procedures } from "./support/access/rows.ts";
import { accessTable } from "./support/access/table.ts";
import { endsSession, makeWorld, routeRequest, typeOf } from "./support/access/world.ts";
import { addCompany } from "./support/people.ts";
import { signedIn } from "./support/signed-in.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
let company: { id: string };
let foreignCompany: { id: string };
beforeAll(async () => {
  company = await addCompany(server.db, "Somebody's");
  foreignCompany = await addCompany(server.db, "Someone else's");
}, 60_000);

describe("every call has its row", () => {
  test("and a line in what `bun run docs:access` prints", () => {
    const lines = accessTable().split("\n");
    expect(lines).toHaveLength(1 + procedures.length + routes.length);
    expect(lines.find((line) => line.startsWith("audit.list "))).toMatch(/forbidden/);
  });

  test("each procedure", () => {
    const walked = Object.keys(appRouter._def.procedures).sort();
    expect([...new Set(procedures.map(({ call }) => call))].sort()).toEqual(walked);
  });

  test("each route", () => {
    const walked = server.app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
      // Tokens open these, and the contract test calls each of them with every kind of token.
      .filter(({ path }) => !path.startsWith("/node/api/v1/"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes.map(({ call }) => call))].sort()).toEqual(
      [...new Set(walked)].sort(),
    );
  });
});

const named = (call: Call) => [call.on ? `${call.call} on ${call.on}` : call.call, call] as const;

describe.each(callers)("%s calls", (caller) => {
  test.each(procedures.map(named))("%s", async (_, { call, input, row }) => {
    const changes = row[caller] === "ok" && typeOf(call) === "mutation";
    const { visitor, world } = await prepare(caller, changes || endsSession(call) ? call : null);
    const given = input?.(world);
    const answer = await answerOf(visitor, call, given);
    expect(outcomeOf(answer)).toBe(row[caller]);
  });

  test.each(routes.map(named))("%s", async (_, call) => {
    const changes = call.row[caller] === "ok" && !isRead(call.call);
    const { visitor, world } = await prepare(caller, changes ? call.call : null);
    const { method, path, body } = routeRequest(call, world);
    const answer = await visitor.request(method, path, { body });
    expect(outcomeOf(answer)).toBe(call.row[caller]);
  });
});

/** The calls that were answered, by any role. */
describe("the audit log of all these calls", () => {
  test("records where each action came from", async () => {
    const acts = await server.db
      .selectFrom("audit_log as log")
      .select("act")
      .distinct()
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("audit_personal as personal")
              .whereRef("personal.audit_id", "=", "log.id")
              .where("network", "is not", null),
          ),
        ),
      )
      .execute();
    expect(acts).toEqual([]);
  });

  test("spells each field one way, and stores its values under that name", async () => {
    const rows = await server.db
      .selectFrom("audit_log as log")
      .leftJoin("audit_personal as personal", "personal.audit_id", "log.id")
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

/** The first event of a stream: a refusal or data. */
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

const isRead = (call: string) => call.startsWith("GET ") && call !== "GET /node/auth/logout";

interface Prepared {
  visitor: Visitor;
  world: World;
}

const unchanged = new Map<Caller, Promise<Prepared>>();

/** Calls that change something get their own world; refused calls and reads share one. */
async function prepare(caller: Caller, change: string | null): Promise<Prepared> {
  if (change !== null) return await createPrepared(caller, change);
  const known = unchanged.get(caller) ?? createPrepared(caller, "");
  unchanged.set(caller, known);
  const { visitor, world } = await known;
  // A refusal can delete the visitor's cookie.
  const again = server.visitor();
  for (const [name, value] of visitor.cookies) again.cookies.set(name, value);
  return { visitor: again, world };
}

async function createPrepared(caller: Caller, call: string): Promise<Prepared> {
  const role: Role = caller === "visitor" || caller === "disabled" ? "Agent" : caller;
  const world = await makeWorld(server, { company, foreignCompany }, role, call);
  const { self } = world;
  const visitor = caller === "visitor" ? server.visitor() : await signedIn(server, self);
  if (caller === "disabled") {
    await server.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", self.id)
      .execute();
  }
  return { visitor, world };
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.body?.error) return answer.body.error.data.code;
  if (answer.status >= 400) return answer.body.code;
  return "ok";
}
