import { sql } from "kysely";
import type { Config } from "../config.ts";
import { eachHost, placeOf } from "../db/connection/hosts.ts";
import { inspectPooler, type Passage } from "../db/connection/pooler.ts";
import { openClient, openDatabase } from "../db/database.ts";
import { StartError } from "../start-error.ts";
import { checkPostgresSettings } from "./postgres-settings.ts";

/** A reachable database, in any state. */
export interface DatabaseDoors {
  url: string;
  ownerUrl: string;
  appRole: string | null;
  /** Whether statements stay prepared on a connection to `url`. */
  prepares: boolean;
  embedded: boolean;
  notices: string[];
  stop(): Promise<void>;
}

const oldestMajor = 15;
const deadlineMs = 5_000;

/** Reports a wrong database address at the start, with its setting, instead of at the first failing request. */
export async function checkDatabase(
  config: Pick<Config, "databaseOwnerUrl" | "databaseDirectUrl">,
  url: string,
): Promise<DatabaseDoors> {
  const { databaseOwnerUrl, databaseDirectUrl } = config;
  const app = await askWho("DATABASE_URL", url);
  const appRole = app.role;
  const passage = await pass("DATABASE_URL", url);
  if (!passage.holds) throw new StartError(`DATABASE_URL: ${placeOf(url)} ${needsTransactions}`);
  if (databaseDirectUrl) await askPast("DATABASE_DIRECT_URL", databaseDirectUrl, app);
  else if (passage.shares) throw new StartError(`DATABASE_URL: ${placeOf(url)} ${needsDirect}`);
  const ownerUrl = databaseOwnerUrl ?? databaseDirectUrl ?? url;
  const ownerRole = databaseOwnerUrl
    ? await askPast("DATABASE_OWNER_URL", databaseOwnerUrl, app)
    : appRole;
  const notices = [
    ...app.notices,
    ...(ownerRole === appRole ? [ownsItsTables] : []),
    ...(passage.prepares ? [] : [preparesAgain]),
    ...(passage.limitsTime ? [] : [hasNoLimit(appRole)]),
  ];
  const { prepares } = passage;
  return { url, ownerUrl, appRole, prepares, embedded: false, notices, stop: async () => {} };
}

const ownsItsTables =
  "The server works as the owner of its tables. Set DATABASE_OWNER_URL to another role, so that the server itself cannot change the audit log.";
const preparesAgain =
  "DATABASE_URL leads to a pooler that keeps no prepared statements, which is slower.";
const hasNoLimit = (role: string) =>
  `The pooler does not pass a time limit on: alter role ${role} set statement_timeout = '10s'.`;
const needsTransactions =
  "is a pooler that holds no transactions, which a desk needs: pool by the transaction or by the session.";
const needsDirect =
  "is a pooler that lends its connections by the transaction: set DATABASE_DIRECT_URL to an address past it, for what listens.";

/** LISTEN, migrations and locks need their own connection to the same database, past any pooler. */
async function askPast(setting: string, url: string, app: Asked): Promise<string> {
  const { role, database } = await askWho(setting, url);
  if (database !== app.database) {
    throw new StartError(
      `${setting}: ${placeOf(url)} is another database than that of DATABASE_URL.`,
    );
  }
  if (!(await pass(setting, url)).shares) return role;
  throw new StartError(
    `${setting}: ${placeOf(url)} is a pooler that lends its connections by the transaction: it must lead past it.`,
  );
}

async function pass(setting: string, url: string): Promise<Passage> {
  const [one, other] = [openClient({ url, deadlineMs }), openClient({ url, deadlineMs })];
  try {
    return await inspectPooler(one, other);
  } catch (error) {
    throw unreachable(setting, url, error);
  } finally {
    one.destroy();
    other.destroy();
  }
}

interface Asked {
  role: string;
  /** Identifies the database, through any name and pooler. */
  database: string;
  notices: string[];
}

/** Of several servers, the first primary answers. */
const probeMs = 2_000;
/** Postgres and poolers answer it with one letter: S, N, or E for an error. */
const sslRequest = new Uint8Array([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Another program at this port would keep the driver waiting. A refused connection is reported by the driver. */
async function refuseOtherPrograms(setting: string, url: string): Promise<void> {
  const [only, ...more] = eachHost(url);
  if (!only || more.length > 0) return;
  const { hostname, port } = new URL(only);
  const found = Promise.withResolvers<"other" | "unknown">();
  const silence = setTimeout(() => found.resolve("other"), probeMs);
  const connecting = Bun.connect({
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 5432),
    socket: {
      open: (socket) => void socket.write(sslRequest),
      data(_, bytes) {
        const isPostgres = "SNE".includes(String.fromCharCode(bytes[0] ?? 0));
        found.resolve(isPostgres ? "unknown" : "other");
      },
      // A full Postgres and a proxy without a server behind it close the connection.
      close: () => found.resolve("unknown"),
      error: () => found.resolve("unknown"),
    },
  });
  // Where no connection comes about, the driver says why.
  const tooLate = Bun.sleep(probeMs).then(() => null);
  const socket = await Promise.race([connecting.catch(() => null), tooLate]);
  const answer = socket ? await found.promise : "unknown";
  clearTimeout(silence);
  connecting.then((opened) => opened.terminate()).catch(() => {});
  if (answer !== "other") return;
  throw new StartError(
    `${setting}: ${placeOf(url)} is not Postgres, or too busy to answer within ${probeMs / 1000} seconds: check the port.`,
  );
}

async function askWho(setting: string, url: string): Promise<Asked> {
  await refuseOtherPrograms(setting, url);
  const db = openDatabase({ url, size: 1, deadlineMs });
  const place = placeOf(url);
  const ask = () =>
    sql<Omit<Asked, "notices"> & { version: number }>`
      select current_user as role, current_setting('server_version_num')::int as version,
        pg_postmaster_start_time() || ' ' || current_database() as database`.execute(db);
  try {
    let answer = ask();
    for (const _ of eachHost(url).slice(1)) answer = answer.catch(ask);
    const [first] = (await answer).rows;
    if (!first) throw new StartError(`${setting}: ${place} gives no answer.`);
    const major = Math.floor(first.version / 10_000);
    if (major < oldestMajor) {
      throw new StartError(`${setting}: ${place} is Postgres ${major}; it takes ${oldestMajor}.`);
    }
    return { ...first, notices: await checkPostgresSettings(db, `${setting}: ${place}`) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw unreachable(setting, url, error);
  } finally {
    await db.destroy();
  }
}

function unreachable(setting: string, url: string, error: unknown): StartError {
  return new StartError(`${setting}: ${placeOf(url)} cannot be reached (${wordsOf(error)}).`, {
    cause: error,
  });
}

/** The driver's message on one line, without the connection string. */
export function wordsOf(error: unknown): string {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(innermost instanceof Error)) return "unknown reason";
  return innermost.message.split("\n")[0] ?? innermost.name;
}
