import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { Webhook as Verifier } from "standardwebhooks";
import type { CreateWebhookInput } from "../../../shared/schemas/webhooks.ts";
import type { TicketPatch } from "../../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { indexAll } from "../../../tests/support/index-all.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { createEncryption } from "../../encryption.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { createTeam, deleteTeam } from "../../teams/commands.ts";
import { createTicket } from "../../tickets/create.ts";
import { redactMessage } from "../../tickets/redact.ts";
import { releaseReply } from "../../tickets/release.ts";
import { addNote, replyToTicket } from "../../tickets/reply.ts";
import { updateTicket } from "../../tickets/update.ts";
import { createUser } from "../../users/create-user.ts";
import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  pingWebhook,
  resumeWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookDeps,
} from "./commands.ts";
import {
  listDeliveries,
  sendAgain,
  sendAllSince,
  showRequest,
  skipDelivery,
} from "./deliveries.ts";
import { listWebhooks } from "./queries.ts";
import { sweepWebhooks } from "./queue.ts";
import { retryDelays } from "./retries.ts";
import { startWebhookWorker, type WebhookWorker } from "./worker.ts";

interface Received {
  id: string;
  path: string;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

const loopback = [{ network: "127.0.0.0", prefix: 8 }];
const encryption = createEncryption([new Uint8Array(32).fill(7)]);
const guardedFetch = createGuardedFetch({ allowPrivate: loopback });
const hour = 60 * 60_000;

let database: TestDatabase;
let admin: UserRow;
let agent: UserRow;
let customer: UserRow;
let sink: Bun.Server<undefined>;
let url: string;
let received: Received[];
let answer: (request: Received) => Response | Promise<Response>;
let worker: WebhookWorker;
let clock: Date;
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await insertUser(database.db, { role: "Super Admin", first_name: "Ada" });
  agent = await insertUser(database.db, { role: "Agent", company_scope: "all" });
  customer = await insertUser(database.db, { first_name: "Ana", last_name: "Ruiz" });
  sink = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const text = await request.text();
      const headers = Object.fromEntries(request.headers);
      const { pathname: path } = new URL(request.url);
      const one = { id: headers["webhook-id"] ?? "", path, headers, text, body: JSON.parse(text) };
      received.push(one);
      return await answer(one);
    },
  });
  url = `http://127.0.0.1:${sink.port}`;
}, 60_000);

afterAll(async () => {
  await sink.stop(true);
  await database.drop();
});

beforeEach(() => {
  received = [];
  answer = () => new Response(null, { status: 204 });
  clock = new Date();
  worker = startWebhookWorker({
    ...{ db: database.db, encryption, guardedFetch, now: () => clock },
    log: createLog("debug", (line) => logged.push(line)),
    origin: () => "https://desk.test",
  });
});

afterEach(async () => {
  await worker.stop();
  await database.owner.deleteFrom("webhooks").execute();
  await database.owner.deleteFrom("webhook_events").execute();
});

const key = () => Bun.randomUUIDv7();

async function deps(user = admin): Promise<WebhookDeps> {
  const config = { outboundAllowPrivate: loopback, baseUrl: "https://desk.test" };
  return { ...(await actingAs(database.db, user, clock)), encryption, config };
}

async function addWebhook(given: Partial<CreateWebhookInput> = {}) {
  const input: CreateWebhookInput = {
    ...{ name: `Hook ${key()}`, url, query: "", timeZone: "UTC", notes: false, headers: [] },
    ...{ types: ["ticket.created", "ticket.updated", "message.published"], content: "fields" },
    ...given,
  };
  const { webhook, secret } = await createWebhook(await deps(), input, key());
  return { ...webhook, secret, input };
}

async function move(ms: number): Promise<void> {
  clock = new Date(clock.getTime() + ms);
  await worker.settled();
}

const ticketOf = (given: object = {}) =>
  insertTicket(database.db, { requester_id: customer.id, ...given });

async function update(ticket: TicketRow, patch: TicketPatch): Promise<void> {
  const row = await database.db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  await updateTicket(await deps(agent), change(row, patch));
}

async function say(ticket: TicketRow, body: string): Promise<string> {
  const input = { requestId: key(), id: ticket.id, body };
  return (await replyToTicket(await deps(customer), input)).messageId;
}

const priorities = ["low", "high", "urgent", "normal"] as const;

const log = async (given: object = {}) =>
  (await listDeliveries(await deps(), { limit: 100, ...given })).deliveries;

const stateOf = async (id: string) =>
  (await listWebhooks(database.db, clock)).webhooks.find((webhook) => webhook.id === id);

function verify(secret: string, { text, headers }: Received): unknown {
  return new Verifier(secret).verify(text, headers);
}

describe("a delivery", () => {
  test("of a test event is signed by Standard Webhooks and listed in the log", async () => {
    const webhook = await addWebhook({ headers: [{ name: "Authorization", value: "Bearer s3" }] });
    answer = () => new Response("thanks\0!");
    const { eventId } = await pingWebhook(await deps(), { id: webhook.id }, key());
    await worker.settled();
    const [request] = received;
    if (!request) throw new Error("Nothing was received");
    expect(verify(webhook.secret, request)).toEqual({
      type: "ping",
      timestamp: clock.toISOString(),
      data: {
        webhook: { id: webhook.id },
        actor: { id: admin.id, name: expect.stringContaining("Ada") },
        changes: { fields: [] },
        version: null,
      },
    });
    expect(request.headers).toMatchObject({
      "webhook-id": eventId,
      "content-type": "application/json",
      authorization: "Bearer s3",
    });
    expect(await log()).toMatchObject([
      { eventId, type: "ping", state: "delivered", status: 200, answer: "thanks!", attempts: 1 },
    ]);
    expect(await stateOf(webhook.id)).toMatchObject({ successRate: 1, waiting: 0 });
  });

  test("of a ticket reports what changed, with its fields as they are now", async () => {
    const webhook = await addWebhook();
    const ticket = await ticketOf({ subject: "Printer jams" });
    await update(ticket, { priority: "urgent", addTags: ["billing"] });
    await worker.settled();
    expect(received.map(({ body }) => body)).toMatchObject([
      {
        type: "ticket.updated",
        data: {
          ticket: {
            id: ticket.id,
            url: `https://desk.test/ticket/${ticket.number}`,
            subject: "Printer jams",
            priority: "urgent",
            tags: ["billing"],
            requester: { id: customer.id, name: "Ana Ruiz", email: customer.email },
          },
          actor: { id: agent.id },
          changes: { fields: ["priority", "tags"] },
          version: ticket.version + 1,
        },
      },
    ]);
    if (received[0]) verify(webhook.secret, received[0]);
  });

  test("with ids only holds no words", async () => {
    await addWebhook({ content: "ids", types: ["ticket.created", "message.published"] });
    const input = { requestId: key(), subject: "Secret subject", body: "Secret body" };
    await createTicket(await deps(customer), input);
    await worker.settled();
    expect(received.map(({ body }) => body.type)).toEqual(["ticket.created", "message.published"]);
    for (const { text } of received) expect(text).not.toMatch(/Secret|Ana|Ruiz/);
    expect(Object.keys(received[0]?.body.data.ticket)).toEqual(["id", "number"]);
  });

  test("holds the text of messages only where that is chosen, and notes only with a switch", async () => {
    const types = ["message.published", "note.created"] as CreateWebhookInput["types"];
    await addWebhook({ types, url: `${url}/fields` });
    await addWebhook({ types, url: `${url}/texts`, content: "messages" });
    await addWebhook({ types, url: `${url}/notes`, content: "messages", notes: true });
    const ticket = await ticketOf();
    await addNote(await deps(agent), { requestId: key(), id: ticket.id, body: "kanarienvogel" });
    await say(ticket, "It still jams");
    await worker.settled();
    const at = (path: string) => received.filter((one) => one.path === path);
    expect(at("/fields").map(({ body }) => body.type)).toEqual(["message.published"]);
    expect(at("/fields")[0]?.text).not.toContain("jams");
    expect(at("/texts").map(({ body }) => body.data.message.text)).toEqual(["It still jams"]);
    expect(at("/notes").map(({ body }) => body.data.message.text)).toEqual([
      "kanarienvogel",
      "It still jams",
    ]);
    const others = received.filter(({ path }) => path !== "/notes");
    expect(others.map(({ text }) => text).join()).not.toContain("kanarienvogel");
  });

  test("of a reply by staff follows its release, not its sending", async () => {
    await addWebhook({ types: ["message.published"], content: "messages" });
    const ticket = await ticketOf();
    await replyToTicket(await deps(agent), { requestId: key(), id: ticket.id, body: "On it" });
    await worker.settled();
    expect(received).toEqual([]);
    await sql`update messages set release_at = clock_timestamp() - interval '1 second'
      where ticket_id = ${ticket.id}`.execute(database.db);
    expect(await releaseReply(database.db, clock)).toBe(true);
    await worker.settled();
    expect(received.map(({ body }) => body.data.message.text)).toEqual(["On it"]);
  });

  test("never holds words that were redacted after the action", async () => {
    const webhook = await addWebhook({ types: ["message.published"], content: "messages" });
    await pauseWebhook(await deps(), webhook.id);
    const ticket = await ticketOf();
    const messageId = await say(ticket, "My PIN is 4711");
    await worker.settled();
    await redactMessage(await deps(agent), messageId);
    await resumeWebhook(await deps(), { id: webhook.id, send: true });
    await worker.settled();
    expect(received.map(({ body }) => body.data.message)).toMatchObject([
      { id: messageId, redacted: true, text: null },
    ]);
    const rows = await sql<{ text: string }>`
      select (e.*)::text || (d.*)::text as text
      from webhook_events e join webhook_deliveries d on d.event_id = e.id`.execute(database.db);
    expect(rows.rows.map(({ text }) => text).join()).not.toContain("4711");
  });

  test("reports people and companies", async () => {
    await addWebhook({ types: ["person.created", "company.created", "person.updated"] });
    const company = await insertCompany(database.db, { name: "Acme" });
    await createUser(
      await deps(),
      {
        firstName: "Zoë",
        lastName: "Webb",
        email: "zoe@hooks.test",
        role: "Customer",
        companies: [{ id: company.id }],
      },
      key(),
    );
    await worker.settled();
    expect(received.map(({ body }) => body)).toMatchObject([
      {
        type: "person.created",
        data: {
          person: { firstName: "Zoë", lastName: "Webb", companies: [{ name: "Acme" }] },
          actor: { id: admin.id },
        },
      },
    ]);
  });

  test("reports tickets that change because their team is deleted", async () => {
    const { id } = await createTeam(await deps(), { name: "Repairs" }, key());
    const ticket = await ticketOf({ team_id: id });
    await addWebhook({ types: ["ticket.updated"] });
    await deleteTeam(await deps(), { id, to: null }, key());
    await worker.settled();
    expect(received.map(({ body }) => body.data)).toMatchObject([
      {
        ticket: { id: ticket.id, team: null },
        changes: { fields: ["team"] },
        version: ticket.version + 1,
      },
    ]);
  });

  test("is skipped if the ticket does not match the search", async () => {
    const query = "priority:urgent printer -tag:internal";
    const webhook = await addWebhook({ query });
    const [match, other] = [
      await ticketOf({ subject: "Printer jams", priority: "urgent" }),
      await ticketOf({ subject: "Printer jams" }),
    ];
    for (const ticket of [match, other]) await update(ticket, { type: "incident" });
    await indexAll(database.db);
    await move(1_000);
    expect(received.map(({ body }) => body.data.ticket.id)).toEqual([match.id]);
    expect((await log({ state: "skipped" })).map(({ error }) => error)).toEqual([
      "The ticket does not match the search.",
    ]);
    expect(await stateOf(webhook.id)).toMatchObject({
      state: "active",
      lastDelivery: { status: 204, error: null },
    });
  });

  test("waits for the search index if the search has words", async () => {
    await addWebhook({ query: "kettle" });
    const ticket = await ticketOf({ subject: "Old" });
    await indexAll(database.db);
    await update(ticket, { subject: "A kettle" });
    await Bun.sleep(300);
    expect(received).toEqual([]);
    await indexAll(database.db);
    await move(1_000);
    expect(received.map(({ body }) => body.data.ticket.subject)).toEqual(["A kettle"]);
  });
});

describe("order and retries", () => {
  test("a later event of a ticket waits for the earlier one, other tickets do not", async () => {
    await addWebhook({ types: ["ticket.updated"] });
    const [one, other] = [await ticketOf(), await ticketOf()];
    let isDown = true;
    answer = ({ body }) =>
      new Response(null, { status: isDown && body.data.ticket.id === one.id ? 500 : 200 });
    for (const priority of priorities.slice(0, 3)) await update(one, { priority });
    for (const priority of priorities.slice(0, 2)) await update(other, { priority });
    await worker.settled();
    const versionsOf = (ticket: TicketRow) =>
      received
        .filter(({ body }) => body.data.ticket.id === ticket.id)
        .map(({ body }) => body.data.version - ticket.version);
    await move(1);
    expect(versionsOf(one)).toEqual([1]);
    isDown = false;
    await move(10_000);
    await worker.settled();
    expect(versionsOf(one)).toEqual([1, 1, 2, 3]);
    expect(versionsOf(other)).toEqual([1, 2]);
    const [first, again] = received.filter(({ body }) => body.data.ticket.id === one.id);
    expect(again?.id).toBe(first?.id ?? "");
    expect(await log({ state: "waiting" })).toEqual([]);
  });

  test("failed attempts are repeated by the table, then given up, and the next event follows", async () => {
    const webhook = await addWebhook({ types: ["ticket.updated"] });
    const ticket = await ticketOf();
    let refused = "";
    answer = ({ id }) => {
      refused ||= id;
      return new Response("no", { status: id === refused ? 503 : 200 });
    };
    await update(ticket, { priority: "high" });
    await update(ticket, { priority: "urgent" });
    await worker.settled();
    for (const [index, delay] of retryDelays.entries()) {
      expect(received).toHaveLength(index + 1);
      await move(delay - 1_000);
      expect(received).toHaveLength(index + 1);
      await move(1_000);
    }
    await worker.settled();
    expect(received).toHaveLength(retryDelays.length + 2);
    expect((await log()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["delivered", 1],
      ["failed", retryDelays.length + 1],
    ]);
    expect(await stateOf(webhook.id)).toMatchObject({ state: "active", failingSince: null });
  });

  test("three days without a success pause the webhook and notify by email", async () => {
    const webhook = await addWebhook({ types: ["ticket.updated"] });
    answer = () => new Response(null, { status: 500 });
    for (let hours = 0; hours <= 72; hours += 24) {
      await update(await ticketOf(), { priority: "high" });
      await worker.settled();
      expect((await stateOf(webhook.id))?.state).toBe(hours === 72 ? "paused" : "failing");
      clock = new Date(clock.getTime() + 24 * hour);
    }
    expect(await stateOf(webhook.id)).toMatchObject({ pausedWhy: "failing" });
    const mails = await database.db
      .selectFrom("outgoing_mails")
      .select(["user_id"])
      .where("template", "=", "webhook-paused")
      .execute();
    expect(mails.map(({ user_id }) => user_id)).toContain(admin.id);
  });

  test("a 410 pauses the webhook immediately", async () => {
    const webhook = await addWebhook({ types: ["ticket.updated"] });
    answer = () => new Response(null, { status: 410 });
    await update(await ticketOf(), { priority: "high" });
    await worker.settled();
    expect(await stateOf(webhook.id)).toMatchObject({ state: "paused", pausedWhy: "gone" });
  });

  test("a redirect is a failure and is not followed", async () => {
    await addWebhook({ types: ["ticket.updated"] });
    answer = () => Response.redirect(`${url}/elsewhere`, 307);
    await update(await ticketOf(), { priority: "high" });
    await worker.settled();
    expect(received.map(({ path }) => path)).toEqual(["/"]);
    expect((await log())[0]?.error).toContain("Redirects are not followed");
  });

  test("a long answer is cut, and a private address that is not allowed is refused", async () => {
    await addWebhook({ types: ["ticket.updated"] });
    await addWebhook({ types: ["ticket.updated"], url: "https://10.0.0.1/hook" });
    answer = () => new Response("x".repeat(1_000_000));
    await update(await ticketOf(), { priority: "high" });
    await worker.settled();
    const deliveries = await log();
    expect(deliveries.find(({ state }) => state === "delivered")?.answer).toHaveLength(4096);
    expect(deliveries.find(({ state }) => state === "waiting")?.error).toContain(
      "internal network",
    );
  });

  test("a receiver that hangs gets at most eight requests, and others are not affected", async () => {
    await addWebhook({ types: ["ticket.updated"], url: `${url}/hangs` });
    await addWebhook({ types: ["ticket.updated"], url: `${url}/works` });
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async ({ path }) => {
      if (path === "/hangs") await hanging;
      return new Response();
    };
    for (let count = 0; count < 12; count += 1) {
      await update(await ticketOf(), { priority: "high" });
    }
    const worked = () => received.filter(({ path }) => path === "/works").length;
    for (let tries = 0; tries < 200 && worked() < 12; tries += 1) await Bun.sleep(25);
    expect(worked()).toBe(12);
    expect(received.filter(({ path }) => path === "/hangs")).toHaveLength(8);
    release();
    await worker.settled();
    expect(received.filter(({ path }) => path === "/hangs")).toHaveLength(12);
  });

  test("two servers send each event once", async () => {
    await addWebhook({ types: ["ticket.updated"] });
    const second = startWebhookWorker({
      ...{ db: database.db, encryption, guardedFetch, now: () => clock },
      ...{ log: createLog("error"), origin: () => "https://desk.test" },
    });
    for (let count = 0; count < 20; count += 1) {
      await update(await ticketOf(), { priority: "high" });
    }
    await Promise.all([worker.settled(), second.settled()]);
    await second.stop();
    await worker.settled();
    expect(new Set(received.map(({ id }) => id)).size).toBe(20);
    expect(received).toHaveLength(20);
  });
});

describe("secrets", () => {
  test("both sign for 24 hours after a rotation, then only the new one", async () => {
    const webhook = await addWebhook();
    const { secret } = await rotateSecret(await deps(), { id: webhook.id }, key());
    expect(secret).not.toBe(webhook.secret);
    await pingWebhook(await deps(), { id: webhook.id }, key());
    await worker.settled();
    const [request] = received;
    if (!request) throw new Error("Nothing was received");
    verify(webhook.secret, request);
    verify(secret, request);
    clock = new Date(clock.getTime() + 24 * hour + 1_000);
    await pingWebhook(await deps(), { id: webhook.id }, key());
    await worker.settled();
    expect(received[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  test("and the values of headers are in no log, list or row", async () => {
    const value = "Bearer canary-of-the-header";
    const webhook = await addWebhook({ headers: [{ name: "Authorization", value }] });
    await pingWebhook(await deps(), { id: webhook.id }, key());
    await worker.settled();
    const { rows } = await sql<{ text: string }>`
      select (select string_agg((w.*)::text, ' ') from webhooks w) ||
        (select string_agg((e.*)::text, ' ') from webhook_events e) ||
        (select string_agg((d.*)::text, ' ') from webhook_deliveries d) ||
        (select string_agg((a.*)::text, ' ') from acts a) ||
        (select string_agg((l.*)::text, ' ') from audit_log l) ||
        (select string_agg((p.*)::text, ' ') from audit_personal p) as text`.execute(database.db);
    const [delivery] = await log();
    const places = [
      rows[0]?.text ?? "",
      logged.join("\n"),
      JSON.stringify(await listWebhooks(database.db, clock)),
      JSON.stringify(await showRequest(await deps(), delivery?.id ?? "")),
    ];
    for (const place of places) {
      expect(place.length).toBeGreaterThan(20);
      expect(place).not.toContain("canary-of-the-header");
      expect(place).not.toContain(webhook.secret.slice(6));
    }
  });

  test("an unchanged header keeps its value; a new one needs a value", async () => {
    const webhook = await addWebhook({ headers: [{ name: "X-Key", value: "one" }] });
    const { id, version, input } = webhook;
    const headers = [{ name: "X-Key", value: null }];
    await updateWebhook(await deps(), { ...input, id, version, headers, name: "Renamed" }, key());
    await pingWebhook(await deps(), { id }, key());
    await worker.settled();
    expect(received[0]?.headers["x-key"]).toBe("one");
    const only = await updateWebhook(await deps(), { id, query: "priority:urgent" }, key());
    expect(only).toMatchObject({
      name: "Renamed",
      query: "priority:urgent",
      headerNames: ["X-Key"],
    });
    const unknown = { ...input, id, version: 3, headers: [{ name: "X-Other", value: null }] };
    expect((await refusalOf(updateWebhook(await deps(), unknown, key()))).details.fields).toEqual([
      { field: "headers", message: "Enter a value for X-Other." },
    ]);
    const outdated = { ...input, id, version: 1 };
    expect((await refusalOf(updateWebhook(await deps(), outdated, key()))).code).toBe(
      "changed_meanwhile",
    );
  });

  test("an event is retried while the server's key is not the one that encrypted the secret", async () => {
    const webhook = await addWebhook();
    await worker.stop();
    const lost = startWebhookWorker({
      ...{ db: database.db, guardedFetch, now: () => clock, log: createLog("error") },
      ...{ encryption: createEncryption([new Uint8Array(32).fill(9)]), origin: () => "" },
    });
    await pingWebhook(await deps(), { id: webhook.id }, key());
    await lost.settled();
    await lost.stop();
    expect(await log()).toMatchObject([
      { state: "waiting", error: expect.stringContaining("can't be read") },
    ]);
  });
});

describe("a paused webhook", () => {
  test("collects events for seven days and sends or skips them when it is resumed", async () => {
    const [sent, skipped] = [await addWebhook(), await addWebhook()];
    for (const { id } of [sent, skipped]) await pauseWebhook(await deps(), id);
    const ticket = await ticketOf();
    await update(ticket, { priority: "high" });
    await update(ticket, { priority: "urgent" });
    await worker.settled();
    expect(received).toEqual([]);
    expect(await stateOf(sent.id)).toMatchObject({ state: "paused", waiting: 2 });
    await resumeWebhook(await deps(), { id: sent.id, send: true });
    await resumeWebhook(await deps(), { id: skipped.id, send: false });
    await worker.settled();
    expect(received).toHaveLength(2);
    expect(await log({ webhookId: skipped.id, state: "skipped" })).toHaveLength(2);
  });

  test("no longer collects after seven days", async () => {
    const webhook = await addWebhook();
    await pauseWebhook(await deps(), webhook.id);
    await update(await ticketOf(), { priority: "high" });
    await worker.settled();
    await sql`update webhooks set paused_at = now() - interval '8 days'`.execute(database.db);
    await sweepWebhooks(database.db, clock);
    expect((await log()).map(({ state }) => state)).toEqual(["skipped"]);
    await update(await ticketOf(), { priority: "high" });
    const { count } = await database.db
      .selectFrom("webhook_events")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });
});

test("without a webhook no event is stored", async () => {
  await update(await ticketOf(), { priority: "high" });
  await say(await ticketOf(), "Hello");
  expect(await database.db.selectFrom("webhook_events").selectAll().execute()).toEqual([]);
});

test("the log is read page by page, the newest delivery first", async () => {
  await addWebhook({ types: ["ticket.updated"] });
  const ticket = await ticketOf();
  for (const priority of priorities.slice(0, 3)) await update(ticket, { priority });
  await worker.settled();
  const first = await listDeliveries(await deps(), { limit: 2 });
  const last = await listDeliveries(await deps(), { limit: 2, cursor: first.nextCursor });
  expect([...first.deliveries, ...last.deliveries]).toEqual(await log());
  expect([first.deliveries.length, last.nextCursor]).toEqual([2, null]);
  const forged = listDeliveries(await deps(), { limit: 2, cursor: "x" });
  expect(await refusalOf(forged)).toMatchObject({ code: "invalid_cursor" });
});

test("deliveries can be sent again, skipped, and all be sent since a time", async () => {
  const webhook = await addWebhook({ types: ["ticket.updated"] });
  answer = () => new Response(null, { status: 500 });
  const ticket = await ticketOf();
  for (const priority of priorities.slice(0, 3)) await update(ticket, { priority });
  await worker.settled();
  const [third, second, first] = await log();
  for (const one of [first, second]) await skipDelivery(await deps(), one?.id ?? "");
  answer = () => new Response();
  await worker.settled();
  expect((await log()).map(({ state }) => state)).toEqual(["delivered", "skipped", "skipped"]);
  await sendAgain(await deps(), third?.id ?? "");
  await worker.settled();
  expect(received.filter(({ id }) => id === third?.eventId)).toHaveLength(2);
  const since = new Date(clock.getTime() - hour).toISOString();
  received = [];
  expect(await sendAllSince(await deps(), { webhookId: webhook.id, since })).toEqual({
    count: 2,
    isAll: true,
  });
  await worker.settled();
  expect(received.map(({ id }) => id)).toEqual([first?.eventId ?? "", second?.eventId ?? ""]);
  const acts = await database.db
    .selectFrom("audit_log")
    .select("act")
    .where("subject_id", "=", webhook.id)
    .orderBy("id")
    .execute();
  expect(acts.map(({ act }) => act)).toEqual([
    "webhook.created",
    "webhook.delivery-skipped",
    "webhook.delivery-skipped",
    "webhook.delivery-sent-again",
    "webhook.delivery-sent-again",
  ]);
});

test("settings that could never work are refused", async () => {
  const fieldOf = async (given: Partial<CreateWebhookInput>) =>
    (await refusalOf(addWebhook(given))).details.fields?.map(({ field }) => field);
  expect(await fieldOf({ url: "ftp://example.com" })).toEqual(["url"]);
  expect(await fieldOf({ url: "https://user:password@example.com" })).toEqual(["url"]);
  expect(await fieldOf({ query: "status:banana" })).toEqual(["query"]);
  expect(await fieldOf({ query: "assignee:me" })).toEqual(["query"]);
  expect(await fieldOf({ query: "print*" })).toEqual(["query"]);
  for (const name of ["Host", "Content-Type", "webhook-id", "Connection"]) {
    expect(await fieldOf({ headers: [{ name, value: "x" }] })).toEqual(["headers"]);
  }
  const { name } = await addWebhook();
  expect(await fieldOf({ name: name.toUpperCase() })).toEqual(["name"]);
});

test("for a token without the scope for notes, notes do not exist", async () => {
  const types = ["note.created"] as CreateWebhookInput["types"];
  const webhook = await addWebhook({ types, notes: true, content: "messages" });
  await addNote(await deps(agent), { requestId: key(), id: (await ticketOf()).id, body: "secret" });
  await worker.settled();
  const [delivery] = await log();
  expect(delivery?.type).toBe("note.created");
  const own = await deps();
  const token = { ...own, actor: { ...own.actor, withoutNotes: true } };
  expect((await listDeliveries(token, { limit: 10 })).deliveries).toEqual([]);
  expect((await refusalOf(showRequest(token, delivery?.id ?? ""))).code).toBe("not_found");
  const { id, input } = webhook;
  const made = createWebhook(token, { ...input, name: "Another" }, key());
  expect((await refusalOf(made)).code).toBe("scope_missing");
  expect((await refusalOf(updateWebhook(token, { id, url }, key()))).code).toBe("scope_missing");
});

test("a deleted webhook takes its log with it", async () => {
  const webhook = await addWebhook();
  await pingWebhook(await deps(), { id: webhook.id }, key());
  await worker.settled();
  await deleteWebhook(await deps(), { id: webhook.id }, key());
  expect(await log()).toEqual([]);
});
