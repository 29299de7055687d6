import { sql } from "kysely";
import { AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type { RenameTeamInput, SetTeamMemberInput } from "../../shared/schemas/teams.ts";
import { teamLimits } from "../../shared/teams.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { renamedMeanwhile } from "../renamed-meanwhile.ts";
import { renameInViews } from "../views/rename-in-views.ts";

export async function createTeam(
  deps: ActorDeps,
  input: { name: string },
  requestId: string,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.create", requestId, input }, async (tx) => {
    const { name } = input;
    const id = Bun.randomUUIDv7();
    // Two who make the last one at the same moment take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended('new team', 0))`.execute(tx);
    const { count } = await tx
      .selectFrom("teams")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= teamLimits.teams)
      throw refuseInput("name", `At most ${teamLimits.teams} are possible.`);
    await tx.insertInto("teams").values({ id, name }).execute();
    return { id, entry: { act: "team.created", fields: ["name"], values: { after: { name } } } };
  });
}

export async function renameTeam(
  deps: ActorDeps,
  input: RenameTeamInput,
  requestId: string,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.rename", requestId, input }, async (tx) => {
    const { id, name, base } = input;
    const team = await lockTeam(tx, id);
    if (team.name === name) return { id, entry: null };
    if (team.name !== base) throw renamedMeanwhile(team.name);
    await tx.updateTable("teams").set({ name }).where("id", "=", id).execute();
    await renameInViews(tx, "team", team.name, name);
    const values = { before: { name: team.name }, after: { name } };
    return { id, entry: { act: "team.updated", fields: ["name"], values } };
  });
}

/** Staff alone: a team is told of what customers write. Said twice, it is done once. */
export async function setTeamMember(
  deps: ActorDeps,
  input: SetTeamMemberInput,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.setMember", input }, async (tx) => {
    const { id, userId, member } = input;
    await lockTeam(tx, id);
    const done = member ? await join(tx, id, userId) : await leave(tx, id, userId);
    if (!done) return { id, entry: null };
    const name = await nameOf(tx, userId);
    // A name is somebody's own: it lies beside, keyed by that person.
    const side = member ? { after: { member: name } } : { before: { member: name } };
    const personal = { personId: userId, ...side };
    return { id, entry: { act: "team.updated", fields: ["members"], personal } };
  });
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const person = await tx
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return fullName({ firstName: person.first_name, lastName: person.last_name });
}

async function join(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("role", "in", ["Super Admin", "Agent"])
    .where("state", "<>", "disabled")
    .forShare()
    .executeTakeFirst();
  if (!person) throw refuseInput("userId", "Only staff can be in a team.");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function leave(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

interface Changed {
  id: string;
  /** What the log says of it; null: nothing changed. */
  entry: Pick<AuditEntry, "act" | "fields" | "values" | "personal"> | null;
}

/** In one transaction with its entry in the log and what tells the others. */
async function change(
  deps: ActorDeps,
  act: { kind: string; requestId?: string; input: object },
  run: (tx: Tx) => Promise<Changed>,
): Promise<{ id: string }> {
  return await onceKept(deps, act, async (tx, deps) => {
    const { id, entry } = await run(tx);
    const subject = { kind: "team", id } as const;
    const by = { actorId: deps.actor.id, subject, tells: "settings" } as const;
    if (entry) await recordAct(tx, { ...entry, ...by }, deps);
    return { id };
  }).catch((error) => {
    if (violatedConstraint(error) !== "teams_name") throw error;
    throw refuseField("name_taken", "name");
  });
}

export async function lockTeam(tx: Tx, id: string): Promise<{ name: string }> {
  const team = await tx
    .selectFrom("teams")
    .select("name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!team) throw new AppError("not_found");
  return team;
}
