import { type RawBuilder, sql } from "kysely";
import type { Sight } from "../scope.ts";
import type { StoredTicket } from "./row.ts";

/** The rows of a page, and what all that they refer to is called. */
export interface StoredPage {
  tickets: StoredTicket[];
  names: Names;
}

export interface Names {
  people: Record<string, string>;
  companies: Record<string, string>;
  teams: Record<string, string>;
  /** In the order in which they are shown. */
  tags: [number: number, name: string][];
}

type InColumns = { [Name in keyof StoredTicket]: StoredTicket[Name][] | null };

/** A page as Postgres answers it: one row with one value. */
export interface PackedPage {
  page: InColumns & { names: { [Name in keyof Names]?: Names[Name] | null } };
}

/**
 * One value in JSON, with a list for each column of the rows. Each value of each row read by itself costs
 * the server more, and as many objects would cost Postgres more. Names are looked up once a page.
 */
export function packPage(
  sight: Sight,
  columns: Record<string, RawBuilder<unknown>>,
  from: RawBuilder<unknown>,
): RawBuilder<PackedPage> {
  const each = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`);
  const lists = Object.keys(columns).map(
    (name) => sql`${sql.lit(name)}, json_agg(${sql.ref(name)})`,
  );
  return sql`
    with page as materialized (select ${sql.join(each)} ${from})
    select json_build_object(
      ${sql.join(lists)}, 'names', json_build_object(${namesOnPage(sight)})) as page
    from page`;
}

export const emptyPage: StoredPage = {
  tickets: [],
  names: { people: {}, companies: {}, teams: {}, tags: [] },
};

export function unpackPage({ page: { names, ...columns } }: PackedPage): StoredPage {
  const { people, companies, teams, tags } = names;
  return {
    tickets: rowsOf(columns),
    names: {
      people: people ?? {},
      companies: companies ?? {},
      teams: teams ?? {},
      tags: tags ?? [],
    },
  };
}

function namesOnPage(sight: Sight): RawBuilder<unknown> {
  const onPage = (...columns: string[]) => {
    const ids = columns.map((name) => sql`select ${sql.ref(name)} from page`);
    return sql`any(array(${sql.join(ids, sql` union all `)}))`;
  };
  const forAll = sql`
    'people', (select json_object_agg(id, btrim(first_name || ' ' || last_name)) from users
      where id = ${onPage("requesterId", "assigneeId", "latestAuthorId")}),
    'companies', (select json_object_agg(id, name) from companies
      where id = ${onPage("companyId")})`;
  if (sight === "own") return forAll;
  return sql`${forAll},
    'teams', (select json_object_agg(id, name) from teams where id = ${onPage("teamId")}),
    'tags', (select json_agg(json_build_array(number, name) order by name) from tags
      where number = any(array(select unnest("tagNumbers") from page)))`;
}

function rowsOf(columns: InColumns): StoredTicket[] {
  const names = Object.keys(columns) as (keyof InColumns)[];
  return (columns.id ?? []).map((_, index) => {
    const row: Partial<Record<keyof StoredTicket, unknown>> = {};
    for (const name of names) row[name] = columns[name]?.[index];
    return row as unknown as StoredTicket;
  });
}
