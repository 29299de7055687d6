import { constants, crc32, deflateRawSync } from "node:zlib";
import { sql } from "kysely";
import { can } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { readTokenHolder } from "../../auth/api-tokens.ts";
import type { Db } from "../../db/database.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import { readTicketDetails } from "../../tickets/details.ts";
import { countTickets, listTickets } from "../../tickets/list.ts";
import { listTimeline } from "../../tickets/timeline.ts";
import { eventsForApi, messagesForApi, ticketForApi } from "../answers/tickets.ts";
import { exportKeptMs, type Included } from "./commands.ts";

interface ExportWorker {
  stop(): Promise<void>;
}

const idleMs = 1000;

/** Writes exports part by part while the server runs, alongside the workers of other servers. */
export function startExportWorker(options: { db: Db; log: Log; now: () => Date }): ExportWorker {
  const { db, log, now } = options;
  const wakeup = createWakeup();
  let stopping = false;

  async function run(): Promise<void> {
    while (!stopping) {
      const worked = await writeExportPart(db, now()).catch((error) => {
        log.error("export.part-failed", {}, error);
        return false;
      });
      if (!worked) await wakeup.wait(idleMs);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping = true;
      wakeup.wake();
      await running;
    },
  };
}

interface LeasedExport {
  id: string;
  tokenId: string;
  query: string;
  timeZone: string | null;
  include: Included[];
  total: number | null;
  cursor: string | null;
  crc: number;
  attempts: number;
}

const ticketsInPart = 100;
const leaseSeconds = 120;
/** A part that crashes its server must not be tried forever. */
const mostAttempts = 5;

/** Writes one part of one export. Returns whether there was one. */
async function writeExportPart(db: Db, now: Date): Promise<boolean> {
  const work = await leaseExport(db);
  if (!work) return false;
  if (work.attempts > mostAttempts) {
    await fail(db, work, "The server could not write this export.", now);
    return true;
  }
  const holder = await readTokenHolder(db, work.tokenId, now);
  if (!holder?.credential.scopes.includes("export") || !can(holder.actor, "ticket.bulk")) {
    await fail(db, work, "The token was revoked or lost its rights.", now);
    return true;
  }
  const { actor } = holder;
  if (work.include.includes("notes") && actor.withoutNotes) {
    await fail(db, work, "The token no longer reads internal notes.", now);
    return true;
  }
  const deps: ActorDeps = { db, actor, now, credential: null, requestId: work.id };
  try {
    await writePart(deps, work);
  } catch (error) {
    // The search is not valid any more, for example because it names a deleted person.
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    await fail(db, work, error.message, now);
  }
  return true;
}

async function leaseExport(db: Db): Promise<LeasedExport | undefined> {
  const { rows } = await sql<LeasedExport>`
    update ticket_exports set attempts = attempts + 1,
      leased_until = clock_timestamp() + ${sql.lit(leaseSeconds)} * interval '1 second'
    where id = (
      select id from ticket_exports
      where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first, created_at limit 1 for update skip locked)
    returning id, token_id as "tokenId", query, time_zone as "timeZone", include, total, cursor,
      crc, attempts`.execute(db);
  return rows[0];
}

async function writePart(deps: ActorDeps, work: LeasedExport): Promise<void> {
  const { db, now } = deps;
  const asked = {
    view: "all" as const,
    q: work.query,
    ...(work.timeZone !== null && { timeZone: work.timeZone }),
  };
  const total = work.total ?? (await countTickets(deps, asked)).count;
  const page = await listTickets(deps, {
    ...asked,
    sort: "number",
    descending: false,
    cursor: work.cursor,
    limit: ticketsInPart,
  });
  const lines: string[] = [];
  for (const { id } of page.tickets) {
    const line = await readLine(deps, id, work.include);
    if (line) lines.push(`${JSON.stringify(line)}\n`);
  }
  const text = Buffer.from(lines.join(""));
  // Parts end at a whole byte and do not refer to each other, so that joined they are one stream.
  const bytes = deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const isLast = page.nextCursor === null;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ position: number }>`
      update ticket_exports set total = ${total}, done = done + ${lines.length},
        size = size + ${bytes.length}, crc = ${crc32(text, work.crc)},
        length = length + ${text.length}, cursor = ${page.nextCursor}, attempts = 0,
        leased_until = null, state = ${isLast ? "done" : "running"},
        ended_at = ${isLast ? now : null}::timestamptz
      where id = ${work.id}::uuid and state = 'running' and attempts = ${work.attempts}
        and cursor is not distinct from ${work.cursor}
      returning (
        select coalesce(max(position) + 1, 0) from ticket_export_parts
        where export_id = ${work.id}::uuid)::int as position`.execute(tx);
    const [export_] = rows;
    // Another server has written this part.
    if (!export_) return;
    await tx
      .insertInto("ticket_export_parts")
      .values({ export_id: work.id, position: export_.position, bytes })
      .execute();
  });
}

/** Null if the ticket was merged or moved out of sight since the list was read. */
async function readLine(
  deps: ActorDeps,
  id: string,
  include: readonly Included[],
): Promise<object | null> {
  const details = await readTicketDetails(deps, id).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (details?.id !== id) return null;
  const withMessages = include.includes("messages");
  const withNotes = include.includes("notes");
  const messages = withMessages || withNotes ? await readAll(deps, id, "messages") : [];
  return {
    ...ticketForApi(details),
    ...((withMessages || withNotes) && {
      messages: messagesForApi(messages).filter(({ state }) =>
        state === "note" ? withNotes : withMessages,
      ),
    }),
    ...(include.includes("events") && {
      events: eventsForApi(await readAll(deps, id, "events")),
    }),
  };
}

/** Oldest first. */
async function readAll(deps: ActorDeps, id: string, only: "messages" | "events") {
  const pages = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listTimeline>> = await listTimeline(deps, {
      id,
      only,
      limit: 200,
      cursor,
    });
    pages.push(...page.items);
    if (page.nextCursor === null) return pages.reverse();
    cursor = page.nextCursor;
  }
}

async function fail(db: Db, { id }: LeasedExport, error: string, now: Date): Promise<void> {
  await db
    .updateTable("ticket_exports")
    .set({ state: "failed", error, ended_at: now, leased_until: null })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** Deletes files after a day, and exports that came to no end. */
export async function sweepExports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("ticket_exports")
    .where("created_at", "<", new Date(now.getTime() - exportKeptMs))
    .execute();
}
