import { join } from "node:path";

/** A program that ran to its end. */
export interface Finished {
  code: number;
  output: string;
}

export const root = join(import.meta.dir, "../..");
const running = new Set<Bun.Subprocess>();

/** Runs a program in a process group of its own, so that all it starts can be ended with it. */
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
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  running.delete(child);
  const output = [out, err].filter((text) => text.trim()).join("\n");
  return { code, output: withoutPasses(output) };
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

/** False: nobody is left in it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
