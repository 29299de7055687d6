import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";

/** Many rows in one statement and one value, at many times the pace of a value each. */
export async function insertRows<Row extends object>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // All rows have the columns of the first one; what is generated is not among them.
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const into = sql.table(table);
  await sql`
    insert into ${into} (${columns})
    select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::text::json)
  `.execute(tx);
}
