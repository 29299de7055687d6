import { type DeskSettings, logoAddress } from "../../shared/desk.ts";
import type { Db, Tx } from "../db/database.ts";

const columns = [
  "name",
  "accent",
  "logo_hash",
  "overdue_hours",
  "auto_close_days",
  "language",
  "audit_months",
  "messages_per_hour",
  "tickets_per_hour",
  "upload_mb_per_hour",
  "invitations_per_hour",
] as const;

export async function readDesk(db: Db): Promise<DeskSettings> {
  return presentDesk(await db.selectFrom("desk").select(columns).executeTakeFirstOrThrow());
}

/** Locked until the change is through: two who set something at once go one after the other. */
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
  messages_per_hour: number;
  tickets_per_hour: number;
  upload_mb_per_hour: number;
  invitations_per_hour: number;
}): DeskSettings {
  return {
    name: row.name,
    accent: row.accent,
    logo: row.logo_hash && logoAddress(row.logo_hash),
    overdueHours: row.overdue_hours,
    autoCloseDays: row.auto_close_days,
    language: row.language,
    auditMonths: row.audit_months,
    messagesPerHour: row.messages_per_hour,
    ticketsPerHour: row.tickets_per_hour,
    uploadMbPerHour: row.upload_mb_per_hour,
    invitationsPerHour: row.invitations_per_hour,
  };
}
