import { beforeAll, describe, expect, test } from "bun:test";
import {
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { spreadNews, type TicketNews } from "./news.ts";

const database = setUpTestDatabase();
let teamId: string;
const people: Record<"assignee" | "follower" | "member" | "asker" | "named" | "customer", UserRow> =
  {} as never;
beforeAll(async () => {
  const { db } = database;
  for (const who of ["assignee", "follower", "member", "asker", "named"] as const) {
    people[who] = await insertUser(db, { role: "Agent" });
  }
  people.customer = await insertUser(db);
  teamId = (await insertTeam(db)).id;
  const of = { team_id: teamId, user_id: people.member.id };
  await db.insertInto("team_members").values(of).execute();
  await db
    .insertInto("notification_choices")
    .values([
      { user_id: people.asker.id, kind: "unassigned", bell: true, mail: false },
      { user_id: people.named.id, kind: "unassigned", bell: false, mail: true },
      // A choice of another kind does not count.
      { user_id: people.assignee.id, kind: "mentioned", bell: true, mail: true },
    ])
    .execute();
}, 60_000);

type Given = Partial<Parameters<typeof insertTicket>[1]>;
type Told = (of: { ticketId: string; messageId: string }) => TicketNews;

/** Who was notified, whatever they can see; and whose ticket was marked. */
async function hearers(given: Given, told: Told): Promise<string[]> {
  const { db } = database;
  const ticket = await insertTicket(db, {
    ...{ requester_id: people.customer.id, followers: [people.follower.id], team_id: teamId },
    ...given,
  });
  const author_id = people.customer.id;
  const { id: messageId } = await insertMessage(db, { ticket_id: ticket.id, author_id });
  const news = told({ ticketId: ticket.id, messageId });
  await db.transaction().execute((tx) => spreadNews(tx, null, [news], new Date()));
  const lines = await db
    .selectFrom("notifications")
    .select("user_id")
    .where("ticket_id", "=", ticket.id)
    .execute();
  const marks = await db
    .selectFrom("ticket_reads")
    .select("user_id")
    .where("ticket_id", "=", ticket.id)
    .where("mentioned", "=", true)
    .execute();
  const nameOf = ({ user_id }: { user_id: string }) =>
    Object.entries(people).find(([, { id }]) => id === user_id)?.[0] ?? "another";
  return [...lines.map(nameOf), ...marks.map((mark) => `${nameOf(mark)}, marked`)].sort();
}

const opened: Told = (of) => ({ kind: "opened", ...of });
const wrote: Told = (of) => ({ kind: "customer-wrote", ...of });
const reopened: Told = ({ ticketId }) => ({ kind: "reopened", ticketId });
const rated: Told = ({ ticketId }) => ({ kind: "rated", ticketId });
const released: Told = (of) => ({ kind: "reply-released", ...of });
const assigned: Told = ({ ticketId }) => ({
  ...{ kind: "assigned", ticketId, assigneeId: people.named.id },
});
const team: Told = ({ ticketId }) => ({ kind: "team", ticketId });
const woke: Told = ({ ticketId }) => ({ kind: "woke", ticketId, userId: people.named.id });
const mentioned: Told = (of) => ({ kind: "mentioned", ...of, userIds: [people.named.id] });
const taken = () => ({ assignee_id: people.assignee.id });

describe("for an assigned ticket", () => {
  test.each<[string, Told, string[]]>([
    ["its opening", opened, []],
    ["what the customer wrote", wrote, ["assignee", "follower"]],
    ["a customer's reopening", reopened, ["assignee", "follower"]],
    ["a bad rating", rated, ["assignee", "follower"]],
    ["a reply", released, ["follower"]],
    ["an assignment", assigned, ["named"]],
    ["that its team was given it", team, []],
    ["the end of a snooze", woke, ["named"]],
    ["a mention", mentioned, ["named", "named, marked"]],
  ])("%s notifies these people only, with or without a team", async (_, told, who) => {
    expect(await hearers(taken(), told)).toEqual(who);
    expect(await hearers({ ...taken(), team_id: null }, told)).toEqual(who);
  });
});

describe("for an unassigned ticket", () => {
  test.each<[string, Told, string[]]>([
    ["its opening", opened, ["member"]],
    ["what the customer wrote", wrote, ["follower", "member"]],
    ["a customer's reopening", reopened, ["follower", "member"]],
    ["a bad rating", rated, ["follower", "member"]],
    ["a reply", released, ["follower"]],
    ["an assignment", assigned, ["named"]],
    ["that its team was given it", team, ["member"]],
    ["the end of a snooze", woke, ["named"]],
    ["a mention", mentioned, ["named", "named, marked"]],
  ])("%s notifies these people only", async (_, told, who) => {
    expect(await hearers({}, told)).toEqual(who);
  });
});

describe("for an unassigned ticket without a team", () => {
  test.each<[string, Told, string[]]>([
    ["its opening", opened, ["asker"]],
    ["what the customer wrote", wrote, ["asker", "follower"]],
    ["a customer's reopening", reopened, ["asker", "follower"]],
    ["a bad rating", rated, ["asker", "follower"]],
    ["a reply", released, ["follower"]],
  ])("%s notifies those who chose it", async (_, told, who) => {
    expect(await hearers({ team_id: null }, told)).toEqual(who);
  });

  test("no one is notified of a ticket outside their scope", async () => {
    const { db } = database;
    const [company, elsewhere] = [await insertCompany(db), await insertCompany(db)];
    const { id: user_id } = await insertUser(db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [elsewhere.id] },
    });
    const asks = { user_id, kind: "unassigned", bell: true, mail: true } as const;
    await db.insertInto("notification_choices").values(asks).execute();
    const place = { team_id: null, company_id: company.id };
    expect(await hearers(place, opened)).toEqual(["asker"]);
    expect(await hearers({ ...place, company_id: elsewhere.id }, opened)).toEqual([
      "another",
      "asker",
    ]);
  });
});

test("no one is notified of other tickets of their team or customer", async () => {
  const { db } = database;
  await hearers({}, opened);
  const linesBefore = await db.selectFrom("notifications").select("id").execute();
  expect(await hearers({}, wrote)).toEqual(["follower", "member"]);
  const lines = await db.selectFrom("notifications").select("id").execute();
  expect(lines.length - linesBefore.length).toBe(2);
});

test("people who turned off customer messages are not notified of new tickets either", async () => {
  const { db } = database;
  const { id: user_id } = await insertUser(db, { role: "Agent" });
  await db.insertInto("team_members").values({ team_id: teamId, user_id }).execute();
  expect(await hearers({}, opened)).toEqual(["another", "member"]);
  const deaf = { user_id, kind: "customer-wrote", bell: false, mail: false } as const;
  await db.insertInto("notification_choices").values(deaf).execute();
  expect(await hearers({}, opened)).toEqual(["member"]);
  expect(await hearers({}, team)).toEqual(["member"]);
  for (const told of [wrote, reopened, rated]) {
    expect(await hearers({}, told)).toEqual(["follower", "member"]);
  }
});

test("no one is notified of spam", async () => {
  for (const told of [opened, wrote, reopened, rated, released, assigned, team, woke]) {
    expect(await hearers({ ...taken(), spam_at: new Date() }, told)).toEqual([]);
    expect(await hearers({ team_id: null, spam_at: new Date() }, told)).toEqual([]);
  }
});

test("an assignment is reported, but not when another agent has the ticket", async () => {
  const { db } = database;
  const [acme, other] = [await insertCompany(db), await insertCompany(db)];
  const scope = { role: "Agent", company_scope: "assigned" } as const;
  const [inside, outside] = [
    await insertUser(db, { ...scope, companies: [acme.id] }),
    await insertUser(db, { ...scope, companies: [other.id] }),
  ];
  const followers = [inside.id, outside.id];
  expect(await hearers({ company_id: acme.id, followers }, released)).toEqual(["another"]);
  const both = followers.map((user_id) => ({ team_id: teamId, user_id }));
  await db.insertInto("team_members").values(both).execute();
  expect(await hearers({ company_id: acme.id }, team)).toEqual(["another", "member"]);
});
