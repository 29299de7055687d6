import { sql } from "kysely";
import type { Client } from "../../server/db/connection/client.ts";
import type { Tx } from "../../server/db/database.ts";
import { takeNumbers } from "../../server/demo/insert-tickets.ts";
import { createRandom } from "../../server/demo/random.ts";
import { span } from "./arrivals.ts";
import { createWordCounts, lexemesOf, saveCounts } from "./bulk-index.ts";
import { type Batch, isColumnType, type Tables } from "./copy-format.ts";
import { populate } from "./crowd.ts";
import { type Plan, sliceSize } from "./generator.ts";
import { startGenerator } from "./generator-thread.ts";
import { insertCrowd } from "./insert-crowd.ts";

/** One connection in a transaction, for statements and for COPY. */
export interface Loader {
  tx: Tx;
  client: Client;
}

/** How many slices are in progress, so that neither the thread nor Postgres waits. */
const ahead = 4;

/** Inserts all rows, a slice at a time: Postgres takes one while others are generated. */
export async function insertSlices(loader: Loader, options: BulkOptions): Promise<void> {
  const { tx } = loader;
  const { tickets, progress } = options;
  await createWordCounts(tx);
  const thread = startGenerator(await planSlices(tx, options));
  const queued = createQueue();

  async function insertSlice(slice: number): Promise<void> {
    const begin = slice * sliceSize;
    const count = Math.min(sliceSize, tickets - begin);
    const numbers = await queued(() => takeNumbers(tx, count));
    const unknown = await thread.generate(slice, numbers);
    const lexemes = await queued(() => lexemesOf(tx, unknown));
    const batches = await thread.write(lexemes);
    await queued(() => copyAll(loader.client, batches));
    progress?.(begin + count, tickets);
  }

  const slices = Math.ceil(tickets / sliceSize);
  const underWay: Promise<void>[] = [];
  try {
    for (let slice = 0; slice < slices; slice += 1) {
      if (underWay.length === ahead) await underWay.shift();
      const inserting = insertSlice(slice);
      // A failure is thrown where the slice is awaited.
      inserting.catch(() => {});
      underWay.push(inserting);
    }
    await Promise.all(underWay);
    await copyAll(loader.client, await thread.finish());
  } finally {
    thread.end();
    // No slice still writes when the transaction ends.
    await Promise.allSettled(underWay);
  }
  await saveCounts(tx);
}

/** Runs what uses the connection one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act);
    // After a failure nothing else runs.
    last = turn;
    return turn;
  };
}

async function planSlices(tx: Tx, options: BulkOptions): Promise<Plan> {
  const { tickets, seed, now, keptWords = 1_000_000 } = options;
  const names = await tx.selectFrom("companies").select("name").execute();
  const population = populate(createRandom(seed), {
    tickets,
    from: now.getTime() - span,
    mark: `s${seed}`,
    taken: new Set(names.map(({ name }) => name.toLowerCase())),
  });
  const ids = await insertCrowd(tx, population, options);
  const tags = await tx.selectFrom("tags").select(["id", "number"]).execute();
  const numberOf = new Map(tags.map(({ id, number }) => [id, number]));
  return {
    tickets,
    seed,
    now,
    keptWords,
    population,
    ids,
    tagNumbers: new Map([...ids.tag].map(([name, id]) => [name, numberOf.get(id) ?? 0])),
    tables: await columnsOf(tx, copied),
  };
}

const copied = [
  "tickets",
  "ticket_people",
  "ticket_tags",
  "messages",
  "ticket_events",
  "status_spans",
  "ticket_search",
  "counted_words",
];

async function columnsOf(tx: Tx, names: readonly string[]): Promise<Tables> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select attrelid::regclass::text as table, attname as column,
      case typtype when 'e' then 'text' else format_type(atttypid, null) end as type
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = any(${[...names]}::text[]::regclass[]) and attnum > 0 and not attisdropped`.execute(
    tx,
  );
  return Object.fromEntries(
    names.map((name) => {
      const columns = rows.flatMap(({ table, column, type }) =>
        table === name && isColumnType(type) ? [[column, type] as const] : [],
      );
      return [name, Object.fromEntries(columns)];
    }),
  );
}

async function copyAll(client: Client, batches: readonly Batch[]): Promise<void> {
  for (const { table, columns, bytes } of batches) {
    const into = `${table} (${columns.join(", ")})`;
    await client.copy(`copy ${into} from stdin with (format binary)`, bytes);
  }
}

export interface BulkOptions {
  tickets: number;
  seed: number;
  now: Date;
  /** Null: none of the generated people can sign in. */
  passwordHash: string | null;
  /** Words kept in memory; before there are more, the memory is cleared. */
  keptWords?: number;
  progress?: (done: number, total: number) => void;
  /** After all rows: the share of the indexes that is built. */
  indexing?: (share: number) => void;
}
