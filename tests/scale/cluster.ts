import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { openDatabase } from "../../server/db/database.ts";
import { freePort } from "../support/process/free-port.ts";
import { isAlive } from "../support/process/spawned-server.ts";
import { fillIn, place } from "./deploy-files.ts";
import { kill, withChildren } from "./processes.ts";
import { account, makeFolder, pathOf, runToEnd, startProgram, until } from "./programs.ts";

const passwords = {
  "owner-password": "owner-of-this-run",
  "app-password": "app-of-this-run",
  "replica-password": "replica-of-this-run",
};

/** One Postgres of a pair. */
export interface Node {
  name: string;
  port: number;
  folder: string;
  pid(): Promise<number>;
  /** One statement as its superuser. */
  ask<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

/** Two Postgres of which one is the primary. */
export interface Cluster {
  /** Both nodes in one address, as servers have it. */
  appUrl: string;
  ownerUrl: string;
  /** For what is made during the run. */
  folder: string;
}

/** A primary and, once made, its standby, by the programs that come with Postgres alone. */
export interface Pair extends Cluster {
  nodes: [Node, Node];
  primary(): Node;
  /** Recreates the other node from the primary; then commits wait for it, or do not. */
  makeStandby(options?: { commitsWait: boolean }): Promise<void>;
  /** From here on the primary sends its standby nothing more. */
  stopSending(): Promise<void>;
  /** As when its machine loses power: nothing of it runs any more. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  /** Stops the standby's processes until the returned function is called. */
  stopStandby(): Promise<() => void>;
  end(): Promise<void>;
}

export async function openPair(): Promise<Pair> {
  const { path: folder, remove } = await makeFolder("postgres");
  const superuser = "superuser-of-this-run";
  const nodes: [Node, Node] = [
    createNode("desk_a", join(folder, "a"), superuser),
    createNode("desk_b", join(folder, "b"), superuser),
  ];
  const [a, b] = nodes;
  let primary = a;

  await place(join(folder, "password"), `${superuser}\n`);
  await runToEnd([
    ...[pathOf("initdb"), "-D", a.folder, "-U", "postgres", "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--pwfile", join(folder, "password")],
  ]);
  // The shared memory of a killed node is deleted with its folder.
  const ours = "include_dir = 'conf.d'\ndynamic_shared_memory_type = mmap\n";
  await appendFile(join(a.folder, "postgresql.conf"), `\n${ours}`);
  await runToEnd(["/bin/mkdir", join(a.folder, "conf.d")]);
  await startNode(a);
  await createRoles(folder, a.port, superuser);

  return {
    nodes,
    folder,
    primary: () => primary,
    ...urlsOf(nodes),

    async makeStandby({ commitsWait } = { commitsWait: true }) {
      const standby = primary === a ? b : a;
      await rm(standby.folder, { recursive: true, force: true });
      const slot = standby.name;
      await primary.ask(sql`
        select pg_drop_replication_slot(slot_name) from pg_replication_slots
        where slot_name = ${slot}`);
      await runToEnd([
        ...[pathOf("pg_basebackup"), "-D", standby.folder, "-R", "-c", "fast", "-C", "-S", slot],
        "-d",
        `host=127.0.0.1 port=${primary.port} user=frontdesk_replica password=${passwords["replica-password"]} application_name=${slot}`,
      ]);
      await startNode(standby);
      if (commitsWait) {
        const text = await fillIn("postgresql-sync.conf", {});
        for (const { folder: of } of nodes) await place(join(of, "conf.d/sync.conf"), text);
        await primary.ask(sql`alter system reset synchronous_standby_names`);
        await primary.ask(sql`select pg_reload_conf()`);
      }
      await until(`${slot} follows`, async () => {
        const [row] = await primary.ask(sql<{ state: string }>`
          select sync_state as state from pg_stat_replication where application_name = ${slot}`);
        return row?.state === (commitsWait ? "quorum" : "async");
      });
    },

    async killPrimary() {
      const all = await withChildren(await primary.pid());
      for (const pid of all) kill(pid);
      await until("no process of the primary is left", async () => !all.some(isAlive));
    },

    async promoteStandby() {
      const standby = primary === a ? b : a;
      await runToEnd([pathOf("pg_ctl"), "promote", "-w", "-D", standby.folder]);
      primary = standby;
      // It has no standby yet, so there is nothing to wait for.
      await standby.ask(sql`alter system set synchronous_standby_names = ''`);
      await standby.ask(sql`select pg_reload_conf()`);
    },

    async stopSending() {
      const senders = await primary.ask(sql<{ pid: number }>`
        select pid from pg_stat_activity where backend_type = 'walsender'`);
      for (const { pid } of senders) process.kill(pid, "SIGSTOP");
    },

    async stopStandby() {
      const standby = primary === a ? b : a;
      const all = await withChildren(await standby.pid());
      for (const pid of all) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of all) process.kill(pid, "SIGCONT");
      };
    },

    async end() {
      for (const node of nodes) {
        for (const pid of await withChildren(await node.pid().catch(() => 0))) kill(pid);
      }
      await Bun.sleep(100);
      await remove();
    },
  };
}

/** The roles and the database of deploy/roles.sql. */
export async function createRoles(folder: string, port: number, superuser: string): Promise<void> {
  const roles = await place(join(folder, "roles.sql"), await fillIn("roles.sql", passwords));
  await runToEnd(
    [
      ...[pathOf("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", roles],
      ...["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"],
    ],
    { PGPASSWORD: superuser },
  );
}

export function urlsOf(nodes: readonly { port: number }[]): Pick<Cluster, "appUrl" | "ownerUrl"> {
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    appUrl: `postgres://frontdesk_app:${passwords["app-password"]}@${hosts}/frontdesk`,
    ownerUrl: `postgres://frontdesk_owner:${passwords["owner-password"]}@${hosts}/frontdesk`,
  };
}

function createNode(name: string, folder: string, superuser: string): Node {
  const port = freePort();
  const url = `postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`;
  return {
    ...{ name, port, folder },
    async pid() {
      const text = await readFile(join(folder, "postmaster.pid"), "utf8");
      return Number(text.split("\n")[0]);
    },
    async ask(statement) {
      const db = openDatabase({ url, size: 1, deadlineMs: 30_000 });
      try {
        return (await statement.execute(db)).rows;
      } finally {
        await db.destroy();
      }
    },
  };
}

async function startNode(node: Node): Promise<void> {
  const program = startProgram(
    [
      ...[pathOf("postgres"), "-D", node.folder, "-p", String(node.port)],
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      ...["-c", "max_connections=200", "-c", "timezone=UTC"],
    ],
    account,
  );
  await until("Postgres accepts", async () => {
    const [row] = await node.ask(sql<{ one: number }>`select 1 as one`);
    return row?.one === 1;
  }).catch((error) => {
    throw new Error(`${error.message}\n${program.output()}`);
  });
}
