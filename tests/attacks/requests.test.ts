import { beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { createLog } from "../../server/log.ts";
import { addPerson } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Answer, Visitor } from "../support/visitor.ts";
import { faultOf } from "./judge.ts";

let visitor: Visitor;
let logged: string[] = [];
const server = setUpTestServer({}, { log: createLog("error", (line) => void logged.push(line)) });

beforeAll(async () => {
  visitor = server.visitor();
  await visitor.signIn((await addPerson(server.db, "Agent")).email);
  // The client is perhaps not built yet.
  await visitor.request("GET", "/");
}, 60_000);

const doors = [
  ["a route", "/node/auth/change-password", 16 * 1024],
  ["a procedure", "/node/trpc/drafts.save", 1024 * 1024],
] as const;

/** Refused with a message of the catalogue, and not logged. */
function expectRefusal(answer: Answer, code: string): void {
  expect(faultOf(answer)).toBeNull();
  expect([answer.body.error?.data.code ?? answer.body.code, logged]).toEqual([code, []]);
  logged = [];
}

describe.each(doors)("a body for %s", (_, path, limit) => {
  const post = (body: string | Uint8Array | ReadableStream, headers = {}) =>
    send(path, body as BodyInit, headers);

  test("of one byte too many is refused, whether its length is declared or not", async () => {
    const whole = `"${"x".repeat(limit - 2)}"`;
    expect((await post(whole)).status).toBe(400);
    expectRefusal(await post(`${whole} `), "too_large");
    expectRefusal(await post(new Blob([`${whole} `]).stream()), "too_large");
  });

  test.each([
    ["[", 1_000_000],
    ['{"a":', 200_000],
    ["[", 3_000_000],
  ])("that opens %j %i times is refused", async (open, times) => {
    const answer = await post(open.repeat(times));
    expectRefusal(answer, open.length * times > limit ? "too_large" : "invalid_json");
  });

  test("nested deeper than sixty-four is refused before it is parsed", async () => {
    const nested = (depth: number) => post("[".repeat(depth) + "]".repeat(depth));
    expect((await nested(65)).text).toContain("nested too deep");
    expect((await nested(64)).text).not.toContain("nested too deep");
  });

  test("nested as deep as allowed is read or refused", async () => {
    for (const depth of [1000, 20_000, 500_000]) {
      const answer = await post("[".repeat(depth) + "]".repeat(depth));
      expect([400, 413]).toContain(answer.status);
      expect([faultOf(answer), logged]).toEqual([null, []]);
    }
  });

  test("that is compressed is not unpacked", async () => {
    const bomb = gzipSync(new Uint8Array(200 * limit));
    expect(bomb.length).toBeLessThan(limit);
    expectRefusal(await post(bomb, { "Content-Encoding": "gzip" }), "invalid_json");
  });

  test("that is not JSON or UTF-8, or is empty, is refused", async () => {
    const bodies = ["", "{", "undefined", "{'a':1}", new Uint8Array([0xff, 0xfe, 0x00, 0xc0])];
    for (const body of bodies) {
      const answer = await post(body);
      expect([faultOf(answer), answer.status]).toEqual([null, 400]);
    }
    expect(logged).toEqual([]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/json-patch+json",
    "text/html",
    "",
  ])("of the type %j is refused", async (type) => {
    for (const body of ["{}", "--x--", "a=b"]) {
      const answer = await post(body, { "Content-Type": type });
      expect([faultOf(answer), answer.status >= 400, logged]).toEqual([null, true, []]);
    }
  });
});

test.each([
  "account.requestReset",
  "drafts.save,account.requestReset?batch=1",
  "drafts.save,account%2ErequestReset?batch=1",
])("%s needs no session, so its body holds at most 16 KB", async (path) => {
  const sized = (bytes: number) => send(`/node/trpc/${path}`, `"${"x".repeat(bytes - 2)}"`);
  expect((await sized(16 * 1024)).text).not.toContain("too_large");
  expectRefusal(await sized(16 * 1024 + 1), "too_large");
});

test.each(["%ff", "%ff.list", "tickets.list,%c0%af?batch=1", "%"])(
  "the procedure %s does not exist",
  async (name) => {
    expectRefusal(await visitor.request("GET", `/node/trpc/${name}`), "not_found");
    expectRefusal(await send(`/node/trpc/${name}`, "{}"), "not_found");
  },
);

test("a draft form nested as deep as allowed is stored or refused", async () => {
  const draft = { ticketId: null, kind: "new", revision: 0, body: "x" };
  const text = JSON.stringify(draft).slice(0, -1);
  for (const [open, close, depth] of [
    ["[", "]", 500],
    ["[", "]", 9000],
    ["[", "]", 100_000],
    ['{"a":', "}", 3000],
    ['{"a":', "}", 100_000],
  ] as const) {
    const form = `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
    const answer = await send("/node/trpc/drafts.save", `${text},"form":${form}}`);
    expect([depth, faultOf(answer), logged]).toEqual([depth, null, []]);
  }
});

describe("a batch", () => {
  const batch = (calls: number, input: object) =>
    visitor.request(
      "GET",
      `/node/trpc/${Array(calls).fill("tickets.preview").join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`,
    );

  test("of 500 calls is refused as a whole", async () => {
    const answer = await batch(500, {});
    expect([faultOf(answer), answer.status]).toEqual([null, 400]);
    expect(answer.text.length).toBeLessThan(1000);
  });

  test("of ten is answered, and one with invalid inputs is refused", async () => {
    const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, { body: "x" }]));
    expect((await batch(10, inputs)).body).toHaveLength(10);
    expect((await batch(11, { ...inputs, 10: { body: "x" } })).status).toBe(400);
    for (const odd of [[], { "-1": 1 }, { __proto__: 1 }, { length: 1e9 }]) {
      expect(faultOf(await batch(3, odd))).toBeNull();
    }
    expect(logged).toEqual([]);
  });

  test("of password guesses counts each guess", async () => {
    const guesser = server.visitor();
    await guesser.signIn((await addPerson(server.db, "Agent")).email);
    const guess = { oldPassword: "wrong-password", newPassword: "another-horse" };
    const calls = Array(10).fill("account.changePassword").join(",");
    const body = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, guess]));
    const answer = await guesser.request("POST", `/node/trpc/${calls}?batch=1`, { body });
    const codes = answer.body.map((one: Answer["body"]) => one.error.data.code);
    expect(codes.filter((code: string) => code === "password_wrong").length).toBeLessThanOrEqual(5);
    expect(codes).toContain("too_many_attempts");
  });
});

describe("an address", () => {
  test.each([
    "//evil.test",
    "//evil.test/%2e%2e",
    "/\\evil.test",
    "/%5cevil.test",
    "/%2f%2fevil.test",
    "/login?next=//evil.test",
    "/login?message=javascript:alert(1)",
    "/http://evil.test",
    "/ticket/log/..%2f..%2f//evil.test",
    "/node//evil.test",
    "/.git/config",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/%00",
    "/%ff",
    "/;/x",
  ])("%s leads nowhere else and serves no file", async (path) => {
    const answer = await visitor.request("GET", path);
    expect(answer.headers.get("Location")).toBeNull();
    expect([200, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/"dependencies"|\[core\]/);
  });

  test.each(["TRACE", "CONNECT", "PROPFIND", "PATCH", "OPTIONS"])(
    "does not accept %s",
    async (method) => {
      for (const path of ["/", "/node/auth/user", "/node/trpc/desk.update"]) {
        const answer = await raw(
          `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Canary: kanari\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1.1 (400|403|404|405|415|501) |^$/);
        expect(answer).not.toContain("kanari");
        expect(answer).not.toMatch(/Access-Control-Allow/i);
      }
    },
  );
});

test("a flood is refused with a message, and later requests are answered", async () => {
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, at) =>
      at % 3 === 0
        ? visitor.request("POST", "/node/auth/login", {
            body: { email: `x${at}@y.test`, password: "x" },
          })
        : visitor.query("tickets.list", { q: `printer ${at}` }),
    ),
  );
  for (const answer of answers) {
    if (answer.status === 429 || answer.status === 503) {
      expect(answer.headers.get("Retry-After")).not.toBeNull();
    } else expect([200, 401]).toContain(answer.status);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  expect((await visitor.query("tickets.list", {})).status).toBe(200);
}, 60_000);

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: {
      Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "X-XSRF-TOKEN": visitor.cookies.get("XSRF-TOKEN") ?? "",
      "Content-Type": "application/json",
      ...headers,
    },
    body,
  });
  const text = await response.text();
  return {
    ...{ status: response.status, text, headers: response.headers },
    body: text.startsWith("{") ? JSON.parse(text) : null,
  };
}

/** Raw bytes that no client would send. */
async function raw(head: string): Promise<string> {
  const { port } = new URL(server.url);
  let heard = "";
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    ...{ hostname: "127.0.0.1", port: Number(port) },
    socket: {
      data(_, bytes) {
        heard += bytes.toString();
      },
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  socket.write(`${head}Connection: close\r\n\r\n`);
  await Promise.race([promise, Bun.sleep(1500)]);
  socket.end();
  return heard;
}
