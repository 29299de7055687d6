import { sql } from "kysely";
import { conflictingFields } from "../../../shared/conflicts.ts";
import { AppError, type FieldError, refuseInput } from "../../../shared/errors.ts";
import { type MailboxFields, mailboxLimits } from "../../../shared/mailboxes.ts";
import type { CreateMailboxInput, UpdateMailboxInput } from "../../../shared/schemas/mailboxes.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { randomToken, tokenHash } from "../../auth/tokens.ts";
import { violatedConstraint } from "../../db/connection/client.ts";
import type { Tx } from "../../db/database.ts";
import { type AuditEntry, recordAct } from "../../events/record-act.ts";
import { onceKept } from "../../once.ts";
import { addEvent } from "../mailbox-events.ts";
import type { tokenColumns } from "../oauth-tokens.ts";
import { noSendFailure } from "../outbox/send-failures.ts";
import {
  assertOutPassword,
  insertInServer,
  type MailboxDeps,
  saveOutServer,
  updateInServer,
} from "./mailbox-servers.ts";
import { saveOAuth } from "./oauth-settings.ts";
import { noFailure } from "./state.ts";
import { fieldsOf, lockMailbox, rowOf } from "./stored-mailbox.ts";

type OAuthTokens = ReturnType<typeof tokenColumns>;

export async function createMailbox(
  deps: MailboxDeps,
  { fields, password, outPassword, clientSecret, backlogDays }: CreateMailboxInput,
  requestId: string,
): Promise<{ id: string }> {
  const input = { fields, backlogDays };
  return await change(deps, { kind: "mailbox.create", requestId, input }, async (tx, { now }) => {
    assertComplete(fields);
    const isFetched = fields.receives === "imap";
    if (isFetched && !fields.oauth && password === undefined) {
      throw refuseInput("password", "Enter the password.");
    }
    assertOutPassword(fields, outPassword !== undefined);
    await assertSpace(tx);
    const id = Bun.randomUUIDv7();
    if (fields.isDefault) await clearDefault(tx);
    await tx
      .insertInto("mailboxes")
      .values({
        id,
        receives: fields.receives,
        created_at: now,
        ...rowOf(fields),
        // The first one also sends what belongs to no mailbox, so that answers to it arrive.
        is_default: fields.isDefault || !(await hasDefault(tx)),
      })
      .execute();
    await saveAliases(tx, id, fields);
    if (isFetched) {
      const server = { mailboxId: id, fields, password, clientSecret, backlogDays, now };
      await insertInServer(tx, deps, server);
    }
    await saveOutServer(tx, deps, { mailboxId: id, serverId: null, fields, outPassword });
    return { id, entry: { act: "mailbox.created", values: { after: named(fields) } } };
  });
}

/** Changes settings, unless one of them changed since the person saw it. A refused mailbox is tried again. */
export async function updateMailbox(
  deps: MailboxDeps,
  { id, set, base, password, outPassword, clientSecret }: UpdateMailboxInput,
  requestId: string,
): Promise<{ id: string }> {
  const input = { id, set, base };
  return await change(deps, { kind: "mailbox.update", requestId, input }, async (tx, { now }) => {
    const before = await lockMailbox(tx, id);
    const current = fieldsOf(before);
    const changed = (Object.keys(set) as (keyof MailboxFields)[]).filter(
      (field) => set[field] !== undefined && !isSame(current[field], set[field]),
    );
    assertSeen(current, set, base, changed);
    const next = { ...current, ...Object.fromEntries(changed.map((key) => [key, set[key]])) };
    assertComplete(next);
    // Otherwise the stored password could be sent to a server of someone's choice.
    const leadsElsewhere = next.host !== current.host || next.port !== current.port;
    if (next.receives !== current.receives) {
      throw refuseInput("receives", "Connect another mailbox to receive its mail in another way.");
    }
    if (!next.oauth && password === undefined) {
      if (leadsElsewhere) {
        throw refuseInput("password", "Enter the password again for another server.");
      }
      if (current.oauth) throw refuseInput("password", "Enter the password.");
    }
    const sendsElsewhere = next.outHost !== current.outHost || next.outPort !== current.outPort;
    assertOutPassword(
      next,
      outPassword !== undefined || (before.has_out_secret && !sendsElsewhere),
    );
    const secrets = Object.entries({ password, outPassword, clientSecret }).flatMap(
      ([name, typed]) => (typed === undefined ? [] : [name]),
    );
    if (changed.length === 0 && secrets.length === 0) return { id, entry: null };
    if (changed.includes("isDefault") && next.isDefault) await clearDefault(tx);
    await tx
      .updateTable("mailboxes")
      .set({ ...rowOf(next), state: "idle", state_since: now, ...noFailure, ...noSendFailure })
      .where("id", "=", id)
      .execute();
    if (next.receives === "imap") {
      await updateInServer(tx, deps, { serverId: before.server_id, fields: next, password });
    }
    if (changed.includes("aliases") || changed.includes("address")) {
      await saveAliases(tx, id, next);
    }
    await saveOAuth(tx, deps, {
      mailboxId: id,
      before: before.oauth,
      next: next.oauth,
      clientSecret,
      leadsElsewhere: leadsElsewhere || (next.sends === "own" && sendsElsewhere),
    });
    const out = { mailboxId: id, serverId: before.out_server_id, fields: next, outPassword };
    await saveOutServer(tx, deps, out);
    // What was stored so far stays as it is on the mail server.
    if (next.afterStoring !== current.afterStoring) {
      await tx
        .updateTable("mailbox_folders")
        .set((update) => ({ acted_uid: update.ref("last_uid") }))
        .where("mailbox_id", "=", id)
        .execute();
    }
    await addEvent(tx, id, "changed", "The settings were changed.", now);
    const pick = (from: MailboxFields) =>
      Object.fromEntries(changed.filter(isAudited).map((key) => [key, from[key]]));
    const fields = [...changed, ...secrets];
    const values = { before: pick(current), after: pick(next) };
    return { id, entry: { act: "mailbox.updated", fields, values } };
  });
}

/** What a test found out, as if someone had set it. */
export async function saveLearned(
  deps: ActorDeps,
  id: string,
  learned: Partial<{ plusArrives: boolean; authservId: string }>,
): Promise<void> {
  const input = { id, ...learned };
  await change(deps, { kind: "mailbox.learn", input }, async (tx, { now }) => {
    const box = await lockMailbox(tx, id);
    const current = { plusArrives: box.plus_arrives, authservId: box.authserv_id };
    const changed = (Object.keys(learned) as (keyof typeof learned)[]).filter(
      (field) => current[field] !== learned[field],
    );
    if (changed.length === 0) return { id, entry: null };
    const after = { ...current, ...learned };
    await tx
      .updateTable("mailboxes")
      .set({ plus_arrives: after.plusArrives, authserv_id: after.authservId })
      .where("id", "=", id)
      .execute();
    await addEvent(tx, id, "changed", "The test set what it found out.", now);
    const pick = (from: typeof current) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    const values = { before: pick(current), after: pick(after) };
    return { id, entry: { act: "mailbox.updated", fields: changed, values } };
  });
}

export async function pauseMailbox(
  deps: ActorDeps,
  input: { id: string; paused: boolean },
): Promise<{ id: string }> {
  const { id, paused } = input;
  return await change(deps, { kind: "mailbox.pause", input }, async (tx, { now }) => {
    const box = await lockMailbox(tx, id);
    if ((box.paused_at !== null) === paused) return { id, entry: null };
    // A reader that is running goes on if it notices neither the pause nor its end.
    const isFailing = box.state === "waiting" || box.state === "rejected";
    await tx
      .updateTable("mailboxes")
      .set({
        paused_at: paused ? now : null,
        ...(isFailing && { state: "idle" }),
        state_since: now,
        ...noFailure,
      })
      .where("id", "=", id)
      .execute();
    const [kind, words] = paused
      ? (["paused", "Paused. Mail waits on the mail server."] as const)
      : (["resumed", "Resumed."] as const);
    await addEvent(tx, id, kind, words, now);
    return { id, entry: { act: paused ? "mailbox.paused" : "mailbox.resumed" } };
  });
}

/** A new key for the webhook. The one before stops working; this one is shown now and never again. */
export async function makeMailboxKey(deps: ActorDeps, id: string): Promise<{ key: string }> {
  const key = randomToken();
  await change(deps, { kind: "mailbox.key", input: { id } }, async (tx, { now }) => {
    const box = await lockMailbox(tx, id);
    if (box.receives !== "webhook") throw new AppError("not_found");
    await tx
      .updateTable("mailboxes")
      .set({ webhook_key_hash: Buffer.from(tokenHash(key), "hex") })
      .where("id", "=", id)
      .execute();
    await addEvent(tx, id, "changed", "A new key was made.", now);
    return { id, entry: { act: "mailbox.updated", fields: ["key"] } };
  });
  return { key };
}

/** Connects now instead of at the next attempt. */
export async function retryMailbox(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await change(deps, { kind: "mailbox.retry", input: { id } }, async (tx, { now }) => {
    await lockMailbox(tx, id);
    await tx
      .updateTable("mailboxes")
      .set({ state: "idle", state_since: now, ...noFailure, ...noSendFailure })
      .where("id", "=", id)
      .execute();
    await tx
      .updateTable("mailbox_oauth")
      .set({ refusal: null })
      .where("mailbox_id", "=", id)
      .execute();
    return { id, entry: null };
  });
}

/** Someone signed in with the provider: reading begins or goes on. */
export async function saveSignedIn(
  deps: ActorDeps,
  { mailboxId: id, oauthId, tokens }: { mailboxId: string; oauthId: string; tokens: OAuthTokens },
): Promise<void> {
  await change(deps, { kind: "mailbox.sign-in", input: { id } }, async (tx, { now }) => {
    await lockMailbox(tx, id);
    await tx.updateTable("mailbox_oauth").set(tokens).where("id", "=", oauthId).execute();
    await tx
      .updateTable("mailboxes")
      .set({ state: "idle", state_since: now, ...noFailure, ...noSendFailure })
      .where("id", "=", id)
      .execute();
    await addEvent(tx, id, "changed", "Signed in with the provider.", now);
    return { id, entry: { act: "mailbox.updated", fields: ["signIn"] } };
  });
}

/** The reader compares the folder with what is stored, and fetches what is missing. */
export async function compareMailbox(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await change(deps, { kind: "mailbox.compare", input: { id } }, async (tx, { now }) => {
    await lockMailbox(tx, id);
    await tx
      .updateTable("mailboxes")
      .set({ compare_requested_at: now })
      .where("id", "=", id)
      .execute();
    return { id, entry: null };
  });
}

/** Deletes the credentials. The row stays, because the mails it received still count. */
export async function removeMailbox(
  deps: ActorDeps,
  id: string,
  requestId: string,
): Promise<{ id: string }> {
  const act = { kind: "mailbox.remove", requestId, input: { id } };
  return await change(deps, act, async (tx, { now }) => {
    const box = await lockMailbox(tx, id);
    await tx
      .updateTable("mailboxes")
      .set({ removed_at: now, is_default: false, webhook_key_hash: null })
      .set({ state: "idle", ...noFailure, ...noSendFailure })
      .where("id", "=", id)
      .execute();
    await tx.deleteFrom("mailbox_servers").where("mailbox_id", "=", id).execute();
    await tx.deleteFrom("mailbox_oauth").where("mailbox_id", "=", id).execute();
    await tx.deleteFrom("mailbox_aliases").where("mailbox_id", "=", id).execute();
    return { id, entry: { act: "mailbox.removed", values: { before: named(box) } } };
  });
}

interface Changed {
  id: string;
  /** The audit entry. Null if nothing changed. */
  entry: Pick<AuditEntry, "act" | "fields" | "values"> | null;
}

async function change<Given extends ActorDeps>(
  deps: Given,
  act: { kind: string; requestId?: string; input: object },
  run: (tx: Tx, deps: ActorDeps) => Promise<Changed>,
): Promise<{ id: string }> {
  return await onceKept(deps, act, async (tx, deps) => {
    const { id, entry } = await run(tx, deps);
    const by = {
      actorId: deps.actor.id,
      subject: { kind: "mailbox", id },
      tells: "settings",
    } as const;
    if (entry) await recordAct(tx, { ...entry, ...by }, deps);
    return { id };
  }).catch((error) => {
    const constraint = violatedConstraint(error);
    if (constraint === "mailbox_aliases_pkey") {
      throw refuseInput("aliases", "Another mailbox has one of these addresses.");
    }
    if (constraint === "mailboxes_by_address") {
      throw refuseInput("address", "Another mailbox has this address.");
    }
    if (constraint === "mailboxes_team_id_fkey") {
      throw refuseInput("teamId", "This team no longer exists.");
    }
    if (constraint === "mailboxes_company_id_fkey") {
      throw refuseInput("companyId", "This company no longer exists.");
    }
    throw error;
  });
}

/** An address leads to one mailbox. */
async function saveAliases(
  tx: Tx,
  mailboxId: string,
  { address, aliases }: Pick<MailboxFields, "address" | "aliases">,
): Promise<void> {
  const all = [...new Set(aliases)].filter((alias) => alias !== address);
  const taken = await tx
    .selectFrom("mailboxes")
    .select("id")
    .where("removed_at", "is", null)
    .where("id", "<>", mailboxId)
    .where(sql<boolean>`address = any(${all}::text[])`)
    .executeTakeFirst();
  if (taken) throw refuseInput("aliases", "Another mailbox has one of these addresses.");
  await tx.deleteFrom("mailbox_aliases").where("mailbox_id", "=", mailboxId).execute();
  if (all.length === 0) return;
  const rows = all.map((alias) => ({ address: alias, mailbox_id: mailboxId }));
  await tx.insertInto("mailbox_aliases").values(rows).execute();
}

/** At most one mailbox is the default. */
async function clearDefault(tx: Tx): Promise<void> {
  await tx
    .updateTable("mailboxes")
    .set({ is_default: false })
    .where("is_default", "=", true)
    .execute();
}

async function hasDefault(tx: Tx): Promise<boolean> {
  const found = await tx
    .selectFrom("mailboxes")
    .select("id")
    .where("is_default", "=", true)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

async function assertSpace(tx: Tx): Promise<void> {
  const boxes = await tx
    .selectFrom("mailboxes")
    .select("id")
    .where("removed_at", "is", null)
    .forUpdate()
    .execute();
  if (boxes.length < mailboxLimits.mailboxes) return;
  throw refuseInput("address", `There can be at most ${mailboxLimits.mailboxes} mailboxes.`);
}

/** What one field requires of another. */
function assertComplete(fields: MailboxFields): void {
  const { accepts, domains, afterStoring, moveTo, folder, sends, outHost } = fields;
  if (fields.receives === "imap" && fields.host === "") {
    throw refuseInput("host", "Enter the name of the mail server, such as imap.example.com.");
  }
  if (fields.receives !== "imap" && fields.oauth) {
    throw refuseInput("oauth", "Only a mailbox that is fetched signs in with a provider.");
  }
  if (fields.receives === "imap" && fields.login === "") {
    throw refuseInput("login", "Enter the login.");
  }
  if (sends === "own" && outHost === "") {
    throw refuseInput("outHost", "Enter the name of the mail server, such as smtp.example.com.");
  }
  if (accepts === "domains" && domains.length === 0) {
    throw refuseInput("domains", "Enter at least one domain.");
  }
  if (afterStoring !== "move") return;
  if (!moveTo) throw refuseInput("moveTo", "Enter the folder to move mail to.");
  if (moveTo === folder)
    throw refuseInput("moveTo", "Choose another folder than the one that is read.");
}

function named({ name, address }: { name: string; address: string }) {
  return { name, address };
}

/** These are no secrets, but long. */
function isAudited(field: keyof MailboxFields): boolean {
  return field !== "certificate" && field !== "signature";
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function assertSeen(
  current: MailboxFields,
  to: UpdateMailboxInput["set"],
  from: UpdateMailboxInput["base"],
  changed: readonly (keyof MailboxFields)[],
): void {
  const conflicts = conflictingFields(changed, { current, from, to }, isSame);
  if (conflicts.length === 0) return;
  const fields = conflicts.map((field): FieldError => {
    const value = current[field];
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const words = isObject ? "another setting" : value;
    return { field, message: `Someone else changed this. It is now: ${words ?? "not set"}` };
  });
  throw new AppError("changed_meanwhile", { fields });
}
