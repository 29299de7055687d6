/** A desk at one moment: in a database being read, or in a backup. */
export interface DeskCopy {
  /** The release of Postgres it was read from, such as 18.4. */
  postgres: string;
  /** The migrations that had run. */
  migrations: string[];
  tables: CopiedTable[];
  sequences: CopiedSequence[];
  /** Every row once, in chunks that fit into memory. */
  rows(table: CopiedTable): AsyncIterable<SomeRows>;
}

export interface CopiedTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export interface CopiedSequence {
  name: string;
  /** Null: no number has been taken yet. */
  last: number | null;
}

/**
 * The word index, which follows from the other tables. It is copied because building it takes longer than all
 * else, and only used by the same release of Postgres and of Frontdesk: word endings differ between them.
 */
export const derivedTables: readonly string[] = [
  "search_spellings",
  "search_words",
  "ticket_search",
  "ticket_search_queue",
];

/** A JSON line per row, with the values in Postgres' text format. */
export interface SomeRows {
  lines: string;
  count: number;
}

/** Tables that are not copied, and why a desk is complete without them. */
export const leftOut: Record<string, string> = {
  kysely_migration: "made by the migrations themselves",
  kysely_migration_lock: "made by the migrations themselves",
  sessions: "what was signed out of since would be open again",
  recovery_state: "it is about one database alone, and a paused desk is not moved",
  links: "what was used since would be good again",
  live_events: "news of the last minutes, numbered by the transactions of one cluster",
  presence: "who looks at what just now",
  attempts_under_way: "whose sign-in is being looked at just now",
  search_rebuild: "ended, since all of it is read in the desk's language",
};
