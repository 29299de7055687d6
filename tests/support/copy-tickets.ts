import { sql } from "kysely";
import type { Db, Tx } from "../../server/db/database.ts";

/** So many more like this one, in one statement; their ids. */
export async function copyTickets(db: Db | Tx, id: string, count: number): Promise<string[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'tickets'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attname not in ('id', 'number')`.execute(db);
  const list = sql.join(columns.map(({ name }) => sql.ref(name)));
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into tickets (id, ${list})
      select gen_random_uuid(), ${list} from tickets, generate_series(1, ${count}::int)
      where id = ${id} returning id, requester_id
    )
    insert into ticket_people (ticket_id, user_id) select id, requester_id from made
    returning ticket_id as id`.execute(db);
  return rows.map((row) => row.id);
}
