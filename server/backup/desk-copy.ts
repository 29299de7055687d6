/** A desk as it stood at one moment: in a database that is read, or in a backup. */
export interface DeskCopy {
  /** The release of Postgres it was read from, such as 18.4. */
  postgres: string;
  /** The migrations that had run there. */
  migrations: string[];
  tables: CopiedTable[];
  sequences: CopiedSequence[];
  /** Every row once, in pieces that fit into memory. */
  rows(table: CopiedTable): AsyncIterable<SomeRows>;
}

export interface CopiedTable {
  name: string;
  /** Without those that Postgres makes of the others. */
  columns: string[];
}

export interface CopiedSequence {
  name: string;
  /** Null: nobody has taken a number yet. */
  last: number | null;
}

/** A line of JSON a row, its values as Postgres writes them in text. */
export interface SomeRows {
  lines: string;
  count: number;
}

/** What a copy of a desk does not carry, and why a desk is whole without it. */
export const leftOut: Record<string, string> = {
  kysely_migration: "made by the migrations themselves",
  kysely_migration_lock: "made by the migrations themselves",
  sessions: "what was signed out of since would be open again",
  links: "what was used since would be good again",
  live_events: "news of the last minutes, numbered by the transactions of one cluster",
  presence: "who looks at what just now",
  attempts_under_way: "whose sign-in is being looked at just now",
  ticket_search: "rebuilt from the tickets, because word endings differ between Postgres releases",
  ticket_search_queue: "nothing waits once all of it is read",
  search_words: "counted again",
  search_spellings: "rebuilt",
  search_rebuild: "ended, since all of it is read in the desk's language",
};
