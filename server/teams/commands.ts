import { sql } from "kysely";
import { AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type { RenameTeamInput, SetTeamMemberInput } from "../../shared/schemas/teams.ts";
import { teamLimits } from "../../shared/teams.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";

export async function createTeam(
  deps: ActorDeps,
  { name }: { name: string },
): Promise<{ id: string }> {
  const id = Bun.randomUUIDv7();
  await change(deps, async (tx) => {
    // Two who make the last one at the same moment take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended('new team', 0))`.execute(tx);
    const { count } = await tx
      .selectFrom("teams")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= teamLimits.teams)
      throw refuseInput("name", `At most ${teamLimits.teams} are possible.`);
    await tx.insertInto("teams").values({ id, name }).execute();
    return { act: "team.created", id, fields: ["name"], values: { after: { name } } };
  });
  return { id };
}

export async function renameTeam(
  deps: ActorDeps,
  { id, name, base }: RenameTeamInput,
): Promise<{ id: string }> {
  await change(deps, async (tx) => {
    const team = await lockTeam(tx, id);
    if (team.name === name) return null;
    if (team.name !== base) throw overtaken(team.name);
    await tx.updateTable("teams").set({ name }).where("id", "=", id).execute();
    const values = { before: { name: team.name }, after: { name } };
    return { act: "team.updated", id, fields: ["name"], values };
  });
  return { id };
}

/** Staff alone: a team is told of what customers write. Said twice, it is done once. */
export async function setTeamMember(
  deps: ActorDeps,
  { id, userId, member }: SetTeamMemberInput,
): Promise<{ id: string }> {
  await change(deps, async (tx) => {
    await lockTeam(tx, id);
    const done = member ? await join(tx, id, userId) : await leave(tx, id, userId);
    if (!done) return null;
    const name = await nameOf(tx, userId);
    // A name is somebody's own: it lies beside, keyed by that person.
    const side = member ? { after: { member: name } } : { before: { member: name } };
    const personal = { personId: userId, ...side };
    return { act: "team.updated", id, fields: ["members"], personal };
  });
  return { id };
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

/** In one transaction with its entry in the log and what tells the others; null: nothing changed. */
async function change(
  deps: ActorDeps,
  act: (
    tx: Tx,
  ) => Promise<
    (Pick<AuditEntry, "act" | "fields" | "values" | "personal"> & { id: string }) | null
  >,
): Promise<void> {
  await transact(deps, async (tx, deps) => {
    const made = await act(tx);
    if (!made) return;
    const { id, ...entry } = made;
    const subject = { kind: "team", id } as const;
    await recordAct(tx, { ...entry, actorId: deps.actor.id, subject, tells: "settings" }, deps);
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

function overtaken(name: string): AppError {
  const message = `Someone else has renamed it meanwhile. It is now: ${name}`;
  return new AppError("changed_meanwhile", { fields: [{ field: "name", message }] });
}
