import { sql } from "kysely";
import { createPasswords } from "../../../server/auth/passwords.ts";
import { demoPassword } from "../../../server/demo/accounts.ts";
import { loadDemo } from "../../../server/demo/load-demo.ts";
import { prepareClient } from "../../../server/web/prepare-client.ts";
import { indexAll } from "../../support/index-all.ts";
import {
  createTestDatabase,
  type RunningTestPostgres,
  startTestPostgres,
} from "../../support/postgres.ts";
import { testPostgresVariable } from "../../support/process/test-run.ts";
import { demoTemplateVariable } from "./desk.ts";

/** What all workers share: the built client, Postgres, and a database with the demo to copy. */
export default async function setUp(): Promise<() => Promise<void>> {
  const own = process.env[testPostgresVariable] ? null : await startTestPostgres();
  if (own) process.env[testPostgresVariable] = JSON.stringify(own);
  const tidyUp = await makeDemoTemplate(own);
  await prepareClient();
  return tidyUp;
}

async function makeDemoTemplate(own: RunningTestPostgres | null): Promise<() => Promise<void>> {
  const template = await createTestDatabase();
  const passwordHash = await createPasswords().hash(demoPassword);
  await loadDemo(template.db, { now: new Date(), passwordHash });
  // What each desk's workers do first, while people wait for its pages.
  await indexAll(template.db);
  await sql`analyze`.execute(template.owner);
  // A database with connections cannot be copied.
  await Promise.all([template.db.destroy(), template.owner.destroy()]);
  process.env[demoTemplateVariable] = template.name;
  return async () => {
    if (own) await own.stop();
    else await template.drop();
  };
}
