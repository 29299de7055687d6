import { sql } from "kysely";
import type { SetUp } from "../../shared/desk.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";

/** How far the set-up is, computed from what there is. */
export async function readSetUp(db: Db, { smtpUrl }: Pick<Config, "smtpUrl">): Promise<SetUp> {
  const { rows } = await sql<Omit<SetUp["done"], "email"> & { isDismissed: boolean }>`
    select set_up_dismissed_at is not null as "isDismissed",
      name <> 'Frontdesk' and logo_hash is not null as appearance,
      (select count(*) > 1 from users
        where role <> 'Customer' and deleted_at is null and state <> 'disabled') as agent,
      exists (select from teams) as team,
      exists (select from tickets) as ticket
    from desk`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("There is one desk");
  const { isDismissed, appearance, agent, team, ticket } = row;
  return { isDismissed, done: { appearance, email: smtpUrl !== null, agent, team, ticket } };
}

/** Closes the panel for all Super Admins. */
export async function dismissSetUp(deps: ActorDeps): Promise<void> {
  await transact(deps, (tx, { now }) =>
    tx
      .updateTable("desk")
      .set({ set_up_dismissed_at: now })
      .where("set_up_dismissed_at", "is", null)
      .execute(),
  );
}
