import { sql } from "kysely";
import { AppError, refuseField } from "../../shared/errors.ts";
import { importFieldNames, importSpecs, missingFields } from "../../shared/imports.ts";
import type { ConfirmImportInput } from "../../shared/schemas/imports.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { findStarted, insertJob } from "../jobs/start-job.ts";
import { assertMapping } from "./preview-import.ts";
import { findDoubles, findImport } from "./stored-file.ts";

/** Starts the job that carries out the import, once, however often this is sent. */
export async function confirmImport(
  deps: ActorDeps,
  { requestId, id, mapping, choices }: ConfirmImportInput,
): Promise<{ jobId: string }> {
  return await transact(deps, async (tx, deps) => {
    const { kind, name, headers, rows, jobId } = await findImport(tx, deps.actor, id, {
      lock: true,
    });
    const spec = importSpecs[kind];
    const job = { kind: spec.job, requestId, input: { importId: id, file: name } };
    if (jobId !== null) return await sameAgain(tx, deps, job, { id, mapping, choices });
    assertMapping(kind, headers.length, mapping);
    for (const field of missingFields(kind, mapping)) {
      const message = `No column is the ${importFieldNames[field]}.`;
      throw refuseField("invalid_input", "mapping", { message });
    }
    await markDoubles(tx, id, await findDoubles(tx, id, kind, mapping));
    const subjectIds = Array.from({ length: rows }, () => Bun.randomUUIDv7());
    const started = await insertJob(tx, deps, { ...job, subjectIds });
    await tx
      .updateTable("imports")
      .set({
        mapping: sql`${JSON.stringify(mapping)}::text::jsonb`,
        choices: sql`${JSON.stringify(choices)}::text::jsonb`,
        job_id: started.jobId,
      })
      .where("id", "=", id)
      .execute();
    await recordAct(
      tx,
      {
        act: spec.act,
        actorId: deps.actor.id,
        subject: { kind: spec.one, id: null },
        fields: mapping.filter((field) => field !== null),
        values: { after: { file: name, rows } },
      },
      deps,
    );
    return started;
  });
}

async function sameAgain(
  tx: Tx,
  { actor }: ActorDeps,
  job: Parameters<typeof findStarted>[2],
  confirmed: Omit<ConfirmImportInput, "requestId">,
): Promise<{ jobId: string }> {
  const started = await findStarted(tx, actor.id, job);
  if (started !== null && (await isAsConfirmed(tx, confirmed))) return { jobId: started };
  throw new AppError("request_reused", {
    message: "This file is being imported already, as it was confirmed first.",
  });
}

/** With other options, it is a different request. */
async function isAsConfirmed(
  tx: Tx,
  { id, mapping, choices }: Omit<ConfirmImportInput, "requestId">,
): Promise<boolean> {
  const same = await tx
    .selectFrom("imports")
    .select("id")
    .where("id", "=", id)
    .where(sql<boolean>`mapping = ${JSON.stringify(mapping)}::text::jsonb`)
    .where(sql<boolean>`choices = ${JSON.stringify(choices)}::text::jsonb`)
    .executeTakeFirst();
  return same !== undefined;
}

async function markDoubles(tx: Tx, id: string, doubles: ReadonlyMap<number, number>) {
  if (doubles.size === 0) return;
  const rows = [...doubles].map(([position, line]) => ({ position, line }));
  await sql`
    update import_rows set same_as = double.line
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as double(position int, line int)
    where import_id = ${id}::uuid and import_rows.position = double.position`.execute(tx);
}
