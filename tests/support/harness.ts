/** What scripts that measure and break share: bench, faults, attacks. */

/** `N` of `--tickets N`. */
export function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

export function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Of a process: what it holds now, or the most it has held. */
export function mebibytesOf(pid: number, line: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = Bun.spawnSync(["cat", `/proc/${pid}/status`]).stdout.toString();
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
