import { afterAll, beforeAll } from "bun:test";
import { startTestServer, type TestServer } from "./server.ts";

/** A server for the tests of one file, stopped after the last one. It is there once the tests run. */
export function setUpTestServer(...options: Parameters<typeof startTestServer>): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(...options));
  }, 60_000);
  afterAll(() => server.stop());
  return server;
}
