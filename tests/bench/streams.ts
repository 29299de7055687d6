import { addPerson } from "../support/people.ts";
import { startTestServer } from "../support/server.ts";

/** `bun tests/bench/streams.ts 5000`: what so many open streams weigh on one server. */
const wanted = Number(process.argv[2] ?? 5000);

if (process.argv[3] === "client") {
  const [, , , , url = "", cookie = ""] = process.argv;
  await openAll(url, cookie);
  process.stdout.write("open\n");
  await new Promise(() => {});
}

const server = await startTestServer();
const visitor = server.visitor();
await visitor.signIn((await addPerson(server.db, "Agent")).email);
const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
Bun.gc(true);
const before = process.memoryUsage.rss();

const client = Bun.spawn(
  [process.execPath, import.meta.path, String(wanted), "client", server.url, cookie],
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

async function openAll(url: string, cookie: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (let opened = 0; opened < wanted; opened += 1) {
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
