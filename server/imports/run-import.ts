import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import {
  type ImportChoices,
  type ImportKind,
  type ImportMapping,
  importTitle,
} from "../../shared/imports.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import type { ItemOutcome, JobHandler, JobItem } from "../jobs/handlers.ts";
import { assertActorIsSuperAdmin, lockSuperAdmins } from "../users/guards.ts";
import { companyImporter } from "./companies/company-importer.ts";
import { type Confirmed, type Importer, type ImportStep, planRows } from "./importer.ts";
import { readRows, type StoredRow } from "./stored-file.ts";
import { userImporter } from "./users/user-importer.ts";

/** The job's input; the rest is stored with the file. */
interface ImportJob {
  importId: string;
  file: string;
}

type Deps = Omit<ActorDeps, "db">;

/** The number of rows per transaction: few enough that others do not wait long for its locks. */
const slice = 500;

/** The handler of one kind of import: plans the rows under their locks and writes the plan. */
function importHandler<Values, Step extends ImportStep, Memory, World>(
  kind: ImportKind,
  importer: Importer<Values, Step, Memory, World>,
): JobHandler<ImportJob> {
  return {
    slice,
    title: ({ file }, total) => importTitle(kind, total, file),
    async run(tx, deps, { importId }, items) {
      const rows = await rowsOf(tx, importId, items);
      if (rows.length === 0) return [];
      const steps = (await canImport(tx, deps))
        ? await importRows(importer, tx, deps, importId, rows)
        : rows.map(refusedForRights);
      await count(tx, importId, steps);
      const byPosition = new Map(steps.map((step) => [step.position, step]));
      return items.map(({ position }) => outcomeOf(byPosition.get(position)));
    },
  };
}

export const userImportHandler = importHandler("users", userImporter);
export const companyImportHandler = importHandler("companies", companyImporter);

async function importRows<Values, Step extends ImportStep, Memory, World>(
  importer: Importer<Values, Step, Memory, World>,
  tx: Tx,
  deps: Deps,
  importId: string,
  rows: readonly StoredRow[],
): Promise<Step[]> {
  const { cameAt, ...confirmed } = await readConfirmed(tx, importId);
  const memory = importer.newMemory(cameAt);
  const about = { ...confirmed, actor: deps.actor, memory, lock: true };
  const steps = await planRows(importer, tx, rows, about);
  await importer.write(tx, deps, steps, { memory, choices: confirmed.choices });
  return steps;
}

async function rowsOf(tx: Tx, importId: string, items: readonly JobItem[]): Promise<StoredRow[]> {
  const positions = items.map(({ position }) => position);
  const [from, to] = [positions[0], positions.at(-1)];
  if (from === undefined || to === undefined) return [];
  const wanted = new Set(positions);
  const rows = await readRows(tx, importId, { from, to });
  return rows.filter(({ position }) => wanted.has(position));
}

/** Stops the import if its owner is no longer a Super Admin. */
async function canImport(tx: Tx, { actor }: Deps): Promise<boolean> {
  await lockSuperAdmins(tx, []);
  try {
    await assertActorIsSuperAdmin(tx, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function refusedForRights({ position, line }: StoredRow): ImportStep {
  const { message } = new AppError("forbidden");
  return { position, line, subject: "A row", outcome: "refused", reasons: [message] };
}

async function readConfirmed(tx: Tx, importId: string): Promise<Confirmed> {
  const { mapping, choices, cameAt } = await tx
    .selectFrom("imports")
    .select(["mapping", "choices", "created_at as cameAt"])
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  return { mapping: mapping as ImportMapping, choices: choices as ImportChoices, cameAt };
}

async function count(tx: Tx, importId: string, steps: readonly ImportStep[]): Promise<void> {
  const of = (outcome: ImportStep["outcome"]) =>
    steps.filter((step) => step.outcome === outcome).length;
  await tx
    .updateTable("imports")
    .set({
      created: sql`created + ${of("created")}`,
      updated: sql`updated + ${of("updated")}`,
      skipped: sql`skipped + ${of("skipped")}`,
      refused: sql`refused + ${of("refused")}`,
    })
    .where("id", "=", importId)
    .execute();
}

function outcomeOf(step: ImportStep | undefined): ItemOutcome {
  if (!step)
    return {
      state: "refused",
      refusal: { subject: "A row", message: "This row no longer exists." },
    };
  if (step.outcome !== "refused") return { state: "done" };
  const subject = `Line ${step.line}: ${step.subject.slice(0, 200).toWellFormed()}`;
  return { state: "refused", refusal: { subject, message: step.reasons.join(" ") } };
}
