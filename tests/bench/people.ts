import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { countUsers, listUsers } from "../../server/users/queries.ts";
import { countUsersInput, listUsersInput } from "../../shared/schemas/users.ts";
import { median, say } from "../support/harness.ts";
import { importAll } from "../support/importing.ts";
import type { BenchData } from "./data.ts";
import type { BenchFacts } from "./facts.ts";
import { line } from "./running.ts";

const crowd = 20_000;
const brought = 50_000;
const turns = 9;

/**
 * The list of users over 20,000 of them, and an import of 50,000: over a copy of the desk, which
 * is filled by an import as well.
 */
export async function benchPeople(data: BenchData, { admin }: BenchFacts): Promise<void> {
  await data.withCopy(async (url, ownerUrl) => {
    const db = openDatabase({ url, size: 4, deadlineMs: 60_000 });
    const deps = {
      db,
      actor: admin.actor,
      now: new Date(),
      credential: null,
      requestId: "bench",
      handlers: jobHandlers,
    };
    const bring = async (count: number, word: string) => {
      const began = performance.now();
      const choices = { createCompanies: true };
      const { counts } = await importAll(deps, "users", peopleOf(count, word), { choices });
      return { counts, seconds: (performance.now() - began) / 1000 };
    };
    try {
      await bring(crowd, "crowd");
      await analyze(ownerUrl);
      say("");
      line(`${crowd.toLocaleString("en")} users`, "ms");
      for (const [name, run] of reads(db)) line(name, (await medianMs(run)).toFixed(1));
      say("");
      line(`import of ${brought.toLocaleString("en")} users`, "seconds", "a second");
      for (const name of ["all new", "none changed"]) {
        const { seconds } = await bring(brought, "brought");
        line(name, seconds.toFixed(1), (brought / seconds).toFixed(0));
      }
    } finally {
      await db.destroy();
    }
  });
}

/** Like Postgres's own analysis within a minute. */
async function analyze(ownerUrl: string): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 60_000 });
  await sql`vacuum analyze users, user_companies, companies`.execute(owner);
  await owner.destroy();
}

const firstNames = ["Ana", "Ben", "Cleo", "Dimitri", "Elif", "Farah", "Gustav", "Hana", "Ivo"];

function peopleOf(count: number, word: string): string[][] {
  const rows = Array.from({ length: count }, (_, at) => [
    `${word}${at}@${word}-${at % 800}.test`,
    firstNames[at % firstNames.length] ?? "",
    `${word} ${(at * 7919) % 5000}`,
    "Customer",
    `${word} company ${at % 800}`,
    `+49 30 ${at}`,
    "Europe/Berlin",
  ]);
  const head = ["Email", "First name", "Last name", "Role", "Companies", "Phone", "Time zone"];
  return [head, ...rows];
}

function reads(db: Db): [string, () => Promise<unknown>][] {
  const deps = { db, now: new Date() };
  const list = (input: object) => () => listUsers(deps, listUsersInput.parse(input));
  const searches = { "a rare word": "crowd19999", "a common word": "crowd", "two letters": "an" };
  return [
    ["list, by name", list({})],
    ["list, by company", list({ sort: "companies" })],
    ["list, by last seen", list({ sort: "lastSeen", descending: true })],
    ...Object.entries(searches).flatMap(([name, search]): [string, () => Promise<unknown>][] => [
      [`search, ${name}`, list({ search })],
      [`count, ${name}`, () => countUsers(deps, countUsersInput.parse({ search }))],
    ]),
  ];
}

async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await run();
    took.push(performance.now() - began);
  }
  return median(took);
}
