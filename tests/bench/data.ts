import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { embeddedDatabase } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { loadBulk } from "../load/load-bulk.ts";
import { createBar } from "../load/progress.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addPerson } from "../support/people.ts";
import { testPassword } from "../support/visitor.ts";
import { startLastingPostgres } from "./lasting-postgres.ts";

export interface BenchData {
  url: string;
  people: BenchPeople;
  /** Returns the URLs of a copy that is deleted afterwards. No one may be connected in the meantime. */
  withCopy<T>(use: (url: string, ownerUrl: string) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Readers by their address: how far each sees is what decides the plan of a list. */
export interface BenchPeople {
  admin: string;
  rareAgent: string;
  wideAgent: string;
  customer: string;
}

const people: BenchPeople = {
  admin: "admin@bench.test",
  rareAgent: "rare-agent@bench.test",
  wideAgent: "wide-agent@bench.test",
  customer: "customer@bench.test",
};

/** A desk of so many tickets, made once and used again by every run until a migration comes. */
export async function openBenchData(tickets: number): Promise<BenchData> {
  const migrations = await readdir(join(import.meta.dir, "../../migrations"));
  const release = migrations.sort().at(-1)?.slice(0, 13);
  const dataDir = join(tmpdir(), "frontdesk-bench", `${tickets}-${release}`);
  const postgres = await startLastingPostgres(dataDir);
  const owner = openDatabase({ url: postgres.ownerUrl, size: 1, deadlineMs: 10 * 60_000 });
  try {
    await migrate(owner, postgres.appRole);
    if (!(await isLoaded(owner))) {
      const bar = createBar(process.stderr);
      await loadBulk(postgres.ownerUrl, {
        tickets,
        seed: 1,
        now: new Date(),
        passwordHash: null,
        progress: bar.tickets,
        indexing: bar.indexes,
      });
      await addReaders(owner);
    }
    await liftHourlyLimits(owner);
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await owner.destroy();
  }
  const { appUrl, ownerUrl, stop } = postgres;
  return { url: appUrl, people, stop, withCopy: (use) => withCopy(ownerUrl, appUrl, use) };
}

async function withCopy<T>(
  ownerUrl: string,
  appUrl: string,
  use: (url: string, ownerUrl: string) => Promise<T>,
): Promise<T> {
  const beside = (url: string, database: string) =>
    Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const owner = openDatabase({
    ...{ url: beside(ownerUrl, "postgres"), size: 1, deadlineMs: 10 * 60_000 },
  });
  const copy = "frontdesk_copy";
  try {
    await sql`drop database if exists ${sql.id(copy)} with (force)`.execute(owner);
    await sql`
      create database ${sql.id(copy)} template ${sql.id(embeddedDatabase)} strategy file_copy
    `.execute(owner);
    return await use(beside(appUrl, copy), beside(ownerUrl, copy));
  } finally {
    await sql`drop database if exists ${sql.id(copy)} with (force)`.execute(owner);
    await owner.destroy();
  }
}

/** The readers come last: with them it is whole. */
async function isLoaded(db: Db): Promise<boolean> {
  const reader = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", people.customer)
    .executeTakeFirst();
  return reader !== undefined;
}

/** An agent of the company with the fewest tickets, one of fifty companies, and a customer. */
async function addReaders(db: Db): Promise<void> {
  const companies = await db
    .selectFrom("tickets")
    .innerJoin("companies", "companies.id", "tickets.company_id")
    .select("companies.id")
    .groupBy("companies.id")
    .orderBy((select) => select.fn.countAll())
    .execute();
  const [rare] = companies;
  if (!rare) throw new Error("The bench needs companies");
  // Of their sign-ins it is asked how long they take.
  const password = testPassword;
  await db.transaction().execute(async (tx) => {
    await addPerson(tx, "Super Admin", { email: people.admin, password });
    await addPerson(tx, "Agent", {
      email: people.rareAgent,
      password,
      companyScope: "assigned",
      companies: [rare],
    });
    await addPerson(tx, "Agent", {
      email: people.wideAgent,
      password,
      companyScope: "assigned",
      companies: companies.slice(0, 50),
    });
    await addPerson(tx, "Customer", {
      email: people.customer,
      password,
      companies: [{ id: rare.id, seesAllTickets: true }],
    });
  });
}
