import { sql } from "kysely";
import type { Db } from "./database.ts";

interface ColumnFact {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  generated: boolean;
  labels: string[] | null;
}

/** The row types of a migrated database, as the text of schema.ts. */
export async function describeSchema(db: Db): Promise<string> {
  const tables = Map.groupBy(await readColumns(db), (fact) => fact.table);
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${typeName(table)} {\n${columns.map(columnLine).join("\n")}\n}\n`,
  );
  const index = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`);
  return [
    "// Generated from the migrated database by `bun run db:types`; a test fails if it differs.",
    'import type { ColumnType, Generated, GeneratedAlways } from "kysely";\n',
    "type Time = ColumnType<Date, Date | string, Date | string>;",
    "type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;",
    "type Json = ColumnType<unknown, object, object>;",
    "type MaybeJson = ColumnType<unknown, object | null | undefined, object | null>;\n",
    interfaces.join("\n"),
    `export interface DB {\n${index.join("\n")}\n}\n`,
  ].join("\n");
}

async function readColumns(db: Db): Promise<ColumnFact[]> {
  const { rows } = await sql<ColumnFact>`
    select c.relname as table, a.attname as column, t.typname as type,
      not a.attnotnull as nullable,
      (a.atthasdef and a.attgenerated = '') or a.attidentity = 'd' as defaulted,
      a.attgenerated <> '' as generated,
      coalesce(
        (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e
          where e.enumtypid = t.oid),
        (select array_agg(label[1]) from pg_constraint k,
            regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as label
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')
      ) as labels
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not like 'kysely_%'
    order by c.relname, a.attnum`.execute(db);
  return rows;
}

function columnLine({ column, type, nullable, defaulted, generated, labels }: ColumnFact): string {
  if (type === "jsonb") return `  ${column}: ${nullable ? "MaybeJson" : "Json"};`;
  const value = labels ? labels.map((label) => JSON.stringify(label)).join(" | ") : valueType(type);
  if (type === "timestamptz" && !generated) {
    const time = nullable ? "MaybeTime" : "Time";
    return `  ${column}: ${defaulted ? "Generated<Date>" : time};`;
  }
  const whole = nullable ? `${value} | null` : value;
  if (generated) return `  ${column}: GeneratedAlways<${whole}>;`;
  return `  ${column}: ${defaulted ? `Generated<${whole}>` : whole};`;
}

function valueType(type: string): string {
  const known: Record<string, string> = {
    bool: "boolean",
    bytea: "Buffer",
    int2: "number",
    int4: "number",
    date: "Date",
    int8: "number",
    _int2: "number[]",
    _int4: "number[]",
    _int8: "number[]",
    text: "string",
    _text: "string[]",
    timestamptz: "Date",
    uuid: "string",
    _uuid: "string[]",
    xid8: "string",
    tsvector: "string",
  };
  const value = known[type];
  if (!value) throw new Error(`describe-schema.ts knows no TypeScript type for ${type}`);
  return value;
}

function typeName(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
