import { timeToRecover, waitForReleases } from "../faults/faults.ts";
import { judge } from "../faults/judge.ts";
import { type Load, startLoad } from "../faults/load.ts";
import { isAlive } from "../support/process/spawned-server.ts";
import type { Pair } from "./cluster.ts";
import { openComposition } from "./composition.ts";
import { type Finding, findsPrimary, inSeconds, openDesk } from "./desk.ts";

/**
 * People work through the proxy; the primary is killed whole, its standby promoted, a new standby
 * made from it, and so on in turn. Nothing that was acknowledged may be lost.
 */
export async function checkFailover(pair: Pair, rounds: number): Promise<Finding[]> {
  const desk = await openDesk(pair, 6);
  await pair.makeStandby();
  const composition = await openComposition({ servers: 2, env: desk.env });
  try {
    const { ledger, people } = desk;
    const load = await startLoad({ urls: [composition.url], ledger, people });
    const promoted: number[] = [];
    const recovered: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await Bun.sleep(2_000 + Math.random() * 1_000);
      const begin = performance.now();
      await pair.killPrimary();
      await pair.promoteStandby();
      const up = performance.now();
      promoted.push(up - begin);
      recovered.push(await timeToRecover(load, up));
      // Under load too: the copy is taken while people write.
      await pair.makeStandby();
    }
    const away = await standbyIsAway(pair, load);
    const report = await load.stop();
    await findsPrimary(desk);
    await waitForReleases(desk);
    const verdict = await judge(desk);
    const { sent, acknowledged, lost, doubled, refusedButThere, disagreements } = verdict;
    return [
      {
        what: `the primary is killed with -9 and its standby promoted, ${rounds} times under load`,
        seen: `${sent} acts sent, ${acknowledged} acknowledged; ${lost} lost, ${doubled} doubled, ${refusedButThere} refused and there`,
        holds: lost + doubled + refusedButThere === 0 && acknowledged > 0,
      },
      {
        what: "the database is consistent",
        seen: `${disagreements.length} disagreements${disagreements.map((words) => `; ${words}`).join("")}`,
        holds: disagreements.length === 0,
      },
      {
        what: "answers that are neither a success nor an error message, or missing",
        seen: `${report.foreign.length}${report.foreign[0] ? `: ${report.foreign[0]}` : ""}`,
        holds: report.foreign.length === 0,
      },
      {
        what: "from the promotion to the next acknowledged action, without a restart of the servers",
        seen: `${recovered.map(inSeconds).join(", ")}; killing and promoting took ${promoted.map(inSeconds).join(", ")}`,
        holds:
          Math.max(...recovered) < 5_000 && composition.servers.every(({ pid }) => isAlive(pid)),
      },
      {
        what: "the standby is away for twelve seconds: acknowledged during that, and afterwards",
        seen: `${away.duringOutage ? "something" : "nothing"}, then the first after ${inSeconds(away.backMs)}`,
        holds: !away.duringOutage && away.backMs < 15_000,
      },
      {
        what: "the longest wait for an answer",
        seen: inSeconds(report.longestAnswerMs),
        holds: report.longestAnswerMs < 15_000,
      },
    ];
  } finally {
    await composition.end();
    await desk.end();
  }
}

/**
 * The same with asynchronous commits: unreplicated writes are lost, which shows that the judge above would
 * have noticed.
 */
export async function checkWithoutWaiting(pair: Pair): Promise<Finding[]> {
  const desk = await openDesk(pair, 6);
  await pair.makeStandby({ commitsWait: false });
  const composition = await openComposition({ servers: 2, env: desk.env });
  try {
    const { ledger, people } = desk;
    const load = await startLoad({ urls: [composition.url], ledger, people });
    await Bun.sleep(2_000);
    await pair.stopSending();
    await Bun.sleep(2_000);
    await pair.killPrimary();
    await pair.promoteStandby();
    await timeToRecover(load, performance.now());
    await load.stop();
    await findsPrimary(desk);
    await waitForReleases(desk);
    const { acknowledged, lost } = await judge(desk);
    return [
      {
        what: "without synchronous commits, and the standby two seconds behind",
        seen: `${acknowledged} acknowledged, ${lost} lost`,
        holds: lost > 0,
      },
    ];
  } finally {
    await composition.end();
    await desk.end();
  }
}

/** Its walreceiver stops, as if the cable were cut: commits wait for it and are not acknowledged. */
async function standbyIsAway(pair: Pair, load: Load) {
  const continueStandby = await pair.stopStandby();
  // What the standby had written already is on its way back.
  await Bun.sleep(500);
  const since = performance.now();
  await Bun.sleep(12_000);
  const duringOutage = load.lastSuccess() > since;
  continueStandby();
  return { duringOutage, backMs: await timeToRecover(load, performance.now()) };
}
