import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, chooseAccount } from "../../server/db/embedded/account.ts";

/** Programs of the system that a composition is made of, and Debian's packages that have them. */
const known = {
  haproxy: { package: "haproxy", paths: ["/usr/sbin/haproxy"] },
  pgbouncer: { package: "pgbouncer", paths: ["/usr/sbin/pgbouncer"] },
  patroni: { package: "patroni", paths: ["/usr/bin/patroni"] },
  etcd: { package: "etcd-server", paths: ["/usr/bin/etcd"] },
  ...Object.fromEntries(
    ["initdb", "postgres", "pg_basebackup", "pg_ctl", "psql"].map((name) => [
      name,
      {
        package: "postgresql-15",
        paths: [17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin/${name}`),
      },
    ]),
  ),
} as Record<ProgramName, { package: string; paths: string[] }>;

type ProgramName =
  | "haproxy"
  | "pgbouncer"
  | "patroni"
  | "etcd"
  | "initdb"
  | "postgres"
  | "pg_basebackup"
  | "pg_ctl"
  | "psql";

/** Packages that are missing here, each once. */
export function missingPackages(): string[] {
  const missing = Object.values(known).filter(({ paths }) => !paths.some(existsSync));
  return [...new Set(missing.map((program) => program.package))];
}

export function pathOf(name: ProgramName): string {
  const path = known[name].paths.find(existsSync);
  if (!path) throw new Error(`${name} is missing: apt-get install ${known[name].package}`);
  return path;
}

/** Whom Postgres and PgBouncer run as, which refuse to be root. */
export const account: Account = chooseAccount(null);

/** A folder that is deleted with this run and that `account` can write to. */
export async function makeFolder(
  name = "desk",
): Promise<{ path: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "frontdesk-scale-"));
  await chmod(root, 0o755);
  const path = join(root, name);
  await mkdir(path, { mode: 0o755 });
  await own(path);
  return { path, remove: () => rm(root, { recursive: true, force: true }) };
}

export async function own(path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

export interface Running {
  pid: number;
  output(): string;
  hasEnded(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<Running>();

/** In the foreground, until it is stopped or this process ends. */
export function startProgram(cmd: string[], as: Account = null): Running {
  const child = Bun.spawn({
    ...{ cmd, cwd: "/", env: {} },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    ...as,
  });
  let output = "";
  const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output = (output + text).slice(-20_000);
    }
  };
  void listen(child.stdout);
  void listen(child.stderr);
  const program: Running = {
    pid: child.pid,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await Promise.race([child.exited, Bun.sleep(10_000)]);
      child.kill("SIGKILL");
    },
  };
  running.add(program);
  void child.exited.then(() => running.delete(program));
  return program;
}

export async function stopAllPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop("SIGINT")));
}

/** Runs to its end; what it says where that was no success. */
export async function runToEnd(cmd: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn({
    ...{ cmd, cwd: "/", env },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    ...account,
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${cmd[0]} ended with ${code}: ${err || out}`);
  return out;
}

/** Waits until it is true; a timeout names what it waited for. */
export async function until(
  words: string,
  isSo: () => Promise<boolean>,
  patienceMs = 30_000,
): Promise<void> {
  const patience = performance.now() + patienceMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > patience) throw new Error(`It did not come: ${words}`);
    await Bun.sleep(20);
  }
}
