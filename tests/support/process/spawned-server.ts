import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `bun server/main.ts` as a separate process, as people start it. */
export interface SpawnedServer {
  pid: number;
  url: string;
  output(): string;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<{ code: number | null; output: string }>;
}

const root = join(import.meta.dir, "../../..");
/**
 * The command of a server that ends with the process that started it. Not if it has a Postgres of
 * its own, which has a last moment to itself.
 */
export const endingWithItsParent = [process.execPath, "--no-orphans", "server/main.ts"];

const spawned = new Set<Bun.Subprocess>();
const folders: string[] = [];

export async function startServer(
  env: Record<string, string>,
  command?: string[],
  cwd?: string,
): Promise<SpawnedServer> {
  const server = spawnServer(env, command, cwd);
  const line = await server.printed(/Frontdesk is ready at (\S+)/);
  if (!line) throw new Error(`The server did not start: ${server.output()}`);
  return { ...server, url: line[1] ?? "" };
}

/** For a start that is meant to fail. */
export async function failToStart(
  env: Record<string, string>,
): Promise<{ code: number | null; lines: string[] }> {
  const { code, output } = await spawnServer(env).ended();
  return { code, lines: output.trim().split("\n") };
}

/** Others may enter it, unlike what mkdtemp makes: Postgres runs as another user under root. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-start-"));
  folders.push(folder);
  await Bun.spawn(["chmod", "755", folder]).exited;
  return join(folder, "data");
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await postmasterLines(dataDir))[0]);
}

export async function postmasterPort(dataDir: string): Promise<number> {
  return Number((await postmasterLines(dataDir))[3]);
}

async function postmasterLines(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  return text.split("\n");
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isEndedButUnread(pid);
}

/** In a container there may be no parent to read an orphan's exit status: it stays listed. */
function isEndedButUnread(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** After the last test, also where one failed. */
export async function endSpawned(): Promise<void> {
  for (const child of spawned) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
    await Promise.race([child.exited, Bun.sleep(15_000)]);
    child.kill("SIGKILL");
  }
  for (const folder of folders) {
    const pid = await postmasterPid(join(folder, "data")).catch(() => null);
    if (pid && isAlive(pid)) process.kill(pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true });
  }
}

function spawnServer(
  env: Record<string, string>,
  command = [process.execPath, "server/main.ts"],
  cwd = root,
) {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", PORT: "0", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  spawned.add(child);
  let output = "";
  let heard = () => {};
  const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      heard();
    }
  };
  const closed = Promise.all([listen(child.stdout), listen(child.stderr)]).then(() => heard());
  return {
    pid: child.pid,
    output: () => output,
    signal: (name: NodeJS.Signals) => child.kill(name),
    async ended() {
      const code = await child.exited;
      await closed;
      return { code, output };
    },
    /** Null: it ended without. */
    async printed(pattern: RegExp): Promise<RegExpExecArray | null> {
      let isClosed = false;
      void closed.then(() => {
        isClosed = true;
      });
      for (;;) {
        const match = pattern.exec(output);
        if (match || isClosed) return match;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
        await Promise.resolve();
      }
    },
  };
}
