import type { Log } from "../../log.ts";
import { StartError } from "../../start-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { findPostmaster, rotateLog, startPostmaster, stopPostmaster } from "./postmaster.ts";

interface Keeper {
  readonly port: number;
  /** Postgres was already running, left by a killed server. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

interface KeeperOptions {
  cluster: Cluster;
  binaries: Binaries;
  durable: boolean;
  log: Log;
}

const rotatesEveryMs = 10 * 60_000;

/** Runs Postgres as long as the server lives, and restarts it when it dies. */
export async function supervisePostmaster(options: KeeperOptions): Promise<Keeper> {
  const { cluster, log } = options;
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  const { port, adopted, ...first } = await runPostmaster(options, null);
  let { lock } = first;

  const watch = async () => {
    while (!stopped) {
      await Promise.race([lock.lost, stopping.promise]);
      if (stopped) return;
      log.warn("postgres.lost", { port });
      try {
        // The server's connections only know this port.
        lock = (await runPostmaster(options, port)).lock;
        log.info("postgres.back", { port });
      } catch (error) {
        log.error("postgres.gone", { port }, error);
        await Bun.sleep(1_000);
      }
    }
  };
  const watching = watch();
  const rotation = setInterval(() => {
    rotateLog(cluster.log).catch((error) =>
      log.warn("postgres.log-not-rotated", { code: error.code }),
    );
  }, rotatesEveryMs);
  rotation.unref();

  return {
    port,
    adopted,
    async stop() {
      stopped = true;
      clearInterval(rotation);
      stopping.resolve();
      await watching;
      // A server that has taken over these files continues to use them.
      if (!lock.isLost) await stopPostmaster(cluster);
      await lock.release();
    },
  };
}

async function runPostmaster(
  { cluster, binaries, durable }: KeeperOptions,
  knownPort: number | null,
): Promise<{ port: number; adopted: boolean; lock: FolderLock }> {
  const patience = Date.now() + 30_000;
  while (Date.now() < patience) {
    const found = await findPostmaster(cluster);
    const running =
      found ??
      (await startPostmaster(cluster, binaries, { port: knownPort ?? pickPort(), durable }));
    if (running?.ready) {
      const lock = await lockFolder(cluster, running.port);
      if (lock) return { port: running.port, adopted: found !== null, lock };
    }
    await Bun.sleep(50);
  }
  throw new StartError(`The embedded Postgres does not answer (${cluster.log}).`);
}

/** Below the range from which systems assign ports automatically. */
function pickPort(): number {
  return 20_000 + Math.floor(Math.random() * 12_000);
}
