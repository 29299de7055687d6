import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { instantAt, stretchOf } from "../../shared/search/moments.ts";
import { parseQuery } from "../../shared/search/query.ts";
import type { Term, Value } from "../../shared/search/terms.ts";
import { weekdays } from "../../shared/search/values.ts";
import {
  openStatuses,
  ticketChannels,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from "../../shared/tickets/vocabulary.ts";
import {
  actorOf,
  insertCompany,
  insertFile,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  nameOf,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { readListing } from "../tickets/list/listing.ts";
import { selectIds } from "../tickets/list/select-page.ts";
import { sourceShape, sourceValues } from "../tickets/list/sources.ts";
import { countTickets, listTickets } from "../tickets/list.ts";
import { type Path, paths } from "./path.ts";
import { countRange } from "./shape.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const timeZone = "Europe/Berlin";
const hour = 3_600_000;
const vocabulary = ["apfel", "birne", "karton", "lampe", "zimt", "orkan"];

const database = setUpTestDatabase();
let db: Db;

interface Known {
  row: TicketRow;
  people: string[];
  tags: string[];
  company: string | null;
  team: string | null;
  requester: string;
  assignee: string | null;
  mentioned: string[];
  subject: string;
  messages: { body: string; author: string; files: string[]; public: boolean }[];
  seenBy: Map<string, Date>;
  spans: { status: string; from: Date; to: Date | null }[];
  /** Who has a draft of a reply or a note. */
  writing: string[];
  reopenedAt: Date | null;
}

let tickets: Known[];
let actors: [string, Actor, UserRow][];
let members: { userId: string; companyId: string; all: boolean }[];

beforeAll(async () => {
  db = database.db;
  const random = seeded(7);
  const companies = [];
  for (const name of ["Nordlicht Klinik", "Nord", "Acme", "Etagère GmbH"]) {
    companies.push(await insertCompany(db, { name }));
  }
  const teams = [
    await insertTeam(db, { name: "Warehouse" }),
    await insertTeam(db, { name: "Billing" }),
  ];
  const admin = await insertUser(db, {
    role: "Super Admin",
    first_name: "Ada",
    last_name: "Admin",
  });
  const agents = [
    await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lind" }),
    await insertUser(db, {
      role: "Agent",
      first_name: "Sam",
      last_name: "Okafor",
      company_scope: "assigned",
      companies: companies.slice(0, 2).map(({ id }) => id),
    }),
    await insertUser(db, { role: "Agent", company_scope: "assigned" }),
  ];
  const customers: UserRow[] = [];
  for (const [index, first_name] of ["Ana", "Ben", "Cleo", "Dan"].entries()) {
    const memberOf = random.some(companies, 0.5);
    customers.push(
      await insertUser(db, {
        first_name,
        last_name: "Silva",
        companies: memberOf.map(({ id }) => ({ id, seesAllTickets: index % 2 === 0 })),
      }),
    );
  }
  const staff = [admin, ...agents];
  tickets = [];
  for (let index = 0; index < 140; index += 1) {
    const status = random.pick(ticketStatuses);
    const solved = status === "resolved" || status === "closed";
    const at = (hours: number) => new Date(now.getTime() - random.below(hours) * hour);
    const created = at(24 * 20);
    const waits = !solved && status !== "on-hold" && random.chance(0.8);
    const requester = random.pick(customers);
    const assignee = random.chance(0.4) ? null : random.pick(staff);
    const company = random.chance(0.2) ? null : random.pick(companies);
    const team = random.chance(0.5) ? null : random.pick(teams);
    const tags = random.some(["billing", "printing", "vip"], 0.3);
    const followers = random.some([...customers, ...staff], 0.15);
    const subject = random.some(vocabulary, 0.2).join(" ") || "leer";
    const merged = status === "closed" && random.chance(0.2) ? (tickets[0]?.row.id ?? null) : null;
    const values: Parameters<typeof insertTicket>[1] = {
      ...{ status, subject, tags },
      number: 5000 + index,
      requester_id: requester.id,
      followers: followers.map(({ id }) => id),
      company_id: company?.id ?? null,
      team_id: team?.id ?? null,
      assignee_id: assignee?.id ?? null,
      unassigned_since: assignee ? null : at(100),
      priority: random.pick(ticketPriorities),
      type: random.pick(ticketTypes),
      channel: random.pick(ticketChannels),
      created_at: created,
      updated_at: at(24 * 3),
      publicly_updated_at: at(24 * 3),
      waiting_for: waits ? random.pick(["us", "customer"]) : null,
      // Some for exactly the time that is not overdue yet.
      waiting_since: waits
        ? [at(60), new Date(now.getTime() - 24 * hour)][+(index % 9 === 0)]
        : null,
      first_staff_reply_at: random.chance(0.6) ? at(24 * 5) : null,
      staff_reply_count: random.below(4),
      last_resolved_at: solved || random.chance(0.2) ? at(24 * 14) : null,
      reopen_count: random.below(3),
      opened_by_staff: random.chance(0.2),
      // A third are snoozed; others have just woken, or long ago.
      snoozed_until: random.chance(0.2)
        ? new Date(now.getTime() + ((index % 3) - 1) * 5 * hour)
        : null,
      spam_at: random.chance(0.08) ? now : null,
      merged_into_id: merged,
      rating: random.chance(0.2) ? random.pick(["good", "bad"] as const) : null,
    };
    const ratedAt = new Date(now.getTime() - (index % 10) * 24 * hour);
    const row = await insertTicket(db, { ...values, rated_at: values.rating ? ratedAt : null });
    const messages: Known["messages"] = [];
    const mentioned: string[] = [];
    for (let count = random.below(4); count > 0; count -= 1) {
      const body = random.some(vocabulary, 0.4).join(" ");
      const kind = random.chance(0.4) ? ("note" as const) : ("public" as const);
      const released = kind === "public" && random.chance(0.8);
      const author = random.pick([...customers, ...staff]);
      const redacted = random.chance(0.1);
      const message = await insertMessage(db, {
        ticket_id: row.id,
        author_id: author.id,
        ...{ body, kind },
        created_at: created,
        released_at: released ? created : null,
        redacted_at: redacted ? now : null,
      });
      const files: string[] = [];
      if (random.chance(0.25)) {
        const name = `${random.pick(["orkan", "feder"])}_plan.pdf`;
        const emptied = random.chance(0.3);
        const of = { message_id: message.id, uploader_id: requester.id };
        await insertFile(db, { ...of, name, redacted: emptied });
        if (!emptied) files.push(name.replace(/[._]/g, " "));
      }
      if (!redacted) messages.push({ body, author: author.id, files, public: released });
      if (kind === "note" && random.chance(0.5)) {
        const user_id = random.pick(staff).id;
        await db
          .insertInto("message_mentions")
          .values({ message_id: message.id, user_id })
          .execute();
        if (!redacted) mentioned.push(user_id);
      }
    }
    const seenBy = new Map<string, Date>();
    for (const { id } of random.some(staff, 0.4)) {
      const seen_at = new Date(created.getTime() + (random.chance(0.5) ? hour : -hour));
      seenBy.set(id, seen_at);
      await db
        .insertInto("ticket_reads")
        .values({ user_id: id, ticket_id: row.id, seen_at, mentioned: mentioned.includes(id) })
        .execute();
    }
    const writing = index % 5 === 0 ? staff.slice(index % 3).map(({ id }) => id) : [];
    for (const user_id of writing) {
      const kind = index % 2 === 0 ? ("reply" as const) : ("note" as const);
      const draft = { user_id, ticket_id: row.id, kind, body: "Begun", revision: 1 };
      await db
        .insertInto("drafts")
        .values({ ...draft, updated_at: now })
        .execute();
    }
    const ended = random.chance(0.5) ? at(24 * 10) : null;
    const to = ended && ended > created ? ended : null;
    await db
      .updateTable("status_spans")
      .set({ status: "open", ended_at: to })
      .where("ticket_id", "=", row.id)
      .execute();
    // At midnight of two days; an unmerged ticket does not count as reopened.
    const reopenedAt = new Date(`2026-11-${11 + (index % 2)}T23:00:00.000Z`);
    const was = index % 3 === 0 ? "closed" : "resolved";
    const solved_at = new Date(reopenedAt.getTime() - hour);
    const reopening = { ticket_id: row.id, solved_at, reopened_at: reopenedAt, was } as const;
    await db.insertInto("reopenings").values(reopening).execute();
    tickets.push({
      ...{ row, tags, subject, messages, mentioned, seenBy, writing },
      people: [requester.id, ...followers.map(({ id }) => id)],
      company: company?.name ?? null,
      team: team?.name ?? null,
      requester: nameOf(requester),
      assignee: assignee && nameOf(assignee),
      spans: [{ status: "open", from: created, to }],
      reopenedAt: was === "resolved" ? reopenedAt : null,
    });
  }
  await indexAll(db);
  await sql`analyze`.execute(database.owner);
  const stored = await db.selectFrom("user_companies").selectAll().execute();
  members = stored.map((row) => ({
    userId: row.user_id,
    companyId: row.company_id,
    all: row.sees_all_tickets,
  }));
  actors = [];
  // All tickets, assigned ones, own ones.
  const few = [admin, ...agents.slice(1, 2), ...customers.slice(1, 2)];
  for (const user of walkOf([...staff, ...customers], few)) {
    actors.push([`${user.role} ${nameOf(user)}`, await actorOf(db, user), user]);
  }
}, 60_000);

/** The rules without SQL. */
function holds(term: Term, ticket: Known, actor: Actor): boolean {
  return positive(term, ticket, actor) !== term.not;
}

function positive(term: Term, ticket: Known, actor: Actor): boolean {
  switch (term.kind) {
    case "word":
      return textsOf(ticket, actor).some((text) => text.split(" ").includes(term.text));
    case "phrase":
      return textsOf(ticket, actor).some((text) => ` ${text} `.includes(` ${term.text} `));
    case "number":
      return ticket.row.number === term.number;
    case "operator":
      return term.values.some((value) => fits(term.operator, value, ticket, actor));
  }
}

function textsOf(ticket: Known, actor: Actor): string[] {
  const staff = actor.role !== "Customer";
  const bodies = ticket.messages.filter((message) => staff || message.public);
  const head = [ticket.subject, ticket.requester, ticket.company ?? "", String(ticket.row.number)];
  return [...head, ...bodies.flatMap(({ body, files }) => [body, ...files])].map((text) =>
    text.toLowerCase(),
  );
}

function fits(operator: string, value: Value, ticket: Known, actor: Actor): boolean {
  const { row } = ticket;
  const customer = actor.role === "Customer";
  const open = (openStatuses as readonly string[]).includes(row.status);
  const times: Record<string, Date | null> = {
    created: row.created_at,
    updated: customer ? row.publicly_updated_at : row.updated_at,
    resolved: row.last_resolved_at,
    closed: row.closed_at,
    "first-reply": row.first_staff_reply_at,
    unassigned: row.unassigned_since,
    "reopened-at": ticket.reopenedAt,
    rated: row.rated_at,
  };
  switch (value.kind) {
    case "choice": {
      const own: Record<string, string | null> = {
        status: row.status,
        priority: row.priority,
        type: row.type,
        channel: row.channel,
        waiting: row.waiting_for,
        rating: row.rating,
      };
      if (operator in own) return own[operator] === value.choice;
      const flags: Record<string, boolean> = {
        open,
        snoozed: row.snoozed_until !== null && row.snoozed_until > now,
        unassigned: row.assignee_id === null,
        overdue:
          open &&
          row.waiting_for === "us" &&
          row.waiting_since !== null &&
          now.getTime() - row.waiting_since.getTime() > 24 * hour,
        followed: row.requester_id !== actor.id && ticket.people.includes(actor.id),
        mentioned: ticket.mentioned.includes(actor.id),
        "opened-by-staff": row.opened_by_staff,
        spam: row.spam_at !== null,
        merged: row.merged_into_id !== null,
        company: row.company_id !== null,
        team: row.team_id !== null,
        tag: ticket.tags.length > 0,
        assignee: row.assignee_id !== null,
        draft: ticket.writing.includes(actor.id),
        attachment: ticket.messages.some(({ files }) => files.length > 0),
        unread:
          (row.assignee_id === actor.id ||
            ticket.people.includes(actor.id) ||
            (ticket.mentioned.includes(actor.id) && ticket.seenBy.has(actor.id))) &&
          ticket.messages.some(
            ({ author }) =>
              author !== actor.id && row.created_at > (ticket.seenBy.get(actor.id) ?? new Date(0)),
          ),
        rating: row.rating !== null,
      };
      return flags[value.choice] ?? false;
    }
    case "me":
      return (operator === "assignee" ? row.assignee_id : row.requester_id) === actor.id;
    case "none":
      return namesOf(operator, ticket).length === 0;
    case "name":
      return namesOf(operator, ticket).some((name) => isMeant(operator, value.name, name));
    case "count": {
      const [from, to] = countRange(value.test);
      const count = operator === "replies" ? row.staff_reply_count : row.reopen_count;
      return count >= (from ?? 0) && count < (to ?? Number.POSITIVE_INFINITY);
    }
    case "hour": {
      const parts = new Intl.DateTimeFormat("en-GB", {
        timeZone,
        weekday: "short",
        hour: "2-digit",
        hourCycle: "h23",
      }).formatToParts(row.created_at);
      const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
      const day = weekdays.find((name) => name === read("weekday").toLowerCase());
      return day === value.hour.weekday && Number(read("hour")) === value.hour.hour;
    }
    case "time": {
      if (operator === "open-at") {
        if (value.test.kind !== "is") throw new Error("It is one moment");
        const at = instantAt(value.test.of, { now, timeZone });
        return ticket.spans.some(({ from, to }) => from < at && (to === null || to >= at));
      }
      const { from, to } = stretchOf(value.test, { now, timeZone });
      const time = times[operator];
      return !!time && (!from || time >= from) && (!to || time < to);
    }
  }
}

/** With exactly that name; if there is none, all whose name contains it. */
function isMeant(operator: string, said: string, name: string): boolean {
  const everyone = tickets.flatMap((ticket) => namesOf(operator, ticket));
  const exact = everyone.some((other) => folded(other) === folded(said));
  return exact ? folded(name) === folded(said) : folded(name).includes(folded(said));
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

function namesOf(operator: string, ticket: Known): string[] {
  if (operator === "tag") return ticket.tags;
  const names: Record<string, string | null> = {
    assignee: ticket.assignee,
    requester: ticket.requester,
    company: ticket.company,
    team: ticket.team,
  };
  const name = names[operator];
  return name ? [name] : [];
}

function seenBy(actor: Actor, terms: readonly Term[]): Known[] {
  const asksFor = (choice: string) =>
    terms.some(
      (term) =>
        term.kind === "operator" &&
        !term.not &&
        term.operator === "is" &&
        term.values.some((value) => value.kind === "choice" && value.choice === choice),
    );
  const mine = members.filter(({ userId }) => userId === actor.id);
  return tickets.filter(({ row, people }) => {
    if (row.spam_at && !asksFor("spam")) return false;
    if (row.merged_into_id && !asksFor("merged")) return false;
    if (actor.role === "Super Admin" || actor.companyScope === "all") return true;
    const member = mine.find(({ companyId }) => companyId === row.company_id);
    if (actor.role === "Agent") return member !== undefined;
    return people.includes(actor.id) || member?.all === true;
  });
}

async function expectRecount(q: string): Promise<number> {
  let found = 0;
  for (const [name, actor] of actors) {
    const language = actor.role === "Customer" ? "customer" : "staff";
    const { terms, problems } = parseQuery(q, language);
    // Operators that customers lack are tested elsewhere.
    if (language === "customer" && (problems.length > 0 || isOther(terms, q))) continue;
    const expected = seenBy(actor, terms)
      .filter((ticket) => terms.every((term) => holds(term, ticket, actor)))
      .map(({ row }) => row.number)
      .sort();
    const deps: ActorDeps = { db, now, actor, credential: null, requestId: "test" };
    const listed = await listTickets(deps, {
      ...{ view: "all", q, timeZone, sort: "relevance", descending: true },
      limit: 200,
    });
    expect([name, q, listed.tickets.map(({ number }) => number).sort()]).toEqual([
      name,
      q,
      expected,
    ]);
    const counted = await countTickets(deps, { view: "all", q, timeZone });
    expect([name, q, counted.count]).toEqual([name, q, expected.length]);
    const ids = listed.tickets.map(({ id }) => id);
    for (const [path, read] of await idsByPaths(deps, q)) {
      expect([name, q, path, read]).toEqual([name, q, path, ids]);
    }
    found += expected.length;
  }
  return found;
}

/** The same list by each read path, whichever is fast for so few tickets. */
async function idsByPaths(deps: ActorDeps, q: string): Promise<[Path, string[]][]> {
  const listing = await readListing(deps, { view: "all", q, timeZone });
  if (listing.words === "") return [];
  const read = async (path: Path): Promise<[Path, string[]]> => {
    const rows = await selectIds(
      db,
      {
        ...{ source: sourceShape(listing), paths: { head: path, body: path } },
        ...{ sort: "relevance", descending: true, after: null, atMost: 201 },
      },
      { ...sourceValues(listing, { userId: deps.actor.id, now, timeZone }), limit: 201 },
    );
    return [path, rows.map(({ id }) => id)];
  };
  return await Promise.all(
    paths.filter((path) => path !== "company-index" || listing.marked).map((path) => read(path)),
  );
}

function isOther(terms: readonly Term[], q: string): boolean {
  const staff = parseQuery(q, "staff").terms;
  return JSON.stringify(staff) !== JSON.stringify(terms);
}

describe("the list and its count equal those of a plain filter, for every reader", () => {
  test.each([
    "status:open",
    "status:new,open,pending",
    "-status:closed,resolved",
    "priority:urgent,high",
    "type:incident",
    "channel:web,phone",
    "assignee:me",
    "assignee:me,none",
    'assignee:"Maya Lind",none',
    '-assignee:"Maya Lind"',
    "requester:me",
    'requester:"Ana Silva"',
    "requester:silva -status:closed",
    "company:acme",
    "company:Nord",
    'company:"Nordlicht Klinik",Acme',
    "-company:Acme",
    "company:none",
    "company:nowhere",
    "company:Etagere",
    "team:warehouse",
    "team:none,Billing",
    "tag:billing,vip",
    "-tag:billing",
    "tag:none",
    "created:2026-11-10",
    "created:>2026-11-10",
    "created:<=2026-11-10",
    "created:2026-11-08..2026-11-12",
    "created:2026-11",
    "created:>-3d created:<-5h",
    "updated:<-1d",
    "updated:today,yesterday",
    "resolved:>-7d",
    "-resolved:>-7d",
    "closed:>-30d",
    "open-at:2026-11-12",
    "open-at:-2d",
    "-open-at:2026-11-12T08:30",
    "first-reply:>-2d",
    "reopened-at:2026-11-12",
    "-reopened-at:>=2026-11-13",
    "unassigned:<-1d",
    "reopened:>0",
    "replies:1",
    "replies:1..2 -reopened:0",
    "replies:<2 reopened:<=1",
    "waiting:us",
    "waiting:us,customer",
    "created-hour:mon-08,tue-14,fri-20",
    "created-hour:tue-00,thu-00,sat-00",
    "has:company,team",
    "-has:tag",
    "has:rating",
    "rating:bad",
    "-rating:good",
    "rated:>-7d",
    "rating:bad -rated:2026-11-10..2026-11-14",
    "has:assignee",
    "has:attachment",
    "-has:attachment is:open",
    "has:attachment,tag",
    "has:draft",
    "-has:draft is:open",
    "has:draft apfel",
    "has:draft,rating",
    "is:open",
    "is:open -is:snoozed",
    "is:snoozed",
    "-is:open",
    "is:unassigned is:open",
    "is:unread",
    "-is:unread is:open",
    "is:unread,overdue",
    "is:unread feder",
    "is:overdue",
    "is:followed",
    "is:mentioned",
    "is:opened-by-staff",
    "is:spam",
    "is:merged",
    "is:spam,merged",
    "-is:spam is:open",
    "#5003",
    "-#5003 status:open",
    "apfel",
    "apfel birne",
    "feder",
    "plan pdf apfel",
    '"orkan plan"',
    "-zimt",
    "apfel -birne",
    '"apfel birne"',
    '-"apfel birne" apfel',
    '"karton lampe" is:open',
    '"nordlicht klinik"',
    '"ana silva"',
    'apfel "nordlicht klinik"',
    '"apfel birne" -"nordlicht klinik"',
    "silva",
    "acme apfel",
    "5003",
    "apfel assignee:me",
    "lampe company:acme",
    "orkan company:acme,nord is:open",
  ])("%s", async (q) => {
    // A query without results would test nothing.
    const found = await expectRecount(q);
    if (!q.includes("nowhere")) expect(found).toBeGreaterThan(0);
  });

  test("and so does every pair of terms", async () => {
    const random = seeded(11);
    const parts = [
      ...[
        "is:open",
        "-is:snoozed",
        "status:open,resolved",
        "priority:high,urgent",
        "assignee:none",
      ],
      ...["company:acme", "-company:nord", "tag:vip", "created:>-9d", "-has:team", "apfel", "zimt"],
      ...['"apfel birne"', "replies:0..1", "waiting:us", "requester:silva", "-lampe"],
    ];
    for (let round = 0; round < walkOf(25, 5); round += 1) {
      await expectRecount(random.some(parts, 0.15).join(" "));
    }
  }, 60_000);
});
