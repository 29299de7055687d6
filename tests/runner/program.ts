import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onceThisProcessEnded } from "../support/process/once-ended.ts";

/** A program that ran to its end. */
export interface Finished {
  code: number;
  output: string;
}

export const root = join(import.meta.dir, "../..");
const running = new Set<Bun.Subprocess>();
/** The list of running programs, for the process that ends them if this one is killed. */
let list: string | null = null;

/** From here on, programs started here, their children, and this folder end with this process. */
export function tieTo(folder: string): void {
  list = join(folder, "running");
  onceThisProcessEnded(endPrograms, { FOLDER: folder, LIST: list });
}

/** Each has its own process group; servers of tests that left it have their Postgres in the folder. */
const endPrograms = `
  for signal in TERM KILL; do
    for group in $(cat "$LIST" 2>/dev/null); do kill -$signal "-$group" 2>/dev/null; done
    for tenth in $(seq 50); do
      left=
      for group in $(cat "$LIST" 2>/dev/null); do kill -0 "-$group" 2>/dev/null && left=1; done
      [ -z "$left" ] && break
      sleep 0.1
    done
  done
  find "$FOLDER" -name postmaster.pid -exec head -qn 1 {} + | while read -r pid; do
    kill -INT "$pid"
    for tenth in $(seq 100); do is_running "$pid" && sleep 0.1; done
  done
  rm -rf "$FOLDER"`;

/** Runs a program in its own process group, so that all it starts can be ended with it. */
export async function runProgram(
  cmd: string[],
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<Finished> {
  const child = Bun.spawn(cmd, {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  running.add(child);
  writeList();
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  running.delete(child);
  writeList();
  const output = [out, err].filter((text) => text.trim()).join("\n");
  return { code, output: withoutPasses(output) };
}

function writeList(): void {
  if (list) writeFileSync(list, [...running].map(({ pid }) => pid).join("\n"));
}

/** Among hundreds of tests the few that failed are to be found. */
function withoutPasses(output: string): string {
  return output
    .split("\n")
    .filter((line) => !line.startsWith("(pass)"))
    .join("\n")
    .replace(/(?:\n\S+\.test\.ts:\n)+(?=\n\S+\.test\.ts:\n)/g, "\n");
}

export async function endAllPrograms(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

/** Servers among them first let go of their databases, also when the leader is gone already. */
async function endGroup({ pid }: Bun.Subprocess): Promise<void> {
  const patience = Date.now() + 15_000;
  signalGroup(pid, "SIGTERM");
  while (signalGroup(pid, 0) && Date.now() < patience) await Bun.sleep(50);
  signalGroup(pid, "SIGKILL");
}

/** False: the process group is empty. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
