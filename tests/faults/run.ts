import "../support/process/own-folder.ts";
import { numberIn, readOptions, say } from "../support/harness.ts";
import { type CrowdReport, crowds, runCrowd } from "./crowds.ts";
import { type FaultReport, faults, runFault } from "./faults.ts";
import { mailFault, runMailFault } from "./mail.ts";

/**
 * `bun run faults`: pulls every cable while people work, and counts what was acknowledged, lost and
 * doubled. `--only words` those faults, `--rounds N` so often; of crowds `--clients N` so many.
 */
const options = readOptions(["only", "rounds", "clients"]);
const { only } = options;
const rounds = numberIn(options, "rounds");
const clients = numberIn(options, "clients");
const reports: FaultReport[] = [];

say(
  "| fault | times | sent | acknowledged | lost | doubled | disagreements | other answers | longest answer | works again after |",
);
say("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const fault of faults) {
  if (only && !fault.name.includes(only)) continue;
  const report = await runFault(fault, rounds ?? fault.rounds);
  reports.push(report);
  tell(report);
}
if (!only || mailFault.name.includes(only)) {
  const report = await runMailFault(rounds ?? mailFault.rounds);
  reports.push(report);
  tell(report);
}
say("");
say(
  "| who comes | how many | memory before | with them | a list before | with them | the longest | SIGTERM to the end |",
);
say("|---|--:|--:|--:|--:|--:|--:|--:|");
for (const crowd of crowds) {
  if (only && !crowd.name.includes(only)) continue;
  tellCrowd(await runCrowd(crowd, clients ?? crowd.clients));
}
process.exit(reports.some(isBroken) ? 1 : 0);

function tellCrowd(report: CrowdReport): void {
  const { name, clients, memoryBefore, memoryWith, medianBeforeMs, medianWithMs } = report;
  const cells = [
    ...[name, clients, `${memoryBefore.toFixed(0)} MiB`, `${memoryWith.toFixed(0)} MiB`],
    ...[`${medianBeforeMs.toFixed(1)} ms`, `${medianWithMs.toFixed(1)} ms`],
    ...[`${report.longestWithMs.toFixed(0)} ms`, inSeconds(report.endedAfterMs)],
  ];
  say(`| ${cells.join(" | ")} |`);
}

function tell(report: FaultReport): void {
  const { name, sent, acknowledged, lost, doubled, disagreements, foreign } = report;
  const cells = [
    ...[name, report.rounds, sent, acknowledged, lost, doubled, disagreements.length],
    ...[foreign.length, inSeconds(report.longestAnswerMs), inSeconds(report.slowestRecoveryMs)],
  ];
  say(`| ${cells.join(" | ")} |`);
  for (const words of [...disagreements, ...alike(foreign)]) say(`  ${words}`);
}

/** The same answers as one line; ids make each of them look new. */
function alike(answers: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const answer of answers) {
    const words = answer.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…");
    times.set(words, (times.get(words) ?? 0) + 1);
  }
  return [...times].map(([words, count]) => `${count} × ${words}`);
}

function isBroken({
  lost,
  doubled,
  refusedButThere,
  disagreements,
  foreign,
}: FaultReport): boolean {
  return lost + doubled + refusedButThere + disagreements.length + foreign.length > 0;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
