import { sql } from "kysely";
import { tokenDays } from "../../shared/api-tokens.ts";
import { conflictingFields } from "../../shared/conflicts.ts";
import {
  type DeskFields,
  type DeskSettings,
  logoAddress,
  type OldTicketAction,
  type SetUp,
} from "../../shared/desk.ts";
import { AppError, type FieldError } from "../../shared/errors.ts";
import type { UpdateDeskInput } from "../../shared/schemas/desk.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Desk } from "../db/schema.ts";
import { recordAct } from "../events/record-act.ts";
import { changeLanguage } from "../search/change-language.ts";

const columns = [
  "name",
  "accent",
  "logo_hash",
  "overdue_hours",
  "auto_close_days",
  "language",
  "audit_months",
  "old_tickets",
  "old_ticket_months",
  "messages_per_hour",
  "tickets_per_hour",
  "upload_mb_per_hour",
  "invitations_per_hour",
  "token_days",
  "customer_tokens",
] as const;

export async function readDesk(db: Db): Promise<DeskSettings> {
  return presentDesk(await db.selectFrom("desk").select(columns).executeTakeFirstOrThrow());
}

/** Reads and locks the settings until the transaction ends. */
export async function lockDesk(tx: Tx): Promise<DeskSettings> {
  return presentDesk(
    await tx.selectFrom("desk").select(columns).forUpdate().executeTakeFirstOrThrow(),
  );
}

function presentDesk(row: {
  name: string;
  accent: string | null;
  logo_hash: string | null;
  overdue_hours: number;
  auto_close_days: number;
  language: DeskSettings["language"];
  audit_months: number | null;
  old_tickets: OldTicketAction | null;
  old_ticket_months: number;
  messages_per_hour: number;
  tickets_per_hour: number;
  upload_mb_per_hour: number;
  invitations_per_hour: number;
  token_days: number | null;
  customer_tokens: boolean;
}): DeskSettings {
  return {
    name: row.name,
    accent: row.accent,
    logo: row.logo_hash && logoAddress(row.logo_hash),
    overdueHours: row.overdue_hours,
    autoCloseDays: row.auto_close_days,
    language: row.language,
    auditMonths: row.audit_months,
    oldTickets: row.old_tickets,
    oldTicketMonths: row.old_ticket_months,
    messagesPerHour: row.messages_per_hour,
    ticketsPerHour: row.tickets_per_hour,
    uploadMbPerHour: row.upload_mb_per_hour,
    invitationsPerHour: row.invitations_per_hour,
    tokenDays: tokenDays.find((days) => days === row.token_days) ?? null,
    customerTokens: row.customer_tokens,
  };
}

type Field = keyof DeskFields;

const columnOf: Record<Field, keyof Desk> = {
  name: "name",
  accent: "accent",
  overdueHours: "overdue_hours",
  autoCloseDays: "auto_close_days",
  language: "language",
  auditMonths: "audit_months",
  oldTickets: "old_tickets",
  oldTicketMonths: "old_ticket_months",
  messagesPerHour: "messages_per_hour",
  ticketsPerHour: "tickets_per_hour",
  uploadMbPerHour: "upload_mb_per_hour",
  invitationsPerHour: "invitations_per_hour",
  tokenDays: "token_days",
  customerTokens: "customer_tokens",
};

/** Changes settings, or refuses if one of them changed since the person saw it. */
export async function updateDesk(deps: ActorDeps, input: UpdateDeskInput): Promise<DeskSettings> {
  return await transact(deps, async (tx, deps) => {
    const before = await lockDesk(tx);
    const set = changesOf(before, input.set);
    assertSeen(before, set, input.base);
    const fields = Object.keys(set) as Field[];
    if (fields.length === 0) return before;
    if (set.language) await changeLanguage(tx, { ...deps, from: before.language }, set.language);
    const row = Object.fromEntries(fields.map((field) => [columnOf[field], set[field]]));
    await tx.updateTable("desk").set(row).execute();
    const pick = (from: Partial<DeskFields>) =>
      Object.fromEntries(fields.map((field) => [field, from[field]]));
    await recordAct(
      tx,
      {
        act: "desk.updated",
        actorId: deps.actor.id,
        subject: { kind: "desk", id: null },
        fields,
        values: { before: pick(before), after: pick(set) },
        tells: "desk",
      },
      deps,
    );
    return { ...before, ...set };
  });
}

function changesOf(before: DeskSettings, set: UpdateDeskInput["set"]): Partial<DeskFields> {
  const changed = Object.entries(set).filter(
    ([field, value]) => value !== undefined && before[field as Field] !== value,
  );
  return Object.fromEntries(changed);
}

/** The settings must still have the values the person saw. */
function assertSeen(
  now: DeskSettings,
  set: Partial<DeskFields>,
  base: UpdateDeskInput["base"],
): void {
  const values = { current: now, from: base, to: set };
  const conflicts = conflictingFields(Object.keys(set) as Field[], values);
  if (conflicts.length === 0) return;
  const fields = conflicts.map((field): FieldError => {
    const value = now[field] ?? "not set";
    return { field, message: `Someone else changed this. It is now: ${value}` };
  });
  throw new AppError("changed_meanwhile", { fields });
}

/** How far the set-up is, computed from what there is. */
export async function readSetUp(db: Db, { smtpUrl }: Pick<Config, "smtpUrl">): Promise<SetUp> {
  const { rows } = await sql<Omit<SetUp["done"], "email"> & { isDismissed: boolean }>`
    select set_up_dismissed_at is not null as "isDismissed",
      name <> 'Frontdesk' and logo_hash is not null as appearance,
      (select count(*) > 1 from users
        where role <> 'Customer' and deleted_at is null and state <> 'disabled') as agent,
      exists (select from teams) as team,
      exists (select from tickets) as ticket
    from desk`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("There is one desk");
  const { isDismissed, appearance, agent, team, ticket } = row;
  return { isDismissed, done: { appearance, email: smtpUrl !== null, agent, team, ticket } };
}

/** Closes the panel for all Super Admins. */
export async function dismissSetUp(deps: ActorDeps): Promise<void> {
  await transact(deps, (tx, { now }) =>
    tx
      .updateTable("desk")
      .set({ set_up_dismissed_at: now })
      .where("set_up_dismissed_at", "is", null)
      .execute(),
  );
}
