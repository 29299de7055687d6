import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { serveDesk } from "../../server/start/serve-desk.ts";
import { benchKey } from "./webhook-sink.ts";

/** The real server on the given database, in its own process. */
const { url } = JSON.parse(await Bun.stdin.text());
const environment = { PORT: "0", SECRET_KEY: benchKey, OUTBOUND_ALLOW_PRIVATE: "127.0.0.0/8" };
const config = { ...readConfig(environment), databaseUrl: url };
const db = openDatabase({ url, size: 10 });
const workerDb = openDatabase({ url, size: 4 });
const searchDb = openDatabase({ url, size: 10 });
const log = createLog("error");
const served = await serveDesk({
  config,
  db,
  workerDb,
  searchDb,
  directUrl: url,
  log,
  client: () => new Response(""),
});
process.stdout.write(`${served.port}\n`);
