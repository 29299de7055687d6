import { fsyncSync, openSync, writeSync } from "node:fs";
import type { Received } from "./webhooks.ts";

/** A receiver of webhooks in a process of its own: `bun receiver.ts <port> <file>`. */
const [port, file] = process.argv.slice(2);
const log = openSync(file ?? "", "a");

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  reusePort: false,
  async fetch(request) {
    const { data } = await request.json();
    const received: Received = {
      id: request.headers.get("webhook-id") ?? "",
      ticketId: data.ticket.id,
      version: data.version,
    };
    // On disk before the answer: what was accepted is known, whatever is killed.
    writeSync(log, `${JSON.stringify(received)}\n`);
    fsyncSync(log);
    return new Response(null, { status: 204 });
  },
});
process.stdout.write(`${server.port}\n`);
