import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { serveDesk } from "../../server/start/serve-desk.ts";

/** The real server on the given database, in its own process. */
const { url } = JSON.parse(await Bun.stdin.text());
const config = { ...readConfig({ PORT: "0" }), databaseUrl: url };
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
