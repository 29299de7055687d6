import { createFirstAdminLink } from "./auth/first-admin.ts";
import { type Config, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { writeAddress } from "./start/address.ts";
import { announce } from "./start/announce.ts";
import { prepareDesk } from "./start/demo.ts";
import { listenForEnding } from "./start/ending.ts";
import { openDesk } from "./start/open-desk.ts";
import { printStartFailure } from "./start/print-failure.ts";
import { serveDesk } from "./start/serve-desk.ts";
import { tryFiles } from "./start/try-files.ts";
import { prepareClient } from "./web/prepare-client.ts";
import { createClientHandler } from "./web/serve-client.ts";

let stopPostgres = async () => {};
const ending = listenForEnding(async () => {
  await stopPostgres();
  process.exit(130);
});

try {
  const config = readConfig();
  await run(config, createLog(config.logLevel));
  process.exit(ending.isHurried ? 130 : 0);
} catch (error) {
  // Ctrl-C during the start also ends what the start was waiting for, which is not a failure.
  process.exit(ending.isAsked ? 130 : printStartFailure(error));
}

async function run(config: Config, log: Log): Promise<void> {
  surviveTheUnforeseen(log);
  const client = await createClientHandler(await prepareClient());
  if (ending.isAsked) return;
  const desk = await openDesk(config, log, (stop) => {
    stopPostgres = stop;
  });
  try {
    await prepareDesk(config, desk);
    if (ending.isAsked) return;
    const served = await serveDesk({ config, log, ...desk, client });
    const takeAddressBack = await writeAddress(config.dataDir, served.origin);
    const firstAdminLink = await createFirstAdminLink(desk.db, served.origin, new Date());
    const { problem } = served.services.encryption;
    const notices = [...desk.notices, ...(await tryFiles(config)), ...(problem ? [problem] : [])];
    process.stdout.write(announce({ config, served, notices, firstAdminLink }));

    await ending.asked;
    await served.stop();
    await takeAddressBack();
  } finally {
    await desk.close();
  }
}

/** An unexpected error in one request must not end all others. */
function surviveTheUnforeseen(log: Log): void {
  process.on("uncaughtException", (error) => log.error("uncaught", {}, error));
  process.on("unhandledRejection", (error) => log.error("unhandled", {}, error));
}
