import { readArguments, readNumber } from "../../server/commands/arguments.ts";
import { printStartFailure } from "../../server/start/print-failure.ts";

/** What scripts that measure and break share: bench, faults, attacks. */

/** Parses the arguments; an invalid one ends the program with a message. */
export function readOptions<Name extends string>(
  known: readonly Name[],
  switches: readonly Name[] = [],
): Partial<Record<Name, string>> {
  return orEnd(() => readArguments(known, process.argv.slice(2), switches));
}

/** Reads a whole number from the parsed arguments. */
export function numberIn<Name extends string>(
  options: Partial<Record<Name, string>>,
  name: Name,
): number | undefined {
  const text = options[name];
  return text === undefined ? undefined : orEnd(() => readNumber(`--${name}`, text, 1e9));
}

function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.exit(printStartFailure(error));
  }
}

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

/** A process's current or peak memory. */
export function mebibytesOf(pid: number, line: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = Bun.spawnSync(["cat", `/proc/${pid}/status`]).stdout.toString();
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
