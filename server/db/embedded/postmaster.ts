import { closeSync, openSync } from "node:fs";
import { copyFile, readFile, readlink, realpath, rm, stat, truncate } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";

interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The Postgres that runs on these files, from any start. A pid file left by a crash is ignored. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const file = join(cluster.folder, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!pid) return null;
  const process = await inspect(pid, cluster.folder);
  // After a reboot its pid may belong to another program, which Postgres would wait for.
  if (process === "another") await rm(file, { force: true });
  if (process !== "postgres") return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** Null: it did not start, because of another Postgres on these files or this port. */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  options: { port: number; durable: boolean },
): Promise<Postmaster | null> {
  await rotateLog(cluster.log);
  const log = openSync(cluster.log, "a", 0o600);
  const begin = await stat(cluster.log).then((file) => file.size);
  const child = Bun.spawn({
    cmd: [binaries.postgres, "-D", cluster.folder, ...parameters(options)],
    cwd: "/",
    env: {},
    stdio: ["ignore", log, log],
    // A separate session, since Ctrl-C would stop Postgres before the requests in flight are done.
    detached: true,
    ...cluster.account,
  });
  child.unref();
  closeSync(log);

  for (;;) {
    const running = await findPostmaster(cluster);
    if (running?.pid === child.pid && running.ready) return running;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await Bun.sleep(10);
  }
  const said = (await readFile(cluster.log, "utf8")).slice(begin);
  if (/postmaster\.pid" already exists|shared memory block|could not bind/i.test(said)) return null;
  const line = said.split("\n").findLast((text) => /FATAL|PANIC|error/i.test(text));
  throw new StartError(
    `The embedded Postgres does not start: ${line?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? "it says nothing"} (${cluster.log})`,
  );
}

/** Ends every backend immediately and writes a checkpoint; returns when no process is left. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running) return;
  const patience = Date.now() + 15_000;
  signal(running.pid, "SIGINT");
  while ((await inspect(running.pid, cluster.folder)) === "postgres") {
    if (Date.now() > patience) signal(running.pid, "SIGQUIT");
    await Bun.sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}

async function inspect(pid: number, folder: string): Promise<"postgres" | "another" | "none"> {
  if (process.platform === "linux") {
    // A postmaster's working directory is its data folder; for a dead process it cannot be read.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch((error) => error.code as string);
    if (cwd === "ENOENT" || cwd === "ESRCH") return "none";
    return cwd === (await realpath(folder)) ? "postgres" : "another";
  }
  const listing = Bun.spawn(["ps", "-p", String(pid), "-o", "command="], { stderr: "ignore" });
  const command = (await new Response(listing.stdout).text()).trim();
  if (!command) return "none";
  return command.includes(folder) ? "postgres" : "another";
}

function parameters({ port, durable }: { port: number; durable: boolean }): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    random_page_cost: 1.1,
    ...(durable ? memoryFor(Math.min(totalmem(), process.constrainedMemory() || Infinity)) : {}),
    // Statement errors quote row values, so they are not logged.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...(durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 300 }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Allocated page by page as a desk grows, so a small desk uses little of it. */
export function memoryFor(bytes: number): Record<string, string> {
  const megabytes = Math.floor(bytes / 2 ** 20);
  const buffers = Math.min(Math.max(Math.floor(megabytes / 8), 64), 2048);
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), buffers)}MB`,
  };
}

const mostLogBytes = 10_000_000;

/** Postgres appends to the file, so its content is moved and the file stays. One older part is kept. */
export async function rotateLog(log: string, most = mostLogBytes): Promise<void> {
  const found = await stat(log).catch(() => null);
  if (!found || found.size <= most) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}
