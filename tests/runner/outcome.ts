/** How one test ended, or a program that counts as one. */
export interface Outcome {
  file: string;
  test: string;
  seconds: number;
  /** The failure's message; null if it passed. */
  failure: string | null;
  /** It needs what this machine does not have, as its title says. */
  notRun?: true;
}

/** A part of the run. */
export interface Stage {
  name: string;
  run(): Promise<Ran>;
  /** Runs the failed ones again, alone; a stage without it is final. */
  again?(failed: Outcome[]): Promise<Ran>;
}

export interface Ran {
  outcomes: Outcome[];
  /** Everything printed, to investigate a failure. */
  output: string;
}

export const nameOf = ({ file, test }: Outcome) => [file, test].filter(Boolean).join(" › ");

export const failedOf = (outcomes: Outcome[]) => outcomes.filter(({ failure }) => failure !== null);

export const notRunOf = (outcomes: Outcome[]) => outcomes.filter(({ notRun }) => notRun);

export const countPassed = (outcomes: Outcome[]) =>
  outcomes.length - failedOf(outcomes).length - notRunOf(outcomes).length;

/** In one line, without colours. */
export function firstWords(failure: string): string {
  const words = Bun.stripANSI(failure).replace(/\s+/g, " ").trim();
  return words.length > 300 ? `${words.slice(0, 300)}…` : words;
}

export function slowestFiles(outcomes: Outcome[], count = 10): [file: string, seconds: number][] {
  const seconds = new Map<string, number>();
  for (const outcome of outcomes) {
    seconds.set(outcome.file, (seconds.get(outcome.file) ?? 0) + outcome.seconds);
  }
  return [...seconds].sort(([, a], [, b]) => b - a).slice(0, count);
}
