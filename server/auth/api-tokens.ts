import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import type { TokenKind, TokenScope } from "../../shared/api-tokens.ts";
import type { CompanyScope } from "../../shared/users.ts";
import { type Actor, type Credential, toActor } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { tokenHash } from "./tokens.ts";

const prefixes: Record<TokenKind, string> = { personal: "fd_pat_", app: "fd_app_" };
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checksumLength = 6;
const form = /^(fd_pat_|fd_app_)([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** 256 random bits with a prefix that scanners know, and a checksum that finds typing mistakes. */
export function newApiToken(kind: TokenKind): string {
  const bits = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const body = `${prefixes[kind]}${base62(bits, secretLength)}`;
  return `${body}${checksumOf(body)}`;
}

/** Whether it can be a token at all, without asking the database. */
export function looksLikeToken(text: string): boolean {
  const match = form.exec(text);
  return match !== null && checksumOf(text.slice(0, -checksumLength)) === match[3];
}

function checksumOf(body: string): string {
  return base62(BigInt(Bun.hash.crc32(body)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n)
    text = letters[Number(rest % 62n)] + text;
  return text;
}

/** Who acts with a token, within its scopes. */
export interface TokenHolder {
  actor: Actor;
  credential: Extract<Credential, { kind: "token" }>;
  kind: TokenKind;
  name: string;
  expiresAt: Date | null;
}

interface StoredHolder {
  id: string;
  kind: TokenKind;
  name: string;
  scopes: TokenScope[];
  expiresAt: Date | null;
  isStale: boolean;
  userId: string;
  role: Role;
  companyScope: CompanyScope | null;
  companies: { id: string; seesAllTickets: boolean }[];
}

interface Presented {
  token: string;
  ipAddress: string;
  network: string;
  now: Date;
}

/** One statement; null if the token is unknown, expired, revoked or used from another network. */
export async function findTokenHolder(
  db: Db,
  { token, ipAddress, network, now }: Presented,
): Promise<TokenHolder | null> {
  if (!looksLikeToken(token)) return null;
  const address = ipAddress === "unknown" ? null : ipAddress;
  const { rows } = await sql<StoredHolder>`
    select ${holderColumns(now)} from api_tokens token join users u on u.id = token.user_id
    where token.token_hash = ${tokenHash(token)} and ${isOpen(now)}
      and (token.ip_ranges = '{}' or ${address}::text::inet <<= any(token.ip_ranges::cidr[]))
  `.execute(db);
  const [found] = rows;
  if (!found) return null;
  if (found.isStale) await markUsed(db, found.id, network, now);
  return toHolder(found);
}

/** The same by its id, with the current permissions of its owner. */
export async function readTokenHolder(db: Db, id: string, now: Date): Promise<TokenHolder | null> {
  const { rows } = await sql<StoredHolder>`
    select ${holderColumns(now)} from api_tokens token join users u on u.id = token.user_id
    where token.id = ${id}::uuid and ${isOpen(now)}`.execute(db);
  return rows[0] ? toHolder(rows[0]) : null;
}

const markUsedEvery = 10 * 60_000;

const holderColumns = (now: Date) => sql`
  token.id, token.kind, token.name, token.scopes, token.expires_at as "expiresAt",
  coalesce(token.last_used_at < ${new Date(now.getTime() - markUsedEvery)}::timestamptz, true)
    as "isStale",
  u.id as "userId", u.role, u.company_scope as "companyScope", coalesce((
    select json_agg(json_build_object('id', uc.company_id, 'seesAllTickets', uc.sees_all_tickets)
      order by uc.company_id)
    from user_companies uc where uc.user_id = u.id), '[]') as companies`;

const isOpen = (now: Date) => sql`
  token.revoked_at is null and u.state = 'active'
  and (u.role <> 'Customer' or (select customer_tokens from desk))
  and (token.expires_at is null or token.expires_at > ${now}::timestamptz)`;

async function markUsed(db: Db, id: string, network: string, now: Date): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ last_used_at: now, last_used_network: network })
    .where("id", "=", id)
    .execute();
}

function toHolder(row: StoredHolder): TokenHolder {
  const { id, kind, name, scopes, expiresAt, userId, role, companyScope, companies } = row;
  const actor = toActor({ id: userId, role, companyScope }, companies);
  return {
    actor: {
      ...actor,
      ...(kind === "app" && { isApp: true }),
      ...(!scopes.includes("notes:read") && { withoutNotes: true }),
    },
    credential: { kind: "token", id, scopes },
    kind,
    name,
    expiresAt,
  };
}
