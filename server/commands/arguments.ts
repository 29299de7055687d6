import { StartError } from "../start-error.ts";

/**
 * Parses `--email a@b.test --role Agent` into an object; unknown options are an error. A switch has no value.
 */
export function readArguments<Name extends string>(
  known: readonly Name[],
  words: string[] = process.argv.slice(2),
  switches: readonly Name[] = [],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  const named = (names: readonly Name[], at: number) =>
    names.find((name) => `--${name}` === words[at]);
  for (let at = 0; at < words.length; at += 1) {
    const alone = named(switches, at);
    if (alone) {
      found[alone] = "";
      continue;
    }
    const name = named(known, at);
    const value = words[at + 1];
    if (!name || value === undefined) {
      const all = [...known.map((each) => `--${each} …`), ...switches.map((each) => `--${each}`)];
      const usage = all.join(" ") || "nothing.";
      throw new StartError(
        `This is not understood: ${words.slice(at).join(" ")}. It takes ${usage}`,
      );
    }
    found[name] = value;
    at += 1;
  }
  return found;
}

/** Answers `--help` with this text and ends the program. Called first: nothing is opened or changed. */
export function showHelp(text: string, words: string[] = process.argv.slice(2)): void {
  if (!words.some((word) => word === "--help" || word === "-h")) return;
  process.stdout.write(`${text}\n`);
  process.exit(0);
}

/** Reads `--tickets 20000` as a number of at least one. */
export function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new StartError(`${name} must be a whole number from 1 to ${most}, not ${text}`);
}

/** Reads `/backups` of `bun run backup /backups`. */
export function readPlace(command: string, words: string[] = process.argv.slice(2)): string {
  const [place, ...more] = words;
  if (place && more.length === 0 && !place.startsWith("-")) return place;
  throw new StartError(`It takes one folder: bun run ${command} /path/to/it`);
}

/** Reads a password without showing it; from a pipe, the first line. */
export async function askPassword(question: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stdout.write(question);
  if (terminal) Bun.spawnSync(["stty", "-echo"], { stdin: "inherit" });
  try {
    for await (const line of console) return line;
    return "";
  } finally {
    if (terminal) Bun.spawnSync(["stty", "echo"], { stdin: "inherit" });
    if (terminal) process.stdout.write("\n");
  }
}
