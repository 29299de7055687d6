import { beforeAll, describe, expect, test } from "bun:test";
import type { AuditPage } from "../../shared/audit.ts";
import type { ErrorCode } from "../../shared/errors.ts";
import type { CreateUserInput, UserPatch } from "../../shared/schemas/users.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertSession,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { listAudit } from "../audit/queries.ts";
import { readLink } from "../auth/links.ts";
import { tokenHash } from "../auth/tokens.ts";
import { assignAgent, setMember } from "../companies/people.ts";
import { recordAct } from "../events/record-act.ts";
import { setTeamMember } from "../teams/commands.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import {
  endAllUserSessions,
  endUserSession,
  getUser,
  listUserHistory,
  listUserSessions,
  listUserTickets,
} from "./details.ts";
import { createUserLink, resendInvitation } from "./links.ts";
import { updateUser } from "./update-user.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let acme: CompanyRow;
let other: CompanyRow;
let deps: ActorDeps;

beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin", password_set_at: new Date() });
  [acme, other] = [await insertCompany(database.db), await insertCompany(database.db)];
  deps = await actingAs(database.db, admin);
}, 60_000);

const noMail = { smtpUrl: null, baseUrl: null };
const somebodyNew = (): CreateUserInput => ({
  ...{ firstName: "Nora", lastName: "Berg", role: "Customer" },
  email: `${Bun.randomUUIDv7()}@new.test`,
});
const addSession = async (user: UserRow): Promise<string> => {
  const public_id = Bun.randomUUIDv7();
  await insertSession(database.db, user.id, { id: tokenHash(public_id), public_id });
  return public_id;
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const news = async () => {
  const rows = await database.db
    .selectFrom("live_events")
    .select("id")
    .where("topic", "=", "users")
    .execute();
  return rows.length;
};

describe("a new user", () => {
  test("is created once per request id", async () => {
    const input = somebodyNew();
    const key = Bun.randomUUIDv7();
    const [one, same] = await Promise.all([
      createUser(deps, input, key),
      createUser(deps, input, key),
    ]);
    expect(same).toEqual(one);
    await createUser(deps, somebodyNew(), Bun.randomUUIDv7());
    expect(await createUser(deps, input, key)).toEqual(one);
    const mails = await database.db
      .selectFrom("outgoing_mails")
      .select(["template", "data"])
      .where("user_id", "=", one.id)
      .execute();
    expect(mails).toEqual([{ template: "invitation", data: { askedBy: admin.id } }]);
    expect(await codeOf(createUser(deps, { ...input, firstName: "Nor" }, key))).toBe(
      "request_reused",
    );
  });

  test("is refused if the address is taken in any case", async () => {
    const input = somebodyNew();
    await createUser(deps, input);
    const twin = { ...somebodyNew(), email: input.email.toUpperCase() };
    const refusal = await refusalOf(createUser(deps, twin, Bun.randomUUIDv7()));
    expect(refusal.code).toBe("email_taken");
    expect(refusal.details.fields?.map(({ field }) => field)).toEqual(["email"]);
  });

  test("has the given values, and the audit entry names them", async () => {
    const given = somebodyNew();
    const input = { ...given, phone: "+46 31 555 01 88", companies: [{ id: acme.id }] };
    const { id, phone, companies } = await createUser(deps, input);
    expect(phone).toBe(input.phone);
    expect(companies).toMatchObject([{ id: acme.id, seesAllTickets: false }]);
    const { firstName, lastName, email } = input;
    expect(await linesOn(database.db, id)).toMatchObject([
      {
        ...{ act: "user.created", fields: Object.keys(input), by: admin.id },
        after: { firstName, lastName, email, phone },
      },
    ]);
    const none = await createUser(deps, { ...somebodyNew(), phone: "" });
    expect(none.phone).toBeNull();
  });

  test("notifies open lists", async () => {
    const before = await news();
    await createUser(deps, somebodyNew());
    expect(await news()).toBe(before + 1);
  });
});

describe("a change", () => {
  test("of a field someone else changed is refused with their value", async () => {
    const user = await insertUser(database.db, { first_name: "Ana", phone: "1" });
    await updateUser(deps, user.id, { firstName: "Anna" });
    const late = updateUser(deps, user.id, { firstName: "Anne" }, { base: { firstName: "Ana" } });
    const refusal = await refusalOf(late);
    expect(refusal.code).toBe("user_conflict");
    expect(refusal.details.fields).toEqual([
      { field: "firstName", message: "Someone else changed this to “Anna”." },
    ]);
    // Other fields do not matter, and the same value is no conflict.
    const fine = { firstName: "Anna", phone: "2" };
    const base = { firstName: "Ana", phone: "1" };
    const { user: changed } = await updateUser(deps, user.id, fine, { base });
    expect(changed).toMatchObject(fine);
  });

  test("of companies compares them as a set", async () => {
    const user = await insertUser(database.db, { companies: [acme.id] });
    const seen = { base: { companies: [{ id: acme.id }] } };
    await updateUser(deps, user.id, { companies: [{ id: acme.id }, { id: other.id }] }, seen);
    const late = updateUser(deps, user.id, { companies: [] }, seen);
    expect(await codeOf(late)).toBe("user_conflict");
    const same = { companies: [{ id: other.id }, { id: acme.id }] };
    const before = await news();
    await updateUser(deps, user.id, same, seen);
    expect(await news()).toBe(before);
  });

  test.each<[string, UserPatch, ErrorCode]>([
    ["another's address", { email: "taken@users.test" }, "email_taken"],
    ["a scope for a customer", { companyScope: "all" }, "scope_for_agents_only"],
    ["an unknown company", { companies: [{ id: Bun.randomUUIDv7() }] }, "unknown_company"],
    ["an invitation of who has a password", { state: "invited" }, "invalid_input"],
  ])("to %s is refused, and nothing is half done", async (_, patch, code) => {
    if (patch.email) await insertUser(database.db, { email: patch.email });
    const user = await insertUser(database.db, { password_hash: "x", companies: [acme.id] });
    const before = await getUser(deps, user.id, noMail);
    expect(await codeOf(updateUser(deps, user.id, { ...patch, firstName: "New" }))).toBe(code);
    expect(await getUser(deps, user.id, noMail)).toEqual(before);
  });

  test("of the role clears companies and scope unless the same call sets them", async () => {
    const companies = [{ id: acme.id, seesAllTickets: true }];
    const one = await insertUser(database.db, { companies });
    expect((await updateUser(deps, one.id, { role: "Agent" })).user).toMatchObject({
      ...{ role: "Agent", companyScope: "assigned", companies: [] },
    });
    const two = await insertUser(database.db, { companies });
    const given: UserPatch = { role: "Agent", companyScope: "all", companies: [{ id: other.id }] };
    const { user: changed } = await updateUser(deps, two.id, given);
    expect(changed.companyScope).toBe("all");
    expect(changed.companies.map(({ id }) => id)).toEqual([other.id]);
    const [line] = await listUserHistory(deps, two.id);
    const others = { state: null, seesAllTickets: null, inTeam: null };
    expect(line?.became).toEqual({ role: "Agent", ...others });
  });

  test.each<[string, UserPatch, number]>([
    ["role", { role: "Agent" }, 0],
    ["state", { state: "disabled" }, 0],
    ["name", { firstName: "Other" }, 1],
  ])("of %s leaves the right sessions", async (_, patch, left) => {
    const user = await insertUser(database.db, {});
    await addSession(user);
    await updateUser(deps, user.id, patch);
    const sessions = await listUserSessions({ ...deps, sessionId: "none" }, user.id);
    expect(sessions).toHaveLength(left);
  });

  test("that would lock out the actor is refused", async () => {
    for (const patch of [{ role: "Agent" }, { state: "disabled" }] as const) {
      expect(await codeOf(updateUser(deps, admin.id, patch))).toBe("not_yourself");
    }
    expect(await codeOf(deleteUser(deps, admin.id))).toBe("not_yourself");
  });
});

describe("sessions", () => {
  test("are listed with their device, and ended one by one or all except the actor's own", async () => {
    const user = await insertUser(database.db, {});
    const [one] = [await addSession(user), await addSession(user)];
    const looking = { ...deps, sessionId: tokenHash(await addSession(admin)) };
    const listed = await listUserSessions(looking, user.id);
    expect(listed.map(({ device }) => device)).toEqual(["Firefox on Linux", "Firefox on Linux"]);
    await endUserSession(deps, { id: user.id, sessionId: one });
    expect(await codeOf(endUserSession(deps, { id: user.id, sessionId: one }))).toBe("not_found");
    expect(await codeOf(endUserSession(deps, { id: admin.id, sessionId: one }))).toBe("not_found");
    expect(await endAllUserSessions(looking, user.id)).toEqual({ ended: 1 });
    expect(await codeOf(listUserSessions(looking, Bun.randomUUIDv7()))).toBe("not_found");
    const lines = await listUserHistory(deps, user.id);
    expect(lines.map(({ act }) => act)).toEqual(["session.ended", "session.ended"]);
    expect(lines[0]?.by?.id).toBe(admin.id);
  });
});

describe("the history of a user", () => {
  const written = async (id: string) =>
    (await listUserHistory(deps, id)).map(({ act, place, by }) => [act, place, by?.id]);

  test("holds changes made on the pages of companies and teams, like the audit log", async () => {
    const { db } = database;
    const ana = await insertUser(db, {});
    const noise = await insertUser(db, {});
    for (const { id } of [noise, ana]) {
      await setMember(deps, { id: acme.id, userId: id, member: true });
    }
    await setMember(deps, { id: acme.id, userId: ana.id, member: true, seesAllTickets: true });
    await updateUser(deps, ana.id, { role: "Agent", companyScope: "assigned" });
    await assignAgent(deps, { id: other.id, userId: ana.id, assigned: true });
    const team = await insertTeam(db, { name: "Billing" });
    await setTeamMember(deps, { id: team.id, userId: ana.id, member: true });
    expect((await written(ana.id)).sort()).toEqual([
      ["company.agent-added", other.name, admin.id],
      ["company.member-added", acme.name, admin.id],
      ["company.member-changed", acme.name, admin.id],
      ["team.updated", "Billing", admin.id],
      ["user.updated", null, admin.id],
    ]);
    const became = new Map(
      (await listUserHistory(deps, ana.id)).map(({ act, became }) => [act, became]),
    );
    expect(became.get("company.member-changed")?.seesAllTickets).toBe(true);
    expect(became.get("team.updated")?.inTeam).toBe(true);

    const history = (await listUserHistory(deps, ana.id)).map(({ id }) => id).sort();
    for (const subject of ["user", undefined]) {
      const log = await listAudit(db, { subject, subjectId: ana.id, limit: 50 });
      expect(log.rows.map(({ id }) => id).sort()).toEqual(history);
    }
    // Paged, it is the same list.
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const about = { subject: "user", subjectId: ana.id };
      const page: AuditPage = await listAudit(db, { ...about, cursor, limit: 2 });
      paged.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged.sort()).toEqual(history);
    // Their own actions are not in it, and company changes are complete.
    expect(await written(admin.id)).toEqual([]);
    const ofTeam = await listAudit(db, { subject: "team", subjectId: ana.id, limit: 50 });
    expect(ofTeam.rows).toEqual([]);
  });

  test("is not filled by sign-ins and sign-outs", async () => {
    const { id } = await insertUser(database.db, {});
    await updateUser(deps, id, { phone: "1" });
    const own = { actorId: id, subject: { kind: "user", id } } as const;
    for (let day = 0; day < 11; day += 1) {
      for (const act of ["session.signed-in", "session.signed-out"] as const) {
        await recordAct(database.db, { act, ...own }, deps);
      }
    }
    await recordAct(database.db, { act: "session.sign-in-failed", ...own }, deps);
    const acts = (await written(id)).map(([act]) => act);
    expect(acts.sort()).toEqual(["session.sign-in-failed", "user.updated"]);
  });
});

describe("a link to copy", () => {
  test("opens the invitation, and the earlier link stops working", async () => {
    const { id } = await createUser(deps, somebodyNew());
    const first = await createUserLink(deps, noMail, id);
    const second = await createUserLink(deps, { ...noMail, baseUrl: "https://desk.test" }, id);
    expect(first.link).toMatch(/^\/invitation#/);
    expect(second.link).toMatch(/^https:\/\/desk\.test\/invitation#/);
    const opens = (link: string) =>
      readLink(database.db, link.split("#")[1] ?? "", deps.now).then(({ userId }) => userId);
    expect(await codeOf(opens(first.link))).toBe("link_spent");
    expect(await opens(second.link)).toBe(id);
    const acts = (await listUserHistory(deps, id)).map(({ act }) => act);
    expect(acts).toEqual(["user.link-made", "user.link-made", "user.created"]);
  });

  test("stays valid after a change of role, and ends when the user is disabled", async () => {
    const { id } = await createUser(deps, somebodyNew());
    const { link } = await createUserLink(deps, noMail, id);
    const opens = () => readLink(database.db, link.split("#")[1] ?? "", deps.now);
    await updateUser(deps, id, { role: "Agent" });
    expect((await opens()).userId).toBe(id);
    await updateUser(deps, id, { state: "disabled" });
    await updateUser(deps, id, { state: "active" });
    expect(await codeOf(opens())).toBe("link_spent");
  });

  test("is a reset for users with a password, and ends their sessions", async () => {
    const user = await insertUser(database.db, { password_set_at: new Date() });
    await addSession(user);
    expect(await createUserLink(deps, noMail, user.id)).toMatchObject({ kind: "reset" });
    expect(await listUserSessions({ ...deps, sessionId: "none" }, user.id)).toEqual([]);
  });

  test("is refused with a mail server, for disabled users and for anyone who was ever a Super Admin", async () => {
    const user = await insertUser(database.db, {});
    const withMail = { ...noMail, smtpUrl: "smtp://post.test" };
    expect(await codeOf(createUserLink(deps, withMail, user.id))).toBe("link_by_mail_only");
    const disabled = await insertUser(database.db, { state: "disabled" });
    expect(await codeOf(createUserLink(deps, noMail, disabled.id))).toBe("not_found");
    expect(await codeOf(createUserLink(deps, noMail, admin.id))).toBe("link_by_shell_only");
    const invited = await insertUser(database.db, { role: "Super Admin", state: "invited" });
    expect(await codeOf(createUserLink(deps, noMail, invited.id))).toBe("link_by_shell_only");
    const demoted = await insertUser(database.db, { role: "Super Admin", state: "invited" });
    await updateUser(deps, demoted.id, { role: "Customer" });
    expect(await codeOf(createUserLink(deps, noMail, demoted.id))).toBe("link_by_shell_only");
    const offers = async ({ id }: UserRow, settings: Parameters<typeof getUser>[2] = noMail) => {
      const { canCopyLink, linkOnServer } = await getUser(deps, id, settings);
      return { canCopyLink, linkOnServer };
    };
    const none = { canCopyLink: false, linkOnServer: false };
    expect(await offers(user)).toEqual({ ...none, canCopyLink: true });
    for (const admins of [admin, invited, demoted]) {
      expect(await offers(admins)).toEqual({ ...none, linkOnServer: true });
    }
    expect([await offers(user, withMail), await offers(invited, withMail)]).toEqual([none, none]);
    expect(await offers(disabled)).toEqual(none);
  });

  test("an invitation is sent again only to invited users", async () => {
    const { id } = await createUser(deps, somebodyNew());
    await resendInvitation(deps, id, noMail);
    const active = await insertUser(database.db, {});
    expect(await codeOf(resendInvitation(deps, active.id, noMail))).toBe("already_accepted");
    expect(await codeOf(resendInvitation(deps, Bun.randomUUIDv7(), noMail))).toBe("not_found");
  });
});

test("a user record shows assigned open tickets and all requested tickets", async () => {
  const agent = await insertUser(database.db, { role: "Agent" });
  const customer = await insertUser(database.db, { companies: [acme.id] });
  const given = { requester_id: customer.id, company_id: acme.id };
  await insertTicket(database.db, { ...given, assignee_id: agent.id, status: "open" });
  await insertTicket(database.db, { ...given, assignee_id: agent.id, status: "closed" });
  await insertTicket(database.db, { ...given, spam_at: new Date() });
  const forAgent = await listUserTickets(deps, agent.id);
  expect(forAgent.assigned).toMatchObject({ count: 1, tickets: [{ status: "open" }] });
  expect(forAgent.requested.count).toBe(0);
  const forCustomer = await listUserTickets(deps, customer.id);
  expect(forCustomer.assigned).toBeNull();
  expect(forCustomer.requested.count).toBe(2);
  expect(forCustomer.requested.tickets).toHaveLength(2);
  const [into] = forCustomer.requested.tickets;
  await insertTicket(database.db, { ...given, status: "closed", merged_into_id: into?.id ?? "" });
  expect((await listUserTickets(deps, customer.id)).requested.count).toBe(2);
  await deleteUser(deps, customer.id);
  for (const id of [customer.id, Bun.randomUUIDv7()]) {
    expect(await codeOf(listUserTickets(deps, id))).toBe("not_found");
    expect(await codeOf(getUser(deps, id, noMail))).toBe("not_found");
  }
});

test("deleting a user keeps only what they wrote for others", async () => {
  const { db } = database;
  const user = await insertUser(db, { role: "Agent", last_seen_at: new Date() });
  const ticket = await insertTicket(db, { requester_id: admin.id, assignee_id: user.id });
  const user_id = user.id;
  const at = new Date();
  await addSession(user);
  await db
    .insertInto("drafts")
    .values({ user_id, kind: "new", body: "Secret", revision: 1, updated_at: at })
    .execute();
  await db
    .insertInto("notifications")
    .values({
      ...{ id: Bun.randomUUIDv7(), user_id, kind: "assigned", ticket_id: ticket.id },
      created_at: at,
    })
    .execute();
  const view = { owner_id: user_id, query: "is:open", created_at: at };
  const [own, shared] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await db
    .insertInto("saved_views")
    .values([
      { ...view, id: own, name: "Mine", shared: false },
      { ...view, id: shared, name: "Ours", shared: true },
    ])
    .execute();
  await updateUser(deps, user.id, { phone: "123" });
  await deleteUser(deps, user.id);
  for (const table of ["drafts", "notifications", "sessions", "user_companies"] as const) {
    const left = await db
      .selectFrom(table)
      .select("user_id")
      .where("user_id", "=", user.id)
      .execute();
    expect(left, table).toEqual([]);
  }
  const views = await db
    .selectFrom("saved_views")
    .select("id")
    .where("owner_id", "=", user.id)
    .execute();
  expect(views).toEqual([{ id: shared }]);
  const personal = await db
    .selectFrom("audit_personal")
    .select("audit_id")
    .where("person_id", "=", user.id)
    .execute();
  expect(personal).toEqual([]);
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ first_name: "Deleted", last_name: "user", last_seen_at: null });
  expect(await codeOf(getUser(deps, user.id, noMail))).toBe("not_found");
  expect(await codeOf(deleteUser(deps, user.id))).toBe("not_found");
  expect(await codeOf(updateUser(deps, user.id, { firstName: "X" }))).toBe("not_found");
});
