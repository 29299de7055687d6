import { beforeAll, expect, test } from "bun:test";
import { notifyExpiringTokens } from "../../server/api/token-expiry.ts";
import { looksLikeToken, newApiToken } from "../../server/auth/api-tokens.ts";
import type { MailJob } from "../../server/mail/outbox/lease.ts";
import { findRecipient } from "../../server/mail/outbox/recipient.ts";
import { listNotifications } from "../../server/notifications/queries.ts";
import { changeUser } from "../../server/users/update-user.ts";
import { actingAs } from "../support/acting.ts";
import { addToken, apiClient } from "../support/api-tokens.ts";
import { insertMessage, insertTicket } from "../support/builders.ts";
import { addCompany, addPerson, type Person } from "../support/people.ts";
import { startTestServer } from "../support/server.ts";
import { signedIn } from "../support/signed-in.ts";
import { setUpTestServer } from "../support/test-server.ts";

let admin: Person;
let customer: Person;
let clock = new Date();
const written: string[] = [];

const server = setUpTestServer({}, { now: () => clock });

beforeAll(async () => {
  admin = await addPerson(server.db, "Super Admin");
  customer = await addPerson(server.db, "Customer");
}, 60_000);

const key = () => Bun.randomUUIDv7();
const userRow = (id: string) =>
  server.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function createApp(given: object = {}) {
  const visitor = await signedIn(server, admin);
  const { body } = await visitor.mutate("apiTokens.createApp", {
    name: "Importer",
    role: "Agent",
    companyScope: "all",
    scopes: ["tickets:read", "tickets:write", "messages:write"],
    days: 30,
    ...given,
  });
  written.push(body.result.data.secret);
  return body.result.data as { secret: string; token: { id: string; owner: { id: string } } };
}

test("a token has 256 random bits, and a checksum finds a changed letter", () => {
  const token = newApiToken("personal");
  expect(token).toMatch(/^fd_pat_[0-9A-Za-z]{49}$/);
  expect(looksLikeToken(token)).toBe(true);
  const other = token.at(10) === "x" ? "y" : "x";
  expect(looksLikeToken(token.slice(0, 10) + other + token.slice(11))).toBe(false);
  expect(newApiToken("app")).toStartWith("fd_app_");
});

test("a created token is shown once, listed without its secret, and ends when revoked", async () => {
  const visitor = await signedIn(server, admin);
  const input = { name: "Report", scopes: ["tickets:read"], days: 90 };
  const { secret, token } = (await visitor.mutate("apiTokens.create", input)).body.result.data;
  written.push(secret);
  const listed = await visitor.query("apiTokens.own");
  expect(listed.text).toContain(token.id);
  expect(listed.text).not.toContain(secret);
  const api = apiClient(server.url, secret);
  expect((await api("GET", "/me")).body.me).toMatchObject({
    kind: "personal",
    owner: { id: admin.id, role: "Super Admin" },
    scopes: ["tickets:read"],
  });
  await visitor.mutate("apiTokens.revoke", { id: token.id });
  expect((await api("GET", "/me")).body.code).toBe("token_invalid");
  const acts = await server.db
    .selectFrom("audit_log")
    .select("act")
    .where("subject_id", "=", token.id)
    .orderBy("id")
    .execute();
  expect(acts.map(({ act }) => act)).toEqual(["token.created", "token.revoked"]);
});

test("unknown, expired, revoked and misplaced tokens get the same answer", async () => {
  const expired = await addToken(server.db, admin, ["tickets:read"], new Date(clock.getTime() - 1));
  const good = await addToken(server.db, admin);
  const wrong = [newApiToken("personal"), expired.token, "fd_pat_short", "Basic"];
  const answers = await Promise.all(
    wrong.map((token) => apiClient(server.url, token)("GET", "/me")),
  );
  expect([...new Set(answers.map(({ status, body }) => `${status} ${body.code}`))]).toEqual([
    "401 token_invalid",
  ]);
  const inQuery = await apiClient(server.url, null)("GET", `/me?token=${good.token}`);
  expect(inQuery.body.code).toBe("token_invalid");
  const onTrpc = await fetch(`${server.url}/node/trpc/session.list`, {
    headers: { Authorization: `Bearer ${good.token}` },
  });
  expect(onTrpc.status).toBe(401);
  const visitor = await signedIn(server, admin);
  const byCookie = await visitor.request("GET", "/node/api/v1/me");
  expect(byCookie.body.code).toBe("token_invalid");
});

test("a change of role ends a person's tokens, and so does disabling them", async () => {
  const deps = await actingAs(server.db, await userRow(admin.id));
  for (const patch of [{ role: "Agent" }, { state: "disabled" }] as const) {
    const person = await addPerson(server.db, "Super Admin");
    const api = apiClient(server.url, (await addToken(server.db, person)).token);
    expect((await api("GET", "/me")).status).toBe(200);
    await server.db.transaction().execute((tx) => changeUser(tx, deps, person.id, patch));
    expect((await api("GET", "/me")).status).toBe(401);
  }
});

test("a change of password keeps tokens valid", async () => {
  const person = await addPerson(server.db, "Agent");
  const api = apiClient(server.url, (await addToken(server.db, person)).token);
  await server.db
    .updateTable("users")
    .set({ password_hash: "another", password_set_at: clock })
    .where("id", "=", person.id)
    .execute();
  expect((await api("GET", "/me")).status).toBe(200);
});

test("a token works only from its networks", async () => {
  const { id, token } = await addToken(server.db, admin);
  const allow = (ip_ranges: string[]) =>
    server.db.updateTable("api_tokens").set({ ip_ranges }).where("id", "=", id).execute();
  const api = apiClient(server.url, token);
  await allow(["192.0.2.0/24"]);
  expect((await api("GET", "/me")).status).toBe(401);
  await allow(["192.0.2.0/24", "127.0.0.0/8"]);
  expect((await api("GET", "/me")).status).toBe(200);
});

test("an app writes under its own name, is never assigned and appears in no list of users", async () => {
  const { secret, token } = await createApp();
  const api = apiClient(server.url, secret);
  const opened = await api("POST", "/tickets", {
    key: key(),
    body: { subject: "From an app", body: "Hello", requesterId: customer.id },
  });
  expect(opened.body.ticket).toMatchObject({ channel: "api", status: "open", assignee: null });
  const { id } = opened.body.ticket;
  const done = await api("PATCH", `/tickets/${id}`, { body: { status: { to: "resolved" } } });
  expect(done.body.ticket).toMatchObject({ status: "resolved", assignee: null });
  const assigned = await api("PATCH", `/tickets/${id}`, {
    body: { assigneeId: { to: token.owner.id } },
  });
  expect(assigned.body.code).toBe("out_of_scope");
  const visitor = await signedIn(server, admin);
  const found = await visitor.query("tickets.list", { q: "channel:api" });
  expect(found.text).toContain("From an app");
  for (const [call, input] of [
    ["users.list", { limit: 200 }],
    ["tickets.assignees", { search: "Importer" }],
    ["teams.staff", { search: "Importer" }],
  ] as const) {
    expect((await visitor.query(call, input)).text).not.toContain(token.owner.id);
  }
  expect((await visitor.query("users.get", { id: token.owner.id })).body.error.data.code).toBe(
    "not_found",
  );
});

test("a revoked app can do nothing, and what it wrote keeps its name", async () => {
  const { secret, token } = await createApp({ name: "Gone app" });
  const api = apiClient(server.url, secret);
  const body = { subject: "Stays", body: "Hello", requesterId: customer.id };
  const { ticket } = (await api("POST", "/tickets", { key: key(), body })).body;
  const visitor = await signedIn(server, admin);
  await visitor.mutate("apiTokens.revokeAny", { id: token.id });
  expect((await api("GET", "/me")).status).toBe(401);
  const other = apiClient(server.url, (await addToken(server.db, admin)).token);
  const { messages } = (await other("GET", `/tickets/${ticket.id}/messages`)).body;
  expect(messages[0].author.name).toBe("Gone app");
});

test("an app for some companies sees only their tickets", async () => {
  const company = await addCompany(server.db, `For apps ${key()}`);
  const inside = await insertTicket(server.db, {
    requester_id: customer.id,
    company_id: company.id,
  });
  const outside = await insertTicket(server.db, { requester_id: customer.id });
  const { secret } = await createApp({ companyScope: "assigned", companyIds: [company.id] });
  const api = apiClient(server.url, secret);
  expect((await api("GET", `/tickets/${inside.id}`)).status).toBe(200);
  expect((await api("GET", `/tickets/${outside.id}`)).status).toBe(404);
  const { tickets } = (await api("GET", "/tickets?limit=200")).body;
  expect(tickets.map((each: { id: string }) => each.id)).toEqual([inside.id]);
});

test("a token that is revoked or narrowed while the body arrives writes nothing", async () => {
  for (const change of [{ revoked_at: clock }, { scopes: ["tickets:read"] }]) {
    const ticket = await insertTicket(server.db, { requester_id: customer.id });
    const { id, token } = await addToken(server.db, admin);
    const bytes = new TextEncoder().encode(JSON.stringify({ body: "Too late" }));
    let send: (() => void) | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 5));
        send = () => {
          controller.enqueue(bytes.slice(5));
          controller.close();
        };
      },
    });
    const answer = fetch(`${server.url}/node/api/v1/tickets/${ticket.id}/replies`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Idempotency-Key": key(),
        "Content-Type": "application/json",
      },
      body,
    });
    await Bun.sleep(100);
    await server.db.updateTable("api_tokens").set(change).where("id", "=", id).execute();
    send?.();
    expect([401, 403]).toContain((await answer).status);
    const messages = await server.db
      .selectFrom("messages")
      .select("id")
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(messages).toEqual([]);
  }
});

test("a token revoked after it was checked writes nothing", async () => {
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const { id, token } = await addToken(server.db, admin);
  const { promise: locked, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const revoking = server.db.transaction().execute(async (tx) => {
    await tx.updateTable("api_tokens").set({ revoked_at: clock }).where("id", "=", id).execute();
    hold();
    await locked;
  });
  await held;
  const answer = apiClient(server.url, token)("POST", `/tickets/${ticket.id}/notes`, {
    key: key(),
    body: { body: "Too late" },
  });
  await Bun.sleep(300);
  release();
  await revoking;
  expect((await answer).body.code).toBe("token_invalid");
});

test("two replies with one key make one message, and another text with it is refused", async () => {
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const api = apiClient(server.url, (await addToken(server.db, admin)).token);
  const requestId = key();
  const send = (body: string) =>
    api("POST", `/tickets/${ticket.id}/replies`, { key: requestId, body: { body } });
  const [one, two] = await Promise.all([send("Hello"), send("Hello")]);
  expect(one.status).toBe(201);
  expect(two.body.messageId).toBe(one.body.messageId);
  expect((await send("Other")).body.code).toBe("request_reused");
});

test("a conflict names both values, and If-Match covers the whole ticket", async () => {
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const api = apiClient(server.url, (await addToken(server.db, admin)).token);
  const path = `/tickets/${ticket.id}`;
  const before = (await api("GET", path)).headers.get("ETag") ?? "";
  const unchanged = await api("GET", path, { headers: { "If-None-Match": before } });
  expect(unchanged.status).toBe(304);
  await api("PATCH", path, { body: { priority: { from: "normal", to: "high" } } });
  const refused = await api("PATCH", path, { body: { priority: { from: "normal", to: "low" } } });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: "ticket_conflict",
    conflicts: [{ field: "priority", theirs: "High", yours: "Low", by: { id: admin.id } }],
  });
  const late = await api("PATCH", path, {
    headers: { "If-Match": before },
    body: { type: { to: "task" } },
  });
  expect([late.status, late.body.code]).toEqual([412, "version_changed"]);
});

test("without notes:read no answer contains a word of a note", async () => {
  const word = "kanarienvogel";
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const all = apiClient(server.url, (await addToken(server.db, admin)).token);
  await insertMessage(server.db, { ticket_id: ticket.id, author_id: customer.id, body: "Help" });
  const note = await all("POST", `/tickets/${ticket.id}/notes`, {
    key: key(),
    body: { body: `See the ${word}` },
  });
  expect(note.status).toBe(201);
  const { token } = await addToken(server.db, admin, ["tickets:read", "tickets:write"]);
  const api = apiClient(server.url, token);
  const read = ["", "/messages", "/events"].map((part) => `/tickets/${ticket.id}${part}`);
  for (const path of [...read, "/tickets?limit=200", `/tickets?q=${word}`]) {
    const answer = await api("GET", path);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(word);
    expect(JSON.stringify(answer.body)).not.toContain(note.body.messageId);
  }
  expect((await api("GET", `/tickets/count?q=${word}`)).body.count).toBe(0);
  const { messages } = (await all("GET", `/tickets/${ticket.id}/messages`)).body;
  expect(messages.map(({ state }: { state: string }) => state)).toContain("note");
});

test("pages of messages do not overlap, and they end", async () => {
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  for (let said = 0; said < 5; said += 1) {
    await insertMessage(server.db, { ticket_id: ticket.id, author_id: customer.id });
  }
  const api = apiClient(server.url, (await addToken(server.db, admin)).token);
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const cursor: string = next === null ? "" : `&cursor=${encodeURIComponent(next)}`;
    const { body } = await api("GET", `/tickets/${ticket.id}/messages?limit=2${cursor}`);
    ids.push(...body.messages.map((each: { id: string }) => each.id));
    next = body.nextCursor;
  } while (next !== null);
  expect(ids.length).toBe(5);
  expect(new Set(ids).size).toBe(5);
  const made = await api("GET", `/tickets/${ticket.id}/messages?cursor=made-up`);
  expect(made.body.code).toBe("invalid_cursor");
});

test("while a thousand tickets are written, pages give no id twice and miss none", async () => {
  const { db } = server;
  const owner = await addPerson(db, "Customer");
  const agent = await addPerson(db, "Super Admin");
  const { token } = await addToken(db, agent);
  const before = new Set<string>();
  for (let count = 0; count < 120; count += 1) {
    before.add((await insertTicket(db, { requester_id: owner.id })).id);
  }
  let left = 1_000;
  const write = async () => {
    while (left > 0) {
      left -= 1;
      const { id } = await insertTicket(db, { requester_id: owner.id });
      const changed = { updated_at: new Date(), version: 2 };
      await db.updateTable("tickets").set(changed).where("id", "=", id).execute();
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    clock = new Date(clock.getTime() + 1_000);
    const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/tickets?sort=created&order=asc&limit=20${next}`;
    const { body } = await apiClient(server.url, token)("GET", path);
    found.push(...body.tickets.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  await Promise.all(writers);
  expect(new Set(found).size).toBe(found.length);
  expect([...before].filter((id) => !found.includes(id))).toEqual([]);
}, 60_000);

test("customers can have tokens only while the setting allows it", async () => {
  const allow = (customer_tokens: boolean) =>
    server.db.updateTable("desk").set({ customer_tokens }).execute();
  const visitor = await signedIn(server, customer);
  const input = { name: "Mine", scopes: ["tickets:read"], days: 30 };
  const refused = await visitor.mutate("apiTokens.create", input);
  expect(refused.body.error.data.code).toBe("tokens_not_allowed");
  await allow(true);
  const { secret } = (await visitor.mutate("apiTokens.create", input)).body.result.data;
  const api = apiClient(server.url, secret);
  const foreign = await addPerson(server.db, "Customer");
  const theirs = await insertTicket(server.db, { requester_id: foreign.id });
  const own = await insertTicket(server.db, { requester_id: customer.id });
  expect((await api("GET", `/tickets/${theirs.id}`)).status).toBe(404);
  const seen = await api("GET", `/tickets/${own.id}`);
  expect(seen.headers.get("ETag")).toBeNull();
  expect(Object.keys(seen.body.ticket)).not.toContain("version");
  await allow(false);
  expect((await api("GET", "/me")).status).toBe(401);
});

test("a token cannot be valid for longer than the setting allows", async () => {
  await server.db.updateTable("desk").set({ token_days: 90 }).execute();
  const visitor = await signedIn(server, admin);
  for (const days of [365, null]) {
    const input = { name: "Long", scopes: ["tickets:read"], days };
    const refused = await visitor.mutate("apiTokens.create", input);
    expect(refused.body.error.data.code).toBe("token_too_long");
  }
  await server.db.updateTable("desk").set({ token_days: null }).execute();
});

test("after twenty wrong tokens a network has to wait", async () => {
  const other = await startTestServer({}, { now: () => clock, database: server.database });
  const { token } = await addToken(server.db, admin);
  for (let tried = 0; tried < 20; tried += 1) {
    const wrong = await apiClient(other.url, newApiToken("personal"))("GET", "/me");
    expect(wrong.status).toBe(401);
  }
  const refused = await apiClient(other.url, token)("GET", "/me");
  expect(refused.status).toBe(429);
  clock = new Date(clock.getTime() + 60_000);
  expect((await apiClient(other.url, token)("GET", "/me")).status).toBe(200);
  await other.stop();
}, 30_000);

test("an attachment of a note is not handed out without notes:read", async () => {
  const all = await addToken(server.db, admin);
  const sent = await fetch(`${server.url}/node/api/v1/attachments`, {
    method: "POST",
    headers: { Authorization: `Bearer ${all.token}`, "X-File-Name": "secret.txt" },
    body: "only for staff",
  });
  const { attachment } = (await sent.json()) as { attachment: { id: string } };
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const note = await apiClient(server.url, all.token)("POST", `/tickets/${ticket.id}/notes`, {
    key: key(),
    body: { body: "See the file", fileIds: [attachment.id] },
  });
  expect(note.status).toBe(201);
  const blind = await addToken(server.db, admin, ["tickets:read"]);
  const path = `/attachments/${attachment.id}`;
  expect((await apiClient(server.url, blind.token)("GET", path)).status).toBe(404);
  expect((await apiClient(server.url, all.token)("GET", path)).body).toBe("only for staff");
});

test("a hundred simultaneous calls are answered, and the next answer says when to retry", async () => {
  const api = apiClient(server.url, (await addToken(server.db, admin)).token);
  for (let call = 0; call < 100; call += 1) expect((await api("GET", "/me")).status).toBe(200);
  const refused = await api("GET", "/me");
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("Retry-After")).toBe("1");
  clock = new Date(clock.getTime() + 1_000);
  expect((await api("GET", "/me")).status).toBe(200);
});

test("an uploaded file is attached to a reply and downloaded again", async () => {
  const { token } = await addToken(server.db, admin);
  const sent = await fetch(`${server.url}/node/api/v1/attachments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "X-File-Name": "list.txt",
      "Content-Type": "text/plain",
    },
    body: "one\ntwo\n",
  });
  const { attachment } = (await sent.json()) as { attachment: { id: string } };
  expect(sent.status).toBe(201);
  const ticket = await insertTicket(server.db, { requester_id: customer.id });
  const api = apiClient(server.url, token);
  const reply = await api("POST", `/tickets/${ticket.id}/replies`, {
    key: key(),
    body: { body: "See the list", fileIds: [attachment.id] },
  });
  expect(reply.status).toBe(201);
  const got = await api("GET", `/attachments/${attachment.id}`);
  expect(got.body).toBe("one\ntwo\n");
});

test("no token is stored or logged", async () => {
  const tables = ["api_tokens", "audit_log", "audit_personal", "acts", "users"] as const;
  for (const table of tables) {
    const rows = JSON.stringify(await server.db.selectFrom(table).selectAll().execute());
    for (const secret of written) expect(rows).not.toContain(secret);
  }
  expect(written.length).toBeGreaterThan(2);
});

test("an owner gets one mail and one notification if a token expires within 14 days", async () => {
  const { db } = server;
  const days = (count: number) => new Date(clock.getTime() + count * 24 * 60 * 60_000);
  const agent = await addPerson(db, "Agent");
  const soon = await addToken(db, agent, ["tickets:read"], days(13));
  await addToken(db, agent, ["tickets:read"], days(15));
  const revoked = await addToken(db, agent, ["tickets:read"], days(2));
  await db
    .updateTable("api_tokens")
    .set({ revoked_at: clock })
    .where("id", "=", revoked.id)
    .execute();
  await notifyExpiringTokens(db, clock);
  await notifyExpiringTokens(db, clock);
  const mails = await db
    .selectFrom("outgoing_mails")
    .select(["user_id", "data"])
    .where("template", "=", "token-expiring")
    .execute();
  expect(mails).toEqual([{ user_id: agent.id, data: { tokenId: soon.id } }]);
  const bell = async () =>
    (await listNotifications(await actingAs(db, await userRow(agent.id)), {})).items;
  const token = { name: "A test", isApp: false, expiresAt: days(13).toISOString() };
  expect(await bell()).toMatchObject([{ kind: "token-expiring", unread: true, token }]);
  const job: MailJob = {
    ...{ id: Bun.randomUUIDv7(), template: "token-expiring", userId: agent.id, toAddress: null },
    ...{
      ticketId: null,
      messageId: null,
      data: { tokenId: soon.id },
      createdAt: clock,
      attempt: 1,
    },
  };
  const recipient = await findRecipient(db, job);
  expect(recipient).toMatchObject({
    address: agent.email,
    facts: { token: { name: "A test", isApp: false, expiresAt: days(13) } },
  });
  const late = await findRecipient(db, { ...job, data: { tokenId: revoked.id } });
  expect(late).toBe("The token was revoked.");
  await db.updateTable("api_tokens").set({ revoked_at: clock }).where("id", "=", soon.id).execute();
  expect(await bell()).toEqual([]);
});

test("a customer, who has no bell, is mailed only", async () => {
  const { db } = server;
  const customer = await addPerson(db, "Customer");
  const { id } = await addToken(db, customer, ["tickets:read"], new Date(clock.getTime() + 60_000));
  await notifyExpiringTokens(db, clock);
  const mailed = db.selectFrom("outgoing_mails").select("id").where("user_id", "=", customer.id);
  expect((await mailed.execute()).length).toBe(1);
  const rung = db.selectFrom("notifications").select("id").where("token_id", "=", id);
  expect(await rung.execute()).toEqual([]);
});
