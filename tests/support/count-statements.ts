import { afterAll, beforeAll } from "bun:test";
import type { Actor } from "../../server/access/actor.ts";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { primaryReads } from "../../server/db/reads.ts";
import { appRouter } from "../../server/rpc/router.ts";
import type { Context } from "../../server/rpc/trpc.ts";
import { createSearchLimit } from "../../server/search/search-limit.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

type Log = NonNullable<Parameters<typeof openDatabase>[0]["log"]>;

export interface Counting {
  db: Db;
  /** What a call through the router sends, as this actor. */
  call(procedure: string, actor: Actor, input?: unknown): Promise<string[]>;
  /** What anything else sends over this database. */
  during(run: (db: Db) => Promise<unknown>): Promise<string[]>;
}

export function countStatements(open: (log: Log) => Db): Counting {
  let sent: string[] = [];
  const db = open((event) => void sent.push(event.query.sql));

  async function during(run: (db: Db) => Promise<unknown>): Promise<string[]> {
    sent = [];
    await run(db);
    return sent.filter((statement) => !/^(begin|commit)\b/.test(statement));
  }

  return {
    db,
    during,
    async call(procedure, actor, input) {
      const caller = appRouter.createCaller(contextOf(db, actor));
      const called = procedure
        .split(".")
        .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], caller);
      return await during(() => (called as (input: unknown) => Promise<unknown>)(input));
    },
  };
}

/** For the tests of one file. Both are there once the tests run. */
export function setUpCounting(): { database: TestDatabase; counting: Counting } {
  const [database, counting] = [{} as TestDatabase, {} as Counting];
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
    const open = (log: Log) => openDatabase({ url: database.url, size: 4, log });
    Object.assign(counting, countStatements(open));
  }, 60_000);
  afterAll(async () => {
    await counting.db.destroy();
    await database.drop();
  });
  return { database, counting };
}

/** The part of a request that commands and queries receive. */
function contextOf(db: Db, actor: Actor): Context {
  const context: Partial<Context> = {
    services: {
      wakeup: { wake() {} },
      reads: primaryReads,
      searches: { db, limit: createSearchLimit() },
    } as unknown as Context["services"],
    signedIn: { actor, credential: null } as unknown as Context["signedIn"],
    db,
    now: new Date(),
    requestId: "test",
  };
  return context as Context;
}
