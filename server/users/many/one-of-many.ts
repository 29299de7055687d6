import { AppError } from "../../../shared/errors.ts";
import { fullName } from "../../../shared/users.ts";
import type { Actor } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { tellPages } from "../../events/live-events.ts";
import type { ItemDone, ItemOutcome, JobItem } from "../../jobs/handlers.ts";
import { tryItem } from "../../jobs/try-item.ts";
import { assertCompaniesExist } from "../companies.ts";
import { assertActorStillGoverns, lockGovernors } from "../guards.ts";

/** What is done to one of them. Without a remark of words: whom it is about is known. */
export type UserDone = Omit<ItemDone, "remark"> & { remark?: string | undefined };

/**
 * Of each of them alike, all locked first; whoever is refused stays as they were. The job of a Super
 * Admin who is none any more goes on as theirs, and changes nobody.
 */
export async function forEachUser(
  tx: Tx,
  { actor, items, companyIds }: { actor: Actor; items: readonly JobItem[]; companyIds: string[] },
  begin: (ids: readonly string[]) => Promise<(id: string) => Promise<UserDone>>,
): Promise<ItemOutcome[]> {
  const ids = items.map(({ subjectId }) => subjectId);
  await lockGovernors(tx, ids);
  const against = await reasonAgainst(tx, actor, companyIds);
  const run = against ? () => Promise.reject(against) : await begin(ids);
  const outcomes: ItemOutcome[] = [];
  for (const id of ids) outcomes.push(await tryOne(tx, id, run));
  if (outcomes.some(({ state }) => state === "done")) await tellPages(tx, "users");
  return outcomes;
}

function tryOne(tx: Tx, id: string, run: (id: string) => Promise<UserDone>): Promise<ItemOutcome> {
  return tryItem(
    async () => {
      const { remark: message, ...done } = await run(id);
      return message ? { ...done, remark: { subject: await nameOf(tx, id), message } } : done;
    },
    () => nameOf(tx, id),
  );
}

/** Asked before anybody is changed, since what is refused must have written nothing. */
async function reasonAgainst(
  tx: Tx,
  actor: Actor,
  companyIds: readonly string[],
): Promise<AppError | null> {
  try {
    await assertActorStillGoverns(tx, actor);
    await assertCompaniesExist(tx, companyIds);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const user = await tx
    .selectFrom("users")
    .select(["first_name as firstName", "last_name as lastName", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return user && !user.deleted_at ? fullName(user) : "A user who is not there any more";
}
