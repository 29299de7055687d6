export interface BulkOptions {
  tickets: number;
  seed: number;
  now: Date;
  /** Null: nobody of the crowd can sign in. */
  passwordHash: string | null;
  /** How many words are kept in memory; before there are more, all are learnt anew. */
  keptWords?: number;
  progress?: (done: number, total: number) => void;
  /** When all rows are there: how much of the indexes is built. */
  indexing?: (share: number) => void;
}
