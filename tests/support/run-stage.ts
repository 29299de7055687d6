/** One stage of a test run: a program, and how many tests its end stands for. */
export interface Count {
  passed: number;
  failed: number;
}

export interface Finished {
  code: number;
  output: string;
}

const running = new Set<Bun.Subprocess>();

/** Runs a program in a process group of its own, so that all it starts can be ended with it. */
export async function runProgram(
  cmd: string[],
  { env = {}, timeoutMs = 15 * 60_000 }: { env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Finished> {
  const child = Bun.spawn(cmd, {
    cwd: `${import.meta.dir}/../..`,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  running.add(child);
  const timer = setTimeout(() => void endGroup(child), timeoutMs);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  clearTimeout(timer);
  running.delete(child);
  return { code, output: [out, err].filter((text) => text.trim()).join("\n") };
}

export async function endAllPrograms(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

/** Servers among them first let go of their databases. */
async function endGroup(child: Bun.Subprocess): Promise<void> {
  signalGroup(child.pid, "SIGTERM");
  await Promise.race([child.exited, Bun.sleep(12_000)]);
  signalGroup(child.pid, "SIGKILL");
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
