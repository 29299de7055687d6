import { type Kysely, sql } from "kysely";

/**
 * Some letters are no plain ones with an accent, and everybody without their keys types plain ones all the
 * same: Søren, Łukasz and Strauß were found by neither. Words of a search always were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let plain = sql`translate(${unaccented}, ${sql.lit("ØøŁłĐđÐðĦħŦŧı")}, 'oollddddhhtti')`;
  for (const [letter, letters] of longer) {
    plain = sql`replace(${plain}, ${sql.lit(letter)}, ${sql.lit(letters)})`;
  }
  await fold(db, sql`lower(${plain})`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await fold(db, sql`lower(${unaccented})`);
}

const longer = Object.entries({
  ...{ ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae" },
  ...{ œ: "oe", Œ: "oe", þ: "th", Þ: "th" },
});

const unaccented = sql`regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g')`;

async function fold(db: Kysely<unknown>, folded: typeof unaccented): Promise<void> {
  await sql`
    create or replace function folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
      else ${folded} end`.execute(db);
  // Kept beside each row, it is made anew where a name is set, though it is the same.
  const { rows } = await sql<{ id: string }>`
    update companies set name = name where folded_name <> folded(name) returning id`.execute(db);
  await sql`
    update users set first_name = first_name, email = email
    where folded_name <> folded(first_name || ' ' || last_name)
      or strpos(searched, folded(coalesce(email, ''))) = 0`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    select name_companies_of(array(
      select user_id from user_companies where company_id = any(${ids}::uuid[])))`.execute(db);
}
