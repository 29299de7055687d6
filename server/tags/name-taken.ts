import { type AppError, refuseField } from "../../shared/errors.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";

export async function assertFree(tx: Tx, name: string): Promise<void> {
  const taken = await tx
    .selectFrom("tags")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  if (taken) throw refusal();
}

/** For `.catch`: a ticket may be given a tag of that name at this very moment. */
export function tagNameTaken(error: unknown): never {
  throw violatedConstraint(error) === "tags_name" ? refusal() : error;
}

function refusal(): AppError {
  const message = "There is a tag of that name already. Merge the two instead.";
  return refuseField("name_taken", "name", { message });
}
