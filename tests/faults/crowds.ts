import { connect, type Socket } from "node:net";
import { cookiesOfSessions, sessionsFor } from "../support/cookies-of-sessions.ts";
import { mebibytesOf, median } from "../support/harness.ts";
import { createVisitor } from "../support/visitor.ts";
import { openStage, type Stage, type StagedServer } from "./stage.ts";

export interface CrowdReport {
  name: string;
  clients: number;
  /** The server's memory before they connected and while they were connected. */
  memoryBefore: number;
  memoryWith: number;
  /** A list requested by another user: the median without and with the crowd, and the longest. */
  medianBeforeMs: number;
  medianWithMs: number;
  longestWithMs: number;
  /** From SIGTERM to the end, while they are there. */
  endedAfterMs: number;
}

export interface Crowd {
  name: string;
  /** How many by default. */
  clients: number;
  /** Of how many sessions, where not all of one. */
  sessions?: (clients: number) => number;
  /** Returns what to send on a new connection, and then once a second. */
  greeting(visitorCookie: string, host: string): string;
  drip: string;
}

export const crowds: readonly Crowd[] = [
  {
    name: "idle streams",
    clients: 10_000,
    sessions: sessionsFor,
    greeting: (cookie, host) =>
      `GET /node/trpc/live.events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`,
    drip: "",
  },
  {
    name: "bodies that arrive a byte a second",
    clients: 1_000,
    greeting: (cookie, host) =>
      `POST /node/auth/login HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
    drip: " ",
  },
  {
    name: "headers that never end",
    clients: 1_000,
    greeting: (_, host) => `GET /login HTTP/1.1\r\nHost: ${host}\r\n`,
    drip: "X-More: 1\r\n",
  },
];

/** Opens so many connections and holds them, and measures the effect on others. */
export async function runCrowd(crowd: Crowd, clients: number): Promise<CrowdReport> {
  const stage = await openStage({ agents: 1 });
  const sockets: Socket[] = [];
  let dripping: Timer | undefined;
  try {
    const server = await stage.start();
    const before = await timesOfLists(stage, server);
    const memoryBefore = mebibytesOf(server.pid);
    const sessions = crowd.sessions?.(clients) ?? 1;
    const cookies = await cookiesOfSessions(server.url, stage.people.admin.email, sessions);
    const greetings = cookies.map((cookie) => crowd.greeting(cookie, `127.0.0.1:${server.port}`));
    for (let come = 0; come < clients; come += 1) {
      sockets.push(await greet(server.port, greetings[come % sessions] ?? ""));
    }
    dripping = setInterval(() => {
      for (const socket of sockets) if (crowd.drip && socket.writable) socket.write(crowd.drip);
    }, 1_000);
    await Bun.sleep(2_000);
    const times = await timesOfLists(stage, server);
    const memoryWith = mebibytesOf(server.pid);
    const begin = performance.now();
    server.signal("SIGTERM");
    await server.ended();
    return {
      ...{ name: crowd.name, clients, memoryBefore, memoryWith },
      medianBeforeMs: median(before),
      medianWithMs: median(times),
      longestWithMs: Math.max(...times),
      endedAfterMs: performance.now() - begin,
    };
  } finally {
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    await stage.end();
  }
}

function greet(port: number, greeting: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.write(greeting);
      resolve(socket);
    });
    // Read, so that what the server says does not pile up; an end by the server is no fault here.
    socket.resume();
    socket.once("error", reject);
    socket.on("error", () => {});
  });
}

async function timesOfLists(stage: Stage, server: StagedServer): Promise<number[]> {
  const visitor = createVisitor(server.url);
  await visitor.signIn(stage.people.agents[0]?.email ?? "");
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const begin = performance.now();
    const { status } = await visitor.query("tickets.list", { view: "all" });
    if (status !== 200) throw new Error(`The list answers ${status}`);
    times.push(performance.now() - begin);
  }
  return times.slice(10);
}
