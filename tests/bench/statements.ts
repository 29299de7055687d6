import type { CompiledQuery } from "kysely";
import type { ActorDeps, Credential } from "../../server/access/actor.ts";
import { openDatabase } from "../../server/db/database.ts";
import type { BenchFacts } from "./facts.ts";

export interface Statement {
  text: string;
  parameters: unknown[];
}

/** An action whose statements are captured, and its actor. */
export interface Watched {
  reader: keyof BenchFacts;
  query(deps: ActorDeps): Promise<unknown>;
}

export interface Sent {
  statements: Statement[];
  /** How often it waited for the database: statements that are sent together are one. */
  roundTrips: number;
}

/** What each sends, by its place; actions with a session of their actor. */
export async function watchStatements(
  url: string,
  facts: BenchFacts,
  rows: readonly Watched[],
  sessions: Partial<Record<keyof BenchFacts, Credential>> = {},
): Promise<Sent[]> {
  const sent: CompiledQuery[] = [];
  let roundTrips = 0;
  const watched = openDatabase({
    url,
    size: 1,
    log: (event) => void sent.push(event.query),
    onRoundTrip: () => {
      roundTrips += 1;
    },
  });
  try {
    const all: Sent[] = [];
    for (const { reader, query } of rows) {
      sent.length = 0;
      roundTrips = 0;
      const { actor } = facts[reader];
      const credential = sessions[reader] ?? null;
      await query({ db: watched, actor, now: new Date(), credential, requestId: "bench" });
      all.push({
        statements: sent.map(({ sql, parameters }) => ({ text: sql, parameters: [...parameters] })),
        roundTrips,
      });
    }
    return all;
  } finally {
    await watched.destroy();
  }
}
