import page from "../client/index.html";
import { createFirstAdminLink } from "./auth/first-admin.ts";
import { type Config, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { writeAddress } from "./start/address.ts";
import { announce } from "./start/announce.ts";
import { prepareDesk } from "./start/demo.ts";
import { listenForEnding } from "./start/ending.ts";
import { type OpenDesk, openDesk } from "./start/open-desk.ts";
import { printStartFailure } from "./start/print-failure.ts";
import { type ServedDesk, serveDesk } from "./start/serve-desk.ts";
import { watchRecovery } from "./start/watch-recovery.ts";
import { createDevClientHandler } from "./web/dev-client.ts";

/** What survives when a server file changes and this one runs again. */
interface Kept {
  config: Config;
  log: Log;
  desk: OpenDesk;
  served: ServedDesk | null;
  takeAddressBack: () => Promise<void>;
}

declare global {
  var frontdeskDev: Promise<Kept> | undefined;
}

const devPage = { path: "/_dev/page", bundle: page };

try {
  const isFirst = globalThis.frontdeskDev === undefined;
  globalThis.frontdeskDev ??= open();
  const kept = await globalThis.frontdeskDev;
  await serve(kept);
  if (isFirst && kept.served) {
    kept.takeAddressBack = await writeAddress(kept.config.dataDir, kept.served.origin);
    const { desk, served } = kept;
    const firstAdminLink = await createFirstAdminLink(desk.db, served.origin, new Date());
    process.stdout.write(announce({ ...kept, served, notices: desk.notices, firstAdminLink }));
  }
} catch (error) {
  process.exit(printStartFailure(error));
}

async function open(): Promise<Kept> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const ending = listenForEnding(() => process.exit(130));
  const desk = await openDesk(config, log);
  const kept: Kept = { config, log, desk, served: null, takeAddressBack: async () => {} };
  void ending.asked.then(async () => {
    await kept.served?.stop();
    await kept.takeAddressBack();
    await desk.close();
    process.exit(0);
  });
  await prepareDesk(config, desk);
  await watchRecovery({ ...config, db: desk.workerDb, log });
  return kept;
}

async function serve(kept: Kept): Promise<void> {
  const port = kept.served?.port ?? kept.config.port;
  await kept.served?.stop();
  const served = await serveDesk({
    config: { ...kept.config, port },
    log: kept.log,
    db: kept.desk.db,
    workerDb: kept.desk.workerDb,
    searchDb: kept.desk.searchDb,
    readDb: kept.desk.readDb,
    directUrl: kept.desk.directUrl,
    client: createDevClientHandler(() => `${served.url}${devPage.path}`),
    devPage,
  });
  kept.served = served;
}
