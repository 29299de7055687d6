import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";

/**
 * A load from a separate process: so many keep-alive connections, each sending the next request
 * when it has the whole answer. Reads its plan from standard input, prints its figures as JSON.
 */
export interface LoadPlan {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Tokens that take turns. */
  tokens?: readonly string[];
  /** `{{new}}` is a new id each time; the rest is from the next of these tickets. */
  body?: string;
  tickets?: LoadTicket[];
  connections: number;
  seconds: number;
}

export interface LoadTicket {
  id: string;
  /** Its status now. */
  shown: TicketStatus;
  /** What it shall become next. */
  status: "pending" | "on-hold";
  requesterId: string;
}

export interface LoadFigures {
  perSecond: number;
  /** With those of the time to warm up. */
  answers: number;
  p50: number;
  p95: number;
  p99: number;
  failed: number;
}

if (import.meta.main) {
  const plan: LoadPlan = JSON.parse(await Bun.stdin.text());
  process.stdout.write(JSON.stringify(await load(plan)));
  process.exit(0);
}

async function load(plan: LoadPlan): Promise<LoadFigures> {
  const requests = Array.from({ length: plan.connections }, (_, place) => requestsOf(plan, place));
  const warm = await drive(plan, requests, Math.min(1, plan.seconds / 3));
  const begin = performance.now();
  const { latencies, failed } = await drive(plan, requests, plan.seconds);
  const seconds = (performance.now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: latencies.length / seconds,
    answers: warm.latencies.length + latencies.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed,
  };
}

/** What one connection sends, time after time. No two of them touch the same ticket. */
function requestsOf(plan: LoadPlan, place: number): () => Buffer {
  const { body, tickets = [], tokens, connections } = plan;
  if (tokens) {
    const requests = tokens.map((token) =>
      requestBytes({ ...plan, headers: { ...plan.headers, Authorization: `Bearer ${token}` } }),
    );
    let next = place;
    return () => {
      next += connections;
      return requests[next % requests.length] ?? Buffer.alloc(0);
    };
  }
  if (!body?.includes("{{")) {
    const always = requestBytes(plan);
    return () => always;
  }
  const own = tickets.filter((_, index) => index % connections === place);
  let turn = 0;
  return () => {
    const ticket = own[turn % own.length];
    turn += 1;
    const filled = fill(body, ticket);
    if (ticket) {
      ticket.shown = ticket.status;
      ticket.status = ticket.status === "pending" ? "on-hold" : "pending";
    }
    return requestBytes({ ...plan, body: filled });
  };
}

function fill(body: string, ticket: LoadTicket | undefined): string {
  return body
    .replaceAll("{{new}}", () => Bun.randomUUIDv7())
    .replaceAll("{{ticket}}", ticket?.id ?? "")
    .replaceAll("{{requester}}", ticket?.requesterId ?? "")
    .replaceAll("{{shown}}", ticket?.shown ?? "")
    .replaceAll("{{status}}", ticket?.status ?? "");
}

function requestBytes({ port, method, path, headers, body }: LoadPlan): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join("")}${length}\r\n${body ?? ""}`,
  );
}

async function drive(
  { port }: LoadPlan,
  requests: readonly (() => Buffer)[],
  seconds: number,
): Promise<{ latencies: number[]; failed: number }> {
  const latencies: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;

  const connect = (next: () => Buffer) =>
    new Promise<void>((done, broken) => {
      let sentAt = 0;
      let pending = "";
      const send = (socket: { write(data: Buffer): number; end(): void }) => {
        if (performance.now() >= end) {
          socket.end();
          done();
          return;
        }
        sentAt = performance.now();
        socket.write(next());
      };
      Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          open: send,
          data(socket, chunk) {
            pending += chunk.toString("latin1");
            const status = wholeAnswer(pending);
            if (status === null) return;
            pending = "";
            latencies.push(performance.now() - sentAt);
            if (status !== 200) failed += 1;
            send(socket);
          },
          close: () => done(),
          error: (_, error) => broken(error),
        },
      }).catch(broken);
    });

  await Promise.all(requests.map(connect));
  return { latencies, failed };
}

/** The status once the answer is there in whole. */
function wholeAnswer(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2));
  const whole = length
    ? text.length >= head + 4 + Number(length[1])
    : text.endsWith("\r\n0\r\n\r\n");
  return whole ? Number(text.slice(9, 12)) : null;
}
