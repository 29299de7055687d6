import { join } from "node:path";
import { freePort } from "../support/process/free-port.ts";
import type { Pair } from "./cluster.ts";
import { fillIn, place } from "./deploy-files.ts";
import { account, makeFolder, pathOf, startProgram, until } from "./programs.ts";

export interface Pooler {
  /** The same database, by way of it. */
  url: string;
  end(): Promise<void>;
}

export interface PoolerOptions {
  mode: "session" | "transaction" | "statement";
  /** Connections to Postgres. */
  size: number;
}

/** PgBouncer before the primary, by deploy/pgbouncer.ini. */
export async function startPooler(pair: Pair, { mode, size }: PoolerOptions): Promise<Pooler> {
  const folder = await makeFolder("pgbouncer");
  const port = freePort();
  const direct = new URL(`postgres://${pair.appUrl.split("@")[0]?.split("//")[1]}@host/frontdesk`);
  const users = join(folder.path, "userlist.txt");
  await place(users, `"${direct.username}" "${direct.password}"\n`);
  const text = await fillIn("pgbouncer.ini", {
    "host=10.0.0.21 port=5432": `host=127.0.0.1 port=${pair.primary().port}`,
    "listen_addr = 10.0.0.31": "listen_addr = 127.0.0.1",
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
    "pool_mode = transaction": `pool_mode = ${mode}`,
    "default_pool_size = 20": `default_pool_size = ${size}`,
  });
  const ini = await place(join(folder.path, "pgbouncer.ini"), text);
  const program = startProgram([pathOf("pgbouncer"), ini], account);
  await until("PgBouncer listens", async () => {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  }).catch((error) => {
    throw new Error(`${error.message}\n${program.output()}`);
  });
  direct.hostname = "127.0.0.1";
  direct.port = String(port);
  return {
    url: direct.href,
    async end() {
      await program.stop("SIGINT");
      await folder.remove();
    },
  };
}
