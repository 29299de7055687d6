import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { authCalls } from "../../server/api/auth-paths.ts";
import { apiDocument, statusesOf } from "../../server/api/openapi.ts";
import { operations } from "../../server/api/operations.ts";
import { can, type Role } from "../../shared/access.ts";
import { type ApiAnswer, addToken, apiClient } from "../support/api-tokens.ts";
import { insertMessage, insertTicket } from "../support/builders.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addCompany, addPerson, type Person } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";

interface Given {
  params?: Record<string, string>;
  body?: unknown;
  as?: "customer";
  key?: string;
}

let clock = new Date();
let admin: Person;
let customer: Person;
let tokens: Record<"admin" | "customer" | "exporting" | "settings" | "exhausted", string>;
const { document } = apiDocument();
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(document, "document");

const server = setUpTestServer({}, { now: () => clock });

beforeAll(async () => {
  const { db } = server;
  await liftHourlyLimits(db);
  await db.updateTable("desk").set({ customer_tokens: true }).execute();
  admin = await addPerson(db, "Super Admin");
  customer = await addPerson(db, "Customer");
  tokens = {
    admin: (await addToken(db, admin)).token,
    customer: (await addToken(db, customer)).token,
    exporting: (await addToken(db, admin, ["export"])).token,
    settings: (await addToken(db, admin, ["settings:read"])).token,
    exhausted: (await addToken(db, admin)).token,
  };
}, 60_000);
// There can be 50 webhooks, and one running export.
afterEach(async () => {
  await server.db.deleteFrom("webhooks").execute();
  await server.db.deleteFrom("ticket_exports").execute();
});

const newTicket = (given: object = {}) =>
  insertTicket(server.db, { requester_id: customer.id, ...given });

async function onTicket(given: object = {}): Promise<Given> {
  return { params: { id: (await newTicket(given)).id } };
}

async function newReply(released: boolean): Promise<string> {
  const ticket = await newTicket();
  const at = new Date();
  const message = await insertMessage(server.db, {
    ticket_id: ticket.id,
    author_id: admin.id,
    kind: "public",
    released_at: released ? at : null,
    release_at: new Date(at.getTime() + 3_600_000),
  });
  return message.id;
}

const unique = (word: string) => `${word} ${Bun.randomUUIDv7().slice(-12)}`;

async function onTeam() {
  const id = Bun.randomUUIDv7();
  await server.db
    .insertInto("teams")
    .values({ id, name: unique("Team") })
    .execute();
  return { params: { id } };
}

async function onTag() {
  const id = Bun.randomUUIDv7();
  await server.db
    .insertInto("tags")
    .values({ id, name: unique("tag") })
    .execute();
  return { params: { id } };
}

const newCompany = async () => (await addCompany(server.db, `C ${Bun.randomUUIDv7()}`)).id;
const hook = () => ({
  name: `Hook ${Bun.randomUUIDv7()}`,
  url: "https://hooks.invalid/frontdesk",
  types: ["ticket.created"],
  content: "ids",
});
const newWebhook = async () => (await call("createWebhook", { body: hook() })).body.webhook.id;

async function newDelivery(): Promise<Given> {
  const webhook_id = await newWebhook();
  const [id, event_id] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const at = new Date();
  const event = { type: "ping", subject_id: webhook_id, changes: {}, webhook_id, at };
  await server.db
    .insertInto("webhook_events")
    .values({ ...event, id: event_id, spread_at: at })
    .execute();
  await server.db
    .insertInto("webhook_deliveries")
    .values({ id, webhook_id, event_id, subject_id: webhook_id, position: 1, created_at: at })
    .execute();
  return { params: { id } };
}

async function newExport(): Promise<Given> {
  const token = await server.db
    .selectFrom("api_tokens")
    .select("id")
    .where("user_id", "=", admin.id)
    .executeTakeFirstOrThrow();
  const id = Bun.randomUUIDv7();
  const at = new Date();
  await server.db
    .insertInto("ticket_exports")
    .values({
      id,
      user_id: admin.id,
      token_id: token.id,
      query: "",
      include: [],
      state: "done",
      created_at: at,
      ended_at: at,
    })
    .execute();
  return { params: { id } };
}

const resolved = { status: "resolved", last_resolved_at: new Date(), assignee_id: null };

/** A valid call of each operation, on records made for it. */
const valid: Record<string, () => Given | Promise<Given>> = {
  listTickets: () => ({}),
  countTickets: () => ({}),
  getTicketByNumber: async () => ({ params: { number: String((await newTicket()).number) } }),
  getTicket: onTicket,
  createTicket: () => ({
    body: { subject: "Printer", body: "It smokes", requesterId: customer.id },
  }),
  updateTicket: async () => ({ ...(await onTicket()), body: { priority: { to: "high" } } }),
  bulkTickets: async () => ({
    body: { act: { kind: "patch", patch: { priority: "low" } }, ids: [(await newTicket()).id] },
  }),
  solveTicket: async () => ({ ...(await onTicket({ status: "open" })), as: "customer" }),
  reopenTicket: async () => ({ ...(await onTicket(resolved)), as: "customer" }),
  rateTicket: async () => ({
    ...(await onTicket(resolved)),
    as: "customer",
    body: { rating: "good" },
  }),
  mergeTicket: async () => ({ ...(await onTicket()), body: { targetId: (await newTicket()).id } }),
  unmergeTicket: async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    await call("mergeTicket", { params: { id: source.id }, body: { targetId: target.id } });
    return { params: { id: source.id } };
  },
  splitTicket: async () => {
    const ticket = await newTicket();
    const say = () =>
      insertMessage(server.db, { ticket_id: ticket.id, author_id: customer.id, kind: "public" });
    const [, second] = [await say(), await say()];
    return { params: { id: ticket.id }, body: { messageIds: [second.id], subject: "Another" } };
  },
  markSpam: async () => ({ ...(await onTicket()), body: { spam: true } }),
  undoAction: async () => {
    const ticket = await newTicket();
    const done = await call("updateTicket", {
      params: { id: ticket.id },
      body: { priority: { to: "urgent" } },
    });
    return { params: { id: ticket.id }, body: { actId: done.body.actId } };
  },
  listMessages: onTicket,
  listEvents: onTicket,
  createReply: async () => ({ ...(await onTicket()), body: { body: "We are on it." } }),
  createNote: async () => ({ ...(await onTicket()), body: { body: "Called them." } }),
  deleteReply: async () => ({ params: { id: await newReply(false) } }),
  redactMessage: async () => ({ params: { id: await newReply(true) } }),
  listPeople: () => ({}),
  createPerson: () => ({
    body: {
      firstName: "Nora",
      lastName: "Neu",
      email: `${Bun.randomUUIDv7()}@people.test`,
      role: "Customer",
    },
  }),
  getPerson: () => ({ params: { id: customer.id } }),
  updatePerson: () => ({
    params: { id: customer.id },
    body: { phone: { to: "+49 30 1234" } },
  }),
  deletePerson: async () => ({ params: { id: (await addPerson(server.db, "Customer")).id } }),
  listCompanies: () => ({}),
  createCompany: () => ({ body: { name: `Company ${Bun.randomUUIDv7()}` } }),
  getCompany: async () => ({ params: { id: await newCompany() } }),
  updateCompany: async () => ({
    params: { id: await newCompany() },
    body: { notes: { to: "VIP" } },
  }),
  deleteCompany: async () => ({ params: { id: await newCompany() } }),
  listMembers: async () => ({ params: { id: await newCompany() } }),
  listTags: () => ({}),
  listTeams: () => ({}),
  createTeam: () => ({ body: { name: `Team ${Bun.randomUUIDv7()}` } }),
  updateTeam: async () => ({ ...(await onTeam()), body: { name: { to: unique("Team") } } }),
  deleteTeam: onTeam,
  addTeamMember: async () => ({ ...(await onTeam()), body: { userId: admin.id } }),
  removeTeamMember: async () => {
    const { id } = (await onTeam()).params;
    return { params: { id, userId: admin.id } };
  },
  updateTag: async () => ({ ...(await onTag()), body: { name: { to: unique("tag") } } }),
  mergeTag: async () => ({ ...(await onTag()), body: { into: (await onTag()).params.id } }),
  createTag: () => ({ body: { name: unique("tag") } }),
  deleteTag: onTag,
  setMember: async () => ({
    params: { id: await newCompany() },
    body: { userId: customer.id, seesAllTickets: true },
  }),
  removeMember: async () => ({ params: { id: await newCompany(), userId: customer.id } }),
  invitePerson: async () => ({
    params: { id: (await addPerson(server.db, "Customer", { state: "invited" })).id },
  }),
  listMacros: () => ({}),
  listViews: () => ({}),
  listViewTickets: async () => {
    const id = Bun.randomUUIDv7();
    const values = {
      id,
      owner_id: admin.id,
      name: id.slice(0, 30),
      query: "printer",
      created_at: new Date(),
      shared: false,
    };
    await server.db.insertInto("saved_views").values(values).execute();
    return { params: { id } };
  },
  getMe: () => ({}),
  createExport: () => ({ body: { q: "priority:urgent", include: ["messages"] } }),
  getExport: newExport,
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: hook() }),
  getWebhook: async () => ({ params: { id: await newWebhook() } }),
  updateWebhook: async () => ({
    params: { id: await newWebhook() },
    body: { types: ["ticket.updated"] },
  }),
  deleteWebhook: async () => ({ params: { id: await newWebhook() } }),
  rotateWebhookSecret: async () => ({ params: { id: await newWebhook() } }),
  pauseWebhook: async () => ({ params: { id: await newWebhook() } }),
  resumeWebhook: async () => ({ params: { id: await newWebhook() }, body: { send: true } }),
  pingWebhook: async () => ({ params: { id: await newWebhook() } }),
  sendEventsAgain: async () => ({
    params: { id: await newWebhook() },
    body: { since: new Date().toISOString() },
  }),
  listDeliveries: async () => {
    await newDelivery();
    return {};
  },
  getDeliveryRequest: newDelivery,
  sendDeliveryAgain: newDelivery,
  skipDelivery: newDelivery,
};

/** Conflicts of calls that have no idempotency key. */
const conflicting: Record<string, () => Given | Promise<Given>> = {
  updateTicket: async () => ({
    ...(await onTicket()),
    body: { priority: { from: "urgent", to: "low" } },
  }),
  deleteReply: async () => ({ params: { id: await newReply(true) } }),
  updatePerson: () => ({ params: { id: customer.id }, body: { email: { to: admin.email } } }),
  deletePerson: () => ({ params: { id: admin.id } }),
  updateTag: async () => ({
    ...(await onTag()),
    body: { name: { from: "another", to: unique("tag") } },
  }),
  updateTeam: async () => ({
    ...(await onTeam()),
    body: { name: { from: "Another", to: unique("Team") } },
  }),
  deleteTeam: async () => {
    const team = await onTeam();
    await newTicket({ team_id: team.params.id });
    return team;
  },
  updateWebhook: async () => ({
    params: { id: await newWebhook() },
    body: { ...hook(), version: 7 },
  }),
  bulkTickets: async () => {
    const given = await valid.bulkTickets?.();
    const key = Bun.randomUUIDv7();
    await call("bulkTickets", given ?? {}, { key });
    return { body: { ...Object(given?.body), act: { kind: "spam" } }, key };
  },
  updateCompany: async () => {
    const name = `Taken ${Bun.randomUUIDv7()}`;
    await addCompany(server.db, name);
    return { params: { id: await newCompany() }, body: { name: { to: name } } };
  },
  deleteCompany: async () => {
    const id = await newCompany();
    await newTicket({ company_id: id });
    return { params: { id } };
  },
};

/** Uses up the token's calls. */
async function exhaust(): Promise<string> {
  const api = apiClient(server.url, tokens.exhausted);
  while ((await api("GET", "/me")).status === 200);
  return tokens.exhausted;
}

interface Sent {
  token?: string | null;
  key?: string;
  query?: string;
  headers?: Record<string, string>;
}

async function call(id: string, given: Given, sent: Sent = {}): Promise<ApiAnswer> {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`No operation ${id}`);
  // A token can make ten calls a second.
  if (sent.token !== tokens.exhausted) clock = new Date(clock.getTime() + 200);
  const token = sent.token === undefined ? tokens[given.as ?? "admin"] : sent.token;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => given.params?.[name] ?? "");
  const key = sent.key ?? given.key ?? (operation.keyed ? Bun.randomUUIDv7() : undefined);
  return await apiClient(server.url, token)(operation.method, path + (sent.query ?? ""), {
    ...(given.body !== undefined && { body: given.body }),
    ...(key !== undefined && { key }),
    headers: sent.headers ?? {},
  });
}

/** A key that its actor has used for something else. */
async function usedKey({ as }: Given): Promise<string> {
  const request_id = Bun.randomUUIDv7();
  await server.db
    .insertInto("acts")
    .values({
      id: Bun.randomUUIDv7(),
      actor_id: as === "customer" ? customer.id : admin.id,
      request_id,
      kind: "another",
      input_hash: Buffer.alloc(32),
      made: {},
      created_at: new Date(),
    })
    .execute();
  return request_id;
}

const missing = { id: Bun.randomUUIDv7(), number: "999999999" };

function assertDescribed(id: string, { status, body }: ApiAnswer): void {
  const { method, path } = operations.find((each) => each.id === id) as (typeof operations)[number];
  const place = `${path.replace(/~/g, "~0").replace(/\//g, "~1")}/${method.toLowerCase()}`;
  const $ref = `document#/paths/${place}/responses/${status}/content/application~1json/schema`;
  const validate = ajv.compile({ $ref });
  validate(body);
  expect(validate.errors ?? []).toEqual([]);
}

test("every operation has an example", () => {
  expect(Object.keys(valid).sort()).toEqual(operations.map(({ id }) => id).sort());
});

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  "%s",
  (id, operation) => {
    const { answer, keyed, refusals = [], status = 200, versioned } = operation;

    test("answers as the document says", async () => {
      const given = (await valid[id]?.()) ?? {};
      const done = await call(id, given);
      expect([done.status, done.body.code]).toEqual([status, undefined]);
      assertDescribed(id, done);
      expect(answer.safeParse(done.body).error?.issues ?? []).toEqual([]);
      expect(done.headers.get("RateLimit-Limit")).toBe("100");
      expect(done.headers.get("Set-Cookie")).toBeNull();
      expect(done.headers.get("Access-Control-Allow-Origin")).toBeNull();
    });

    test("refuses as the document says", async () => {
      const given = async () => (await valid[id]?.()) ?? {};
      const answers = [
        await call(id, await given(), { query: "?unknown=1" }),
        await call(id, await given(), { token: null }),
      ];
      const last = await given();
      answers.push(await call(id, last, { token: await exhaust() }));
      if (operation.scope) {
        const token = operation.scope === "export" ? tokens.settings : tokens.exporting;
        answers.push(await call(id, await given(), { token }));
      }
      if (refusals.includes(404))
        answers.push(await call(id, { ...(await given()), params: missing }));
      if (refusals.includes(409)) {
        const own = await conflicting[id]?.();
        const used = own ?? (await given());
        answers.push(await call(id, used, own ? {} : { key: await usedKey(used) }));
      }
      if (versioned) {
        answers.push(await call(id, await given(), { headers: { "If-Match": '"4711"' } }));
      }
      for (const refused of answers) assertDescribed(id, refused);
      expect(answers.map(({ status }) => status).sort()).toEqual(statusesOf(operation).sort());
      expect(answers.every(({ body }) => body.success === false)).toBe(true);
    });

    if (keyed) {
      test("needs an idempotency key", async () => {
        const given = (await valid[id]?.()) ?? {};
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => given.params?.[name] ?? "");
        const token = tokens[given.as ?? "admin"];
        clock = new Date(clock.getTime() + 1_000);
        const body = given.body === undefined ? {} : { body: given.body };
        const refused = await apiClient(server.url, token)(operation.method, path, body);
        expect(refused.body.code).toBe("idempotency_key_missing");
      });
    }
  },
);

describe("by role", () => {
  test.each(["Agent", "Customer"] satisfies Role[])(
    "%s is refused what the role lacks",
    async (role) => {
      const person = await addPerson(server.db, role);
      const { token } = await addToken(server.db, person);
      for (const { id, capability } of operations.filter(({ capability }) => capability)) {
        clock = new Date(clock.getTime() + 1_000);
        const given = (await valid[id]?.()) ?? {};
        const answer = await call(id, given, { token });
        const isRefused = answer.body.code === "forbidden";
        const allowed = capability ? can({ role }, capability) : true;
        expect([id, isRefused]).toEqual([id, !allowed]);
      }
    },
    60_000,
  );
});

test("a ticket out of the token's scope is answered like a missing one", async () => {
  const agent = await addPerson(server.db, "Agent", { companyScope: "assigned" });
  const { token } = await addToken(server.db, agent);
  const onTickets = operations.filter(({ path }) => /^\/(tickets|replies|messages)\/\{/.test(path));
  // Staff can never use the requester's actions.
  const ofRequesters = ["solveTicket", "reopenTicket", "rateTicket"];
  for (const { id } of onTickets.filter(({ id }) => !ofRequesters.includes(id))) {
    const answer = await call(id, (await valid[id]?.()) ?? {}, { token });
    expect([id, answer.status, answer.body.code]).toEqual([id, 404, "not_found"]);
  }
  const { tickets } = (await call("listTickets", {}, { token })).body;
  expect(tickets).toEqual([]);
}, 60_000);

test("a change of a person or company names the value it replaces, or overwrites any", async () => {
  const person = await addPerson(server.db, "Customer", { firstName: "Nora" });
  const params = { id: person.id };
  const stale = { firstName: { from: "Norah", to: "Eleonora" } };
  const refused = await call("updatePerson", { params, body: stale });
  expect([refused.status, refused.body.code]).toEqual([409, "user_conflict"]);
  const seen = { firstName: { from: "Nora", to: "Eleonora" }, phone: { to: "+49 30 1" } };
  const { body } = await call("updatePerson", { params, body: seen });
  expect(body.person).toMatchObject({ firstName: "Eleonora", phone: "+49 30 1" });

  const company = { id: await newCompany() };
  const changes = { notes: { from: "VIP", to: "Late payer" } };
  const kept = await call("updateCompany", { params: company, body: changes });
  expect([kept.status, kept.body.code]).toEqual([409, "company_conflict"]);
  const domain = `${Bun.randomUUIDv7()}.test`;
  const added = { notes: { from: "", to: "Late payer" }, domains: { add: [domain] } };
  const done = await call("updateCompany", { params: company, body: added });
  expect(done.body.company).toMatchObject({ notes: "Late payer", domains: [domain] });
});

test("people and companies are polled by the time of their last change", async () => {
  const [person, unchanged] = [
    await addPerson(server.db, "Customer"),
    await addPerson(server.db, "Customer"),
  ];
  const [company, other] = [await newCompany(), await newCompany()];
  const changedSince = async (since: string) => {
    const query = `?limit=200&updatedAfter=${since}`;
    const { people } = (await call("listPeople", {}, { query })).body;
    const { companies } = (await call("listCompanies", {}, { query })).body;
    return [...people, ...companies].map(({ id }: { id: string }) => id).sort();
  };
  const between = async () => {
    await Bun.sleep(5);
    return new Date().toISOString();
  };
  let since = await between();
  await server.db
    .updateTable("users")
    .set({ last_seen_at: new Date() })
    .where("id", "=", unchanged.id)
    .execute();
  expect(await changedSince(since)).toEqual([]);
  await call("updatePerson", { params: { id: person.id }, body: { lastName: { to: "Neu" } } });
  const domains = { add: [`${Bun.randomUUIDv7()}.test`] };
  await call("updateCompany", { params: { id: company }, body: { domains } });
  expect(await changedSince(since)).toEqual([person.id, company].sort());
  since = await between();
  const joined = { params: { id: other }, body: { userId: person.id } };
  await call("setMember", joined);
  expect(await changedSince(since)).toEqual([person.id]);
  since = await between();
  await call("setMember", { ...joined, body: { userId: person.id, seesAllTickets: true } });
  expect(await changedSince(since)).toEqual([person.id]);
});

test("the document is served with an ETag and stays small", async () => {
  const answer = await fetch(`${server.url}/node/api/openapi.json`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text.length).toBeLessThan(300_000);
  expect(JSON.parse(text).openapi).toBe("3.1.0");
  const etag = answer.headers.get("ETag") ?? "";
  const again = await fetch(`${server.url}/node/api/openapi.json`, {
    headers: { "If-None-Match": etag },
  });
  expect(again.status).toBe(304);
});

test("the document describes every call under /node/auth with its own security", () => {
  const described = authCalls.map(
    ({ method, path }) => `${method} /node/auth${path.replace("{id}", ":id")}`,
  );
  const routes = server.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/node/auth/"))
    .map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual([...new Set(routes)].sort());
  expect(document.paths["/create"]?.post).toMatchObject({ security: [{ session: [] }] });
});

test("the page of the document has no script and an anchor for each operation", async () => {
  const answer = await fetch(`${server.url}/node/api/docs`);
  const html = await answer.text();
  expect(html).not.toContain("<script");
  for (const { id } of operations) expect(html).toContain(`id="${id}"`);
  expect(answer.headers.get("Content-Security-Policy")).toStartWith("default-src 'none'");
  expect(Bun.gzipSync(html).length).toBeLessThan(100_000);
});

test("no released operation or field is missing", async () => {
  const kept = (before: unknown, after: unknown, at: string): string[] => {
    if (Array.isArray(before)) {
      if (/\/(required|parameters|tags)$/.test(at)) return [];
      const list = Array.isArray(after) ? after.map((each) => JSON.stringify(each)) : [];
      if (!at.endsWith("/enum")) return [];
      return before
        .filter((each) => !list.includes(JSON.stringify(each)))
        .map((each) => `${at} ${each}`);
    }
    if (typeof before !== "object" || before === null) return [];
    return Object.entries(before).flatMap(([key, value]) => {
      const now = (after as Record<string, unknown> | undefined)?.[key];
      if (now === undefined) return [`${at}/${key}`];
      return kept(value, now, `${at}/${key}`);
    });
  };
  const { paths, components } = await Bun.file(join(import.meta.dir, "released.json")).json();
  expect(kept({ paths, components }, document, "")).toEqual([]);
});

test.each([
  ["GET", "/api/tickets"],
  ["GET", "/api"],
  ["GET", "/swagger.json"],
  ["GET", "/docs/openapi.json"],
  ["GET", "/node"],
  ["GET", "/node/api/v2/tickets"],
  ["POST", "/node/api/v1/unknown"],
])("%s %s answers 404 as JSON", async (method, path) => {
  const answer = await fetch(`${server.url}${path}`, { method });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, code: "not_found" });
});

test("a wrong method names the right ones", async () => {
  const answer = await fetch(`${server.url}/node/api/v1/me`, { method: "POST" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("Allow")).toBe("GET, HEAD");
});
