import { join } from "node:path";
import * as z from "zod/mini";
import { withBaseline } from "../db/baseline.ts";
import { migrationFiles } from "../db/migrate.ts";
import { StartError } from "../start-error.ts";

const manifestSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** The size of the file in the backup. */
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.nullable(z.number()) })),
  attachments: z.strictObject({ count: z.number(), bytes: z.number() }),
  /** Hashes of attachments that were missing from the store, or damaged, when the backup was made. */
  missing: z.array(z.string()),
});

/** What a backup contains. Written last: a folder without it is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = "manifest.json";

export function tablePath(folder: string, table: string): string {
  return join(folder, "tables", `${table}.jsonl.gz`);
}

/** Refuses a folder that is not a backup, an incomplete one, and one of a later release. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = Bun.file(join(folder, manifestName));
  if (!(await file.exists())) {
    throw new StartError(`${folder} is no whole backup: it has no ${manifestName}.`);
  }
  const manifest = manifestSchema.safeParse(await file.json().catch(() => null));
  if (!manifest.success) throw new StartError(`${join(folder, manifestName)} is damaged.`);
  const known = Object.keys(await migrationFiles.getMigrations());
  const migrations = withBaseline(manifest.data.migrations, known);
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown) {
    throw new StartError(
      `This backup is of a later release (it knows ${unknown}): restore it with that one.`,
    );
  }
  return { ...manifest.data, migrations };
}
