import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WebhookWorker } from "../../server/api/webhooks/worker.ts";
import { type Config, readConfig } from "../../server/config.ts";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { createLog, type Log } from "../../server/log.ts";
import type { MailboxPatience, MailboxWorker } from "../../server/mail/mailboxes/worker.ts";
import type { MailWorker } from "../../server/mail/outbox/worker.ts";
import type { Services } from "../../server/services.ts";
import { searchDeadlineMs } from "../../server/start/open-desk.ts";
import { type ServedDesk, serveDesk } from "../../server/start/serve-desk.ts";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { type ClientHandler, createClientHandler } from "../../server/web/serve-client.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export interface TestServer {
  url: string;
  /** The address of its metrics. */
  metricsUrl: string | null;
  /** As the role that the server works as. */
  db: Db;
  database: TestDatabase;
  config: Config;
  app: ServedDesk["app"];
  services: Services;
  mail: MailWorker;
  mailboxes: MailboxWorker;
  webhooks: WebhookWorker;
  /** A new visitor without cookies. */
  visitor(): Visitor;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** The clock. */
  now?: () => Date;
  log?: Log;
  /** How long requests in flight are waited for at the end. */
  drainMs?: number;
  /** How long the readers of mailboxes wait. */
  mailboxPatience?: Partial<MailboxPatience>;
  /** Another server over the same database; it is then not dropped by this one. */
  database?: TestDatabase;
  /** Prepares the database before the server reads it. */
  seed?: (database: TestDatabase) => Promise<void>;
}

/** The real server on a free port of 127.0.0.1, with its own database and data folder. */
export async function startTestServer(
  overrides: Partial<Config> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = join(tmpdir(), `frontdesk-test-data-${Bun.randomUUIDv7()}`);
  const config: Config = {
    ...readConfig({ PORT: "0", LOG_LEVEL: "error" }),
    dataDir,
    databaseUrl: database.url,
    databaseOwnerUrl: database.ownerUrl,
    ...overrides,
  };
  const { url } = database;
  const workerDb = openDatabase({ url, size: 4 });
  const searchDb = openDatabase({ url, size: 4, deadlineMs: searchDeadlineMs });
  const readDb = config.databaseReadUrl
    ? openDatabase({ url: config.databaseReadUrl, size: 4 })
    : null;
  const cleanUp = async () => {
    await Promise.all([workerDb, searchDb, readDb].map((each) => each?.destroy()));
    if (!options.database) await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await options.seed?.(database);
    const served = await serveDesk({
      config,
      db: database.db,
      workerDb,
      searchDb,
      readDb,
      directUrl: config.databaseDirectUrl ?? database.url,
      log: options.log ?? createLog(config.logLevel),
      now: options.now,
      drainMs: options.drainMs,
      mailboxPatience: options.mailboxPatience,
      client: builtClient,
    });
    const url = served.url.replace("localhost", "127.0.0.1");
    return {
      url,
      metricsUrl: served.metricsUrl,
      db: database.db,
      database,
      config,
      app: served.app,
      services: served.services,
      mail: served.mail,
      mailboxes: served.mailboxes,
      webhooks: served.webhooks,
      visitor: () => createVisitor(url),
      async stop() {
        await served.stop();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

let handler: Promise<ClientHandler> | undefined;

/** Built at most once, and only where a test asks for a page. */
async function builtClient(...asked: Parameters<ClientHandler>): Promise<Response> {
  handler ??= prepareClient().then(createClientHandler);
  return (await handler)(...asked);
}
