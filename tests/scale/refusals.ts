import { failToStart } from "../support/process/spawned-server.ts";
import type { Pair } from "./cluster.ts";
import type { Desk, Finding } from "./desk.ts";
import { startPooler } from "./pooler.ts";

/** What cannot work through a pooler is said at the start, in one line. */
export async function checkRefusals(pair: Pair, desk: Desk): Promise<Finding[]> {
  const byTransaction = await startPooler(pair, { mode: "transaction", size: 8 });
  const byStatement = await startPooler(pair, { mode: "statement", size: 8 });
  const env = { ...desk.env, DATABASE_URL: byTransaction.url, DATABASE_DIRECT_URL: pair.appUrl };
  const { DATABASE_DIRECT_URL: _, ...withoutDirect } = env;
  const cases: [what: string, env: Record<string, string>, words: RegExp][] = [
    [
      "without DATABASE_DIRECT_URL",
      withoutDirect,
      /^DATABASE_URL: \S+ is a pooler .* set DATABASE_DIRECT_URL/,
    ],
    [
      "with DATABASE_DIRECT_URL through it as well",
      { ...env, DATABASE_DIRECT_URL: byTransaction.url },
      /^DATABASE_DIRECT_URL: \S+ is a pooler .* past it/,
    ],
    [
      "with DATABASE_OWNER_URL through it as well",
      { ...env, DATABASE_OWNER_URL: byTransaction.url },
      /^DATABASE_OWNER_URL: \S+ is a pooler .* past it/,
    ],
    [
      "with statement pooling",
      { ...env, DATABASE_URL: byStatement.url },
      /^DATABASE_URL: \S+ is a pooler that holds no transactions/,
    ],
  ];
  const findings: Finding[] = [];
  for (const [what, wanted, words] of cases) {
    const { code, lines } = await failToStart(wanted);
    findings.push({
      what: `a start ${what}`,
      seen: lines.join(" "),
      holds: code === 1 && lines.length === 1 && words.test(lines[0] ?? ""),
    });
  }
  await byTransaction.end();
  await byStatement.end();
  return findings;
}
