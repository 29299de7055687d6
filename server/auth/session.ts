import { type Adapter, Lucia, TimeSpan } from "lucia";
import type { ViewerProfile } from "../../shared/users.ts";
import { type Actor, type Credential, toActor } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import {
  createSessionStore,
  idleHours,
  type ProvenAccount,
  renewEveryMs,
  type SessionRow,
  type SessionStore,
  type SessionStoreOptions,
  type UserRow,
} from "./session-store.ts";
import { randomToken, tokenHash } from "./tokens.ts";

/** The person and session of a request. */
export interface SignedIn {
  actor: Actor;
  viewer: ViewerProfile;
  /** The SHA-256 of the cookie's token; never leaves the server. */
  sessionId: string;
  credential: Credential;
  /** The id by which a person revokes a session. */
  publicId: string;
}

export interface Sessions {
  cookieName: string;
  /** One statement; null if the token is unknown or expired. */
  validate(token: string): Promise<SignedIn | null>;
  /** A new token at each sign-in. Refused if the password or role changed since it was read. */
  start(account: ProvenAccount, origin: SessionOrigin, db?: Db): Promise<StartedSession>;
  /** Returns whose session it was; null if it had already ended. */
  end(sessionId: string, db?: Db): Promise<string | null>;
  sweep(): Promise<void>;
  cookie(token: string): string;
  blankCookie(): string;
}

/** What helps a person tell their sessions apart. */
interface SessionOrigin {
  userAgent: string;
  network: string;
}

export interface StartedSession {
  token: string;
  sessionId: string;
}

interface SessionOptions extends SessionStoreOptions {
  log: Log;
  https: boolean;
}

interface SessionAttributes extends SessionRow {
  /** Only for a session that starts. */
  account?: ProvenAccount;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserRow>;
    DatabaseUserAttributes: UserRow;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

export function createSessions(options: SessionOptions): Sessions {
  const cookieName = options.https ? "__Host-frontdesk_session" : "frontdesk_session";
  const store = createSessionStore(options);
  const luciaOver = (over: SessionStore, kind: SessionKind) =>
    createLucia(createAdapter(over), kind, cookieName, options.https);
  const lucias = { staff: luciaOver(store, "staff"), customers: luciaOver(store, "customers") };
  /** Within a transaction. */
  const storeIn = (db: Db) => createSessionStore({ ...options, db });

  return {
    cookieName,

    async validate(token) {
      const kind = kindOfToken(token);
      if (!kind) return null;
      const { session, user } = await lucias[kind].validateSession(tokenHash(token));
      if (!session || !user) return null;
      const { publicId, lastSeenAt } = session;
      if (options.now().getTime() - lastSeenAt.getTime() > renewEveryMs) {
        // Not awaited: the request does not wait, and the next one makes up for a lost renewal.
        store.renew(session.id).catch((error) => {
          options.log.warn("session.unrenewed", { reason: reasonOf(error) });
        });
      }
      const credential = { kind: "session", id: session.id } as const;
      return { ...toSignedIn(user), credential, sessionId: session.id, publicId };
    },

    async start(account, { userAgent, network }, db = options.db) {
      const kind: SessionKind = account.role === "Customer" ? "customers" : "staff";
      const token = `${sessionLetters[kind]}${randomToken()}`;
      const attributes = {
        publicId: Bun.randomUUIDv7(),
        userAgent: userAgent.slice(0, 400),
        network,
        lastSeenAt: options.now(),
        account,
      };
      const { id } = await luciaOver(storeIn(db), kind).createSession(account.id, attributes, {
        sessionId: tokenHash(token),
      });
      return { token, sessionId: id };
    },

    end: (sessionId, db = options.db) => storeIn(db).end(sessionId),
    sweep: store.sweep,

    cookie(token) {
      const cookie = lucias.staff.createSessionCookie(token);
      cookie.attributes.maxAge = options.sessionDays * 24 * 60 * 60;
      return cookie.serialize();
    },
    blankCookie: () => lucias.staff.createBlankSessionCookie().serialize(),
  };
}

function createLucia(adapter: Adapter, kind: SessionKind, cookieName: string, https: boolean) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(idleHours[kind], "h"),
    sessionCookie: { name: cookieName, attributes: { secure: https, sameSite: "lax", path: "/" } },
    getSessionAttributes: (row) => ({ ...row }),
    getUserAttributes: (row) => row,
  });
}

/** Lucia's own Postgres adapter sends two queries and reads the password hash; this one sends one. */
function createAdapter(store: SessionStore): Adapter {
  return {
    async getSessionAndUser(sessionId) {
      const row = await store.find(sessionId);
      if (!row) return [null, null];
      const { id, userId, expiresAt, publicId, lastSeenAt, userAgent, network, ...attributes } =
        row;
      return [
        { id, userId, expiresAt, attributes: { publicId, lastSeenAt, userAgent, network } },
        { id: userId, attributes },
      ];
    },
    setSession: ({ id, expiresAt, attributes: { account, ...attributes } }) =>
      store.insert({ id, expiresAt, account, ...attributes }),
    // Lucia would set its own date without our maximum, so this is the only renewal.
    updateSessionExpiration: (sessionId) => store.renew(sessionId),
    async deleteSession(sessionId) {
      await store.end(sessionId);
    },
    deleteUserSessions: (userId) => store.endAllOf(userId),
    deleteExpiredSessions: () => store.sweep(),
    async getUserSessions() {
      return [];
    },
  };
}

function toSignedIn(user: UserRow & { id: string }): { actor: Actor; viewer: ViewerProfile } {
  const { companies, ...person } = user;
  return {
    actor: toActor(user, companies),
    viewer: { ...person, companies: companies.map(({ id, name }) => ({ id, name })) },
  };
}

/** A token begins with the letter of its kind. */
const sessionLetters = { staff: "s", customers: "c" } as const;
type SessionKind = keyof typeof sessionLetters;

export function kindOfToken(token: string): SessionKind | null {
  if (token.startsWith(sessionLetters.staff)) return "staff";
  return token.startsWith(sessionLetters.customers) ? "customers" : null;
}
