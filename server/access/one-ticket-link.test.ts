import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import {
  createOneTicketLinks,
  linkKeyName,
  linkRequestsPerMinute,
  type OneTicketLinks,
  revokeTicketLinks,
  writeOneTicketLink,
} from "./one-ticket-link.ts";

const mailed = new Date("2026-11-20T23:30:00Z");
const daysLater = (days: number) => new Date(mailed.getTime() + days * 24 * 60 * 60_000);

const database = setUpTestDatabase();
let key: Uint8Array;
let links: OneTicketLinks;
let ana: UserRow;
let ticket: TicketRow;
let token: string;

beforeAll(async () => {
  const secret = database.db.selectFrom("secrets").select("value").where("name", "=", linkKeyName);
  key = (await secret.executeTakeFirstOrThrow()).value;
}, 60_000);

beforeEach(async () => {
  const { db } = database;
  const company = await insertCompany(db);
  ana = await insertUser(db, {
    ...{ first_name: "Ana", last_name: "Ruiz" },
    companies: [{ id: company.id, seesAllTickets: true }],
  });
  ticket = await insertTicket(db, { requester_id: ana.id, company_id: company.id });
  links = createOneTicketLinks(key);
  token = await write();
});

async function write(about: { ticketId?: string; userId?: string } = {}): Promise<string> {
  const given = { ticketId: ticket.id, userId: ana.id, now: mailed, ...about };
  return (await writeOneTicketLink(database.db, given)) ?? "";
}

async function outcome(given = token, now = mailed): Promise<string> {
  const opened = links.open({ db: database.db, now }, given);
  return await opened.then(
    ({ person }) => (person.ticketId === ticket.id ? "opens" : person.ticketId),
    ({ code }) => code,
  );
}

async function set(values: object): Promise<void> {
  await database.db.updateTable("tickets").set(values).where("id", "=", ticket.id).execute();
}

async function setUser(values: object): Promise<void> {
  await database.db.updateTable("users").set(values).where("id", "=", ana.id).execute();
}

test("it opens one ticket for one person, who then sees no other ticket of their company", async () => {
  const { person } = await links.open({ db: database.db, now: mailed }, token);
  expect(person).toMatchObject({ name: "Ana Ruiz", ticketId: ticket.id });
  expect(person.actor).toMatchObject({ id: ana.id, role: "Customer", seesAllOf: [] });
  expect(person.actor.companyIds).toEqual([ticket.company_id ?? ""]);
});

test("there is none for someone who has no part in the ticket", async () => {
  const stranger = await insertUser(database.db);
  expect(await write({ userId: stranger.id })).toBe("");
});

test("a token that was changed, cut or signed with another key opens nothing", async () => {
  const other = createOneTicketLinks(new Uint8Array(32));
  const { db } = database;
  const signed = other.open({ db, now: mailed }, token).catch(({ code }) => code);
  expect(await signed).toBe("ticket_link_ended");
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect([at, await outcome(changed)]).toEqual([at, "ticket_link_ended"]);
  }
  for (const broken of ["", "x", token.slice(1), `${token}A`, ` ${token}`, token.slice(0, -1)]) {
    expect(await outcome(broken)).toBe("ticket_link_ended");
  }
});

test("the parts of two links can't be combined", async () => {
  const ben = await insertUser(database.db);
  const theirs = await insertTicket(database.db, { requester_id: ben.id });
  const other = await write({ ticketId: theirs.id, userId: ben.id });
  for (const at of [16, 32, 48, 51]) {
    expect(await outcome(other.slice(0, at) + token.slice(at))).toBe("ticket_link_ended");
  }
});

describe("it expires", () => {
  test("90 days after the day of the mail", async () => {
    expect(await outcome(token, new Date("2027-02-17T23:59:59Z"))).toBe("opens");
    expect(await outcome(token, new Date("2027-02-18T00:00:00Z"))).toBe("ticket_link_ended");
  });

  test("30 days after the ticket was closed", async () => {
    await set({ status: "closed", closed_at: mailed });
    expect(await outcome(token, daysLater(29))).toBe("opens");
    expect(await outcome(token, daysLater(30))).toBe("ticket_link_ended");
  });

  test("when the person leaves the ticket, and stays so when they return", async () => {
    const { db } = database;
    const cleo = await insertUser(db);
    const part = { ticket_id: ticket.id, user_id: cleo.id };
    await db.insertInto("ticket_people").values(part).execute();
    const cleos = await write({ userId: cleo.id });
    expect(await outcome(cleos)).toBe("opens");
    await db.deleteFrom("ticket_people").where("user_id", "=", cleo.id).execute();
    expect(await outcome(cleos)).toBe("ticket_link_ended");
    await db.insertInto("ticket_people").values(part).execute();
    expect(await outcome(cleos)).toBe("ticket_link_ended");
    expect(await outcome(await write({ userId: cleo.id }))).toBe("opens");
  });

  test("when it is revoked", async () => {
    await database.db.transaction().execute((tx) => revokeTicketLinks(tx, [ana.id]));
    expect(await outcome()).toBe("ticket_link_ended");
    expect(await outcome(await write())).toBe("opens");
  });

  test("for someone disabled or no longer a customer, and for spam", async () => {
    await setUser({ state: "disabled" });
    expect(await outcome()).toBe("ticket_link_ended");
    await setUser({ state: "active", role: "Agent", company_scope: "all" });
    expect(await outcome()).toBe("ticket_link_ended");
    await setUser({ role: "Customer", company_scope: null });
    await set({ spam_at: mailed });
    expect(await outcome()).toBe("ticket_link_ended");
    await set({ spam_at: null });
    expect(await outcome()).toBe("opens");
  });
});

test("it works for a customer who has not accepted their invitation", async () => {
  await setUser({ state: "invited" });
  expect(await outcome()).toBe("opens");
});

test("after a merge it opens the ticket that shows the conversation, if the person has a part in it", async () => {
  const { db } = database;
  const ben = await insertUser(db);
  const target = await insertTicket(db, { requester_id: ben.id });
  await set({ status: "closed", closed_at: mailed, merged_into_id: target.id });
  expect(await outcome()).toBe("ticket_link_ended");
  const part = { ticket_id: target.id, user_id: ana.id };
  await db.insertInto("ticket_people").values(part).execute();
  // The merged ticket's closing doesn't count.
  expect(await outcome(token, daysLater(60))).toBe(target.id);
});

test("requests with a person's links to a ticket are limited per minute, whichever mail they are from", async () => {
  const later = (await writeOneTicketLink(database.db, {
    ...{ ticketId: ticket.id, userId: ana.id },
    now: daysLater(1),
  })) as string;
  const now = daysLater(2);
  for (let sent = 0; sent < linkRequestsPerMinute; sent += 1) {
    expect(await outcome(sent % 2 === 0 ? token : later, now)).toBe("opens");
  }
  const refused = links.open({ db: database.db, now }, token).catch(({ details }) => details);
  expect(await refused).toEqual({ retryAfterSeconds: 60 });
  expect(await outcome(token, new Date(now.getTime() + 60_000))).toBe("opens");
});
