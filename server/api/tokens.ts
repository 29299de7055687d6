import { sql } from "kysely";
import { isStaff, type Role } from "../../shared/access.ts";
import {
  type ApiToken,
  type CreatedToken,
  scopesOfRole,
  type TokenKind,
  type TokenScope,
  tokenLimits,
} from "../../shared/api-tokens.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { CreateAppTokenInput, CreateTokenInput } from "../../shared/schemas/api-tokens.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { newApiToken } from "../auth/api-tokens.ts";
import { tokenHash } from "../auth/tokens.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { replaceCompanies, scopeFor } from "../users/companies.ts";

/** A token that acts as the person, with their rights of the moment. */
export async function createPersonalToken(
  deps: ActorDeps,
  input: CreateTokenInput,
): Promise<CreatedToken> {
  return await transact(deps, async (tx, deps) => {
    const { actor } = deps;
    if (!isStaff(actor) && !(await allowsCustomers(tx))) throw new AppError("tokens_not_allowed");
    const own = sql<boolean>`kind = 'personal' and user_id = ${actor.id}::uuid`;
    await assertRoom(tx, own, tokenLimits.perUser);
    return await insertToken(
      tx,
      deps,
      { kind: "personal", userId: actor.id, role: actor.role },
      input,
    );
  });
}

/** An app is a user without address and password, so that what it writes has an author. */
export async function createAppToken(
  deps: ActorDeps,
  { role, companyScope, companyIds, ...input }: CreateAppTokenInput,
): Promise<CreatedToken> {
  return await transact(deps, async (tx, deps) => {
    await assertRoom(tx, sql<boolean>`kind = 'app'`, tokenLimits.apps);
    const userId = Bun.randomUUIDv7();
    const scope = scopeFor(role, companyScope);
    if (scope !== "assigned" && companyIds.length > 0) {
      throw refuseInput("companyIds", "Only an agent for some companies has a list of them.");
    }
    await tx
      .insertInto("users")
      .values({
        id: userId,
        first_name: input.name,
        last_name: "",
        email: null,
        role,
        state: "active",
        company_scope: scope,
        created_at: deps.now,
        is_app: true,
      })
      .execute();
    await replaceCompanies(
      tx,
      userId,
      companyIds.map((id) => ({ id })),
    );
    return await insertToken(tx, deps, { kind: "app", userId, role }, input);
  });
}

interface Holder {
  kind: TokenKind;
  userId: string;
  role: Role;
}

async function insertToken(
  tx: Tx,
  deps: ActorDeps,
  { kind, userId, role }: Holder,
  { name, scopes, days, ipRanges }: CreateTokenInput,
): Promise<CreatedToken> {
  assertScopes(role, scopes);
  await assertDays(tx, days);
  const secret = newApiToken(kind);
  const id = Bun.randomUUIDv7();
  await tx
    .insertInto("api_tokens")
    .values({
      id,
      kind,
      user_id: userId,
      name,
      token_hash: tokenHash(secret),
      last_four: secret.slice(-4),
      scopes: [...new Set(scopes)],
      ip_ranges: ipRanges,
      created_by: deps.actor.id,
      created_at: deps.now,
      expires_at: days === null ? null : new Date(deps.now.getTime() + days * day),
    })
    .execute();
  await recordAct(
    tx,
    {
      act: "token.created",
      actorId: deps.actor.id,
      subject: { kind: "token", id },
      fields: ["scopes"],
      values: { after: { name, scopes: scopes.join(", ") } },
    },
    deps,
  );
  const [token] = await readTokens(tx, sql<boolean>`token.id = ${id}::uuid`, deps.now);
  if (!token) throw new AppError("not_found");
  return { token, secret };
}

const day = 24 * 60 * 60_000;

function assertScopes(role: Role, scopes: readonly TokenScope[]): void {
  const allowed = scopesOfRole(role);
  const beyond = scopes.filter((scope) => !allowed.includes(scope));
  if (beyond.length === 0) return;
  throw refuseInput("scopes", `A token of this role can't have ${beyond.join(", ")}.`);
}

async function assertDays(tx: Tx, days: number | null): Promise<void> {
  const { token_days: most } = await tx
    .selectFrom("desk")
    .select("token_days")
    .executeTakeFirstOrThrow();
  if (most !== null && (days === null || days > most)) {
    throw new AppError("token_too_long", { params: { most } });
  }
}

async function allowsCustomers(db: Db | Tx): Promise<boolean> {
  const desk = await db.selectFrom("desk").select("customer_tokens").executeTakeFirstOrThrow();
  return desk.customer_tokens;
}

async function assertRoom(tx: Tx, which: ReturnType<typeof sql<boolean>>, most: number) {
  // Otherwise two requests at the same time would not count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('api tokens', 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_tokens where ${which} and revoked_at is null`.execute(
    tx,
  );
  if ((rows[0]?.count ?? 0) >= most) throw new AppError("too_many_tokens");
}

/** The person's own tokens, newest first. */
export async function listOwnTokens({
  db,
  actor,
  now,
}: ActorDeps): Promise<{ tokens: ApiToken[]; allowed: boolean }> {
  const own = sql<boolean>`token.kind = 'personal' and token.user_id = ${actor.id}::uuid`;
  const allowed = isStaff(actor) || (await allowsCustomers(db));
  return { tokens: await readTokens(db, own, now), allowed };
}

/** All tokens of the desk, newest first. */
export async function listAllTokens({ db, now }: ActorDeps): Promise<{ tokens: ApiToken[] }> {
  return { tokens: await readTokens(db, sql<boolean>`true`, now) };
}

interface StoredToken extends Omit<ApiToken, "createdAt" | "expiresAt" | "lastUsedAt"> {
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** Revoked and expired tokens are left out. */
async function readTokens(
  db: Db | Tx,
  which: ReturnType<typeof sql<boolean>>,
  now: Date,
): Promise<ApiToken[]> {
  const { rows } = await sql<StoredToken>`
    select token.id, token.kind, token.name,
      json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) as owner,
      u.role, token.last_four as "lastFour", token.scopes, token.ip_ranges as "ipRanges",
      token.created_at as "createdAt", token.expires_at as "expiresAt",
      token.last_used_at as "lastUsedAt"
    from api_tokens token join users u on u.id = token.user_id
    where ${which} and token.revoked_at is null
      and (token.expires_at is null or token.expires_at > ${now}::timestamptz)
    order by token.id desc limit 1000`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** The actor's own token. Another person's is not found. */
export function revokeOwnToken(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return revoke(deps, id, sql<boolean>`kind = 'personal' and user_id = ${deps.actor.id}::uuid`);
}

/** Any token, for Super Admins. */
export function revokeAnyToken(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return revoke(deps, id, sql<boolean>`true`);
}

async function revoke(
  deps: ActorDeps,
  id: string,
  which: ReturnType<typeof sql<boolean>>,
): Promise<{ id: string }> {
  return await transact(deps, async (tx, { actor, now }) => {
    const { rows } = await sql<{ kind: TokenKind; userId: string; name: string }>`
      update api_tokens set revoked_at = ${now}::timestamptz
      where id = ${id}::uuid and revoked_at is null and ${which}
      returning kind, user_id as "userId", name`.execute(tx);
    const [token] = rows;
    if (!token) throw new AppError("not_found");
    if (token.kind === "app") {
      await tx
        .updateTable("users")
        .set({ state: "disabled" })
        .where("id", "=", token.userId)
        .execute();
    }
    const values = { before: { name: token.name } };
    await recordAct(
      tx,
      { act: "token.revoked", actorId: actor.id, subject: { kind: "token", id }, values },
      deps,
    );
    return { id };
  });
}

export async function readOwnerName(db: Db, id: string): Promise<string> {
  const owner = await db
    .selectFrom("users")
    .select(["first_name as firstName", "last_name as lastName"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return fullName(owner);
}
