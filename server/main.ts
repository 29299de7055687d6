import { createFirstAdminLink } from "./auth/first-admin.ts";
import { readPause } from "./backup/pause.ts";
import { showHelp } from "./commands/arguments.ts";
import { type Config, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { writeAddress } from "./start/address.ts";
import { announce } from "./start/announce.ts";
import { prepareDesk } from "./start/demo.ts";
import { listenForEnding } from "./start/ending.ts";
import { openDesk } from "./start/open-desk.ts";
import { printStartFailure } from "./start/print-failure.ts";
import { serveDesk } from "./start/serve-desk.ts";
import { createSteps } from "./start/steps.ts";
import { tryFiles } from "./start/try-files.ts";
import { watchRecovery } from "./start/watch-recovery.ts";
import { startTracing } from "./tracing.ts";
import { version } from "./version.ts";
import { prepareClient } from "./web/prepare-client.ts";
import { createClientHandler } from "./web/serve-client.ts";

let stopPostgres = async () => {};
const ending = listenForEnding(async () => {
  await stopPostgres();
  process.exit(130);
});

const steps = createSteps(process.stdout);

showHelp(
  "bun start\n\nStarts Frontdesk. Settings come from the environment or .env: docs/admin/settings.md lists them.",
);
try {
  const config = readConfig();
  await run(config, createLog(config.logLevel));
  if (ending.isAsked) process.stdout.write("Frontdesk has stopped.\n");
  process.exit(ending.isHurried ? 130 : 0);
} catch (error) {
  // Ctrl-C during the start also ends what the start was waiting for, which is not a failure.
  if (!ending.isAsked) process.exit(printStartFailure(error));
  process.stdout.write("Frontdesk was stopped before it was ready.\n");
  process.exit(130);
}

async function run(config: Config, log: Log): Promise<void> {
  surviveTheUnforeseen(log);
  const onStep = steps.begin;
  const client = await createClientHandler(await prepareClient({ onStep }));
  if (ending.isAsked) return;
  const desk = await openDesk(config, log, {
    onStep,
    onPostgres(stop) {
      stopPostgres = stop;
    },
  });
  try {
    await prepareDesk(config, desk, onStep);
    if (ending.isAsked) return;
    const tracing = config.tracing && startTracing(config.tracing, log);
    const recovery = await watchRecovery({ ...config, db: desk.workerDb, log });
    steps.end();
    const served = await serveDesk({ config, log, ...desk, client });
    const takeAddressBack = await writeAddress(config.dataDir, served.origin);
    const firstAdminLink = await createFirstAdminLink(desk.db, served.origin, new Date());
    const { problem } = served.services.encryption;
    const notices = [
      ...desk.notices,
      ...(await tryFiles(config)),
      ...(problem ? [problem] : []),
      ...((await readPause(desk.db)) ? [pausedNotice] : []),
    ];
    process.stdout.write(announce({ config, served, notices, firstAdminLink }));
    const logsStart = served.services.logsRequests;
    if (logsStart) log.info("server.started", { version, url: served.url });

    await ending.asked;
    if (logsStart) log.info("server.stopping");
    recovery.stop();
    await served.stop();
    await tracing?.stop();
    if (logsStart) log.info("server.stopped");
    await takeAddressBack();
  } finally {
    await desk.close();
  }
}

const pausedNotice =
  "The database was restored: waiting emails, webhooks and mailboxes are paused. Resume them under Settings, or by: bun run resume.";

/** An unexpected error in one request must not end all others. */
function surviveTheUnforeseen(log: Log): void {
  process.on("uncaughtException", (error) => log.error("uncaught", {}, error));
  process.on("unhandledRejection", (error) => log.error("unhandled", {}, error));
}
