import {
  createOneTicketLinks,
  linkKeyName,
  type OneTicketLinks,
} from "./access/one-ticket-link.ts";
import { type AntiForgery, createAntiForgery } from "./auth/anti-forgery.ts";
import { createPasswords, type Passwords } from "./auth/passwords.ts";
import { createSessions, type Sessions } from "./auth/session.ts";
import { createThrottle, type Throttle } from "./auth/throttling.ts";
import { type Config, isHttps } from "./config.ts";
import type { Db } from "./db/database.ts";
import { createReads, primaryReads, type Reads } from "./db/reads.ts";
import { type Encryption, loadEncryption, reencryptSecrets } from "./encryption.ts";
import { createFileStore, type FileStore } from "./files/store.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";
import { type Live, startLive } from "./live/live.ts";
import { createServerWakeup, type ServerWakeup } from "./live/server-wakeup.ts";
import type { Log } from "./log.ts";
import { createHealth, type Health } from "./metrics/health.ts";
import { createRequestMeter, type RequestMeter } from "./metrics/request-meter.ts";
import { createSearchLimit, type SearchLimit } from "./search/search-limit.ts";
import { type Desk, loadDesk } from "./settings/desk.ts";

/** What lives as long as the server: created once at the start and handed to the entry points. */
export interface Services {
  config: Config;
  db: Db;
  /** A separate pool, so that neither searches nor requests block the workers. */
  workerDb: Db;
  searches: { db: Db; limit: SearchLimit };
  /** For reads that may be some seconds old. */
  reads: Reads;
  log: Log;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  antiForgery: AntiForgery;
  files: FileStore;
  encryption: Encryption;
  /** For addresses that users enter; reaches the networks of OUTBOUND_ALLOW_PRIVATE. */
  guardedFetch: GuardedFetch;
  /** For images in mails: never reaches a private network, and images can be unencrypted. */
  imageFetch: GuardedFetch;
  /** Signs the cookie that recognises a browser that has signed in before. */
  knownBrowserKey: Uint8Array;
  /** The links in mails to customers. */
  oneTicketLinks: OneTicketLinks;
  /** Called after a commit that other servers should know of. */
  wakeup: Pick<ServerWakeup, "wake">;
  live: Live;
  desk: Desk;
  requests: RequestMeter;
  health: Health;
  /** Whether each request is logged. */
  logsRequests: boolean;
  /** The clock; tests can move it. */
  now: () => Date;
}

export async function createServices(options: {
  config: Config;
  db: Db;
  workerDb: Db;
  searchDb: Db;
  readDb?: Db | null;
  log: Log;
  /** The database URL for LISTEN. */
  directUrl: string;
  /** The names of all procedures. */
  procedures: readonly string[];
  now?: () => Date;
}): Promise<Services & { stopLive(): Promise<void> }> {
  const {
    config,
    db,
    workerDb,
    searchDb,
    readDb = null,
    log,
    directUrl,
    procedures,
    now = () => new Date(),
  } = options;
  const secrets = await db.selectFrom("secrets").selectAll().execute();
  const encryption = await loadEncryption(config);
  const renewed = await reencryptSecrets(workerDb, encryption);
  if (renewed > 0) log.info("secrets.reencrypted", { renewed });
  const desk = await loadDesk(workerDb, log, config, encryption);
  const wakeup = createServerWakeup(directUrl);
  const live = startLive({ url: directUrl, db: workerDb, log, now, onDeskChange: desk.refresh });
  return {
    config,
    db,
    workerDb,
    searches: { db: searchDb, limit: createSearchLimit() },
    reads: readDb ? createReads(readDb, log) : primaryReads,
    log,
    now,
    wakeup,
    live,
    async stopLive() {
      wakeup.stop();
      await live.stop();
    },
    sessions: createSessions({
      db,
      log,
      now,
      sessionDays: config.sessionDays,
      https: isHttps(config),
    }),
    passwords: createPasswords(),
    throttle: createThrottle(db),
    antiForgery: createAntiForgery(secretOf(secrets, "anti-forgery")),
    files: createFileStore(config, log),
    encryption,
    guardedFetch: createGuardedFetch({ allowPrivate: config.outboundAllowPrivate }),
    imageFetch: createGuardedFetch({ allowPrivate: [], unencrypted: true }),
    knownBrowserKey: secretOf(secrets, "known-browser"),
    oneTicketLinks: createOneTicketLinks(secretOf(secrets, linkKeyName)),
    desk,
    requests: createRequestMeter(procedures),
    health: createHealth(db, config),
    logsRequests: config.logRequests ?? !process.stderr.isTTY,
  };
}

function secretOf(secrets: { name: string; value: Buffer }[], name: string): Uint8Array {
  const secret = secrets.find((candidate) => candidate.name === name);
  if (!secret) throw new Error(`The database has no secret "${name}": is it migrated?`);
  return secret.value;
}
