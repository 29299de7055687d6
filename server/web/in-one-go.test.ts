import { expect, test } from "bun:test";
import { inOneGo } from "./in-one-go.ts";

test.each([
  ["short", 100],
  ["as long as Bun puts together", 15 * 1024 - 1],
  ["one byte longer", 15 * 1024],
  ["as long as a list", 60_000],
])(
  "the head of an answer that was waited for comes at once where the body is %s",
  async (_, length) => {
    const body = new Uint8Array(length).fill(97);
    await using server = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      async fetch() {
        await Bun.sleep(1);
        return new Response(inOneGo(body), { headers: { "X-One": "1", "X-Two": "2" } });
      },
    });
    expect(await wholeHeads(server.port ?? 0)).toBe(asked);
    expect(await (await fetch(server.url)).bytes()).toEqual(body);
  },
);

const asked = 20;

/** Asks so often from another process, which reads while this one still writes. */
async function wholeHeads(port: number): Promise<number> {
  const reader = Bun.spawn([process.execPath, "-e", countWholeHeads, `${port}`, `${asked}`]);
  return Number(await new Response(reader.stdout).text());
}

const countWholeHeads = `
  const [port, asked] = process.argv.slice(1).map(Number);
  let whole = 0;
  for (let time = 0; time < asked; time += 1) {
    const { promise, resolve } = Promise.withResolvers();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (socket) => void socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"),
        data: (_, piece) => resolve(piece.includes("\\r\\n\\r\\n")),
        close: () => resolve(false),
      },
    });
    if (await promise) whole += 1;
    socket.end();
  }
  process.stdout.write(String(whole));`;
