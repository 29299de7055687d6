import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { ListTagsInput } from "../../shared/schemas/tags.ts";
import { type Tag, type TagPage, type TagUses, tagTicketCap } from "../../shared/tags.ts";
import type { ActorDeps } from "../access/actor.ts";
import { afterCursor, cutMarked, type Mark, markOf, type Order, orderBy } from "../db/keyset.ts";
import { searchedWords } from "../db/searched-words.ts";
import { findMentions } from "./rewrite.ts";

const byName: Order = {
  name: "name",
  descending: false,
  columns: [
    { sql: sql`in_order(tags.name)`, type: "text" },
    { sql: sql`tags.name`, type: "text" },
  ],
};

export async function listTags(
  { db }: Pick<ActorDeps, "db">,
  { search = "", cursor, limit }: ListTagsInput,
): Promise<TagPage> {
  const where = sql.join(
    [afterCursor(byName, cursor), ...searchedWords(search).map(containsWord)],
    sql` and `,
  );
  const { rows } = await sql<Tag & { mark: Mark }>`
    select tags.id, tags.name, ${markOf(byName)} as mark, (
      select count(*)::int from (
        select from ticket_tags where ticket_tags.tag_id = tags.id limit ${sql.lit(tagTicketCap)}
      ) counted) as tickets
    from tags where ${where} order by ${orderBy(byName)} limit ${limit + 1}`.execute(db);
  const page = cutMarked(byName, limit, rows);
  return {
    tags: page.rows.map(({ id, name, tickets }) => ({ id, name, tickets })),
    nextCursor: page.nextCursor,
  };
}

function containsWord(word: string): RawBuilder<boolean> {
  return sql`strpos(folded(tags.name), folded(${word}::text)) > 0`;
}

/** The tickets, views and macros that use the tag. */
export async function readTagUses(
  { db }: Pick<ActorDeps, "db">,
  { id }: { id: string },
): Promise<TagUses> {
  const tag = await db.selectFrom("tags").select("name").where("id", "=", id).executeTakeFirst();
  if (!tag) throw new AppError("not_found");
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ticket_tags where tag_id = ${id} limit ${tagTicketCap}) counted`.execute(db);
  const { views, macros } = await findMentions(db, tag.name);
  return {
    tickets: rows[0]?.count ?? 0,
    views: views.map(({ name }) => name),
    macros: macros.map(({ name }) => name),
  };
}
