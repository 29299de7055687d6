import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import {
  type Team,
  type TeamMember,
  type TeamUses,
  teamLimits,
  teamTicketCap,
} from "../../shared/teams.ts";
import type { Deps } from "../access/actor.ts";
import { searchedWords } from "../db/searched-words.ts";
import { findViewsNaming } from "../views/rename-in-views.ts";

interface StoredTeam {
  id: string;
  name: string;
  members: TeamMember[];
  tickets: number;
}

/** All teams by name, with members and a capped count of tickets. */
export async function listTeams({ db }: Pick<Deps, "db">): Promise<{ teams: Team[] }> {
  const { rows } = await sql<StoredTeam>`
    select teams.id, teams.name,
      coalesce((
        select json_agg(json_build_object(
          'id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name), 'email', u.email)
          order by in_order(u.first_name), in_order(u.last_name), u.id)
        from team_members member join users u on u.id = member.user_id
        where member.team_id = teams.id and u.deleted_at is null and u.role <> 'Customer'
      ), '[]') as members,
      (select count(*)::int from (
        select from tickets where tickets.team_id = teams.id limit ${sql.lit(teamTicketCap)}
      ) counted) as tickets
    from teams order by in_order(teams.name), teams.id limit ${sql.lit(teamLimits.teams)}`.execute(
    db,
  );
  return { teams: rows.map(presentTeam) };
}

/** The views and macros that use the team. */
export async function readTeamUses(
  { db }: Pick<Deps, "db">,
  { id }: { id: string },
): Promise<TeamUses> {
  const team = await db.selectFrom("teams").select("name").where("id", "=", id).executeTakeFirst();
  if (!team) throw new AppError("not_found");
  const views = await findViewsNaming(db, "team", team.name);
  const macros = await db
    .selectFrom("macros")
    .select("name")
    .where("team_id", "=", id)
    .orderBy(sql`in_order(name)`)
    .orderBy("id")
    .execute();
  return { views: views.map(({ name }) => name), macros: macros.map(({ name }) => name) };
}

/** The people who can be in a team: all staff. */
export async function pickStaff(
  { db }: Pick<Deps, "db">,
  { search }: { search: string },
): Promise<{ staff: TeamMember[] }> {
  const words = searchedWords(search).map(
    (word) => sql`(strpos(folded_name, folded(${word}::text)) > 0
      or strpos(lower(email), lower(${word}::text)) > 0)`,
  );
  const { rows } = await sql<TeamMember>`
    select id, btrim(first_name || ' ' || last_name) as name, email from users
    where role <> 'Customer' and state <> 'disabled' and not is_app
      and ${sql.join([sql`true`, ...words], sql` and `)}
    order by in_order(first_name), in_order(last_name), id limit 20`.execute(db);
  return { staff: rows };
}

function presentTeam({ id, name, members, tickets }: StoredTeam): Team {
  return {
    id,
    name,
    members: members.map((member) => ({
      id: member.id,
      name: member.name,
      email: member.email,
    })),
    tickets,
  };
}
