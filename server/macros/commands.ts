import { sql } from "kysely";
import { conflictingFields } from "../../shared/conflicts.ts";
import { AppError, type FieldError, refuseInput } from "../../shared/errors.ts";
import { macroLimits } from "../../shared/macros.ts";
import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import { normalizeTag } from "../../shared/tags.ts";
import { priorityNames, statusNames } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import { canChangeOwned, isOwnerDeleted } from "../can-change-owned.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { changesOf, type StoredMacro } from "./queries.ts";

/** Creates or changes a macro. Shared macros are audited, because others use them. */
export async function saveMacro(
  deps: ActorDeps,
  input: SaveMacroInput,
  requestId: string,
): Promise<{ id: string }> {
  return await onceKept(deps, { kind: "macro.save", requestId, input }, async (tx, deps) => {
    const { actor, now } = deps;
    const before = input.id === undefined ? null : await findOwn(tx, deps, input.id);
    const macro = before ? mergeWithStored(before, input) : fieldsOf(input);
    const { name, shared } = macro;
    // A macro of a deleted user that is unshared gets the actor as its owner.
    const isTaken = before !== null && !shared && before.owner_is_gone;
    if (!before || isTaken) await assertSpace(tx, actor.id);
    const owner_id = before && !isTaken ? before.owner_id : actor.id;
    await assertNameFree(tx, { name, shared, id: input.id }, owner_id);
    const row = { ...rowOf(macro), owner_id, updated_at: now };
    await assertExist(tx, row);
    const id = before?.id ?? Bun.randomUUIDv7();
    if (before) await tx.updateTable("macros").set(row).where("id", "=", id).execute();
    else {
      await tx
        .insertInto("macros")
        .values({ ...row, id, created_at: now })
        .execute();
    }
    if (shared || before?.shared) {
      const act = before ? "macro.updated" : "macro.created";
      const entry = { act, actorId: actor.id, subject: { kind: "macro", id } } as const;
      const values = named(name, before?.name);
      await recordAct(tx, { ...entry, values, tells: "macros" }, deps);
    }
    return { id };
  });
}

export async function deleteMacro(
  deps: ActorDeps,
  id: string,
  requestId: string,
): Promise<{ id: string }> {
  const act = { kind: "macro.delete", requestId, input: { id } };
  return await onceKept(deps, act, async (tx, deps) => {
    const { actor } = deps;
    const macro = await findOwn(tx, deps, id);
    await tx.deleteFrom("macros").where("id", "=", id).execute();
    if (macro.shared) {
      await recordAct(
        tx,
        {
          act: "macro.deleted",
          actorId: actor.id,
          subject: { kind: "macro", id },
          values: { before: { name: macro.name } },
          tells: "macros",
        },
        deps,
      );
    }
    return { id };
  });
}

/** Finds a macro the actor can change. Private macros of others count as not found. */
async function findOwn(tx: Tx, { actor }: ActorDeps, id: string) {
  const macro = await tx
    .selectFrom("macros")
    .innerJoin("users", "users.id", "macros.owner_id")
    .leftJoin("users as assignee", (join) =>
      join
        .onRef("assignee.id", "=", "macros.assignee_id")
        .on("assignee.state", "<>", "disabled")
        .on("assignee.role", "<>", "Customer"),
    )
    .leftJoin("teams", "teams.id", "macros.team_id")
    .selectAll("macros")
    .select([
      sql<string | null>`btrim(assignee.first_name || ' ' || assignee.last_name)`.as(
        "assignee_name",
      ),
      "teams.name as team_name",
      isOwnerDeleted.as("owner_is_gone"),
    ])
    .where("macros.id", "=", id)
    .where((is) => is.or([is("shared", "=", true), is("owner_id", "=", actor.id)]))
    .forUpdate("macros")
    .executeTakeFirst();
  if (!macro) throw new AppError("not_found");
  if (!canChangeOwned(actor, { ...macro, ownerId: macro.owner_id }))
    throw new AppError("forbidden");
  return macro;
}

/** Locks the owner, so that two at once cannot exceed the limit. */
async function assertSpace(tx: Tx, ownerId: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", ownerId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("macros")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  if (count >= macroLimits.each)
    throw refuseInput("name", `You can have at most ${macroLimits.each} macros.`);
}

async function assertNameFree(
  tx: Tx,
  input: { name: string; shared: boolean; id: string | undefined },
  ownerId: string,
): Promise<void> {
  // Serialises saves with the same name.
  await sql`select pg_advisory_xact_lock(hashtextextended('macro ' || lower(${input.name}), 0))`.execute(
    tx,
  );
  const taken = await tx
    .selectFrom("macros")
    .select("id")
    .where(sql<boolean>`lower(name) = lower(${input.name})`)
    .where("shared", "=", input.shared)
    .$if(!input.shared, (query) => query.where("owner_id", "=", ownerId))
    .$if(input.id !== undefined, (query) => query.where("id", "<>", input.id as string))
    .executeTakeFirst();
  if (taken) throw refuseInput("name", "A macro with this name already exists.");
}

async function assertExist(
  tx: Tx,
  { assignee_id, team_id }: ReturnType<typeof rowOf>,
): Promise<void> {
  if (assignee_id) {
    const found = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", assignee_id)
      .where("role", "in", ["Super Admin", "Agent"])
      .where("is_app", "=", false)
      .where("state", "=", "active")
      .executeTakeFirst();
    if (!found) throw refuseInput("changes.assignee", "This person can't be assigned.");
  }
  if (team_id) {
    const query = tx.selectFrom("teams").select("id").where("id", "=", team_id);
    if (!(await query.forKeyShare().executeTakeFirst())) {
      throw refuseInput("changes.teamId", "This team doesn't exist.");
    }
  }
}

function named(after: string, before: string | undefined) {
  return before === undefined
    ? { after: { name: after } }
    : { before: { name: before }, after: { name: after } };
}

function rowOf(macro: MacroFields) {
  const { name, body, shared, "changes.assignee": assignee } = macro;
  return {
    name,
    body,
    shared,
    status: macro["changes.status"],
    priority: macro["changes.priority"],
    assign_to_me: assignee === "me",
    assignee_id: assignee === "me" ? null : assignee,
    team_id: macro["changes.teamId"],
    add_tags: macro["changes.addTags"],
    remove_tags: macro["changes.removeTags"],
  };
}

type Given = NonNullable<SaveMacroInput["base"]>;
type Changes = Required<Given["changes"]>;

/** Null: the macro leaves the field unchanged. */
type ChangeFields = {
  [Change in keyof Changes as `changes.${Change}`]: Changes[Change] extends string[]
    ? string[]
    : Changes[Change] | null;
};

/** A macro by the fields that can conflict. */
interface MacroFields extends ChangeFields {
  name: string;
  body: string;
  shared: boolean;
}

function fieldsOf({ name, body, shared, changes }: Given): MacroFields {
  return {
    name,
    body,
    shared,
    "changes.status": changes.status ?? null,
    "changes.priority": changes.priority ?? null,
    "changes.assignee": changes.assignee ?? null,
    "changes.teamId": changes.teamId ?? null,
    "changes.addTags": tagNames(changes.addTags),
    "changes.removeTags": tagNames(changes.removeTags),
  };
}

type Stored = Omit<StoredMacro, "owner_id" | "owner_name">;

/**
 * Called under the row's lock. Fields the user left unchanged keep the stored value. Refuses if both
 * changed a field to different values.
 */
function mergeWithStored(stored: Stored, { base, ...input }: SaveMacroInput): MacroFields {
  const wanted = fieldsOf(input);
  if (!base) return wanted;
  const [seen, current] = [fieldsOf(base), storedFields(stored)];
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const fields = Object.keys(wanted) as (keyof MacroFields)[];
  const left = fields.filter((field) => isSame(wanted[field], seen[field]));
  const changed = fields.filter((field) => !left.includes(field));
  const conflicting = conflictingFields(changed, { current, from: seen, to: wanted }, isSame);
  if (conflicting.length > 0) {
    const errors = conflicting.map(
      (field): FieldError => ({ field, message: describeConflict(describeValue(field, stored)) }),
    );
    throw new AppError("changed_meanwhile", { fields: errors });
  }
  return { ...wanted, ...Object.fromEntries(left.map((field) => [field, current[field]])) };
}

function storedFields(stored: Stored): MacroFields {
  const { assignee, team, ...changes } = changesOf(stored);
  const assigned = typeof assignee === "object" ? assignee.id : assignee;
  return fieldsOf({
    name: stored.name,
    body: stored.body,
    shared: stored.shared,
    changes: { ...changes, assignee: assigned, teamId: team?.id },
  });
}

function describeValue(field: keyof MacroFields, stored: Stored): string {
  const { status, priority, assignee, team, addTags, removeTags } = changesOf(stored);
  const words: Record<keyof MacroFields, string | undefined> = {
    name: stored.name,
    body: stored.body,
    shared: undefined,
    "changes.status": status && statusNames[status],
    "changes.priority": priority && priorityNames[priority],
    "changes.assignee": assignee === "me" ? "The agent who uses it" : assignee?.name,
    "changes.teamId": team?.name,
    "changes.addTags": addTags?.join(", "),
    "changes.removeTags": removeTags?.join(", "),
  };
  return words[field] ?? "";
}

function describeConflict(value: string): string {
  if (value === "") return "Someone else cleared this.";
  return `Someone else changed this to “${value}”.`;
}

function tagNames(names: readonly string[] = []): string[] {
  return [...new Set(names.map(normalizeTag))];
}
