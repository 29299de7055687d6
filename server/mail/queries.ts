import { sql } from "kysely";
import * as z from "zod/mini";
import { AppError } from "../../shared/errors.ts";
import type { MailPage } from "../../shared/mails.ts";
import type { ListMailsInput } from "../../shared/schemas/mails.ts";
import { decodeCursor, encodeCursor } from "../db/cursor.ts";
import type { Db } from "../db/database.ts";
import { presentMail } from "./present.ts";

/** Newest first. */
export async function listMails(
  { db, sending }: { db: Db; sending: boolean },
  { cursor, limit, state, userId }: ListMailsInput,
): Promise<MailPage> {
  const after = cursor ? decodeMark(cursor) : null;
  const rows = await db
    .selectFrom("outgoing_mails as mail")
    .innerJoin("desk", (on) => on.onTrue())
    .leftJoin("users", "users.id", "mail.user_id")
    .leftJoin("tickets", "tickets.id", "mail.ticket_id")
    .select([
      "mail.id",
      "mail.template",
      "mail.state",
      "mail.address",
      "mail.subject",
      "mail.body",
      "mail.attempts",
      "mail.error",
      "mail.created_at",
      "mail.sent_at",
      sql<string | null>`coalesce(users.email, mail.to_address)`.as("email"),
      "users.first_name",
      "users.last_name",
      "users.role",
      "users.state as user_state",
      "users.password_set_at",
      "users.was_super_admin",
      "mail.user_id",
      "desk.name as desk_name",
      "mail.ticket_id",
      sql<number | null>`tickets.number::float8`.as("ticket_number"),
      "tickets.subject as ticket_subject",
    ])
    // As a literal, to match the partial index of mails that were not sent.
    .$if(state !== undefined, (query) => query.where("mail.state", "=", sql.lit(state)))
    .$if(userId !== undefined, (query) => query.where("mail.user_id", "=", userId ?? ""))
    .$if(after !== null, (query) =>
      query.where((is) =>
        is(
          is.refTuple("mail.created_at", "mail.id"),
          "<",
          is.tuple(after?.createdAt ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("mail.created_at", "desc")
    .orderBy("mail.id", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    mails: page.map((row) => presentMail(row, sending)),
    nextCursor:
      rows.length > limit && last ? encodeCursor([last.created_at.getTime(), last.id]) : null,
    sending,
  };
}

const mark = z.tuple([z.int().check(z.minimum(0), z.maximum(Date.UTC(9999, 0))), z.uuid()]);

function decodeMark(cursor: string): { createdAt: Date; id: string } {
  const parsed = mark.safeParse(decodeCursor(cursor, 2));
  if (!parsed.success) throw new AppError("invalid_cursor");
  const [time, id] = parsed.data;
  return { createdAt: new Date(time), id };
}
