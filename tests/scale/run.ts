import { numberIn, readOptions, say } from "../support/harness.ts";
import { endSpawned } from "../support/process/spawned-server.ts";
import { openPair, type Pair } from "./cluster.ts";
import type { Finding } from "./desk.ts";
import { checkFailover, checkWithoutWaiting } from "./failover.ts";
import { measureFigures } from "./figures.ts";
import { checkPatroni } from "./patroni.ts";
import { checkPooling } from "./pooling.ts";
import { missingPackages, stopAllPrograms } from "./programs.ts";
import { checkProxy } from "./proxy.ts";

/**
 * `bun run scale`: several servers behind HAProxy over one Postgres, through PgBouncer, and over a
 * primary whose standby takes its place, by hand and by Patroni, by the files of deploy/. `--only words` those parts.
 */
const options = readOptions(["only", "rounds", "tickets"]);
const { only } = options;
const rounds = numberIn(options, "rounds");
const tickets = numberIn(options, "tickets");
const missing = missingPackages();
if (missing.length > 0) {
  say(`Missing here: apt-get install ${missing.join(" ")}`);
  process.exit(1);
}

let broken = 0;
let endPair = async () => {};
// An interrupted run leaves no Postgres behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void endAll().then(() => process.exit(130)));
}

await part("proxy", overPair(checkProxy));
await part(
  "pgbouncer, session pooling",
  overPair((pair) => checkPooling(pair, { mode: "session", size: 60 })),
);
await part(
  "pgbouncer, transaction pooling",
  overPair((pair) => checkPooling(pair, { mode: "transaction", size: 8 })),
);
await part(
  "failover",
  overPair((pair) => checkFailover(pair, rounds ?? 5)),
);
await part("failover without waiting, for comparison", overPair(checkWithoutWaiting));
await part("patroni", () => checkPatroni(rounds ?? 3));
await run(
  "figures",
  overPair((pair) =>
    measureFigures(pair, {
      tickets: tickets ?? 5_000,
      ...{ seconds: 5, rounds: rounds ?? 3 },
    }),
  ),
);
process.exit(broken > 0 ? 1 : 0);

async function part(name: string, check: () => Promise<Finding[]>): Promise<void> {
  await run(name, async () => {
    const findings = await check();
    say(`| ${name} | seen | |`);
    say("|---|---|---|");
    for (const { what, seen, holds } of findings) {
      say(`| ${what} | ${seen} | ${holds ? "holds" : "**broken**"} |`);
      if (!holds) broken += 1;
    }
    say("");
  });
}

async function run(name: string, act: () => Promise<void>): Promise<void> {
  if (only && !name.includes(only)) return;
  try {
    await act();
  } finally {
    await endAll();
  }
}

function overPair<Result>(act: (pair: Pair) => Promise<Result>): () => Promise<Result> {
  return async () => {
    const pair = await openPair();
    endPair = pair.end;
    return await act(pair);
  };
}

async function endAll(): Promise<void> {
  await stopAllPrograms();
  await endSpawned();
  await endPair();
  endPair = async () => {};
}
