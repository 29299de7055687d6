import { sql } from "kysely";
import * as z from "zod/mini";
import { isStaff } from "../../../shared/access.ts";
import { AppError, refuseInput } from "../../../shared/errors.ts";
import { queryText } from "../../../shared/schemas/tickets.ts";
import { timeZone } from "../../../shared/schemas/time-zone.ts";
import { parseQuery } from "../../../shared/search/query.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Db } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import { onceKept } from "../../once.ts";

const includable = ["messages", "notes", "events"] as const;
export type Included = (typeof includable)[number];

export const createExportInput = z.strictObject({
  q: z._default(queryText, ""),
  timeZone: z.optional(timeZone),
  include: z._default(z.array(z.enum(includable)).check(z.maxLength(includable.length)), []),
});
type CreateExportInput = z.output<typeof createExportInput>;

export const exportStates = ["running", "done", "failed"] as const;

export interface TicketExport {
  id: string;
  state: (typeof exportStates)[number];
  /** Why it failed. */
  error: string | null;
  /** Of the tickets, how many are written. */
  done: number;
  /** Null until the first part is written. */
  total: number | null;
  /** The bytes of the file so far. */
  size: number;
  createdAt: string;
  endedAt: string | null;
  /** When the file is deleted. */
  expiresAt: string;
}

/** How long a file can be downloaded, counted from its start. */
export const exportKeptMs = 24 * 60 * 60_000;

/** Begins an export, which the worker writes. One at a time for each person. */
export async function createExport(
  deps: ActorDeps,
  input: CreateExportInput,
  requestId: string,
): Promise<TicketExport> {
  const { actor, credential } = deps;
  if (credential?.kind !== "token") throw new AppError("forbidden");
  if (input.include.includes("notes") && actor.withoutNotes) {
    throw new AppError("scope_missing", { message: "This token lacks the scope notes:read." });
  }
  const [problem] = parseQuery(input.q, isStaff(actor) ? "staff" : "customer").problems;
  if (problem) throw refuseInput("q", problem.message);
  const act = { kind: "export.create", requestId, input };
  const { id } = await onceKept(deps, act, async (tx, { actor, now, ...at }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${actor.id}`}, 0))`.execute(
      tx,
    );
    const running = await tx
      .selectFrom("ticket_exports")
      .select("id")
      .where("user_id", "=", actor.id)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (running) throw new AppError("export_running");
    const id = Bun.randomUUIDv7();
    await tx
      .insertInto("ticket_exports")
      .values({
        id,
        user_id: actor.id,
        token_id: credential.id,
        query: input.q,
        time_zone: input.timeZone ?? null,
        include: [...new Set(input.include)],
        created_at: now,
      })
      .execute();
    const fields = [...(input.q === "" ? [] : ["q"]), ...input.include];
    const subject = { kind: "ticket", id: null } as const;
    await recordAct(
      tx,
      { act: "ticket.exported", actorId: actor.id, subject, fields },
      { ...at, now },
    );
    return { id };
  });
  return await readExport(deps, id);
}

/** For its creator alone; with notes, only by a token that reads notes. */
export async function readExport({ db, actor }: ActorDeps, id: string): Promise<TicketExport> {
  const row = await db
    .selectFrom("ticket_exports")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  if (!row || (actor.withoutNotes && row.include.includes("notes"))) {
    throw new AppError("not_found");
  }
  const { state, error, done, total, size, created_at, ended_at } = row;
  return {
    id,
    state: state as TicketExport["state"],
    error,
    done,
    total,
    size,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    expiresAt: new Date(created_at.getTime() + exportKeptMs).toISOString(),
  };
}

/** The file part by part, so that little of it is in memory. */
export async function readExportFile(
  deps: ActorDeps,
  id: string,
): Promise<ReadableStream<Uint8Array>> {
  const { state } = await readExport(deps, id);
  if (state !== "done") throw new AppError("export_not_ready");
  const pieces = gzipOf(deps.db, id);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void pieces.return(undefined),
  });
}

/** A gzip file has a head, the stream, and its checksum and length at the end. */
async function* gzipOf(db: Db, id: string): AsyncGenerator<Uint8Array> {
  yield new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom("ticket_export_parts")
      .select("bytes")
      .where("export_id", "=", id)
      .where("position", "=", position)
      .executeTakeFirst();
    if (!part) break;
    yield part.bytes;
  }
  const { crc, length } = await db
    .selectFrom("ticket_exports")
    .select(["crc", "length"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const end = Buffer.alloc(10);
  // An empty last block.
  end.writeUInt16LE(3, 0);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}
