import { median } from "../support/harness.ts";
import type { LoadFigures, LoadPlan } from "./load.ts";
import { postgresMsOf, processorMsOf } from "./processor.ts";
import { line, runLoad } from "./running.ts";

/** A call, and the bare handler it is compared with. */
export interface Pair {
  reader: string;
  name: string;
  /** The statements of the call, without the one that finds the session. */
  statements: number;
  /** How often the call waits for the database, with the one wait for its session. */
  roundTrips: number;
  /** The processes whose processor time is counted. */
  server: number;
  postmaster: number;
  /** The input of each request; asked before every round, since actions leave something behind. */
  plans(): Promise<[call: LoadPlan, bare: LoadPlan]>;
}

export interface Measured {
  reader: string;
  name: string;
  statements: number;
  roundTrips: number;
  /** Processor time of one request in milliseconds. */
  serverMs: number;
  postgresMs: number;
  perSecond: number;
  bare: number;
  ratio: number;
  p50: number;
  p95: number;
  p99: number;
  failed: number;
}

export function head(): void {
  line(
    ...(["through tRPC", "a second", "bare", "ratio", "p50 ms", "p95 ms", "p99 ms"] as const),
    ...["Bun ms", "PG ms", "failed", "SQL", "trips"],
  );
}

/** Rounds take turns, so that a machine that slows down slows both. */
export async function measure(pair: Pair, rounds: number): Promise<Measured> {
  const figures: [LoadFigures, LoadFigures][] = [];
  const costs: Record<"serverMs" | "postgresMs", number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [call, bare] = await pair.plans();
    const used = () => [processorMsOf(pair.server), postgresMsOf(pair.postmaster)] as const;
    const [serverBefore, postgresBefore] = used();
    const loaded = await runLoad(call);
    const [server, postgres] = used();
    costs.push({
      serverMs: (server - serverBefore) / loaded.answers,
      postgresMs: (postgres - postgresBefore) / loaded.answers,
    });
    figures.push([loaded, await runLoad(bare)]);
  }
  const middle = (pick: (one: LoadFigures) => number) => median(figures.map(([one]) => pick(one)));
  const one = {
    reader: pair.reader,
    name: pair.name,
    statements: pair.statements,
    roundTrips: pair.roundTrips,
    serverMs: median(costs.map(({ serverMs }) => serverMs)),
    postgresMs: median(costs.map(({ postgresMs }) => postgresMs)),
    perSecond: middle((call) => call.perSecond),
    bare: median(figures.map(([, bare]) => bare.perSecond)),
    ratio: median(figures.map(([call, bare]) => call.perSecond / bare.perSecond)),
    p50: middle((call) => call.p50),
    p95: middle((call) => call.p95),
    p99: middle((call) => call.p99),
    failed: figures.reduce((sum, [call, bare]) => sum + call.failed + bare.failed, 0),
  };
  line(
    `${one.reader}: ${one.name}`,
    ...[one.perSecond.toFixed(0), one.bare.toFixed(0), one.ratio.toFixed(2)],
    ...[one.p50, one.p95, one.p99].map((ms) => ms.toFixed(2)),
    ...[one.serverMs, one.postgresMs].map((ms) => ms.toFixed(2)),
    ...[one.failed, one.statements, one.roundTrips].map(String),
  );
  return one;
}
