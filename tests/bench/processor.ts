import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { openDatabase } from "../../server/db/database.ts";

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/** Processor time that a process has used. */
export function processorMsOf(pid: number): number {
  const { ticks } = statOf(pid) ?? { ticks: 0 };
  return ticks * msPerTick;
}

/** The main process of the Postgres at this address, which has to run on this machine. */
export async function postmasterOf(url: string): Promise<number> {
  const db = openDatabase({ url, size: 1 });
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  } finally {
    await db.destroy();
  }
}

/** Processor time of Postgres: of its main process, and of all that it started and that still run or have ended. */
export function postgresMsOf(postmaster: number): number {
  const all = readdirSync("/proc").map((name) => statOf(Number(name)));
  const own = statOf(postmaster);
  const started = all.filter((stat) => stat?.parent === postmaster);
  const ticks = started.reduce((sum, stat) => sum + (stat?.ticks ?? 0), own?.ticks ?? 0);
  return (ticks + (own?.endedTicks ?? 0)) * msPerTick;
}

interface Stat {
  parent: number;
  ticks: number;
  /** Of its children that have ended. */
  endedTicks: number;
}

/** Null for a process that has ended. */
function statOf(pid: number): Stat | null {
  if (!pid) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in brackets, which can hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      ticks: user + system,
      endedTicks: endedUser + endedSystem,
    };
  } catch {
    return null;
  }
}
