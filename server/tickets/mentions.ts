import { AppError } from "../../shared/errors.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { canBeAssigned, namesFor, readParticipants } from "./participants.ts";

/** Each once, in the order in which people are locked. */
export function mentionedOf({ mentions }: { mentions?: readonly string[] | undefined }): string[] {
  return [...new Set(mentions)].sort();
}

/** Only colleagues who may see the ticket can be mentioned in it. */
export async function assertSeenBy(
  tx: Tx,
  actor: Actor,
  mentions: readonly string[],
  companyId: string | null,
): Promise<void> {
  const people = await readParticipants(tx, mentions, companyId);
  const outside = mentions.filter((id) => !canBeAssigned(people.get(id)));
  if (outside.length === 0) return;
  const nameOf = await namesFor(tx, actor, outside);
  throw new AppError("out_of_scope", {
    fields: outside.map((id) => ({
      field: "mentions",
      message: `${nameOf(id)} cannot see this ticket.`,
    })),
  });
}
