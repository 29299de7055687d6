import { expect, test } from "bun:test";
import type { Actor } from "../access/actor.ts";
import type { ReadEvent } from "./event-reader.ts";
import { type Audience, audienceFor, newsFor, seesTheSame } from "./live.ts";

const ticket: ReadEvent = {
  ...{ topic: "ticket", subjectId: "ticket", number: 7, version: 3, audience: "person" },
  ...{ companyIds: [], peopleIds: ["ana"], companyId: null, people: ["ana", "ben"] },
};
const customer = (userId: string, ...companies: string[]): Audience => ({
  ...{ userId, staff: false, isSuperAdmin: false, seesAll: false, companies: new Set(companies) },
});
const agent = (...companies: string[]): Audience => ({
  ...customer("max", ...companies),
  staff: true,
});
const everyAgent: Audience = { ...agent(), seesAll: true };
const admin: Audience = { ...everyAgent, isSuperAdmin: true };

const told = { topic: "ticket", id: "ticket", number: 7 } as const;
const gone = { ...told, gone: true } as const;
const toStaff = { ...told, version: 3 };
const about = (topic: ReadEvent["topic"], peopleIds: string[] = []): ReadEvent => ({
  ...{ topic, subjectId: null, number: null, version: null, audience: "staff" },
  ...{ companyIds: [], peopleIds, companyId: null, people: [] },
});

test("a new follower is notified, and earlier ones notice nothing", () => {
  expect(newsFor(ticket, customer("ana"))).toEqual(told);
  expect(newsFor(ticket, customer("ben"))).toBeNull();
  expect(newsFor({ ...ticket, audience: "staff" }, customer("ana"))).toBeNull();
});

test("a stream belongs to a person by role, scope and companies with full access", () => {
  const actor: Actor = {
    ...{ id: "max", role: "Agent", companyScope: "assigned" },
    ...{ companyIds: ["acme", "zeta"], seesAllOf: ["zeta"] },
  };
  expect(audienceFor(actor)).toEqual(agent("acme", "zeta"));
  expect(audienceFor({ ...actor, companyIds: [], seesAllOf: [] })).toEqual(agent());
  expect(audienceFor({ ...actor, companyIds: [], companyScope: "all" })).toEqual(everyAgent);
  expect(audienceFor({ ...actor, companyIds: [], role: "Super Admin" })).toEqual(admin);
  const ofCustomer = audienceFor({ ...actor, role: "Customer", companyScope: null });
  expect(ofCustomer).toEqual(customer("max", "zeta"));
});

test("permissions are equal if role, scope and companies are", () => {
  expect(seesTheSame(agent("acme", "zeta"), agent("zeta", "acme"))).toBe(true);
  for (const other of [
    agent("acme"),
    agent("acme", "other"),
    customer("max", "acme", "zeta"),
    { ...agent("acme", "zeta"), seesAll: true },
    { ...agent("acme", "zeta"), isSuperAdmin: true },
  ]) {
    expect(seesTheSame(agent("acme", "zeta"), other)).toBe(false);
    expect(seesTheSame(other, agent("acme", "zeta"))).toBe(false);
  }
});

test("events without a ticket reach the people they concern", () => {
  const hearers = (event: ReadEvent) =>
    [admin, everyAgent, agent("acme"), customer("ana", "acme"), customer("ben")].map((reader) =>
      newsFor(event, reader) === null ? 0 : 1,
    );
  // For servers only, whatever it names.
  const access = { ...about("access", ["ana"]), subjectId: "ana", number: 7 };
  expect(hearers(access)).toEqual([0, 0, 0, 0, 0]);
  expect(hearers(about("users"))).toEqual([1, 0, 0, 0, 0]);
  expect(hearers(about("companies"))).toEqual([1, 0, 0, 0, 0]);
  expect(hearers(about("settings"))).toEqual([1, 1, 1, 0, 0]);
  expect(hearers(about("macros"))).toEqual([1, 1, 1, 0, 0]);
  expect(hearers(about("views"))).toEqual([1, 1, 1, 0, 0]);
  expect(hearers(about("desk"))).toEqual([1, 1, 1, 1, 1]);
  expect(hearers(about("notifications", ["ana"]))).toEqual([0, 0, 0, 1, 0]);
  expect(hearers(about("drafts", ["ana"]))).toEqual([0, 0, 0, 1, 0]);
  // Only what a page needs: the other recipients stay on the server.
  expect(newsFor(about("notifications", ["ana", "ben"]), customer("ana"))).toEqual({
    topic: "notifications",
  });
  const looks: ReadEvent = { ...ticket, topic: "presence", companyId: "acme", number: null };
  expect(hearers(looks)).toEqual([1, 1, 1, 0, 0]);
  expect(newsFor(looks, admin)).toEqual({ topic: "presence", id: "ticket" });
  expect(hearers({ ...looks, companyId: "zeta", companyIds: ["acme"] })).toEqual([1, 1, 0, 0, 0]);
});

test("a ticket event reaches those who see the ticket, and as gone those who did before", () => {
  const of = (companyId: string | null, before: string[] = []): ReadEvent => ({
    ...ticket,
    ...{ audience: "everyone", companyId, companyIds: before },
  });
  expect(newsFor(of("acme"), agent("acme"))).toEqual(toStaff);
  expect(newsFor(of("zeta"), agent("acme"))).toBeNull();
  expect(newsFor(of("zeta", ["acme", "zeta"]), agent("acme"))).toEqual(gone);
  expect(newsFor(of(null, ["acme"]), agent("acme"))).toEqual(gone);
  expect(newsFor(of(null), everyAgent)).toEqual(toStaff);
  expect(newsFor(of(null), agent("acme"))).toBeNull();
  expect(newsFor(of("acme"), customer("eve", "acme"))).toEqual(told);
  expect(newsFor(of("acme"), customer("ben"))).toEqual(told);
  expect(newsFor({ ...of("zeta", ["acme"]), people: [] }, customer("eve", "acme"))).toEqual(gone);
  expect(newsFor({ ...of(null), people: [] }, customer("ana"))).toEqual(gone);
  // Being named in a ticket gives staff no access to it.
  const named = { ...of("zeta"), people: ["max"], peopleIds: ["max"] };
  expect(newsFor(named, agent("acme"))).toBeNull();
  expect(newsFor({ ...ticket, version: null }, admin)).toEqual({ ...told, version: undefined });
});

test("an event without a ticket or number reaches no one", () => {
  expect(newsFor({ ...ticket, subjectId: null }, admin)).toBeNull();
  expect(newsFor({ ...ticket, number: null }, admin)).toBeNull();
});
