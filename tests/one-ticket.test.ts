import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeOneTicketLink } from "../server/access/one-ticket-link.ts";
import { cursorAt } from "../server/db/keyset.ts";
import { createLog } from "../server/log.ts";
import { addNote, replyToTicket } from "../server/tickets/reply.ts";
import { timelineOrder } from "../server/tickets/timeline-items.ts";
import { updateUser } from "../server/users/update-user.ts";
import { linkHeader } from "../shared/tickets/one-ticket.ts";
import { actingAs } from "./support/acting.ts";
import {
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
  type MessageRow,
  type TicketRow,
} from "./support/builders.ts";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { storedTicket } from "./support/stored.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

/** Contained in texts that customers must not read. */
const canary = "kanarienvogel";

let mail: MailServer;
let server: TestServer;
let clock: Date | null = null;
const logged: string[] = [];

let ana: Person;
let agent: Person;
let ticket: TicketRow;
let first: MessageRow;
let token: string;
let visitor: Visitor;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer(
    { smtpUrl: mail.url, logRequests: true },
    {
      now: () => clock ?? new Date(),
      log: createLog("debug", (line) => logged.push(line)),
    },
  );
  agent = await addPerson(server.db, "Agent", { firstName: "Samuel" });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

beforeEach(async () => {
  const { db } = server;
  const company = await addCompany(db, `Company ${Bun.randomUUIDv7()}`);
  ana = await addPerson(db, "Customer", {
    firstName: "Ana",
    companies: [{ id: company.id, seesAllTickets: true }],
  });
  ticket = await insertTicket(db, {
    ...{ requester_id: ana.id, company_id: company.id, subject: "Labels print blank" },
    status: "open",
    created_at: new Date(Date.now() - 3_600_000),
  });
  first = await insertMessage(db, {
    ...{ ticket_id: ticket.id, author_id: ana.id, body: "They are **blank**." },
    created_at: new Date(Date.now() - 3_500_000),
  });
  token = await linkTo(ticket, ana);
  visitor = server.visitor();
});
afterEach(() => {
  clock = null;
});

async function linkTo({ id }: { id: string }, person: { id: string }): Promise<string> {
  const about = { ticketId: id, userId: person.id, now: new Date() };
  return (await writeOneTicketLink(server.db, about)) ?? "";
}

const key = () => ({ requestId: Bun.randomUUIDv7() });
const by = (given = token) => ({ headers: { [linkHeader]: given } });

function read(given = token, call = "get", input?: object): Promise<Answer> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  return visitor.request("GET", `/node/trpc/oneTicket.${call}${query}`, by(given));
}

function change(call: "reply" | "rate", body: object, given = token): Promise<Answer> {
  return visitor.request("POST", `/node/trpc/oneTicket.${call}`, { ...by(given), body });
}

const reply = (more: object = {}, given = token) =>
  change("reply", { ...key(), body: "Still blank.", ...more }, given);
const dataOf = ({ body }: Answer) => body.result?.data;
const codeOf = ({ body }: Answer) => body.error?.data.code ?? body.code ?? "ok";

async function upload(name = "label.txt", given = token): Promise<{ id: string }> {
  const answer = await visitor.request("POST", "/node/one-ticket/files", {
    body: "words",
    headers: { [linkHeader]: given, "Content-Type": "text/plain", "X-File-Name": name },
  });
  expect(codeOf(answer)).toBe("ok");
  return answer.body.file;
}

async function asAgent() {
  const { db } = server;
  const find = db.selectFrom("users").selectAll().where("id", "=", agent.id);
  return await actingAs(db, await find.executeTakeFirstOrThrow());
}

function messages() {
  return server.db
    .selectFrom("messages")
    .selectAll()
    .where("ticket_id", "=", ticket.id)
    .orderBy("created_at")
    .execute();
}

describe("the page", () => {
  test("shows the public conversation and whose link it is, without a session", async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({
      number: ticket.number,
      subject: "Labels print blank",
      status: "open",
      person: { name: "Ana Customer", isRequester: true },
      isSignedIn: false,
      rating: null,
      may: { reply: true, rate: false },
      messages: [
        {
          id: first.id,
          at: expect.any(String),
          author: { name: "Ana Customer", isStaff: false },
          mine: true,
          html: "<p>They are <strong>blank</strong>.</p>",
          redacted: false,
          files: [],
        },
      ],
      earlier: null,
    });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect([...visitor.cookies.keys()]).toEqual(["XSRF-TOKEN"]);
  });

  test("says nothing that customers don't see: notes, what can still be undone, who works on it", async () => {
    const { db } = server;
    const id = ticket.id;
    const deps = await asAgent();
    const hidden = await insertUser(db, { role: "Agent", first_name: canary });
    await db
      .updateTable("tickets")
      .set({ assignee_id: hidden.id, unassigned_since: null })
      .where("id", "=", id)
      .execute();
    await addNote(deps, { ...key(), id, body: `See ${canary}` });
    await replyToTicket(deps, { ...key(), id, body: `Soon: ${canary}` });
    const pages = [await read(), await read(token, "earlier", { before: cursorOfEverything() })];
    for (const { status, text } of pages) {
      expect(status).toBe(200);
      expect(text).not.toContain(canary);
      expect(text).not.toMatch(/staff"|assignee|version|company|event/);
    }
  });

  test("knows its owner, who goes to the ticket itself, and no one else who is signed in", async () => {
    await visitor.signIn(ana.email);
    expect(dataOf(await read()).isSignedIn).toBe(true);
    visitor = server.visitor();
    await visitor.signIn(agent.email);
    expect(dataOf(await read())).toMatchObject({
      isSignedIn: false,
      person: { name: "Ana Customer" },
    });
  });
});

function cursorOfEverything(): string {
  const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  return cursorAt(timelineOrder, ["infinity", 9, last]);
}

describe("a reply", () => {
  test("is public immediately and reopens the ticket, like that of a signed-in customer", async () => {
    await server.db
      .updateTable("tickets")
      .set({ status: "resolved", last_resolved_at: new Date() })
      .where("id", "=", ticket.id)
      .execute();
    const answer = await reply();
    expect(codeOf(answer)).toBe("ok");
    expect(dataOf(answer)).toMatchObject({ followUp: null, ticket: { status: "open" } });
    const [, said] = await messages();
    expect(said).toMatchObject({ author_id: ana.id, body: "Still blank.", kind: "public" });
    expect(said?.released_at).not.toBeNull();
    expect((await storedTicket(server.db, ticket.id)).status).toBe("open");
  });

  test("sent twice with one key is one message; another text with that key is refused", async () => {
    const sent = { ...key(), body: "Once." };
    // The first answer is lost: the connection ends as soon as the request is out.
    const cut = new AbortController();
    const lost = fetch(`${server.url}/node/trpc/oneTicket.reply`, {
      method: "POST",
      headers: await headersOf(),
      body: JSON.stringify(sent),
      signal: cut.signal,
    }).catch(() => {});
    await Bun.sleep(5);
    cut.abort();
    await lost;
    const again = await change("reply", sent);
    const third = await change("reply", sent);
    expect([codeOf(again), dataOf(third).messageId]).toEqual(["ok", dataOf(again).messageId]);
    expect((await messages()).map(({ body }) => body)).toEqual([first.body, "Once."]);
    expect(codeOf(await change("reply", { ...sent, body: "Other." }))).toBe("request_reused");
  });

  test("is refused if someone wrote in between, until its author has seen that", async () => {
    const { id } = await insertMessage(server.db, {
      ...{ ticket_id: ticket.id, author_id: agent.id, body: "Try another cable." },
    });
    expect(codeOf(await reply({ seenMessageId: first.id }))).toBe("came_between");
    expect(await messages()).toHaveLength(2);
    expect(codeOf(await reply({ seenMessageId: id }))).toBe("ok");
  });

  test("can't set what only staff set, nor go to another ticket", async () => {
    const other = await insertTicket(server.db, { requester_id: ana.id });
    for (const more of [{ id: other.id }, { status: "resolved" }, { changes: {} }]) {
      expect(codeOf(await reply(more))).toBe("invalid_input");
    }
  });

  test("to a closed ticket opens another one, which the link does not show", async () => {
    await server.db
      .updateTable("tickets")
      .set({ status: "closed", closed_at: new Date() })
      .where("id", "=", ticket.id)
      .execute();
    const answer = dataOf(await reply());
    expect(answer.followUp).toBeGreaterThan(ticket.number);
    expect(answer.ticket).toMatchObject({ number: ticket.number, status: "closed" });
    expect(answer.ticket.messages).toHaveLength(1);
  });

  test("is limited to 20 an hour, repeats not counted", async () => {
    const sent = { ...key(), body: "Once." };
    for (let tries = 0; tries < 3; tries += 1) await change("reply", sent);
    for (let replies = 1; replies < 20; replies += 1) {
      expect(codeOf(await reply({ body: `Reply ${replies}` }))).toBe("ok");
    }
    const refused = await reply();
    expect([refused.status, codeOf(refused)]).toEqual([429, "hourly_limit"]);
    expect(refused.body.error.message).toContain("20 replies an hour");
    expect(await messages()).toHaveLength(21);
  }, 30_000);
});

test("requests are limited to 60 a minute for each person and ticket", async () => {
  clock = new Date("2026-11-20T10:00:30Z");
  for (let asked = 0; asked < 60; asked += 1) expect((await read()).status).toBe(200);
  const refused = await read();
  expect([refused.status, codeOf(refused)]).toEqual([429, "too_many_attempts"]);
  expect(refused.headers.get("Retry-After")).toBe("30");
  const ben = await addPerson(server.db, "Customer");
  const theirs = await insertTicket(server.db, { requester_id: ben.id });
  expect((await read(await linkTo(theirs, ben))).status).toBe(200);
});

describe("a rating", () => {
  const rating = () => ({ ...key(), rating: "bad", comment: "Slow." });

  test("is given by the requester, once", async () => {
    await resolve();
    const answer = await change("rate", rating());
    expect(dataOf(answer)).toMatchObject({
      rating: { rating: "bad", comment: "Slow." },
      may: { rate: false },
    });
    expect(codeOf(await change("rate", rating()))).toBe("already_rated");
  });

  test("is refused to a follower", async () => {
    const cleo = await follower();
    await resolve();
    const theirs = await linkTo(ticket, cleo);
    expect(dataOf(await read(theirs))).toMatchObject({
      may: { reply: true, rate: false },
      person: { isRequester: false },
    });
    expect(codeOf(await change("rate", rating(), theirs))).toBe("forbidden");
    expect((await storedTicket(server.db, ticket.id)).rating).toBeNull();
  });

  async function resolve(): Promise<void> {
    await server.db
      .updateTable("tickets")
      .set({ status: "resolved", last_resolved_at: new Date() })
      .where("id", "=", ticket.id)
      .execute();
  }
});

async function follower(): Promise<Person> {
  const cleo = await addPerson(server.db, "Customer", {
    companies: [{ id: ticket.company_id ?? "" }],
  });
  const part = { ticket_id: ticket.id, user_id: cleo.id };
  await server.db.insertInto("ticket_people").values(part).execute();
  return cleo;
}

describe("files", () => {
  const fetched = async (id: string, given = token) =>
    await visitor.request("GET", `/node/one-ticket/files/${id}`, by(given));

  test("are uploaded, sent with a reply and read by the link", async () => {
    const file = await upload();
    expect(codeOf(await fetched(file.id))).toBe("not_found");
    const answer = await reply({ fileIds: [file.id] });
    expect(dataOf(answer).ticket.messages[1].files).toMatchObject([
      { id: file.id, name: "label.txt", type: "text/plain" },
    ]);
    const { status, text, headers } = await fetched(file.id);
    expect([status, text]).toEqual([200, "words"]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Disposition")).toStartWith("attachment");
  });

  test("of notes, of other tickets and by address alone are not found", async () => {
    const { db } = server;
    const other = await insertTicket(db, {
      ...{ requester_id: ana.id, company_id: ticket.company_id },
    });
    const said = await insertMessage(db, { ticket_id: other.id, author_id: ana.id });
    const note = await insertMessage(db, {
      ...{ ticket_id: ticket.id, author_id: agent.id, kind: "note" },
    });
    const own = await insertFile(db, {
      name: "own.txt",
      message_id: first.id,
      uploader_id: ana.id,
    });
    const hidden = [
      await insertFile(db, { name: "said.txt", message_id: said.id, uploader_id: ana.id }),
      await insertFile(db, { name: "note.txt", message_id: note.id, uploader_id: agent.id }),
    ];
    for (const { id } of hidden) expect(codeOf(await fetched(id))).toBe("not_found");
    for (const path of ["one-ticket/files", "files"]) {
      const answer = await visitor.request("GET", `/node/${path}/${own.id}`);
      expect(answer.status).not.toBe(200);
      const asked = await visitor.request("GET", `/node/${path}/${own.id}?token=${token}`);
      expect(asked.status).not.toBe(200);
    }
    const ordinary = await visitor.request("GET", `/node/files/${own.id}`, by());
    expect(codeOf(ordinary)).toBe("not_signed_in");
  });
});

describe("the link", () => {
  test("opens no other call and no other ticket", async () => {
    const other = await insertTicket(server.db, {
      ...{ requester_id: ana.id, company_id: ticket.company_id },
    });
    const calls = ["tickets.list", "session.list", "account.notificationChoices"];
    for (const call of calls) {
      const answer = await visitor.request("GET", `/node/trpc/${call}?input={}`, by());
      expect([call, codeOf(answer)]).toEqual([call, "not_signed_in"]);
    }
    const input = encodeURIComponent(JSON.stringify({ number: ticket.number }));
    const asked = await visitor.request("GET", `/node/trpc/tickets.get?input=${input}`, by());
    expect(codeOf(asked)).toBe("not_signed_in");
    expect((await read()).text).not.toContain(other.id);
  });

  test("has ended for someone who was disabled, also after they are enabled again", async () => {
    const { db } = server;
    const admin = await addPerson(db, "Super Admin");
    const row = db.selectFrom("users").selectAll().where("id", "=", admin.id);
    const deps = await actingAs(db, await row.executeTakeFirstOrThrow());
    await updateUser(deps, ana.id, { state: "disabled" });
    expect(codeOf(await read())).toBe("ticket_link_ended");
    await updateUser(deps, ana.id, { state: "active" });
    expect(codeOf(await read())).toBe("ticket_link_ended");
    token = await linkTo(ticket, ana);
    expect(codeOf(await read())).toBe("ok");
    await updateUser(deps, ana.id, { email: `${Bun.randomUUIDv7()}@new.test` });
    expect(codeOf(await read())).toBe("ticket_link_ended");
  });

  test("writes nothing once the person left the ticket while the request arrived", async () => {
    const cleo = await follower();
    const theirs = await linkTo(ticket, cleo);
    const { oneTicketLinks } = server.services;
    const { open } = oneTicketLinks;
    oneTicketLinks.open = async (...given) => {
      const opened = await open(...given);
      await server.db.deleteFrom("ticket_people").where("user_id", "=", cleo.id).execute();
      return opened;
    };
    const answer = await reply({}, theirs).finally(() => {
      oneTicketLinks.open = open;
    });
    expect(codeOf(answer)).toBe("ticket_link_ended");
    expect(await messages()).toHaveLength(1);
  });

  test("of a forged, foreign or expired token gets the same answer", async () => {
    const ben = await addPerson(server.db, "Customer");
    const theirs = await insertTicket(server.db, { requester_id: ben.id });
    const foreign = await linkTo(theirs, ben);
    const mixed = token.slice(0, 21) + foreign.slice(21);
    const answers = [await read("forged"), await read(mixed), await visitor.query("oneTicket.get")];
    clock = new Date(Date.now() + 91 * 24 * 60 * 60_000);
    answers.push(await read());
    const told = ({ status, body }: Answer) => [status, body.error.data.code, body.error.message];
    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
    expect(answers[0]?.status).toBe(400);
  });
});

test("a program that opens every address of a mail changes nothing", async () => {
  const { db } = server;
  const deps = await asAgent();
  const said = await replyToTicket(deps, { ...key(), id: ticket.id, body: "Try another cable." });
  // Replies of earlier tests go out first, not while the addresses are opened.
  for (const [isThis, ms] of [[false, 2000] as const, [true, 1000] as const]) {
    await db
      .updateTable("messages")
      .set({ release_at: new Date(Date.now() - ms) })
      .where("id", isThis ? "=" : "<>", said.messageId)
      .where("release_at", ">", new Date())
      .execute();
  }
  const { html = "", text = "" } = await mail.take(ana.email, 20_000);
  await server.mail.settled();
  const before = await everything();
  const addresses = `${html} ${text}`.match(/https?:\/\/[^\s"<>]+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of new Set(addresses)) {
    const url = new URL(address);
    for (const method of ["GET", "HEAD", "POST"]) {
      await visitor.request(method, `${url.pathname}${url.search}`, { unprotected: true });
    }
    // As a browser, which runs the page.
    expect((await read(url.hash.slice(1))).status).toBe(200);
  }
  expect(await everything()).toEqual(before);

  async function everything() {
    const ofTicket = async (table: "ticket_events" | "messages" | "notifications" | "acts") =>
      await db.selectFrom(table).select("id").orderBy("id").execute();
    return [
      await storedTicket(db, ticket.id),
      await db.selectFrom("ticket_reads").selectAll().execute(),
      await db.selectFrom("outgoing_mails").select(["id", "state"]).orderBy("id").execute(),
      await ofTicket("ticket_events"),
      await ofTicket("messages"),
      await ofTicket("notifications"),
      await ofTicket("acts"),
    ];
  }
}, 40_000);

test("no token appears in a log, in an address or in the database", async () => {
  await read();
  await reply();
  await read(`${token.slice(0, -1)}x`);
  const kept = token.slice(0, 40);
  expect(logged.length).toBeGreaterThan(10);
  expect(logged.join("\n")).not.toContain(kept);
  const mails = await server.db.selectFrom("outgoing_mails").selectAll().execute();
  expect(mails.some(({ body }) => body?.includes("[link]"))).toBe(true);
  expect(JSON.stringify(mails)).not.toMatch(/\/t#/);
});

async function headersOf(): Promise<Record<string, string>> {
  await visitor.request("GET", "/node/auth/user");
  const xsrf = visitor.cookies.get("XSRF-TOKEN") ?? "";
  return {
    ...{ Cookie: `XSRF-TOKEN=${xsrf}`, "X-XSRF-TOKEN": xsrf },
    ...{ "Content-Type": "application/json", [linkHeader]: token },
  };
}
