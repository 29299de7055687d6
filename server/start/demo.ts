import { sql } from "kysely";
import { createPasswords } from "../auth/passwords.ts";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { demoPassword } from "../demo/accounts.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { isLoopback } from "../loopback.ts";
import { StartError } from "../start-error.ts";
import type { OpenDesk } from "./open-desk.ts";
import type { OnStep } from "./steps.ts";

type Opened = Pick<OpenDesk, "db" | "ownerUrl">;

/** Loads the demo into an empty desk where that is safe; refuses to start a demo in production. */
export async function prepareDesk(config: Config, opened: Opened, onStep?: OnStep): Promise<void> {
  const { db } = opened;
  const desk = await db.selectFrom("desk").select("is_demo").executeTakeFirstOrThrow();
  if (desk.is_demo && config.production) {
    throw new StartError(
      "This database holds the demo, whose passwords are public: empty it with `npx -y bun run demo:empty`.",
    );
  }
  if (!canBeDemo(config) || !(await isEmpty(db)) || (await isRefused(db))) return;
  onStep?.("demo");
  await fill(config, opened);
}

/** After the demo was emptied it is not loaded again. Stored outside the tables, which were emptied with it. */
export async function refuseDemo(owner: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner);
  for (const { name } of rows) {
    await sql`comment on database ${sql.id(name)} is ${sql.lit(refused)}`.execute(owner);
  }
}

async function isRefused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ comment: string | null }>`
    select shobj_description(oid, 'pg_database') as comment
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.comment === refused;
}

const refused = "The demo was taken away.";

/** The demo loads automatically only where no one can reach it or mistake it for a real desk. */
export function canBeDemo(config: Config): boolean {
  return (
    config.databaseUrl === null &&
    !config.production &&
    isLoopback(config.host) &&
    config.baseUrl === null &&
    config.trustProxy === 0 &&
    config.smtpUrl === null
  );
}

async function fill(config: Config, { db, ownerUrl }: Opened): Promise<void> {
  // Its many texts are loaded only when needed.
  const { loadDemo } = await import("../demo/load-demo.ts");
  const passwordHash = await createPasswords().hash(demoPassword);
  const files = createFileStore(config, createLog(config.logLevel));
  await loadDemo(db, { now: new Date(), passwordHash, files });
  await analyzeTables(ownerUrl);
}

/** Autovacuum would do this within a minute; until then the dashboard is many times slower. */
async function analyzeTables(ownerUrl: string): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1 });
  try {
    await sql`analyze`.execute(owner);
  } finally {
    await owner.destroy();
  }
}

export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return user === undefined;
}
