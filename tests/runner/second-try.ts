import {
  countPassed,
  failedOf,
  nameOf,
  notRunOf,
  type Outcome,
  type Ran,
  type Stage,
} from "./outcome.ts";

/** More failures than this have a common cause and are not retried. */
const mostTriedAgain = 20;
/** So many may pass at the second try alone before the run is red for it. */
export const mostUnsteady = 5;

export interface StageEnd {
  stage: Stage;
  ran: Ran;
}

export interface Verdict {
  passed: number;
  failed: Outcome[];
  /** Failed among the others and passed alone: with the words of that failure. */
  unsteady: Outcome[];
  notRun: Outcome[];
  /** What was printed as the failed ones were tried again. */
  output: string;
}

/** Once all others are through and the machine is quiet, each failed test has a second try. */
export async function judge(ends: StageEnd[]): Promise<Verdict> {
  const verdict: Verdict = { passed: 0, failed: [], unsteady: [], notRun: [], output: "" };
  const triesAgain = ends.flatMap(({ ran }) => failedOf(ran.outcomes)).length <= mostTriedAgain;
  for (const { stage, ran } of ends) {
    const failed = failedOf(ran.outcomes);
    verdict.passed += countPassed(ran.outcomes);
    verdict.notRun.push(...notRunOf(ran.outcomes));
    if (failed.length === 0) continue;
    if (!triesAgain || !stage.again) {
      verdict.failed.push(...failed);
      verdict.output += ran.output;
      continue;
    }
    const second = await stage.again(failed);
    const failedAgain = failedOf(second.outcomes);
    const stillFailing = new Set(failedAgain.map(nameOf));
    const steady = failed.filter((outcome) => !stillFailing.has(nameOf(outcome)));
    verdict.passed += steady.length;
    verdict.unsteady.push(...steady);
    verdict.failed.push(...failedAgain);
    if (failedAgain.length > 0) verdict.output += second.output;
  }
  if (verdict.unsteady.length > mostUnsteady) {
    const failure = `${verdict.unsteady.length} tests passed at the second try alone`;
    verdict.failed.push({ file: "", test: "the suite is steady", seconds: 0, failure });
  }
  return verdict;
}
