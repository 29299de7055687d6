import { demoNetworkOf, founder, type Line, laterBy, type Planning } from "./audit-line.ts";
import { hoursOf } from "./content/shifts.ts";
import { day, hour, minute, nextAtWork } from "./content/working-hours.ts";
import { type DemoUser, invitedAgainAfter } from "./demo-user.ts";
import type { DemoDesk } from "./desk.ts";
import { hash } from "./random.ts";
import { failedSignIns, signIns } from "./sign-ins.ts";

/** With where it came from. */
interface DemoLine extends Line {
  network: string;
}

/** Who sees to people and companies. */
const office = "ruth@frontdesk.test";
const reach = 365 * day;

/** A year of what a desk writes down, oldest first. */
export function planDemoAudit(desk: DemoDesk, planning: Planning): DemoLine[] {
  const { now, ids } = planning;
  const lines = [
    ...companiesThatCame(desk, planning),
    ...peopleThatCame(desk, planning),
    ...whatEnded(desk, planning),
    ...settings(planning),
    ...exports(planning),
    ...signIns(desk, planning),
    ...failedSignIns(planning),
  ];
  const emails = new Map(desk.users.map(({ email }) => [ids.user(email), email]));
  return lines
    .filter(({ at }) => at > now - reach && at < now)
    .map((line) => ({ ...line, network: demoNetworkOf(emails.get(line.actorId ?? "") ?? "") }))
    .sort((one, other) => one.at - other.at);
}

function companiesThatCame(desk: DemoDesk, { ids, since }: Planning): Line[] {
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

/** Each is invited, and takes a password within a day or two. */
function peopleThatCame(desk: DemoDesk, { ids, since }: Planning): Line[] {
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

/** After the last that was heard of them. */
function whatEnded(desk: DemoDesk, { now, ids }: Planning): Line[] {
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

function settings({ now, ids }: Planning): Line[] {
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

function exports({ now, ids }: Planning): Line[] {
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
