import { createPasswords } from "../../server/auth/passwords.ts";
import { readArguments, readNumber, showHelp } from "../../server/commands/arguments.ts";
import { withDesk } from "../../server/commands/with-desk.ts";
import type { Db } from "../../server/db/database.ts";
import { demoAccounts, demoPassword } from "../../server/demo/accounts.ts";
import { loadDemo, rememberDemoPassword } from "../../server/demo/load-demo.ts";
import { notifyPages } from "../../server/events/live-events.ts";
import { createFileStore } from "../../server/files/store.ts";
import { createLog } from "../../server/log.ts";
import { isEmpty } from "../../server/start/demo.ts";
import { StartError } from "../../server/start-error.ts";
import { loadBulk } from "./load-bulk.ts";
import { createBar } from "./progress.ts";

const mostTickets = 5_000_000;

showHelp(
  "bun run demo:load [--tickets N] [--seed N] [--confirm name]\n\nLoads the demo into an empty desk; --tickets adds so many generated tickets.",
);

/**
 * `bun run demo:load` loads the demo into an empty desk, where a start does not do so.
 * `--tickets N` adds N generated tickets, varied by `--seed`, to an empty desk or a demo.
 */
await withDesk(readLoad, async ({ config, db, ownerUrl }, { count, seed, confirm }) => {
  if (config.production) throw new StartError("In production there is no demo.");
  const desk = await db.selectFrom("desk").select(["name", "is_demo"]).executeTakeFirstOrThrow();
  const passwordHash = await createPasswords().hash(demoPassword);
  const empty = await isEmpty(db);

  if (!empty && count === 0) throw new StartError("This desk is not empty: nothing was loaded.");
  if (!empty && !desk.is_demo && confirm !== desk.name) {
    throw new StartError(
      `This is a real desk. To add made-up tickets anyway, add --confirm ${JSON.stringify(desk.name)}`,
    );
  }
  await refuseTwice(db, seed, count);
  if (empty) {
    const files = createFileStore(config, createLog(config.logLevel));
    await loadDemo(db, { now: new Date(), passwordHash, files });
    // The demo writes no live events, and a running server must reload its pages.
    await notifyPages(db, "desk");
  }
  if (!empty && desk.is_demo) await rememberDemoPassword(db, passwordHash);
  const bar = createBar(process.stderr);
  if (count > 0) {
    await loadBulk(ownerUrl, {
      tickets: count,
      seed,
      now: new Date(),
      // A password that everyone knows must not open a real desk.
      passwordHash: empty || desk.is_demo ? passwordHash : null,
      progress: bar.tickets,
      indexing: bar.indexes,
    });
  }
  if (!empty) return `${count.toLocaleString("en")} tickets are loaded.`;
  const accounts = demoAccounts.map(({ email }) => email).join(", ");
  return `The demo is loaded. Sign in as ${accounts}, password ${demoPassword}.`;
});

function readLoad() {
  const { tickets, seed, confirm } = readArguments(["tickets", "seed", "confirm"]);
  return {
    count: tickets === undefined ? 0 : readNumber("--tickets", tickets, mostTickets),
    seed: seed === undefined ? 1 : readNumber("--seed", seed, 999_999),
    confirm,
  };
}

/** The same seed makes the same people, whose addresses must be unique. */
async function refuseTwice(db: Db, seed: number, count: number): Promise<void> {
  if (count === 0) return;
  const known = await db
    .selectFrom("users")
    .select("id")
    .where("email", "like", `%@agents-s${seed}.test`)
    .limit(1)
    .executeTakeFirst();
  if (known) throw new StartError(`Seed ${seed} is loaded already: choose another with --seed.`);
}
