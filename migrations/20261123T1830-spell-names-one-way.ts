import { type Kysely, sql } from "kysely";

/** An accent can be a part of its letter or stand behind it: names were kept as they were typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await joinTags(db);
  await sql`
    update macros set add_tags = ${spelt("add_tags")}, remove_tags = ${spelt("remove_tags")}
    where array_to_string(add_tags || remove_tags, ' ') is not nfc normalized`.execute(db);
  for (const [table, column] of named) await spell(db, table, column);
}

export async function down(): Promise<void> {}

const named = [
  ["companies", "name"],
  ["teams", "name"],
  ["tags", "name"],
  ["macros", "name"],
  ["saved_views", "name"],
  ["users", "first_name"],
  ["users", "last_name"],
] as const;

/** What two tags had that read alike has the one of them that stays. */
async function joinTags(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table joined_tags on commit drop as
    select id, kept from (
      select id, first_value(id) over (
        partition by normalize(name, nfc) order by (name is nfc normalized) desc, id) as kept
      from tags
    ) tag where id <> kept`.execute(db);
  await sql`
    insert into ticket_tags (ticket_id, tag_id)
    select distinct ticket_id, kept from ticket_tags join joined_tags on id = tag_id
    on conflict do nothing`.execute(db);
  await sql`delete from tags using joined_tags joined where tags.id = joined.id`.execute(db);
}

/**
 * Where another has the name already, or it would be too long, it stays as it was: that two
 * companies are one is for people to say, since who sees what hangs on them.
 */
async function spell(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [where, what] = [sql.table(table), sql.ref(column)];
  await sql`
    do $$
    declare one record;
    begin
      for one in select id, normalize(${what}, nfc) as spelt from ${where}
        where ${what} is not nfc normalized order by id
      loop
        begin
          update ${where} set ${what} = one.spelt where id = one.id;
        exception when unique_violation or check_violation then null;
        end;
      end loop;
    end $$`.execute(db);
}

function spelt(column: string) {
  return sql`array(
    select normalize(name, nfc) from unnest(${sql.ref(column)}) with ordinality as tag(name, place)
    group by 1 order by min(place))`;
}
