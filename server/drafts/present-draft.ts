import { sql } from "kysely";
import type { Draft, DraftKind } from "../../shared/tickets/page.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";

export interface StoredDraft {
  kind: DraftKind;
  body: string;
  form: Record<string, unknown> | null;
  revision: number;
  updatedAt: string;
}

export const draftColumns = sql`
  drafts.kind, drafts.body, drafts.form, drafts.revision,
  ${isoTime(sql`drafts.updated_at`)} as "updatedAt"`;

/**
 * Where a draft begins that was not there: each at another number, so that a device which has long
 * been away takes it for none that is gone.
 */
export const firstRevision = sql<number>`(1 + floor(random() * 1e9))::int`;

export function presentDraft({ kind, body, form, revision, updatedAt }: StoredDraft): Draft {
  return { kind, body, form, revision, updatedAt: presentTime(updatedAt) };
}
