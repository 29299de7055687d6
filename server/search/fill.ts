import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { lexemesInText, spellWords } from "./rebuild.ts";

/** Into `counted_words` come the counts of words that tickets were read with. */
export async function beginCounts(tx: Tx): Promise<void> {
  await sql`
    create temporary table counted_words
      (lexeme text, in_head integer, in_public integer, in_staff integer) on commit drop
  `.execute(tx);
}

/** Adds how many tickets have each word, once all have been read. */
export async function keepCounts(tx: Tx): Promise<void> {
  await sql`
    insert into search_words as w (lexeme, in_head, in_public, in_staff)
    select lexeme, sum(in_head), sum(in_public), sum(in_staff)
    from counted_words where in_staff > 0 group by lexeme
    on conflict (lexeme) do update set in_head = w.in_head + excluded.in_head,
      in_public = w.in_public + excluded.in_public, in_staff = w.in_staff + excluded.in_staff
  `.execute(tx);
}

/** Which words are in each piece of text without a blank; how new ones look is kept. */
export async function lexemesOf(tx: Tx, pieces: readonly string[]): Promise<string[][]> {
  if (pieces.length === 0) return [];
  const { rows } = await sql<{ lexemes: string[] }>`
    select array(select lexeme from ${lexemesInText(sql`asked.piece`)}) as lexemes
    from unnest(string_to_array(${pieces.join(" ")}, ' '))
      with ordinality as asked (piece, number)
    order by number`.execute(tx);
  const spelled = pieces.filter((piece) => /\p{L}/u.test(piece));
  if (spelled.length > 0) {
    await spellWords(tx, sql`piece as (select ${spelled.join(" ")} as body)`);
  }
  return rows.map(({ lexemes }) => lexemes);
}
