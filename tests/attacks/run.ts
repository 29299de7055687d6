import "../support/process/own-folder.ts";
import { openDatabase } from "../../server/db/database.ts";
import { mebibytesOf, numberIn, readOptions, say } from "../support/harness.ts";
import { createTestDatabase } from "../support/postgres.ts";
import {
  endingWithItsParent,
  endSpawned,
  makeDataFolder,
  startServer,
} from "../support/process/spawned-server.ts";
import { startTestServer } from "../support/server.ts";
import { procedureDoors, routeDoors } from "./doors.ts";
import { fuzzDoor } from "./fuzz.ts";
import { runSqlmap, runWapiti, type Scan } from "./scanners.ts";
import { trySilence } from "./silence.ts";
import { timeEnumeration } from "./timing.ts";
import { walk } from "./walk.ts";
import { prepareWalk } from "./walked-desk.ts";
import { furnish, type World } from "./world.ts";

/**
 * `bun run attacks`: against a server in its own process, with new requests each time. `--runs N` requests at each
 * door, `--seed S` those of an earlier run, `--only name` only doors with this name, `--part silence` only what
 * could stop the desk from answering, `--without-scanners` leaves out the scanners.
 */
const options = readOptions<"runs" | "seed" | "only" | "part" | "without-scanners">(
  ["runs", "seed", "only", "part"],
  ["without-scanners"],
);
const runs = numberIn(options, "runs") ?? 300;
const seed = numberIn(options, "seed") ?? 1 + (Date.now() % 1_000_000_000);
const only = options.only ?? "";
let faults = 0;

const database = await createTestDatabase();
const settings = {
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  DATA_DIR: await makeDataFolder(),
  LOG_LEVEL: "error",
  // So that each sign-in attempt can come from a different network.
  TRUST_PROXY: "1",
};
const server = await startServer(settings, endingWithItsParent);
const url = server.url.replace("localhost", "127.0.0.1");
const db = openDatabase({ url: database.url, size: 4 });
try {
  if (options.part !== "silence") {
    say(`seed ${seed}, ${runs} requests at each door`);
    const world = await furnish(db, url);
    await fuzzAll(world);
    if (!only) {
      await walkAll();
      await time();
      if (options["without-scanners"] === undefined) await scan(world);
    }
  }
  if (!only) await silence();
} finally {
  await db.destroy();
  await endSpawned();
  await database.drop();
}
say(faults === 0 ? "No one got in." : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);

async function fuzzAll(world: World): Promise<void> {
  const routes = await routesOfApp();
  const doors = [...procedureDoors(), ...routeDoors(routes)].filter(({ name }) =>
    name.includes(only),
  );
  const begun = Math.round(mebibytesOf(server.pid));
  let said = server.output().length;
  const logged = () => {
    const lines = server.output().slice(said).split("\n").filter(Boolean);
    said = server.output().length;
    return lines;
  };
  let warm = 0;
  for (const [at, door] of doors.entries()) {
    try {
      const outcomes = await fuzzDoor(world, door, { runs, seed, logged });
      const told = [...outcomes]
        .sort(([, a], [, b]) => b - a)
        .map(([code, count]) => `${code} ${count}`);
      say(`${door.name.padEnd(40)} ${told.join(", ")}`);
    } catch (error) {
      fault(`${door.name}: ${wordsOf(error)}`);
    }
    if (at === Math.floor(doors.length / 3)) warm = Math.round(mebibytesOf(server.pid));
  }
  say(
    `memory of the server: ${begun} MiB at first, ${warm} after a third, ${Math.round(mebibytesOf(server.pid))} at the end`,
  );
  if (Math.round(mebibytesOf(server.pid)) > warm + 150) fault("the server's memory grew");
}

/** REST routes can be read only from a server in this process. */
async function routesOfApp() {
  const other = await startTestServer({}, { database });
  const { routes } = other.app;
  await other.stop();
  return routes;
}

async function walkAll(): Promise<void> {
  const own = await startTestServer();
  const desk = await prepareWalk(own);
  const found = await walk(desk, { seed, steps: runs * 20 });
  for (const one of found) fault(one);
  for (const { stream } of desk.walkers) stream.close();
  await own.stop();
  say(`random walks: ${runs * 20} steps, ${found.length} leaks`);
}

async function time(): Promise<void> {
  for (const { name, known, unknown } of await timeEnumeration(db, url)) {
    say(
      `${name}: ${known.toFixed(1)} ms for a known address, ${unknown.toFixed(1)} ms for an unknown one`,
    );
    const ratio = Math.max(known, unknown) / Math.min(known, unknown);
    // On a busy machine five milliseconds are a small part of a sign-in.
    if (Math.abs(known - unknown) > 5 && ratio > 1.1) {
      fault(`${name} reveals who has an account: ${ratio.toFixed(2)} times the time`);
    }
  }
}

async function silence(): Promise<void> {
  for (const { name, quietMs, longestMs, answers, faults } of await trySilence({ url, db })) {
    say(
      `silence by ${name}: /healthz answered ${answers} times, ${Math.round(longestMs)} ms at most (${Math.round(quietMs)} ms before)`,
    );
    for (const words of faults) fault(`silence by ${name}: ${words}`);
  }
}

async function scan(world: World): Promise<void> {
  // The fuzzing may have locked the attacker out.
  world.isGone("Super Admin");
  const admin = await world.as("Super Admin");
  for (const result of [await runSqlmap(url, admin), await runWapiti(url, admin)]) tell(result);
}

function tell({ name, found }: Scan): void {
  if (found === null) say(`${name} is not installed: it was not run (apt-get install ${name})`);
  else say(`${name}: ${found.length === 0 ? "found nothing" : found.join("; ")}`);
  faults += found?.length ?? 0;
}

function fault(words: string): void {
  faults += 1;
  say(`FAULT ${words}`);
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message}\n${error.cause instanceof Error ? error.cause.message : ""}`;
}
