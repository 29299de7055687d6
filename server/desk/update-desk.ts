import type { DeskFields, DeskSettings } from "../../shared/desk.ts";
import { AppError, type FieldError } from "../../shared/errors.ts";
import type { UpdateDeskInput } from "../../shared/schemas/desk.ts";
import type { ActorDeps } from "../actor.ts";
import type { Desk } from "../db/schema.ts";
import { recordAct } from "../events/record-act.ts";
import { changeLanguage } from "../search/change-language.ts";
import { transact } from "../transact.ts";
import { lockDesk } from "./read-desk.ts";

type Field = keyof DeskFields;

const columnOf: Record<Field, keyof Desk> = {
  name: "name",
  accent: "accent",
  overdueHours: "overdue_hours",
  autoCloseDays: "auto_close_days",
  language: "language",
  auditMonths: "audit_months",
  messagesPerHour: "messages_per_hour",
  ticketsPerHour: "tickets_per_hour",
  uploadMbPerHour: "upload_mb_per_hour",
  invitationsPerHour: "invitations_per_hour",
};

/** What others set since the page was read is told beside its field, and nothing is changed. */
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

/** What is as it stood on the screen may be changed. */
function assertSeen(
  now: DeskSettings,
  set: Partial<DeskFields>,
  base: UpdateDeskInput["base"],
): void {
  const overtaken = (Object.keys(set) as Field[]).flatMap((field): FieldError[] => {
    const seen = base[field];
    if (seen === undefined || seen === now[field]) return [];
    const value = now[field] ?? "not set";
    return [{ field, message: `Someone else has set this meanwhile. It is now: ${value}` }];
  });
  if (overtaken.length > 0) throw new AppError("changed_meanwhile", { fields: overtaken });
}
