import { cookiesOfSessions, sessionsFor } from "../support/cookies-of-sessions.ts";
import { addPerson } from "../support/people.ts";
import { startTestServer } from "../support/server.ts";

/** `bun tests/bench/streams.ts 5000`: what so many open streams weigh on one server. */
const wanted = Number(process.argv[2] ?? 5000);

if (process.argv[3] === "client") {
  const [, , , , url = "", email = ""] = process.argv;
  await openAll(url, await cookiesOfSessions(url, email, sessionsFor(wanted)));
  process.stdout.write("open\n");
  await new Promise(() => {});
}

const server = await startTestServer();
const { email } = await addPerson(server.db, "Agent");
await server.visitor().signIn(email);
Bun.gc(true);
const before = process.memoryUsage.rss();

const client = Bun.spawn(
  [process.execPath, import.meta.path, String(wanted), "client", server.url, email],
  { stdout: "pipe", stderr: "inherit" },
);
while (server.services.live.size < wanted) await Bun.sleep(200);
await Bun.sleep(12_000);
Bun.gc(true);
const after = process.memoryUsage.rss();
const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
process.stdout.write(
  `${wanted} streams: ${mb(after)} MB in all, ${mb(before)} before, ${Math.round((after - before) / wanted / 1024)} KB each\n`,
);
client.kill();
await server.stop();
process.exit(0);

async function openAll(url: string, cookies: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  for (let opened = 0; opened < wanted; opened += 1) {
    const cookie = cookies[opened % cookies.length];
    await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) =>
          void socket.write(
            `GET /node/trpc/live.events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`,
          ),
        data() {},
      },
    });
    if (opened % 50 === 0) await Bun.sleep(20);
  }
}
