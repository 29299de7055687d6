import { CompiledQuery } from "kysely";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { CompanyScope, Theme, UserCompany, ViewerProfile } from "../../shared/users.ts";
import type { Actor } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { randomToken, tokenHash } from "./tokens.ts";

/** Who is behind a request, and through which session. */
export interface SignedIn {
  actor: Actor;
  viewer: ViewerProfile;
  /** The SHA-256 of the cookie's token; never leaves the server. */
  sessionId: string;
  /** What a person revokes a session by. */
  publicId: string;
}

export interface Sessions {
  cookieName: string;
  /** One statement; null where the token opens nothing (any more). */
  validate(token: string): Promise<SignedIn | null>;
  /** A new token at each sign-in; none where the password or role has changed since it was read. */
  start(account: ProvenAccount, userAgent: string): Promise<StartedSession>;
  end(sessionId: string): Promise<void>;
  sweep(): Promise<void>;
  cookie(token: string): string;
  blankCookie(): string;
}

/** Whose password was just right. */
export interface ProvenAccount {
  id: string;
  role: Role;
  password_hash: string | null;
}

export interface StartedSession {
  token: string;
  sessionId: string;
}

interface SessionOptions {
  db: Db;
  now: () => Date;
  /** However busy, a session ends this long after its sign-in. */
  sessionDays: number;
  https: boolean;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Record<string, unknown>, UserRow>;
    DatabaseUserAttributes: UserRow;
    DatabaseSessionAttributes: SessionRow;
  }
}

interface SessionRow {
  publicId: string;
  userAgent: string;
  lastSeenAt: Date;
  /** Only of a session that starts. */
  account?: ProvenAccount;
}

interface UserRow {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  companyScope: CompanyScope | null;
  phone: string | null;
  timeZone: string | null;
  theme: Theme;
  navCollapsed: boolean;
  companies: UserCompany[];
}

/** How long a session lives unused. The token begins with the letter of its kind. */
const kinds = {
  staff: { letter: "s", idle: new TimeSpan(12, "h") },
  customer: { letter: "c", idle: new TimeSpan(7, "d") },
} as const;
type Kind = keyof typeof kinds;

const renewEveryMs = 10 * 60_000;

export function createSessions(options: SessionOptions): Sessions {
  const cookieName = options.https ? "__Host-frontdesk_session" : "frontdesk_session";
  const adapter = createAdapter(options);
  const lucias = {
    staff: createLucia(adapter, "staff", cookieName, options.https),
    customer: createLucia(adapter, "customer", cookieName, options.https),
  };

  return {
    cookieName,

    async validate(token) {
      const kind = kindOfToken(token);
      if (!kind) return null;
      const { session, user } = await lucias[kind].validateSession(tokenHash(token));
      if (!session || !user) return null;
      const { publicId, lastSeenAt } = session as unknown as SessionRow;
      if (options.now().getTime() - lastSeenAt.getTime() > renewEveryMs) {
        // Off the request's path: nobody waits for it, and a lost renewal is made up by the next.
        renew(options, session.id).catch(() => {});
      }
      return { ...toSignedIn(user), sessionId: session.id, publicId };
    },

    async start(account, userAgent) {
      const kind: Kind = account.role === "Customer" ? "customer" : "staff";
      const token = `${kinds[kind].letter}${randomToken()}`;
      const attributes = {
        publicId: Bun.randomUUIDv7(),
        userAgent: userAgent.slice(0, 400),
        lastSeenAt: options.now(),
        account,
      };
      const { id } = await lucias[kind].createSession(account.id, attributes, {
        sessionId: tokenHash(token),
      });
      return { token, sessionId: id };
    },

    end: (sessionId) => adapter.deleteSession(sessionId),
    sweep: () => adapter.deleteExpiredSessions(),

    cookie(token) {
      const cookie = lucias.staff.createSessionCookie(token);
      cookie.attributes.maxAge = options.sessionDays * 24 * 60 * 60;
      return cookie.serialize();
    },
    blankCookie: () => lucias.staff.createBlankSessionCookie().serialize(),
  };
}

/** Every session of a user, in the transaction of the act that ends them. */
export async function endSessionsOf(tx: Db | Tx, userId: string, except?: string): Promise<number> {
  let deletion = tx.deleteFrom("sessions").where("user_id", "=", userId);
  if (except) deletion = deletion.where("id", "<>", except);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  return Number(numDeletedRows);
}

function createLucia(adapter: Adapter, kind: Kind, cookieName: string, https: boolean) {
  return new Lucia(adapter, {
    sessionExpiresIn: kinds[kind].idle,
    sessionCookie: { name: cookieName, attributes: { secure: https, sameSite: "lax", path: "/" } },
    getSessionAttributes: (row) => ({ ...row }),
    getUserAttributes: (row) => row,
  });
}

/** Lucia's own adapter reads `users.*`, the hash included, and asks twice; this one asks once. */
function createAdapter(options: SessionOptions): Adapter {
  const { db, now, sessionDays } = options;
  return {
    async getSessionAndUser(sessionId) {
      const found = await db.executeQuery<SessionAndUser>(
        CompiledQuery.raw(findSessionAndUser, [sessionId, now()]),
      );
      const row = found.rows[0];
      if (!row) return [null, null];
      const { id, userId, expiresAt, publicId, lastSeenAt, userAgent, ...attributes } = row;
      return [
        { id, userId, expiresAt, attributes: { publicId, lastSeenAt, userAgent } },
        { id: userId, attributes },
      ];
    },

    async setSession({ id, expiresAt, attributes }) {
      const at = now();
      const cap = new Date(at.getTime() + sessionDays * 24 * 60 * 60_000);
      const { account, publicId, userAgent } = attributes;
      const { numAffectedRows } = await db.executeQuery(
        CompiledQuery.raw(startSession, [
          id,
          publicId,
          at,
          expiresAt < cap ? expiresAt : cap,
          userAgent,
          account?.id,
          account?.password_hash,
          account?.role,
        ]),
      );
      if (numAffectedRows !== 1n) throw new AppError("wrong_credentials");
    },

    // Lucia would put its own date and knows no cap: ours is the only renewal.
    updateSessionExpiration: (sessionId) => renew(options, sessionId),

    async deleteSession(sessionId) {
      await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
    },
    async deleteUserSessions(userId) {
      await endSessionsOf(db, userId);
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("sessions").where("expires_at", "<=", now()).execute();
    },
    async getUserSessions() {
      return [];
    },
  };
}

interface SessionAndUser extends SessionRow, UserRow {
  id: string;
  userId: string;
  expiresAt: Date;
}

const findSessionAndUser = `
  select s.id, s.user_id as "userId", s.expires_at as "expiresAt", s.public_id as "publicId",
    s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent",
    u.first_name as "firstName", u.last_name as "lastName", u.email, u.role,
    u.company_scope as "companyScope", u.phone, u.time_zone as "timeZone", u.theme,
    u.nav_collapsed as "navCollapsed",
    coalesce((
      select json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'seesAllTickets', uc.sees_all_tickets) order by lower(c.name))
      from user_companies uc join companies c on c.id = uc.company_id
      where uc.user_id = u.id
    ), '[]') as companies
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > $2 and u.state = 'active'`;

// The lock waits for a change of password under way, and then finds another hash.
const startSession = `
  insert into sessions (id, public_id, user_id, created_at, last_seen_at, expires_at, user_agent)
  select $1, $2::uuid, u.id, $3::timestamptz, $3::timestamptz, $4::timestamptz, $5
  from users u
  where u.id = $6 and u.password_hash = $7 and u.role = $8 and u.state = 'active'
  for share of u`;

/** Extends the idle time, up to the cap; and remembers when the person was last seen. */
async function renew({ db, now, sessionDays }: SessionOptions, sessionId: string): Promise<void> {
  const at = now();
  const idle = (kind: Kind) => new Date(at.getTime() + kinds[kind].idle.milliseconds());
  await db.executeQuery(
    CompiledQuery.raw(
      `with renewed as (
         update sessions s set last_seen_at = $2, expires_at = greatest(s.expires_at, least(
           s.created_at + make_interval(days => $3),
           case u.role when 'Customer' then $5::timestamptz else $4::timestamptz end))
         from users u where s.id = $1 and u.id = s.user_id
         returning s.user_id)
       update users set last_seen_at = $2 from renewed where users.id = renewed.user_id`,
      [sessionId, at, sessionDays, idle("staff"), idle("customer")],
    ),
  );
}

function kindOfToken(token: string): Kind | null {
  if (token.startsWith(kinds.staff.letter)) return "staff";
  return token.startsWith(kinds.customer.letter) ? "customer" : null;
}

function toSignedIn(user: UserRow & { id: string }): { actor: Actor; viewer: ViewerProfile } {
  const { companies, ...person } = user;
  return {
    actor: {
      id: user.id,
      role: user.role,
      companyScope: user.companyScope,
      companyIds: companies.map((company) => company.id),
      seesAllOf: companies.filter((company) => company.seesAllTickets).map(({ id }) => id),
    },
    viewer: { ...person, companies: companies.map(({ id, name }) => ({ id, name })) },
  };
}
