import { sql } from "kysely";
import type { AccountTemplate } from "../../../shared/mails.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { revokeTicketLinks } from "../../access/one-ticket-link.ts";
import { isOpen } from "../../access/views.ts";
import { voidLinksOf } from "../../auth/links.ts";
import type { Tx } from "../../db/database.ts";
import { type AuditEntry, recordActs } from "../../events/record-act.ts";
import { removeFromLostTickets } from "../../tickets/lose-access.ts";
import type { GivenCompany } from "../../users/companies.ts";
import { PlanOutdated, withFreshSqlPlan } from "../existing-records.ts";
import type { UserStep } from "./plan-users.ts";

type Deps = Omit<ActorDeps, "db">;
type Created = Extract<UserStep, { outcome: "created" }> & { id: string };
type Updated = Extract<UserStep, { outcome: "updated" }>;

/** Writes the plan, in the same number of statements for one user or many. */
export async function writeUsers(
  tx: Tx,
  deps: Deps,
  steps: readonly UserStep[],
  { sendInvitations }: { sendInvitations: boolean },
): Promise<void> {
  const created = steps.flatMap((step) =>
    step.outcome === "created" ? [{ ...step, id: Bun.randomUUIDv7() }] : [],
  );
  const updated = steps.filter((step) => step.outcome === "updated");
  await insertUsers(tx, deps, created);
  await updateUsers(tx, updated);
  await replaceCompanies(tx, created, updated);
  await letGo(tx, deps, updated);
  await notifyOfRoles(tx, deps, updated);
  if (sendInvitations) await invite(tx, deps, created);
  await recordActs(
    tx,
    [...created.map(toAuditOfNew(deps)), ...updated.map(toAuditOfChange(deps))],
    deps,
  );
}

/** Includes the names of their companies, which saves a second update of the row. */
async function insertUsers(tx: Tx, { now }: Deps, created: readonly Created[]): Promise<void> {
  if (created.length === 0) return;
  const users = created.map(({ id, user }) => ({
    id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    state: user.state,
    company_scope: user.companyScope,
    phone: user.phone,
    time_zone: user.timeZone,
    companies: user.companies.map((company) => company.id),
  }));
  const { numAffectedRows } = await sql`
    insert into users (id, first_name, last_name, email, role, state, company_scope, phone,
      time_zone, created_at, company_names)
    select made.id, first_name, last_name, email, role, made.state, company_scope, phone, time_zone,
      ${now}::timestamptz, coalesce((
        select string_agg(c.folded_name, ', ' order by c.folded_name)
        from jsonb_array_elements_text(companies) own(id) join companies c on c.id = own.id::uuid
      ), '')
    from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb) as made(
      id uuid, first_name text, last_name text, email text, role text, state text,
      company_scope text, phone text, time_zone text, companies jsonb)
    order by lower(email)
    on conflict (lower(email)) do nothing`.execute(tx);
  if (Number(numAffectedRows) !== created.length) throw new PlanOutdated();
}

async function updateUsers(tx: Tx, updated: readonly Updated[]): Promise<void> {
  const users = updated
    .filter(({ plan }) => Object.keys(plan.set).length > 0)
    .map(({ before, plan: { set } }) => {
      const { companies: _, has_password: __, email: ___, ...now } = { ...before, ...set };
      return now;
    });
  if (users.length === 0) return;
  await withFreshSqlPlan(
    tx,
    sql`
    update users set first_name = now.first_name, last_name = now.last_name, role = now.role,
      state = now.state, company_scope = now.company_scope, phone = now.phone,
      time_zone = now.time_zone
    from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb) as now(
      id uuid, first_name text, last_name text, role text, state text, company_scope text,
      phone text, time_zone text)
    where users.id = now.id`,
  );
}

async function replaceCompanies(
  tx: Tx,
  created: readonly Created[],
  updated: readonly Updated[],
): Promise<void> {
  const replaced = updated.flatMap(({ before, plan }) =>
    plan.companies ? [{ id: before.id, companies: plan.companies }] : [],
  );
  if (replaced.length > 0) {
    const ids = replaced.map(({ id }) => id);
    await withFreshSqlPlan(tx, sql`delete from user_companies where user_id = any(${ids}::uuid[])`);
  }
  const rows = [
    ...created.flatMap(({ id, user }) => membershipsOf(id, user.companies)),
    ...replaced.flatMap(({ id, companies }) => membershipsOf(id, companies)),
  ];
  if (rows.length === 0) return;
  await sql`
    insert into user_companies (user_id, company_id, sees_all_tickets)
    select user_id, company_id, sees_all_tickets
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row(
      user_id uuid, company_id uuid, sees_all_tickets boolean)`.execute(tx);
}

function membershipsOf(userId: string, companies: readonly GivenCompany[]) {
  return companies.map(({ id, seesAllTickets = false }) => ({
    user_id: userId,
    company_id: id,
    sees_all_tickets: seesAllTickets,
  }));
}

/** For users whose access changed: unassigns tickets they can no longer see, and ends sessions and links. */
async function letGo(tx: Tx, { actor, now }: Deps, updated: readonly Updated[]): Promise<void> {
  const ended = updated.filter(({ plan }) => plan.endsSessions).map(({ before }) => before.id);
  const others = updated.filter(({ plan }) => plan.changesRights).map(({ before }) => before.id);
  if (others.length > 0) {
    const { rows } = await sql<{ id: string }>`
      select person.id from unnest(${others}::uuid[]) as person(id)
      where exists (select from tickets t where t.assignee_id = person.id and ${isOpen})
        or exists (select from ticket_people part where part.user_id = person.id)
      order by person.id`.execute(tx);
    for (const { id } of rows) await removeFromLostTickets(tx, { actorId: actor.id, now }, id);
  }
  if (ended.length > 0) {
    await sql`delete from sessions where user_id = any(${ended}::uuid[])`.execute(tx);
  }
  const unlinked = updated.filter(({ plan }) => plan.endsLinks).map(({ before }) => before.id);
  if (unlinked.length === 0) return;
  await voidLinksOf(tx, unlinked, now);
  await revokeTicketLinks(tx, unlinked);
}

/** Users with a password are mailed about a new role, as after a manual change. */
async function notifyOfRoles(tx: Tx, deps: Deps, updated: readonly Updated[]): Promise<void> {
  const changed = updated.filter(
    ({ before, plan }) => "role" in plan.set && before.has_password && before.state !== "disabled",
  );
  const mails = changed.map(({ before, plan }) => ({
    userId: before.id,
    data: { askedBy: deps.actor.id, role: plan.role },
  }));
  await queueMails(tx, "role-changed", mails, deps.now);
}

async function invite(tx: Tx, { actor, now }: Deps, created: readonly Created[]): Promise<void> {
  const mails = created
    .filter(({ user }) => user.state === "invited")
    .map(({ id }) => ({ userId: id, data: { askedBy: actor.id } }));
  await queueMails(tx, "invitation", mails, now);
}

async function queueMails(
  tx: Tx,
  template: AccountTemplate,
  of: readonly { userId: string; data: object }[],
  now: Date,
): Promise<void> {
  if (of.length === 0) return;
  const mails = of.map(({ userId, data }) => ({
    id: Bun.randomUUIDv7(),
    user_id: userId,
    data,
  }));
  await sql`
    insert into outgoing_mails
      (id, template, user_id, data, one_of_many, next_attempt_at, created_at)
    select id, ${template}, user_id, data, true, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(mails)}::text::jsonb) as mail(
      id uuid, user_id uuid, data jsonb)`.execute(tx);
}

function toAuditOfNew({ actor }: Deps) {
  return ({ id, user }: Created): AuditEntry => ({
    act: "user.created",
    actorId: actor.id,
    subject: { kind: "user", id },
    fields: user.fields,
    personal: {
      after: {
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        phone: user.phone,
      },
    },
  });
}

function toAuditOfChange({ actor }: Deps) {
  return ({ before, plan }: Updated): AuditEntry => ({
    act: "user.updated",
    actorId: actor.id,
    subject: { kind: "user", id: before.id },
    fields: plan.changed,
    personal: { before: plan.before, after: plan.after },
  });
}
