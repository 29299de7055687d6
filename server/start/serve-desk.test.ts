import { expect, test } from "bun:test";
import { connect } from "node:net";
import { startTestServer } from "../../tests/support/server.ts";

test("whoever began a request and sends nothing more does not hold up the end of the server", async () => {
  const server = await startTestServer({}, { drainMs: 50 });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => {});
  const head = "POST /node/auth/login HTTP/1.1\r\nHost: desk\r\nContent-Length: 100";
  await new Promise<unknown>((resolve) => socket.write(`${head}\r\n\r\n{`, resolve));
  // What was sent before has arrived by then.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop();
  await closed;
});
