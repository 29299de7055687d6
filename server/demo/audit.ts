import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { type AuditEntry, personalRows } from "../events/record-act.ts";
import type { DemoUser } from "./content.ts";
import type { DemoDesk } from "./desk.ts";
import { type DeskIds, invitedAgainAfter } from "./insert-desk.ts";
import { hash } from "./random.ts";
import { day, hour, hoursOf, minute, nextAtWork } from "./working-hours.ts";

/** Writes the audit lines of the last year in order of time. */
export async function insertAudit(
  tx: Tx,
  desk: DemoDesk,
  { now, ids }: { now: Date; ids: DeskIds },
): Promise<void> {
  const there = await sql<{ id: string; since: Date }>`
    select id, created_at as since from companies
    union all select id, created_at from users`.execute(tx);
  const since = new Map(there.rows.map(({ id, since }) => [id, since.getTime()]));
  const lines = planDemoAudit(desk, { now: now.getTime(), ids, since }).map((line) => ({
    ...line,
    id: Bun.randomUUIDv7("hex", line.at),
    at: new Date(line.at),
  }));
  await tx
    .insertInto("audit_log")
    .values(
      lines.map(({ id, at, act, actorId, subject, fields = [] }) => ({
        id,
        at,
        act,
        fields,
        actor_id: actorId,
        subject_kind: subject.kind,
        subject_id: subject.id,
        request_id: Bun.randomUUIDv7(),
      })),
    )
    .execute();
  const beside = lines.flatMap(({ id, at, network, ...entry }) =>
    personalRows(entry, network).map((row) => ({ ...row, audit_id: id, at })),
  );
  await tx.insertInto("audit_personal").values(beside).execute();
}

/** A line of the audit log without its id. */
interface Line extends AuditEntry {
  at: number;
}

interface Planning {
  now: number;
  ids: DeskIds;
  /** When each company and each user was created, by id. */
  since: ReadonlyMap<string, number>;
}

/** An audit line with its network address. */
interface DemoLine extends Line {
  network: string;
}

/** The Super Admin who manages users and companies. */
const office = "ruth@frontdesk.test";
const reach = 365 * day;

/** A year of audit lines, oldest first. */
function planDemoAudit(desk: DemoDesk, planning: Planning): DemoLine[] {
  const { now, ids } = planning;
  const lines = [
    ...companyLines(desk, planning),
    ...userLines(desk, planning),
    ...endLines(desk, planning),
    ...settingLines(planning),
    ...exportLines(planning),
    ...signInLines(desk, planning),
    ...failedSignInLines(planning),
  ];
  const emails = new Map(desk.users.map(({ email }) => [ids.user(email), email]));
  return lines
    .filter(({ at }) => at > now - reach && at < now)
    .map((line) => ({ ...line, network: demoNetworkOf(emails.get(line.actorId ?? "") ?? "") }))
    .sort((one, other) => one.at - other.at);
}

function companyLines(desk: DemoDesk, { ids, since }: Planning): Line[] {
  return desk.companies.map(({ name, domains }) => ({
    at: since.get(ids.company(name)) ?? 0,
    act: "company.created",
    actorId: ids.user(office),
    subject: { kind: "company", id: ids.company(name) },
    fields: ["name", "domains", "agents"],
    personal: {
      after: { name, domains, agents: agentsOf(desk, name).map(({ email }) => ids.user(email)) },
    },
  }));
}

function agentsOf({ users }: DemoDesk, company: string): DemoUser[] {
  return users.filter(({ role, companies }) => role === "Agent" && companies.includes(company));
}

/** Each user is invited and sets a password within a day or two. */
function userLines(desk: DemoDesk, { ids, since }: Planning): Line[] {
  return desk.users.flatMap((user): Line[] => {
    const { firstName, lastName, email, phone } = user;
    const at = since.get(ids.user(email)) ?? 0;
    const subject = { kind: "user", id: ids.user(email) } as const;
    const fields = ["firstName", "lastName", "email", "role", "companies"];
    const personal = { after: { firstName, lastName, email, phone } };
    const accepted =
      nextAtWork(hoursOf(user), at + (2 + (hash(email) % 30)) * hour) + laterBy(email);
    return [
      { at, act: "user.created", actorId: ids.user(office), subject, fields, personal },
      user.state === "invited"
        ? { at: at + invitedAgainAfter, act: "user.invited", actorId: ids.user(office), subject }
        : { at: accepted, act: "password.chosen", actorId: subject.id, subject },
    ];
  });
}

/** After the user's last action. */
function endLines(desk: DemoDesk, { now, ids }: Planning): Line[] {
  const lastOf = (which: (ticket: DemoDesk["tickets"][number]) => boolean) =>
    Math.max(
      now - 80 * day,
      ...desk.tickets
        .filter(which)
        .flatMap(({ createdAt, acts }) => [createdAt, ...acts.map(({ at }) => at)].map(Number)),
    );
  const end = (name: string, last: number, to: string) => ({
    at: last + day + laterBy(name),
    fields: ["state"],
    personal: { before: { state: "active" }, after: { state: to } },
  });
  const gone = desk.users.filter(({ state }) => state === "disabled");
  const archived = desk.companies.filter(({ state }) => state === "archived");
  return [
    ...gone.map(({ email }): Line => {
      const last = lastOf(({ acts }) => acts.some(({ by }) => by === email));
      const subject = { kind: "user", id: ids.user(email) } as const;
      const by = { act: "user.updated", actorId: ids.user(office) } as const;
      return { ...end(email, last, "disabled"), ...by, subject };
    }),
    ...archived.map(({ name }): Line => {
      const last = lastOf(({ company }) => company === name);
      const subject = { kind: "company", id: ids.company(name) } as const;
      const by = { act: "company.archived", actorId: ids.user(founder) } as const;
      return { ...end(name, last, "archived"), ...by, subject };
    }),
  ];
}

function settingLines({ now, ids }: Planning): Line[] {
  const by = (email: string) => ids.user(email);
  const chloe = ids.user("chloe@frontdesk.test");
  const company = (name: string) => ({ kind: "company", id: ids.company(name) }) as const;
  return [
    {
      at: now - 291 * day - 3 * hour,
      act: "team.created",
      actorId: by(founder),
      subject: { kind: "team", id: ids.team("Integrations") },
      fields: ["name"],
      values: { after: { name: "Integrations" } },
    },
    {
      at: now - 214 * day - 5 * hour,
      act: "desk.updated",
      actorId: by(founder),
      subject: { kind: "desk", id: null },
      fields: ["overdueHours"],
      values: { before: { overdueHours: 48 }, after: { overdueHours: 24 } },
    },
    {
      at: now - 152 * day - 2 * hour,
      act: "company.updated",
      actorId: by(office),
      subject: company("Maison Perrin"),
      fields: ["domains"],
      personal: { before: {}, after: { domains: ["maison-perrin.test"] } },
    },
    {
      at: now - 96 * day - 7 * hour,
      act: "profile.updated",
      actorId: chloe,
      subject: { kind: "user", id: chloe },
      fields: ["timeZone"],
      personal: { before: { timeZone: "Europe/London" }, after: { timeZone: "Europe/Paris" } },
    },
    {
      at: now - 35 * day - 4 * hour,
      act: "company.member-changed",
      actorId: by(office),
      subject: company("Kestrel Outdoor"),
      fields: ["members"],
      personal: { personId: by("declan@kestrel.test"), after: { seesAllTickets: true } },
    },
  ];
}

function exportLines({ now, ids }: Planning): Line[] {
  const monthly = [3, 31, 62, 92].map(
    (days): Line => ({
      at: now - days * day - 90 * minute,
      act: "dashboard.exported",
      actorId: ids.user(founder),
      subject: { kind: "dashboard", id: null },
      fields: ["agents", "period", "timeZone"],
    }),
  );
  return [
    ...monthly,
    {
      at: now - 20 * day - 5 * hour,
      act: "user.exported",
      actorId: ids.user(office),
      subject: { kind: "user", id: null },
      fields: ["role"],
    },
    {
      at: now - 9 * day - 2 * hour,
      act: "ticket.exported",
      actorId: ids.user("agent@demo.test"),
      subject: { kind: "ticket", id: null },
      fields: ["q", "timeZone"],
    },
  ];
}

const founder = "admin@demo.test";

/** Up to half an hour later. */
function laterBy(text: string): number {
  return (hash(text) % 1800) * 1000;
}

/** An address from the ranges reserved for documentation: one for the office, others for everyone else. */
function demoNetworkOf(email: string): string {
  return email === founder || hash(email) % 3 === 0 ? "192.0.2.0/24" : "198.51.100.0/24";
}

/** How far back sign-ins are recorded. */
const lately = 7 * day;

/** Staff sign in when their day begins, customers before they write. */
function signInLines({ users, tickets }: DemoDesk, { now, ids }: Planning): Line[] {
  const staff = users.filter(({ role, state }) => role !== "Customer" && state === "active");
  const mornings = staff.flatMap((person) => {
    const days = Array.from({ length: lately / day }, (_, ago) =>
      nextAtWork(hoursOf(person), now - ago * day - 12 * hour),
    );
    const beginnings = [...new Set(days.map((at) => at - (at % hour)))];
    return beginnings.map((at) => ({
      person,
      at: at + laterBy(`${person.email} ${at}`),
    }));
  });
  const customers = users.filter(({ role }) => role === "Customer");
  const visits = customers.flatMap((person) => {
    const written = tickets.flatMap(({ acts }) =>
      acts.filter(({ by, at }) => by === person.email && Number(at) > now - lately),
    );
    const first = Math.min(...written.map(({ at }) => Number(at)));
    return written.length === 0
      ? []
      : [{ person, at: first - (2 + (hash(person.email) % 9)) * minute }];
  });
  return [...mornings, ...visits].map(({ person, at }) => ({
    at,
    act: "session.signed-in",
    actorId: ids.user(person.email),
    subject: { kind: "user", id: ids.user(person.email) },
    personal: { network: demoNetworkOf(person.email), device: deviceOf(person.email) },
  }));
}

/** Failed sign-ins: a forgotten password, and an address without an account. */
function failedSignInLines({ now, ids }: Planning): Line[] {
  const at = now - 2 * day - 4 * hour;
  const email = "rui@harbour.test";
  const rui = { kind: "user", id: ids.user(email) } as const;
  const from = { network: demoNetworkOf(email), device: deviceOf(email) };
  const failed = { act: "session.sign-in-failed", actorId: null } as const;
  return [
    { at, ...failed, subject: rui, personal: { personId: rui.id, ...from } },
    { at: at + 40_000, ...failed, subject: rui, personal: { personId: rui.id, ...from } },
    {
      at: at + 2 * minute,
      act: "password.reset-requested",
      actorId: null,
      subject: rui,
      personal: { network: from.network },
    },
    { at: at + 5 * minute, act: "password.chosen", actorId: rui.id, subject: rui },
    {
      at: now - 5 * day - 9 * hour,
      ...failed,
      subject: { kind: "user", id: null },
      personal: {
        network: "203.0.113.0/24",
        device: "Chrome on Windows",
        typedAddress: "accounts@harbour.test",
      },
    },
  ];
}

const devices = [
  "Firefox on Linux",
  "Chrome on Windows",
  "Safari on Mac",
  "Edge on Windows",
  "Chrome on Mac",
];

function deviceOf(email: string): string {
  return devices[hash(email) % devices.length] ?? "Firefox on Linux";
}
