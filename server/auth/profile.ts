import { AppError } from "../../shared/errors.ts";
import type { UpdateProfileInput } from "../../shared/schemas/users.ts";
import type { ListColumn } from "../../shared/tickets/list-display.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import type { Users } from "../db/schema.ts";
import { recordAct } from "../events/record-act.ts";
import type { SignedInDeps } from "./deps.ts";

/** What people can change themselves: never role, state or companies. */
export async function updateProfile(
  deps: SignedInDeps,
  input: UpdateProfileInput,
): Promise<ViewerProfile> {
  const { viewer } = deps;
  return await transact(deps, async (tx, deps) => {
    const before = await lockProfile(tx, viewer.id);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const set: Partial<Profile> = Object.fromEntries(given);
    if (set.phone !== undefined) set.phone ||= null;
    await write(tx, viewer.id, set);
    await record(tx, deps, before, set);
    return { ...viewer, ...before, ...set };
  });
}

type Profile = Pick<ViewerProfile, keyof UpdateProfileInput>;

/** The stored profile, locked: another tab or an administrator may have changed it. */
async function lockProfile(tx: Tx, id: string): Promise<Profile> {
  return await tx
    .selectFrom("users")
    .select([
      "first_name as firstName",
      "last_name as lastName",
      "phone",
      "time_zone as timeZone",
      "theme",
      "nav_collapsed as navCollapsed",
      "single_keys as singleKeys",
      "after_leaving as afterLeaving",
      "list_density as listDensity",
      "list_group as listGroup",
    ])
    .select((eb) => eb.ref("list_hidden").$castTo<ListColumn[]>().as("listHidden"))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError("session_expired"));
}

const columnOf: Record<keyof Profile, keyof Users> = {
  firstName: "first_name",
  lastName: "last_name",
  phone: "phone",
  timeZone: "time_zone",
  theme: "theme",
  navCollapsed: "nav_collapsed",
  singleKeys: "single_keys",
  afterLeaving: "after_leaving",
  listHidden: "list_hidden",
  listDensity: "list_density",
  listGroup: "list_group",
};

/** Writes only the given fields: the others may have been changed by another tab or an administrator. */
async function write(tx: Tx, id: string, set: Partial<Profile>): Promise<void> {
  const fields = Object.keys(set) as (keyof Profile)[];
  if (fields.length === 0) return;
  const row = Object.fromEntries(fields.map((field) => [columnOf[field], set[field]]));
  await tx.updateTable("users").set(row).where("id", "=", id).execute();
}

const audited = ["firstName", "lastName", "phone", "timeZone"] as const;

async function record(
  tx: Tx,
  deps: SignedInDeps,
  before: Profile,
  set: Partial<Profile>,
): Promise<void> {
  const changed = audited.filter(
    (field) => set[field] !== undefined && set[field] !== before[field],
  );
  if (changed.length === 0) return;
  const pick = (from: Partial<Profile>) =>
    Object.fromEntries(changed.map((field) => [field, from[field]]));
  const { id } = deps.actor;
  await recordAct(
    tx,
    {
      act: "profile.updated",
      actorId: id,
      subject: { kind: "user", id },
      fields: [...changed],
      personal: { before: pick(before), after: pick(set) },
      tells: "users",
    },
    deps,
  );
}
