import { expect, test } from "bun:test";
import { connect } from "node:net";
import manifest from "../package.json";
import { setUpTestServer } from "./support/test-server.ts";

const server = setUpTestServer();

/** Raw bytes that our own client would never send. */
function say(text: string): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

test("a proxy that checks in HTTP/1.0, naming no host, is answered", async () => {
  expect(await say("GET /readyz HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200");
  expect(await say("GET /healthz HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200");
});

test("health checks report alive, ready and the version, and nothing else", async () => {
  const told = async (path: string) => (await server.visitor().request("GET", path)).text;
  expect(await told("/healthz")).toBe(`{"alive":true,"version":"${manifest.version}"}`);
  expect(await told("/readyz")).toBe('{"ready":true}');
});

test.each(["/login", "/node/auth/user", "//elsewhere.example/x", "/node/nothing?a=b"])(
  "%s without a host is no fault of the server",
  async (path) => {
    expect(await say(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (?:200|401|404) /);
  },
);

test("a body without a host is read", async () => {
  const body = '{"email":"a@b.test","password":"x"}';
  const head = `POST /node/auth/login HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  expect(await say(`${head}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 403 /);
});
