import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { onceMark } from "./connection/client.ts";
import type { Database } from "./database.ts";

/** Marks where each run puts a value into a cached statement. */
export type Slot<Values> = (name: keyof Values & string) => RawBuilder<unknown>;

/**
 * Building a statement costs more than sending it, so the text of each shape is built once and cached, and a
 * run only fills in values. The number of cached shapes is limited, here and per connection; others are built
 * each time.
 */
export function keepStatement<Shape, Values extends object, Row>(
  build: (shape: Shape, slot: Slot<Values>) => RawBuilder<Row>,
): KeptStatement<Shape, Values, Row> {
  const kept = new Map<string, CachedStatement<Values>>();

  function query(db: Kysely<Database>, shape: Shape, values: Values): CompiledQuery {
    const key = JSON.stringify(shape);
    let statement = kept.get(key);
    if (!statement) {
      statement = compile(db, (slot) => build(shape, slot));
      if (kept.size < maxCached) kept.set(key, statement);
      else statement.text = onceMark + statement.text;
    }
    const parameters = statement.slots.map((name) => values[name]);
    return CompiledQuery.raw(statement.text, parameters);
  }

  async function run(db: Kysely<Database>, shape: Shape, values: Values): Promise<Row[]> {
    return (await db.executeQuery<Row>(query(db, shape, values))).rows;
  }
  return Object.assign(run, { query });
}

interface KeptStatement<Shape, Values, Row> {
  (db: Kysely<Database>, shape: Shape, values: Values): Promise<Row[]>;
  /** To be sent together with others. */
  query(db: Kysely<Database>, shape: Shape, values: Values): CompiledQuery;
}

/**
 * A statement whose best plan depends on its values, such as searched words: if it stayed prepared, Postgres
 * would soon use one plan for all values.
 */
export function plannedByValues<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: onceMark + query.sql };
}

/**
 * A list to compare with `= any(…)` or to unnest. As a sub-select: otherwise Postgres would plan the statement
 * again for each list, since the plan for a list that it can count always looks cheaper.
 */
export function uuidList(
  list: readonly (string | null)[] | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const value = Array.isArray(list) ? sql.val([...list]) : list;
  return sql`(select ${value}::uuid[])::uuid[]`;
}

const maxCached = 200;

interface CachedStatement<Values> {
  text: string;
  /** The names of the parameters, in order. */
  slots: (keyof Values)[];
}

function compile<Values>(
  db: Kysely<Database>,
  build: (slot: Slot<Values>) => RawBuilder<unknown>,
): CachedStatement<Values> {
  const names = new Map<unknown, keyof Values>();
  const query = build((name) => {
    const stand = { name };
    names.set(stand, name);
    return sql.val(stand);
  });
  const { sql: text, parameters } = query.compile(db);
  const slots = parameters.map((parameter) => {
    const name = names.get(parameter);
    // Otherwise every later run would send the first run's value.
    if (name === undefined) throw new Error("A kept statement takes its values by name only");
    return name;
  });
  return { text, slots };
}
