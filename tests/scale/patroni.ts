import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { timeToRecover, waitForReleases } from "../faults/faults.ts";
import { judge } from "../faults/judge.ts";
import { startLoad } from "../faults/load.ts";
import { freePort } from "../support/process/free-port.ts";
import { isAlive } from "../support/process/spawned-server.ts";
import { type Cluster, createRoles, urlsOf } from "./cluster.ts";
import { openComposition } from "./composition.ts";
import { fillIn, place } from "./deploy-files.ts";
import { type Finding, findsPrimary, inSeconds, openDesk } from "./desk.ts";
import { kill, withChildren } from "./processes.ts";
import {
  account,
  makeFolder,
  own,
  pathOf,
  type Running,
  runToEnd,
  startProgram,
  until,
} from "./programs.ts";

const superuserPassword = "superuser-of-this-run";

/**
 * People work through the proxy; the machine of the primary loses power, Patroni lets the other take over, and the
 * lost one comes back as its standby, in turn. Nothing that was acknowledged may be lost.
 */
export async function checkPatroni(rounds: number): Promise<Finding[]> {
  const cluster = await openPatroni();
  try {
    const desk = await openDesk(cluster, 6);
    const composition = await openComposition({ servers: 2, env: desk.env });
    try {
      const { ledger, people } = desk;
      const load = await startLoad({ urls: [composition.url], ledger, people });
      const recovered: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await Bun.sleep(2_000 + Math.random() * 1_000);
        const begin = performance.now();
        const comeBack = await cluster.losePrimary();
        // Answers to what was committed before are on their way.
        await Bun.sleep(1_000);
        const since = performance.now();
        recovered.push(since - begin + (await timeToRecover(load, since)));
        await comeBack();
      }
      const report = await load.stop();
      await findsPrimary(desk);
      await waitForReleases(desk);
      const { sent, acknowledged, lost, doubled, refusedButThere, disagreements } =
        await judge(desk);
      return [
        {
          what: `the primary's machine is lost ${rounds} times under load, and Patroni replaces it`,
          seen: `${sent} acts sent, ${acknowledged} acknowledged; ${lost} lost, ${doubled} doubled, ${refusedButThere} refused and there`,
          holds: lost + doubled + refusedButThere === 0 && acknowledged > 0,
        },
        {
          what: "the database is consistent",
          seen: `${disagreements.length} disagreements${disagreements.map((words) => `; ${words}`).join("")}`,
          holds: disagreements.length === 0,
        },
        {
          what: "answers that are neither a success nor an error message, or missing",
          seen: `${report.foreign.length}${report.foreign[0] ? `: ${report.foreign[0]}` : ""}`,
          holds: report.foreign.length === 0,
        },
        {
          what: "from the loss to the next acknowledged action, without a restart of the servers",
          seen: recovered.map(inSeconds).join(", "),
          holds:
            Math.max(...recovered) < 30_000 && composition.servers.every(({ pid }) => isAlive(pid)),
        },
        {
          what: "the longest wait for an answer",
          seen: inSeconds(report.longestAnswerMs),
          holds: report.longestAnswerMs < 15_000,
        },
      ];
    } finally {
      await composition.end();
      await desk.end();
    }
  } finally {
    await cluster.end();
  }
}

interface PatroniCluster extends Cluster {
  /** All processes on its machine are killed; the returned function starts the machine again and waits until it follows. */
  losePrimary(): Promise<() => Promise<void>>;
  end(): Promise<void>;
}

/** One machine: its Patroni, and the Postgres that this one started. */
interface Machine {
  name: string;
  port: number;
  restPort: number;
  folder: string;
  config: string;
  patroni: Running;
}

/** Two machines by deploy/patroni.yml, and one etcd. */
async function openPatroni(): Promise<PatroniCluster> {
  const { path: folder, remove } = await makeFolder("patroni");
  const etcd = await startEtcd(join(folder, "etcd"));
  const machines: Machine[] = [];
  // The first one makes the cluster, the second copies it.
  for (const name of ["desk_a", "desk_b"]) {
    const machine = await describeMachine(folder, name, etcd.address);
    machines.push({ ...machine, patroni: startPatroni(machine.config) });
    await until(
      `${name} is in the cluster`,
      async () =>
        (await rolesIn(machines)).get(name) === (name === "desk_a" ? "leader" : "sync_standby"),
      60_000,
    ).catch((error) => {
      throw new Error(`${error.message}\n${machines.at(-1)?.patroni.output()}`);
    });
    if (name === "desk_a") await createRoles(folder, machine.port, superuserPassword);
  }
  return {
    folder,
    ...urlsOf(machines),
    async losePrimary() {
      const roles = await rolesIn(machines);
      const lost = machines.find(({ name }) => roles.get(name) === "leader");
      if (!lost) throw new Error("There is no primary");
      await killMachine(lost);
      return async () => {
        lost.patroni = startPatroni(lost.config);
        await until(
          `${lost.name} follows`,
          async () => (await rolesIn(machines)).get(lost.name) === "sync_standby",
          60_000,
        ).catch((error) => {
          throw new Error(`${error.message}\n${lost.patroni.output()}`);
        });
      };
    },
    async end() {
      for (const machine of machines) await killMachine(machine);
      await etcd.program.stop("SIGTERM");
      await Bun.sleep(100);
      await remove();
    },
  };
}

async function describeMachine(root: string, name: string, etcd: string) {
  const folder = join(root, name);
  const [port, restPort] = [freePort(), freePort()];
  const text = await fillIn("patroni.yml", {
    "name: desk_a": `name: ${name}`,
    "10.0.0.21:8008": `127.0.0.1:${restPort}`,
    "10.0.0.21:5432": `127.0.0.1:${port}`,
    "10.0.0.41:2379,10.0.0.42:2379,10.0.0.43:2379": etcd,
    "10.0.0.0/24": "127.0.0.0/8",
    "/var/lib/postgresql/15/main": folder,
    "/var/lib/postgresql/patroni.pgpass": join(root, `${name}.pgpass`),
    "/usr/lib/postgresql/15/bin": dirname(pathOf("postgres")),
    "superuser-password": superuserPassword,
    // The shared memory of a killed machine is deleted with its folder.
    "max_connections: 200":
      "max_connections: 200\n        dynamic_shared_memory_type: mmap\n        unix_socket_directories: ''",
  });
  const config = await place(join(root, `${name}.yml`), text);
  return { name, port, restPort, folder, config };
}

function startPatroni(config: string): Running {
  return startProgram([pathOf("patroni"), config], account);
}

async function startEtcd(folder: string): Promise<{ address: string; program: Running }> {
  await runToEnd(["/bin/mkdir", "-p", folder]);
  await own(folder);
  const [port, peerPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const program = startProgram(
    [
      ...[pathOf("etcd"), "--name", "etcd_a", "--data-dir", folder],
      ...["--listen-client-urls", url, "--advertise-client-urls", url],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
      ...["--initial-cluster", `etcd_a=${peerUrl}`],
    ],
    account,
  );
  await until("etcd answers", async () => (await fetch(`${url}/health`)).ok).catch((error) => {
    throw new Error(`${error.message}\n${program.output()}`);
  });
  return { address: `127.0.0.1:${port}`, program };
}

/** Each running member's role, as any machine that answers knows it. */
async function rolesIn(machines: Machine[]): Promise<Map<string, string>> {
  for (const { restPort } of machines) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null);
    if (!answer?.ok) continue;
    const { members } = (await answer.json()) as {
      members: { name: string; role: string; state: string }[];
    };
    return new Map(
      members
        .filter(({ state }) => state === "running" || state === "streaming")
        .map(({ name, role }) => [name, role]),
    );
  }
  return new Map();
}

/** As when its machine loses power. Patroni first, which would start its Postgres again. */
async function killMachine({ patroni, folder }: Machine): Promise<void> {
  await patroni.stop("SIGKILL");
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  // The file of a machine that was killed before may name another program's process by now.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const all = command.includes(folder) ? await withChildren(pid) : [];
  for (const pid of all) kill(pid);
  await until("no process of the machine is left", async () => !all.some(isAlive));
}
