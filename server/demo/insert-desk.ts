import { createLink } from "../auth/links.ts";
import type { Tx } from "../db/database.ts";
import type { DemoCompany, DemoUser } from "./content.ts";
import type { DemoDesk } from "./desk.ts";
import { hash } from "./random.ts";
import { day, hour, minute } from "./working-hours.ts";

/** A user who has not signed in by then is invited again. */
export const invitedAgainAfter = 19 * hour;

/** The ids of everything inserted: people by email address, the rest by name. */
export interface DeskIds {
  company(name: string): string;
  user(email: string): string;
  team(name: string): string;
  tag(name: string): string;
}

interface Loading {
  now: Date;
  passwordHash: string;
}

/** Inserts everything except the tickets. */
export async function insertDeskRows(tx: Tx, desk: DemoDesk, loading: Loading): Promise<DeskIds> {
  const { now } = loading;
  const joined = new Map(desk.companies.map((one) => [one.name, joinedAt(one, now)]));
  const companyIds = idsOf(
    desk.companies,
    ({ name }) => name,
    ({ name }) => joined.get(name) ?? now,
  );
  const userIds = idsOf(
    desk.users,
    ({ email }) => email,
    (user) => userSince(user, joined, now),
  );
  const teamIds = idsOf(
    desk.teams,
    (name) => name,
    () => now,
  );
  const tagIds = idsOf(
    desk.tags,
    (name) => name,
    () => now,
  );
  const ids: DeskIds = {
    company: (name) => found(companyIds, name),
    user: (email) => found(userIds, email),
    team: (name) => found(teamIds, name),
    tag: (name) => found(tagIds, name),
  };
  await insertCompanies(tx, desk, ids, joined);
  await insertUsers(tx, desk, ids, { ...loading, joined });
  await insertTeams(tx, desk, ids);
  await tx
    .insertInto("tags")
    .values(desk.tags.map((name) => ({ id: ids.tag(name), name })))
    .execute();
  return ids;
}

async function insertCompanies(
  tx: Tx,
  { companies }: DemoDesk,
  ids: DeskIds,
  joined: ReadonlyMap<string, Date>,
): Promise<void> {
  await tx
    .insertInto("companies")
    .values(
      companies.map(({ name, notes, state }) => {
        return { id: ids.company(name), name, notes, state, created_at: joined.get(name) };
      }),
    )
    .execute();
  const domains = companies.flatMap(({ name, domains }) =>
    domains.map((domain) => ({ domain, company_id: ids.company(name) })),
  );
  await tx.insertInto("company_domains").values(domains).execute();
}

async function insertUsers(
  tx: Tx,
  desk: DemoDesk,
  ids: DeskIds,
  { now, passwordHash, joined }: Loading & { joined: ReadonlyMap<string, Date> },
): Promise<void> {
  const seen = lastSeen(desk, now);
  const users = desk.users.map((user) => {
    const since = userSince(user, joined, now);
    const invited = user.state === "invited";
    return {
      id: ids.user(user.email),
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      role: user.role,
      state: user.state,
      company_scope: user.companyScope,
      password_hash: invited ? null : passwordHash,
      password_set_at: invited ? null : since,
      phone: user.phone,
      time_zone: user.timeZone,
      last_seen_at: invited ? null : (seen.get(user.email) ?? since),
      created_at: since,
    };
  });
  await tx.insertInto("users").values(users).execute();
  for (const { id, state, created_at } of users) {
    if (state !== "invited") continue;
    const invitedAt = new Date(created_at.getTime() + invitedAgainAfter);
    // The link is not used; the mail counts as sent.
    await createLink(tx, { kind: "invitation", userId: id, now: invitedAt });
  }
  const memberships = desk.users.flatMap((user) =>
    user.companies.map((company) => ({
      user_id: ids.user(user.email),
      company_id: ids.company(company),
      sees_all_tickets: user.seesAllTickets,
    })),
  );
  await tx.insertInto("user_companies").values(memberships).execute();
}

async function insertTeams(tx: Tx, { teams, users }: DemoDesk, ids: DeskIds): Promise<void> {
  await tx
    .insertInto("teams")
    .values(teams.map((name) => ({ id: ids.team(name), name })))
    .execute();
  const members = users.flatMap(({ email, teams }) =>
    teams.map((team) => ({ team_id: ids.team(team), user_id: ids.user(email) })),
  );
  await tx.insertInto("team_members").values(members).execute();
}

function joinedAt({ name, since }: DemoCompany, now: Date): Date {
  return new Date(now.getTime() - since * day - (hash(name) % 600) * minute);
}

/** Invited users were added this week, others together with their company or the desk. */
function userSince(user: DemoUser, joined: ReadonlyMap<string, Date>, now: Date): Date {
  const some = hash(user.email);
  if (user.state === "invited") return new Date(now.getTime() - (20 + (some % 90)) * hour);
  const [home] = user.role === "Customer" ? user.companies : [];
  const company = home ? joined.get(home) : undefined;
  const first = company?.getTime() ?? now.getTime() - (950 + (some % 200)) * day;
  return new Date(first + (some % 480) * minute);
}

/** Everyone was last seen at their last action; active staff today. */
function lastSeen({ tickets, users }: DemoDesk, now: Date): Map<string, Date> {
  const seen = new Map<string, Date>();
  for (const { by, at } of tickets.flatMap(({ acts }) => acts)) {
    if (by !== null && at > (seen.get(by) ?? new Date(0))) seen.set(by, at);
  }
  for (const { email, role, state } of users) {
    if (role === "Customer" || state !== "active") continue;
    const lately = new Date(now.getTime() - (3 + (hash(email) % 240)) * minute);
    if (lately > (seen.get(email) ?? new Date(0))) seen.set(email, lately);
  }
  return seen;
}

function idsOf<T>(
  all: readonly T[],
  name: (one: T) => string,
  at: (one: T) => Date,
): ReadonlyMap<string, string> {
  return new Map(all.map((one) => [name(one), Bun.randomUUIDv7("hex", at(one).getTime())]));
}

function found(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name}`);
  return id;
}
