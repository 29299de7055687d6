import type { NotNull } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import type { UserState } from "../../shared/users.ts";
import type { Db, Tx } from "../db/database.ts";
import { randomToken, tokenHash } from "./tokens.ts";

export type LinkKind = keyof typeof linkLifetime;

interface Link {
  id: string;
  kind: LinkKind;
  /** Null for the first Super Admin's link only: there is nobody yet. */
  userId: string | null;
}

export type NewLink =
  | { kind: "reset" | "invitation"; userId: string; now: Date }
  | { kind: "first-admin"; userId: null; now: Date };

/** The one state of a user in which a link of this kind opens anything. */
export const stateForLink = {
  reset: "active",
  invitation: "invited",
} as const satisfies Partial<Record<LinkKind, UserState>>;

/**
 * Whoever holds such a link is that person: for a Super Admin who has ever had a password it is made on
 * the server alone, else one could become another.
 */
export function isLinkForServerOnly(user: { role: Role; password_set_at: Date | null }): boolean {
  return user.role === "Super Admin" && user.password_set_at !== null;
}

/** The token is told here, once: the table holds its hash alone. */
export async function createLink(db: Db, { kind, userId, now }: NewLink): Promise<string> {
  const token = randomToken();
  await db
    .insertInto("links")
    .values({
      id: Bun.randomUUIDv7(),
      kind,
      token_hash: tokenHash(token),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetime[kind]),
    })
    .execute();
  return token;
}

/** In the fragment, which browsers send to no server and write into no log. */
export function linkUrl(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${linkPath[kind]}#${token}`;
}

const linkPath: Record<LinkKind, string> = {
  reset: "/reset-password",
  invitation: "/invitation",
  "first-admin": "/setup",
};

/** What a link opens, without using it up. */
export async function readLink(db: Db, token: string, now: Date): Promise<Link> {
  const link = await usableLinks(db, now)
    .where("links.token_hash", "=", tokenHash(token))
    .executeTakeFirst();
  return presentOrRefuse(link);
}

/** Whose link it is, be it spent or not; the first Super Admin's is nobody's. */
export async function findOwner(
  db: Db,
  token: string,
): Promise<{ kind: LinkKind; userId: string } | undefined> {
  return await db
    .selectFrom("links")
    .select(["kind", "user_id as userId"])
    .where("token_hash", "=", tokenHash(token))
    .where("user_id", "is not", null)
    .$narrowType<{ userId: NotNull }>()
    .executeTakeFirst();
}

/** Whether somebody holds a link that still opens something. */
export async function hasOpenLink(db: Db, userId: string, now: Date): Promise<boolean> {
  const link = await usableLinks(db, now)
    .where("links.user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Uses the link up. Of any number who try at once, one gets it: the row's lock decides. */
export async function spendLink(
  tx: Tx,
  token: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<Link> {
  const hash = tokenHash(token);
  const link = await tx
    .updateTable("links")
    .set({ used_at: now })
    .where("token_hash", "=", hash)
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where(
      "id",
      "in",
      usableLinks(tx, now).where("links.token_hash", "=", hash).clearSelect().select("links.id"),
    )
    .returning(["id", "kind", "user_id"])
    .executeTakeFirst();
  return presentOrRefuse(link);
}

/** Takes back a link whose mail was surely not delivered. */
export async function dropLink(db: Db, token: string): Promise<void> {
  await db
    .deleteFrom("links")
    .where("token_hash", "=", tokenHash(token))
    .where("used_at", "is", null)
    .execute();
}

const keptFor = 30 * 24 * 60 * 60_000;

/** A while after they ran out, so that the table does not grow for ever. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("links")
    .where("expires_at", "<", new Date(now.getTime() - keptFor))
    .execute();
}

function usableLinks(db: Db, now: Date) {
  return db
    .selectFrom("links")
    .leftJoin("users", "users.id", "links.user_id")
    .where("links.used_at", "is", null)
    .where("links.expires_at", ">", now)
    .where((is) =>
      is.or([
        is("links.kind", "=", "first-admin"),
        is.and([is("links.kind", "=", "reset"), is("users.state", "=", stateForLink.reset)]),
        is.and([
          is("links.kind", "=", "invitation"),
          is("users.state", "=", stateForLink.invitation),
        ]),
      ]),
    )
    .select(["links.id", "links.kind", "links.user_id"]);
}

function presentOrRefuse(
  row: { id: string; kind: LinkKind; user_id: string | null } | undefined,
): Link {
  if (!row) throw new AppError("link_spent");
  return { id: row.id, kind: row.kind, userId: row.user_id };
}
