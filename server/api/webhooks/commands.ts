import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { AuditAct } from "../../../shared/audit.ts";
import { AppError, refuseField, refuseInput } from "../../../shared/errors.ts";
import type { CreateWebhookInput, UpdateWebhookInput } from "../../../shared/schemas/webhooks.ts";
import { parseQuery } from "../../../shared/search/query.ts";
import type { Term } from "../../../shared/search/terms.ts";
import {
  type Webhook,
  type WebhookContent,
  type WebhookType,
  type WebhookWithSecret,
  webhookLimits,
} from "../../../shared/webhooks.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { transact } from "../../access/transact.ts";
import type { Config } from "../../config.ts";
import { violatedConstraint } from "../../db/connection/client.ts";
import type { Tx } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import { recordAct } from "../../events/record-act.ts";
import { onceKept } from "../../once.ts";
import { findWebhook } from "./queries.ts";
import { lockOrder } from "./queue.ts";
import { headersCell, type StoredSecret, secretsCell } from "./render.ts";

export interface WebhookDeps extends ActorDeps {
  encryption: Encryption;
  config: Pick<Config, "outboundAllowPrivate" | "baseUrl">;
}

/** The secret is not stored with the idempotency key: it is read again from its encrypted column. */
export async function createWebhook(
  deps: WebhookDeps,
  input: CreateWebhookInput,
  requestId: string,
): Promise<WebhookWithSecret> {
  assertSendable(deps, input);
  const act = { kind: "webhook.create", requestId, input: withoutValues(input) };
  const { id } = await onceKept(deps, act, async (tx, { actor, now, ...at }) => {
    await assertRoom(tx);
    const id = Bun.randomUUIDv7();
    const secrets: StoredSecret[] = [{ secret: newSecret(), until: null }];
    const { name } = input;
    await refusingTakenName(() =>
      tx
        .insertInto("webhooks")
        .values({
          id,
          ...columnsOf(input),
          ...storedHeaders(deps, id, input.headers, null),
          secrets: deps.encryption.encrypt(JSON.stringify(secrets), secretsCell(id)),
          created_by: actor.id,
          created_at: now,
        })
        .execute(),
    );
    await record(tx, { ...at, actor, now }, "webhook.created", { id, name });
    return { id };
  });
  return await withSecret(deps, id);
}

export async function updateWebhook(
  deps: WebhookDeps,
  { id, version, ...patch }: UpdateWebhookInput,
  requestId: string,
): Promise<Webhook> {
  const act = {
    kind: "webhook.update",
    requestId,
    input: { id, version, ...withoutValues(patch) },
  };
  await onceKept(deps, act, async (tx, given) => {
    const before = await lockWebhook(tx, id);
    if (version !== undefined && before.version !== version) {
      throw new AppError("changed_meanwhile");
    }
    const after: CreateWebhookInput = {
      name: patch.name ?? before.name,
      url: patch.url ?? before.url,
      types: patch.types ?? (before.types as WebhookType[]),
      query: patch.query ?? before.query,
      timeZone: patch.timeZone ?? before.time_zone,
      content: patch.content ?? (before.content as WebhookContent),
      notes: patch.notes ?? before.notes,
      headers: patch.headers ?? before.header_names.map((name) => ({ name, value: null })),
    };
    assertSendable({ ...deps, ...given }, after);
    await refusingTakenName(() =>
      tx
        .updateTable("webhooks")
        .set({
          ...columnsOf(after),
          ...(patch.headers && storedHeaders(deps, id, patch.headers, before.headers)),
          version: before.version + 1,
        })
        .where("id", "=", id)
        .execute(),
    );
    await record(tx, given, "webhook.updated", { id, name: after.name });
    return { id };
  });
  return await findWebhook(deps.db, id, deps.now);
}

function columnsOf({ name, url, types, query, timeZone, content, notes }: CreateWebhookInput) {
  return { name, url, types, query, time_zone: timeZone, content, notes };
}

export async function deleteWebhook(
  deps: WebhookDeps,
  input: { id: string },
  requestId: string,
): Promise<{ id: string }> {
  const act = { kind: "webhook.delete", requestId, input };
  return await onceKept(deps, act, async (tx, deps) => {
    const { id, name } = await lockWebhook(tx, input.id);
    await tx.deleteFrom("webhooks").where("id", "=", id).execute();
    await record(tx, deps, "webhook.deleted", { id, name });
    return { id };
  });
}

const rotationMs = 24 * 60 * 60_000;

/** The previous secret signs for 24 more hours. */
export async function rotateSecret(
  deps: WebhookDeps,
  input: { id: string },
  requestId: string,
): Promise<WebhookWithSecret> {
  const act = { kind: "webhook.rotate", requestId, input };
  const { id } = await onceKept(deps, act, async (tx, { now, ...given }) => {
    const { id } = input;
    const webhook = await lockWebhook(tx, id);
    const until = new Date(now.getTime() + rotationMs);
    const current = readCurrentSecret(deps, id, webhook.secrets);
    const secrets: StoredSecret[] = [
      { secret: newSecret(), until: null },
      ...(current ? [{ secret: current, until: until.toISOString() }] : []),
    ];
    await tx
      .updateTable("webhooks")
      .set({
        secrets: deps.encryption.encrypt(JSON.stringify(secrets), secretsCell(id)),
        previous_secret_until: current ? until : null,
      })
      .where("id", "=", id)
      .execute();
    await record(tx, { ...given, now }, "webhook.secret-rotated", webhook);
    return { id };
  });
  return await withSecret(deps, id);
}

export async function pauseWebhook(deps: WebhookDeps, id: string): Promise<Webhook> {
  await transact(deps, async (tx, deps) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook.state === "paused") return;
    await tx
      .updateTable("webhooks")
      .set({ state: "paused", paused_at: deps.now, paused_why: "person" })
      .where("id", "=", id)
      .execute();
    await record(tx, deps, "webhook.paused", webhook);
  });
  return await findWebhook(deps.db, id, deps.now);
}

/** Sends what was collected during the pause, or skips it. */
export async function resumeWebhook(
  deps: WebhookDeps,
  { id, send }: { id: string; send: boolean },
): Promise<Webhook> {
  await transact(deps, async (tx, deps) => {
    await lockOrder(tx);
    const webhook = await lockWebhook(tx, id);
    if (webhook.state !== "paused") return;
    if (send) {
      await sql`
        update webhook_deliveries set next_attempt_at = ${deps.now}::timestamptz, attempts = 0
        where webhook_id = ${id}::uuid and state = 'waiting' and next_attempt_at is not null
          and leased_until is null`.execute(tx);
    } else {
      await sql`
        update webhook_events set spread_at = ${deps.now}::timestamptz
        where webhook_id = ${id}::uuid and spread_at is null`.execute(tx);
      await sql`
        update webhook_deliveries set state = 'skipped', ended_at = ${deps.now}::timestamptz,
          next_attempt_at = null, leased_until = null, error = 'The webhook was resumed from later events.'
        where webhook_id = ${id}::uuid and state = 'waiting'`.execute(tx);
    }
    await tx
      .updateTable("webhooks")
      .set({ state: "active", paused_at: null, paused_why: null, failing_since: null })
      .where("id", "=", id)
      .execute();
    await record(tx, deps, "webhook.resumed", webhook);
  });
  return await findWebhook(deps.db, id, deps.now);
}

/** An event for this webhook alone. It is delivered like any other. */
export async function pingWebhook(
  deps: WebhookDeps,
  input: { id: string },
  requestId: string,
): Promise<{ eventId: string }> {
  const act = { kind: "webhook.ping", requestId, input };
  return await onceKept(deps, act, async (tx, { actor, now }) => {
    const { id } = await lockWebhook(tx, input.id);
    const eventId = Bun.randomUUIDv7();
    await tx
      .insertInto("webhook_events")
      .values({
        id: eventId,
        type: "ping",
        subject_id: id,
        actor_id: actor.id,
        changes: {},
        webhook_id: id,
        at: now,
      })
      .execute();
    return { eventId };
  });
}

/** 192 random bits, as Standard Webhooks writes them. */
function newSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

/** Null if it was encrypted with a lost key: then there is nothing to go on signing with. */
function readCurrentSecret({ encryption }: WebhookDeps, id: string, stored: string): string | null {
  try {
    const secrets: StoredSecret[] = JSON.parse(encryption.decrypt(stored, secretsCell(id)));
    return secrets.find(({ until }) => until === null)?.secret ?? null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function withSecret(deps: WebhookDeps, id: string): Promise<WebhookWithSecret> {
  const stored = await deps.db
    .selectFrom("webhooks")
    .select("secrets")
    .where("id", "=", id)
    .executeTakeFirst();
  const secret = stored && readCurrentSecret(deps, id, stored.secrets);
  if (!secret) throw new AppError("not_found");
  return { webhook: await findWebhook(deps.db, id, deps.now), secret };
}

/** The values of headers may be secrets, so that only their names are compared. */
function withoutValues<Input extends Partial<CreateWebhookInput>>({ headers, ...input }: Input) {
  return { ...input, headers: headers?.map(({ name }) => name) };
}

async function lockWebhook(tx: Tx, id: string) {
  const webhook = await tx
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!webhook) throw new AppError("not_found");
  return webhook;
}

async function assertRoom(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('new webhook', 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("webhooks")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= webhookLimits.webhooks) throw new AppError("too_many_webhooks");
}

async function refusingTakenName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (violatedConstraint(error) !== "webhooks_name") throw error;
    throw refuseField("name_taken", "name");
  }
}

function storedHeaders(
  { encryption }: WebhookDeps,
  id: string,
  headers: CreateWebhookInput["headers"],
  before: string | null,
): { headers: string | null; header_names: string[] } {
  const keepsSome = headers.some(({ value }) => value === null);
  const known: Record<string, string> =
    before && keepsSome ? JSON.parse(encryption.decrypt(before, headersCell(id))) : {};
  const values: Record<string, string> = {};
  for (const { name, value } of headers) {
    const kept = value ?? known[name];
    if (kept === undefined) throw refuseInput("headers", `Enter a value for ${name}.`);
    values[name] = kept;
  }
  const names = Object.keys(values);
  if (names.length === 0) return { headers: null, header_names: [] };
  return {
    headers: encryption.encrypt(JSON.stringify(values), headersCell(id)),
    header_names: names,
  };
}

/** What a delivery sets itself, and what belongs to the connection. */
const ownHeaders =
  /^(host|content-.*|webhook-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|accept-encoding|user-agent)$/i;

/** Refuses what can be known before the first delivery. Addresses are checked at every delivery. */
function assertSendable(
  { actor, config: { outboundAllowPrivate } }: Pick<WebhookDeps, "actor" | "config">,
  { url: address, query, notes, headers }: CreateWebhookInput,
): void {
  if (notes && actor.withoutNotes) {
    throw new AppError("scope_missing", { message: "This token lacks the scope notes:read." });
  }
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw refuseInput("url", "This isn't a valid web address.");
  }
  if (url.protocol === "http:" && outboundAllowPrivate.length === 0) {
    throw refuseInput("url", "The address must be encrypted (TLS).");
  }
  const { terms, problems } = parseQuery(query, "staff");
  const [problem] = problems;
  if (problem) throw refuseInput("query", problem.message);
  if (terms.some((term) => term.kind === "word" && term.prefix)) {
    throw refuseInput("query", "Write whole words, without a star.");
  }
  if (terms.some(dependsOnReader)) {
    throw refuseInput("query", "A webhook has no “me”, no drafts and nothing unread.");
  }
  const names = headers.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) {
    throw refuseInput("headers", "Each header can be set once.");
  }
  const refused = names.find((name) => ownHeaders.test(name));
  if (refused) throw refuseInput("headers", `The header ${refused} can't be set.`);
}

const ofReader = ["unread", "followed", "mentioned", "draft"];

function dependsOnReader(term: Term): boolean {
  return (
    term.kind === "operator" &&
    term.values.some(
      (value) =>
        value.kind === "me" || (value.kind === "choice" && ofReader.includes(value.choice)),
    )
  );
}

async function record(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now" | "requestId" | "network">,
  act: AuditAct,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const values = act === "webhook.deleted" ? { before: { name } } : { after: { name } };
  const entry = { act, actorId: deps.actor.id, subject: { kind: "webhook", id } as const, values };
  await recordAct(tx, entry, deps);
}
