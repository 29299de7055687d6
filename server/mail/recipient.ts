import * as z from "zod/mini";
import type { UserState } from "../../shared/users.ts";
import { fullName } from "../../shared/users.ts";
import { stateForLink } from "../auth/links.ts";
import type { Db } from "../db/database.ts";
import type { MailJob } from "./lease.ts";
import { linkOfTemplate, type MailFacts, type MailTemplate } from "./templates.ts";

export interface Recipient {
  userId: string;
  name: string;
  address: string;
  facts: Omit<MailFacts, "origin" | "answersAreRead">;
}

const mailData = z.object({ askedBy: z.optional(z.uuid()) });

/** To whom a mail goes as things stand now, or the plain reason why it goes to nobody. */
export async function findRecipient(db: Db, job: MailJob): Promise<Recipient | string> {
  const data = mailData.safeParse(job.data);
  if (!data.success || !job.userId) return "This mail names nobody to send it to.";
  const row = await db
    .selectFrom("users")
    .innerJoin("desk", (on) => on.onTrue())
    .leftJoin("users as asker", (on) =>
      on.on("asker.id", "=", data.data.askedBy ?? null).on("asker.deleted_at", "is", null),
    )
    .select([
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.state",
      "users.time_zone",
      "desk.name as desk_name",
      "asker.first_name as asker_first_name",
      "asker.last_name as asker_last_name",
    ])
    .where("users.id", "=", job.userId)
    .executeTakeFirst();
  if (!row?.email) return "The person has been deleted.";
  const unfit = reasonAgainst(job.template, row.state);
  if (unfit) return unfit;
  return {
    userId: job.userId,
    name: fullName({ firstName: row.first_name, lastName: row.last_name }),
    address: row.email,
    facts: {
      deskName: row.desk_name,
      firstName: row.first_name,
      askedBy:
        row.asker_first_name === null
          ? null
          : fullName({ firstName: row.asker_first_name, lastName: row.asker_last_name ?? "" }),
      happenedAt: job.createdAt,
      timeZone: row.time_zone,
    },
  };
}

function reasonAgainst(template: MailTemplate, state: UserState): string | null {
  if (state === "disabled") return "The person has been disabled.";
  const kind = linkOfTemplate[template];
  if (!kind || state === stateForLink[kind]) return null;
  return state === "active"
    ? "The person has already accepted an invitation."
    : "The person has not accepted their invitation yet.";
}
