import type { CompiledQuery } from "kysely";
import type { ActorDeps } from "../../server/access/actor.ts";
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

/** What each sends, by its place. */
export async function statementsOf(
  url: string,
  facts: BenchFacts,
  rows: readonly Watched[],
): Promise<Statement[][]> {
  const sent: CompiledQuery[] = [];
  const watched = openDatabase({ url, size: 1, log: (event) => void sent.push(event.query) });
  try {
    const statements: Statement[][] = [];
    for (const { reader, query } of rows) {
      sent.length = 0;
      const { actor } = facts[reader];
      await query({ db: watched, actor, now: new Date(), credential: null, requestId: "bench" });
      statements.push(
        sent
          .filter(({ sql }) => !/^(begin|commit)\b/.test(sql))
          .map(({ sql, parameters }) => ({ text: sql, parameters: [...parameters] })),
      );
    }
    return statements;
  } finally {
    await watched.destroy();
  }
}
