import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import {
  choosableKinds,
  defaultChoices,
  type NotificationChoices,
  type NotificationKind,
  notificationKinds,
} from "../../shared/notifications.ts";
import type { SetNotificationChoiceInput } from "../../shared/schemas/notifications.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";

/** The notification choices of these people; missing users are left out. */
export async function choicesOf(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<Map<string, NotificationChoices>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .leftJoin("notification_choices as choice", "choice.user_id", "users.id")
    .select(["users.id", "users.role", "choice.kind", "choice.bell", "choice.mail"])
    .where("users.id", "in", [...userIds])
    .execute();
  const found = new Map<string, NotificationChoices>();
  for (const { id, role, kind, bell, mail } of rows) {
    const choices = found.get(id) ?? defaultChoices(role);
    if (kind && bell !== null && mail !== null) choices[kind] = { bell, mail };
    found.set(id, choices);
  }
  return found;
}

export async function getNotificationChoices({
  db,
  actor,
}: Pick<ActorDeps, "db" | "actor">): Promise<NotificationChoices> {
  return (await choicesOf(db, [actor.id])).get(actor.id) ?? defaultChoices(actor.role);
}

/** Sets one choice; returns all of them. */
export async function setNotificationChoice(
  deps: ActorDeps,
  { kind, bell, mail }: SetNotificationChoiceInput,
): Promise<NotificationChoices> {
  return await transact(deps, async (db, { actor }) => {
    if (!choosableKinds(actor.role).includes(kind)) throw new AppError("forbidden");
    const before = (await getNotificationChoices({ db, actor }))[kind];
    const choice = { bell: bell ?? before.bell, mail: mail ?? before.mail };
    await db
      .insertInto("notification_choices")
      .values({ user_id: actor.id, kind, ...choice })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "kind"]).doUpdateSet({
          // Fields left out of the call are unchanged, even if another tab has just changed them.
          ...(bell === undefined ? {} : { bell }),
          ...(mail === undefined ? {} : { mail }),
        }),
      )
      .execute();
    return await getNotificationChoices({ db, actor });
  });
}

/** The default for mail of each kind by role, for statements that read the choices. */
export function mailDefaults(): Record<Role, Record<NotificationKind, boolean>> {
  const ofRole = (role: Role) => {
    const choices = defaultChoices(role);
    return Object.fromEntries(
      notificationKinds.map((kind) => [kind, choices[kind].mail]),
    ) as Record<NotificationKind, boolean>;
  };
  return {
    "Super Admin": ofRole("Super Admin"),
    Agent: ofRole("Agent"),
    Customer: ofRole("Customer"),
  };
}
