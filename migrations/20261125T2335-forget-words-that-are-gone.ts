import { type Kysely, sql } from "kysely";

/**
 * Words that no ticket has any more, as when they were redacted, were counted as nothing and stayed in what
 * search keeps of words. They go as they die out now; here go those that are left from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with gone as (
      delete from search_words where greatest(in_head, in_public, in_staff) <= 0 returning lexeme
    )
    delete from search_spellings using gone where search_spellings.lexeme = gone.lexeme`.execute(
    db,
  );
}

/** What is gone is not to be known again. */
export async function down(): Promise<void> {}
