import { type NotNull, type QueryCreator, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import { type AccountTemplate, addressTemplates, linkTemplates } from "../../shared/mails.ts";
import type { UserState } from "../../shared/users.ts";
import type { Deps } from "../access/actor.ts";
import type { Database, Db, Tx } from "../db/database.ts";
import type { SignedIn } from "./session.ts";
import { randomToken, tokenHash } from "./tokens.ts";

export type LinkKind = keyof typeof linkLifetime;

interface Link {
  id: string;
  kind: LinkKind;
  /** Null only for the first Super Admin's link: there is no user yet. */
  userId: string | null;
}

export type NewLink =
  | { kind: Exclude<LinkKind, "first-admin">; userId: string; now: Date }
  | { kind: "first-admin"; userId: null; now: Date };

/** The state in which a user can use a link of this kind. */
export const stateForLink = {
  reset: "active",
  invitation: "invited",
  "address-new": "active",
  "address-old": "active",
} as const satisfies Partial<Record<LinkKind, UserState>>;

/** Returns the token, of which the table stores only the hash. */
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

/** The token is in the fragment, which browsers send to no server and so appears in no log. */
export function linkUrl(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${linkPath[kind]}#${token}`;
}

const linkPath: Record<LinkKind, string> = {
  reset: "/reset-password",
  invitation: "/invitation",
  "first-admin": "/setup",
  "address-new": "/confirm-address",
  "address-old": "/confirm-address",
};

/** Reads a link without spending it. */
export async function readLink(db: Db, token: string, now: Date): Promise<Link> {
  const link = await usableLinks(db, now)
    .where("links.token_hash", "=", tokenHash(token))
    .executeTakeFirst();
  return presentOrRefuse(link);
}

/** The owner of a link, spent or not; undefined for the first Super Admin's. */
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

/** Whether the user holds a link to choose a password that still works. */
export async function hasOpenLink(db: Db, userId: string, now: Date): Promise<boolean> {
  const link = await usableLinks(db, now)
    .where("links.user_id", "=", userId)
    .where("links.kind", "in", ["reset", "invitation"])
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Spends the link. Of several simultaneous tries one succeeds: the row's lock decides. */
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

/** Deletes a link whose mail was certainly not delivered. */
export async function dropLink(db: Db, token: string): Promise<void> {
  await db
    .deleteFrom("links")
    .where("token_hash", "=", tokenHash(token))
    .where("used_at", "is", null)
    .execute();
}

const retainedMs = 30 * 24 * 60 * 60_000;

/** Some time after they expired, so that the table does not grow for ever. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("links")
    .where("expires_at", "<", new Date(now.getTime() - retainedMs))
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
        is.and([
          is("links.kind", "in", ["address-new", "address-old"]),
          is("users.state", "=", stateForLink["address-new"]),
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

interface LinkDescription {
  kind: LinkKind;
  email: string | null;
  /** Of a link that confirms a change of address. */
  newEmail: string | null;
  firstName: string | null;
  /** Whether someone is signed in in this browser, without saying who. */
  isSignedIn: boolean;
}

interface LinkDeps extends Deps {
  signedIn: SignedIn | null;
}

/** What the page behind a mailed link shows. */
export async function describeLink(
  { db, now, signedIn }: LinkDeps,
  token: string,
): Promise<LinkDescription> {
  const { kind, userId } = await readLink(db, token, now);
  const isSignedIn = signedIn !== null;
  if (!userId) return { kind, email: null, newEmail: null, firstName: null, isSignedIn };
  const user = await db
    .selectFrom("users")
    .leftJoin("address_changes", "address_changes.user_id", "users.id")
    .select(["users.email", "first_name", "address_changes.email as new_email"])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  const isAddress = kind === "address-new" || kind === "address-old";
  return {
    kind,
    email: user.email,
    newEmail: isAddress ? user.new_email : null,
    firstName: user.first_name,
    isSignedIn,
  };
}

/**
 * After a password was chosen or people were disabled: no older mail opens anything, nor does one that waits to be
 * sent, and a change of address that waits is cancelled. In a transaction that locks the people's rows.
 */
export async function voidLinksOf(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await tx
    .with("withdrawn", (part) => withdrawLinkMails(part, userIds))
    .with("cancelled", (part) =>
      part
        .deleteFrom("address_changes")
        .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`),
    )
    .updateTable("links")
    .set({ used_at: now })
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .where("used_at", "is", null)
    .execute();
}

/** Cancels the change of address that the user waits for. In a transaction that locks the user's row. */
export async function voidAddressLinks(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .with("withdrawn", (part) => withdrawLinkMails(part, [userId], addressTemplates))
    .with("cancelled", (part) => part.deleteFrom("address_changes").where("user_id", "=", userId))
    .updateTable("links")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("kind", "in", addressTemplates)
    .where("used_at", "is", null)
    .execute();
}

/**
 * Mail that waits to be sent must not bring a new link. Part of the statement that voids the links, whose transaction
 * locks these people: making a link locks them too.
 */
function withdrawLinkMails(
  part: QueryCreator<Database>,
  userIds: readonly string[],
  templates: readonly AccountTemplate[] = [...linkTemplates, ...addressTemplates],
) {
  return part
    .updateTable("outgoing_mails")
    .set({ state: "skipped", error: "Its link became void before it was sent." })
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .where("template", "in", templates)
    .where("state", "=", "queued");
}
