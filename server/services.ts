import { type AntiForgery, createAntiForgery } from "./auth/anti-forgery.ts";
import { createPasswords, type Passwords } from "./auth/password.ts";
import { createSessions, type Sessions } from "./auth/session.ts";
import { createThrottle, type Throttle } from "./auth/throttle.ts";
import { isHttps } from "./auth/visitor.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { Log } from "./log.ts";

export interface Desk {
  name: string;
  isDemo: boolean;
}

/** What lives as long as the server: made once at the start, handed to the doors. */
export interface Services {
  config: Config;
  db: Db;
  log: Log;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  antiForgery: AntiForgery;
  /** Signs the cookie by which a browser is known to have signed in before. */
  knownBrowserKey: Uint8Array;
  /** As it was at the start. */
  desk: Desk;
  /** The clock; tests move it. */
  now: () => Date;
}

export async function createServices(options: {
  config: Config;
  db: Db;
  log: Log;
  now?: () => Date;
}): Promise<Services> {
  const { config, db, log, now = () => new Date() } = options;
  const secrets = await db.selectFrom("secrets").selectAll().execute();
  const desk = await db.selectFrom("desk").select(["name", "is_demo"]).executeTakeFirstOrThrow();
  return {
    config,
    db,
    log,
    now,
    sessions: createSessions({
      db,
      now,
      sessionDays: config.sessionDays,
      https: isHttps(config),
    }),
    passwords: createPasswords(),
    throttle: createThrottle(db),
    antiForgery: createAntiForgery(secretOf(secrets, "anti-forgery")),
    knownBrowserKey: secretOf(secrets, "known-browser"),
    desk: { name: desk.name, isDemo: desk.is_demo },
  };
}

function secretOf(secrets: { name: string; value: Buffer }[], name: string): Uint8Array {
  const secret = secrets.find((candidate) => candidate.name === name);
  if (!secret) throw new Error(`The database has no secret "${name}": is it migrated?`);
  return secret.value;
}
