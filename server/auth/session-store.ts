import { CompiledQuery } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserCompany, ViewerProfile } from "../../shared/users.ts";
import type { Db } from "../db/database.ts";

/** The account whose password was just verified. */
export interface ProvenAccount {
  id: string;
  role: Role;
  password_hash: string | null;
}

export interface SessionRow {
  publicId: string;
  userAgent: string;
  network: string | null;
  lastSeenAt: Date;
}

export interface UserRow extends Omit<ViewerProfile, "id" | "companies"> {
  companies: UserCompany[];
}

interface SessionAndUser extends SessionRow, UserRow {
  id: string;
  userId: string;
  expiresAt: Date;
}

interface NewSession {
  id: string;
  publicId: string;
  userAgent: string;
  network: string | null;
  expiresAt: Date;
  account: ProvenAccount | undefined;
}

export interface SessionStoreOptions {
  db: Db;
  now: () => Date;
  /** Even a busy session ends this many days after its sign-in. */
  sessionDays: number;
}

export interface SessionStore {
  /** The session and its user, in one statement. */
  find(id: string): Promise<SessionAndUser | undefined>;
  insert(session: NewSession): Promise<void>;
  /** Extends the idle time up to the maximum and stores when the person was last seen. */
  renew(id: string): Promise<void>;
  /** Returns whose session it was; null if it had already ended. */
  end(id: string): Promise<string | null>;
  endAllOf(userId: string): Promise<void>;
  sweep(): Promise<void>;
}

export function createSessionStore({ db, now, sessionDays }: SessionStoreOptions): SessionStore {
  return {
    async find(id) {
      const query = CompiledQuery.raw(findSessionAndUser, [id, now()]);
      return (await db.executeQuery<SessionAndUser>(query)).rows[0];
    },

    async insert({ id, expiresAt, publicId, userAgent, network, account }) {
      const at = now();
      const ends = Math.min(expiresAt.getTime(), latestEnd(at, sessionDays).getTime());
      const { numAffectedRows } = await db.executeQuery(
        CompiledQuery.raw(startSession, [
          ...[id, publicId, at, new Date(ends), userAgent],
          ...[account?.id, account?.password_hash, account?.role, network],
        ]),
      );
      if (numAffectedRows !== 1n) throw new AppError("wrong_credentials");
    },

    async renew(id) {
      const at = now();
      await db.executeQuery(
        CompiledQuery.raw(renewSession, [
          ...[id, at, sessionDays, idleEnd("staff", at), idleEnd("customers", at)],
        ]),
      );
    },

    async end(id) {
      const ended = await db
        .deleteFrom("sessions")
        .where("id", "=", id)
        .returning(["user_id", "expires_at"])
        .executeTakeFirst();
      return ended && ended.expires_at > now() ? ended.user_id : null;
    },
    async endAllOf(userId) {
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    },
    async sweep() {
      await db.deleteFrom("sessions").where("expires_at", "<=", now()).execute();
    },
  };
}

const findSessionAndUser = `
  select s.id, s.user_id as "userId", s.expires_at as "expiresAt", s.public_id as "publicId",
    s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent", s.network,
    u.first_name as "firstName", u.last_name as "lastName", u.email, u.role,
    u.company_scope as "companyScope", u.phone, u.time_zone as "timeZone", u.theme,
    u.nav_collapsed as "navCollapsed", u.single_keys as "singleKeys",
    u.after_leaving as "afterLeaving", u.list_hidden as "listHidden",
    u.list_density as "listDensity", u.list_group as "listGroup",
    coalesce((
      select json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'seesAllTickets', uc.sees_all_tickets) order by c.folded_name)
      from user_companies uc join companies c on c.id = uc.company_id
      where uc.user_id = u.id
    ), '[]') as companies
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > $2 and u.state = 'active'`;

// The lock waits for a change of password in progress, and then finds another hash.
const startSession = `
  insert into sessions (id, public_id, user_id, created_at, last_seen_at, expires_at, user_agent,
    network)
  select $1, $2::uuid, u.id, $3::timestamptz, $3::timestamptz, $4::timestamptz, $5, $9
  from users u
  where u.id = $6 and u.password_hash = $7 and u.role = $8 and u.state = 'active'
  for share of u`;

// Locks the user before the session, in the same order as sign-in and change of password.
const renewSession = `
  with person as (
    select u.id, u.role from sessions s join users u on u.id = s.user_id where s.id = $1
    for no key update of u),
  renewed as (
    update sessions s set last_seen_at = $2, expires_at = greatest(s.expires_at, least(
      s.created_at + make_interval(days => $3),
      case person.role when 'Customer' then $5::timestamptz else $4::timestamptz end))
    from person where s.id = $1 and person.id = s.user_id
    returning s.user_id)
  update users set last_seen_at = $2 from renewed where users.id = renewed.user_id`;

const hourMs = 60 * 60_000;

/** A session ends after this long without use. */
export const idleHours = { staff: 12, customers: 7 * 24 } as const;

/** More frequent use does not write the session each time. */
export const renewEveryMs = 10 * 60_000;

function idleEnd(whose: keyof typeof idleHours, usedAt: Date): Date {
  return new Date(usedAt.getTime() + idleHours[whose] * hourMs);
}

function latestEnd(signedInAt: Date, days: number): Date {
  return new Date(signedInAt.getTime() + days * 24 * hourMs);
}
