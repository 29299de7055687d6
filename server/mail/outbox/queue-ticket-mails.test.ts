import { beforeAll, expect, test } from "bun:test";
import {
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { setUpSmallDesk } from "../../../tests/support/small-desk.ts";
import { spreadNews, type TicketNews } from "../../notifications/news.ts";

const { database, acme, ana, maya } = setUpSmallDesk();
let team: { id: string };
let tom: UserRow;
let followers: string[];
const now = new Date("2026-11-21T10:00:00.000Z");

/**
 * Ana is the requester and Maya the assignee; Tom is in the team, as are two who are not here. Followers are
 * Cleo, Ivy, who is invited, and Eve and Cal of the staff, of whom Eve chose these mails.
 */
beforeAll(async () => {
  const { db } = database;
  const staff = (first_name: string, given: object = {}) =>
    insertUser(db, { role: "Agent", first_name, ...given });
  const customer = (first_name: string, given: object = {}) =>
    insertUser(db, { first_name, companies: [acme.id], ...given });
  team = await insertTeam(db);
  tom = await staff("Tom");
  const absent = [
    await staff("Dan", { state: "disabled" }),
    await staff("Ina", { state: "invited" }),
  ];
  await db
    .insertInto("team_members")
    .values([tom, ...absent].map(({ id }) => ({ team_id: team.id, user_id: id })))
    .execute();
  const eve = await staff("Eve");
  const following = [
    ...[await customer("Cleo"), await customer("Ivy", { state: "invited" })],
    ...[await customer("Dora", { state: "disabled" }), eve, await staff("Cal")],
  ];
  followers = following.map(({ id }) => id);
  await db.updateTable("users").set({ first_name: "Maya" }).where("id", "=", maya.id).execute();
  await choose(eve, "followed", true);
}, 60_000);

type Choice = "followed" | "mentioned" | "unassigned";

async function choose({ id }: UserRow, kind: Choice, mail: boolean) {
  const choice = { user_id: id, kind, bell: true, mail };
  await database.db.insertInto("notification_choices").values(choice).execute();
}

interface Words {
  ticketId: string;
  messageId: string;
}

interface Said {
  by: UserRow;
  /** The person who releases it, if not the author. */
  actor?: UserRow;
  /** For a reply that is sent later. */
  waits?: true;
  note?: true;
  assignee?: UserRow;
  requester?: UserRow;
  /** Without a team. */
  alone?: true;
}

/** Who is mailed what about a new ticket. */
async function mailed(
  { by, actor = by, waits, note, assignee, requester = ana, alone }: Said,
  news: (of: Words) => TicketNews | TicketNews[],
): Promise<string[]> {
  const { db } = database;
  const { id: ticketId } = await insertTicket(db, {
    ...{ requester_id: requester.id, company_id: acme.id, followers },
    team_id: alone ? null : team.id,
    assignee_id: assignee?.id ?? null,
  });
  const { id: messageId } = await insertMessage(db, {
    ...{ ticket_id: ticketId, author_id: by.id, kind: note ? "note" : "public" },
    released_at: waits || note ? null : now,
  });
  const said = [news({ ticketId, messageId })].flat();
  await db.deleteFrom("outgoing_mails").execute();
  await db.transaction().execute((tx) => spreadNews(tx, actor, said, now));
  const rows = await db
    .selectFrom("outgoing_mails")
    .innerJoin("users", "users.id", "outgoing_mails.user_id")
    .select(["first_name", "template", "ticket_id"])
    .execute();
  return rows
    .map(({ first_name, template, ticket_id }) =>
      ticket_id === ticketId ? `${first_name} ${template}` : `${first_name} ${template} elsewhere`,
    )
    .sort();
}

const opened = (of: Words): TicketNews => ({ kind: "opened", ...of });
const wrote = (of: Words): TicketNews => ({ kind: "customer-wrote", ...of });
const reopened = ({ ticketId }: Words): TicketNews => ({ kind: "reopened", ticketId });
const rated = ({ ticketId }: Words): TicketNews => ({ kind: "rated", ticketId });
const released = (of: Words): TicketNews => ({ kind: "reply-released", ...of });
const toFollowers = ["Cleo ticket-reply", "Eve ticket-reply", "Ivy ticket-reply"];

test("a customer's message is mailed to the assignee or else the team, and to followers", async () => {
  const toTeam = [...toFollowers, "Tom ticket-customer-wrote"].sort();
  expect(await mailed({ by: ana }, wrote)).toEqual(toTeam);
  expect(await mailed({ by: ana, assignee: maya }, wrote)).toEqual(
    [...toFollowers, "Maya ticket-customer-wrote"].sort(),
  );
});

test("a customer's action without a message is mailed to the same staff, and no customer", async () => {
  for (const [news, template] of [
    [reopened, "ticket-reopened"],
    [rated, "ticket-rated"],
  ] as const) {
    const told = (...names: string[]) => names.map((name) => `${name} ${template}`);
    expect(await mailed({ by: ana }, news)).toEqual(told("Eve", "Tom"));
    expect(await mailed({ by: ana, assignee: maya }, news)).toEqual(told("Eve", "Maya"));
    expect(await mailed({ by: ana, alone: true }, news)).toEqual(told("Eve"));
  }
});

test("a ticket opened by a customer is also confirmed to them", async () => {
  expect(await mailed({ by: ana }, opened)).toEqual(
    [`${ana.first_name} ticket-received`, ...toFollowers, "Tom ticket-customer-wrote"].sort(),
  );
  expect(await mailed({ by: ana, assignee: maya }, opened)).toEqual(
    [`${ana.first_name} ticket-received`, ...toFollowers, "Maya ticket-customer-wrote"].sort(),
  );
});

test("a ticket opened by staff is mailed to the requester only, once it can be read", async () => {
  const told = [`${ana.first_name} ticket-opened`];
  expect(await mailed({ by: maya }, opened)).toEqual(told);
  expect(await mailed({ by: maya, assignee: tom }, opened)).toEqual(told);
  expect(await mailed({ by: maya, note: true }, opened)).toEqual(told);
  expect(await mailed({ by: maya, waits: true }, opened)).toEqual([]);
});

test("a customer who opens a ticket gets a confirmation, and the requester of another is notified", async () => {
  const cleo = await database.db
    .selectFrom("users")
    .selectAll()
    .where("first_name", "=", "Cleo")
    .executeTakeFirstOrThrow();
  const others = toFollowers.filter((one) => !one.startsWith("Cleo"));
  expect(await mailed({ by: cleo }, opened)).toEqual(
    [`${ana.first_name} ticket-opened`, ...others, "Tom ticket-customer-wrote"].sort(),
  );
  expect(await mailed({ by: maya, requester: maya }, opened)).toEqual([]);
});

test("a reply is mailed to the requester and followers once it is released", async () => {
  const told = [`${ana.first_name} ticket-reply`, ...toFollowers].sort();
  expect(await mailed({ by: maya, assignee: tom }, released)).toEqual(told);
  expect(await mailed({ by: maya, waits: true }, released)).toEqual([]);
});

test("a mention or an assignment is mailed to that person only", async () => {
  const names = (of: Words): TicketNews => ({ kind: "mentioned", ...of, userIds: [tom.id] });
  const gives = ({ ticketId }: Words, oneOfMany: boolean): TicketNews => ({
    ...{ kind: "assigned", ticketId, assigneeId: tom.id, oneOfMany },
  });
  const note = { by: maya, note: true } as const;
  expect(await mailed(note, names)).toEqual(["Tom ticket-mentioned"]);
  expect(await mailed(note, (of) => gives(of, false))).toEqual(["Tom ticket-assigned"]);
  expect(await mailed(note, (of) => gives(of, true))).toEqual([]);
  await choose(tom, "mentioned", false);
  expect(await mailed(note, names)).toEqual([]);
});

test("a team is mailed about a ticket it gets, unless it is assigned or part of a bulk action", async () => {
  const gives =
    (oneOfMany: boolean) =>
    ({ ticketId }: Words): TicketNews => ({ kind: "team", ticketId, oneOfMany });
  expect(await mailed({ by: maya }, gives(false))).toEqual(["Tom ticket-team"]);
  expect(await mailed({ by: maya, assignee: maya }, gives(false))).toEqual([]);
  expect(await mailed({ by: maya }, gives(true))).toEqual([]);
  expect(await mailed({ by: tom }, gives(false))).toEqual([]);
});

test("an unassigned ticket without a team is mailed to those who chose that, in their scope", async () => {
  const { db } = database;
  const elsewhere = await insertCompany(db);
  const scoped = (first_name: string, companyId: string) =>
    insertUser(db, {
      ...{ role: "Agent", company_scope: "assigned", first_name, companies: [companyId] },
    });
  const askers = [await scoped("Ira", acme.id), await scoped("Otto", elsewhere.id)];
  for (const asker of askers) await choose(asker, "unassigned", true);
  await choose(tom, "unassigned", false);
  const told = [...toFollowers, "Ira ticket-customer-wrote"].sort();
  expect(await mailed({ by: ana, alone: true }, wrote)).toEqual(told);
  expect(await mailed({ by: ana, alone: true }, opened)).toEqual(
    [...told, `${ana.first_name} ticket-received`].sort(),
  );
  expect(await mailed({ by: ana, alone: true }, reopened)).toEqual([
    "Eve ticket-reopened",
    "Ira ticket-reopened",
  ]);
  const toTeam = [...toFollowers, "Tom ticket-customer-wrote"].sort();
  expect(await mailed({ by: ana }, wrote)).toEqual(toTeam);
  expect(await mailed({ by: maya, alone: true }, opened)).toEqual([
    `${ana.first_name} ticket-opened`,
  ]);
});

test("a person who gets the message gets no second mail about the same action", async () => {
  const { db } = database;
  const uma = await insertUser(db, { role: "Agent", first_name: "Uma" });
  const vic = await insertUser(db, { role: "Agent", first_name: "Vic" });
  const given = (ticketId: string): TicketNews => ({
    ...{ kind: "assigned", ticketId, assigneeId: uma.id },
  });
  const named = (of: Words, { id }: UserRow): TicketNews => ({
    ...{ kind: "mentioned", ...of, userIds: [id] },
  });
  const note = { by: maya, note: true } as const;
  expect(await mailed(note, (of) => [given(of.ticketId), named(of, uma)])).toEqual([
    "Uma ticket-mentioned",
  ]);
  expect(await mailed(note, (of) => [given(of.ticketId), named(of, vic)])).toEqual([
    "Uma ticket-assigned",
    "Vic ticket-mentioned",
  ]);
  const other = await insertTicket(db, { requester_id: ana.id, company_id: acme.id });
  expect(await mailed(note, (of) => [given(other.id), named(of, uma)])).toEqual([
    "Uma ticket-assigned elsewhere",
    "Uma ticket-mentioned",
  ]);
});

test("a person concerned for several reasons gets the mail for the closest one", async () => {
  const { db } = database;
  const gus = await insertUser(db, { role: "Agent", first_name: "Gus" });
  for (const kind of ["followed", "unassigned"] as const) await choose(gus, kind, true);
  const mate = { team_id: team.id, user_id: gus.id };
  await db.insertInto("team_members").values(mate).execute();
  followers.push(gus.id);
  const toldGus = async (said: Said, news = wrote) =>
    (await mailed(said, news)).filter((one) => one.startsWith("Gus"));
  expect(await toldGus({ by: ana, assignee: gus })).toEqual(["Gus ticket-customer-wrote"]);
  expect(await toldGus({ by: ana })).toEqual(["Gus ticket-customer-wrote"]);
  expect(await toldGus({ by: ana, alone: true })).toEqual(["Gus ticket-reply"]);
  followers.pop();
});

test("a reply reaches a requester who turned off mail about followed tickets", async () => {
  const quinn = await insertUser(database.db, { first_name: "Quinn", companies: [acme.id] });
  await choose(quinn, "followed", false);
  expect(await mailed({ by: maya, requester: quinn }, released)).toEqual(
    ["Quinn ticket-reply", ...toFollowers].sort(),
  );
});

test("a person who releases another's reply is not mailed about it", async () => {
  const hal = await insertUser(database.db, { role: "Agent", first_name: "Hal" });
  await choose(hal, "followed", true);
  followers.push(hal.id);
  const told = [`${ana.first_name} ticket-reply`, ...toFollowers];
  expect(await mailed({ by: maya }, released)).toEqual([...told, "Hal ticket-reply"].sort());
  expect(await mailed({ by: maya, actor: hal }, released)).toEqual(told.sort());
  followers.pop();
});

test("a reply is mailed even if its author is no longer staff when it is released", async () => {
  expect(await mailed({ by: ana }, released)).toEqual(toFollowers);
  expect(await mailed({ by: ana, assignee: tom, alone: true }, released)).toEqual(toFollowers);
  expect(await mailed({ by: ana, alone: true }, released)).toEqual(toFollowers);
});
