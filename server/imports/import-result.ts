import { sql } from "kysely";
import { csvHead, csvLine } from "../../shared/csv.ts";
import { AppError } from "../../shared/errors.ts";
import { type ImportResult, importLimits } from "../../shared/imports.ts";
import { isEnded } from "../../shared/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { getJob } from "../jobs/queries.ts";
import { stillActing } from "../still-acting.ts";

/** The progress and result of the actor's import. */
export async function getImportResult(deps: JobDeps, jobId: string): Promise<ImportResult> {
  const { job, refusals } = await getJob(deps, jobId, importLimits.named);
  const found = await deps.db
    .selectFrom("imports")
    .select(["kind", "created", "updated", "skipped", "refused"])
    .where("job_id", "=", jobId)
    .executeTakeFirst();
  if (!found) throw new AppError("not_found");
  const { kind, ...counts } = found;
  return {
    job,
    kind,
    counts,
    refused: refusals,
    hasFile: isEnded(job) && counts.refused > 0,
  };
}

const rowsAtOnce = 1_000;

interface RefusedLine {
  position: number;
  line: number;
  cells: string[];
  why: string;
}

/** The skipped rows as they were in the file, each with its reason, to be fixed and imported again. */
export async function exportRefused(
  deps: ActorDeps,
  jobId: string,
): Promise<AsyncGenerator<string>> {
  const { db, actor } = deps;
  const found = await db
    .selectFrom("imports")
    .select(["id", "headers"])
    .where("job_id", "=", jobId)
    .where("owner_id", "=", actor.id)
    .executeTakeFirst();
  if (!found) throw new AppError("not_found");
  const headers = found.headers as string[];

  async function* lines(importId: string): AsyncGenerator<string> {
    yield csvHead(["Line", "Why", ...headers]);
    for (let after = 0; ; ) {
      if (after > 0) await stillActing(deps);
      const { rows } = await sql<RefusedLine>`
        select row.position, row.line, row.cells, item.refusal ->> 'message' as why
        from job_items item
        join import_rows row on row.import_id = ${importId}::uuid and row.position = item.position
        where item.job_id = ${jobId}::uuid and item.refusal is not null
          and item.position > ${after}::int
        order by item.position limit ${rowsAtOnce}::int`.execute(db);
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ line, why, cells }) => csvLine([String(line), why, ...cells])).join("");
      after = last.position;
    }
  }
  return lines(found.id);
}
