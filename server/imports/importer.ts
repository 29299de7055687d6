import type { ImportChoices, ImportMapping } from "../../shared/imports.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import type { ReadRow } from "./read-cells.ts";
import type { StoredRow } from "./stored-file.ts";

interface RowRef {
  position: number;
  line: number;
  subject: string;
}

/** The outcome of a row of any kind. */
export type ImportStep = PlannedStep<object, object>;

/** A step with what its creation or update needs. */
export type PlannedStep<Created, Updated> = RowRef &
  (
    | ({ outcome: "created" } & Created)
    | ({ outcome: "updated" } & Updated)
    | { outcome: "skipped" }
    | { outcome: "refused"; reasons: string[] }
  );

/** The outcome of a row, as the preview describes it. */
export type PreviewedStep = ImportStep & { changes?: string[]; warnings?: string[] };

/** The chosen columns and options, and when the file arrived. */
export interface Confirmed {
  mapping: ImportMapping;
  choices: ImportChoices;
  cameAt: Date;
}

interface WorldQuestion<Memory> {
  actor: Pick<Actor, "id">;
  memory: Memory;
  lock: boolean;
}

/** How rows of one kind become records. The preview and the job take the same steps. */
export interface Importer<Values, Step extends ImportStep, Memory, World> {
  /** Checks one row by itself, and reports all its problems together. */
  readRow(row: StoredRow, mapping: ImportMapping): ReadRow<Values>;
  /** What earlier rows did. The preview passes it from slice to slice. */
  newMemory(cameAt: Date): Memory;
  /** The data these rows may affect; if locked, no one else changes it until the transaction ends. */
  readWorld(
    db: Db | Tx,
    rows: readonly ReadRow<Values>[],
    about: WorldQuestion<Memory>,
  ): Promise<World>;
  /** Plans the outcome of each row by the rules for manual changes. Pure. */
  plan(rows: readonly ReadRow<Values>[], world: World, choices: ImportChoices): Step[];
  /** The steps as the preview shows them. */
  describe(db: Db, steps: readonly Step[], memory: Memory): Promise<PreviewedStep[]>;
  write(
    tx: Tx,
    deps: Omit<ActorDeps, "db">,
    steps: readonly Step[],
    about: { memory: Memory; choices: ImportChoices },
  ): Promise<void>;
  /** Names of companies that the rows name and that do not exist. */
  unknownCompanies?(memory: Memory): string[];
}

/** Plans the outcome of each row. Nothing is written. */
export async function planRows<Values, Step extends ImportStep, Memory, World>(
  importer: Importer<Values, Step, Memory, World>,
  db: Db | Tx,
  stored: readonly StoredRow[],
  { mapping, choices, ...about }: Omit<Confirmed, "cameAt"> & WorldQuestion<Memory>,
): Promise<Step[]> {
  const rows = stored.map((row) => importer.readRow(row, mapping));
  return importer.plan(rows, await importer.readWorld(db, rows, about), choices);
}
