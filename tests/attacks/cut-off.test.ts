import { beforeAll, expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";
import { addPerson } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Visitor } from "../support/visitor.ts";

let visitor: Visitor;
let told: Record<string, unknown>[] = [];
/** Called with every line that the server writes. */
let hear = () => {};
const log = createLog("info", (line) => {
  told.push(JSON.parse(line));
  hear();
});
const server = setUpTestServer({ logRequests: true }, { log });

beforeAll(async () => {
  visitor = server.visitor();
  await visitor.signIn((await addPerson(server.db, "Super Admin")).email);
}, 60_000);

const doors = [
  ["POST", "/node/auth/login"],
  ["POST", "/node/auth/create"],
  ["PUT", "/node/auth/update/00000000-0000-7000-8000-000000000000"],
  ["POST", "/node/trpc/drafts.save"],
  ["POST", "/node/trpc/nothing.there"],
  ["POST", "/node/files"],
  ["POST", "/node/imports/users"],
  ["POST", "/node/nowhere"],
] as const;

const ways = [
  ["announced", "hangs up", "Content-Length: 1000\r\n\r\n", '{"a":'],
  ["announced", "is cut off", "Content-Length: 1000\r\n\r\n", '{"a":'],
  ["in pieces", "hangs up", "Transfer-Encoding: chunked\r\n\r\n", '5\r\n{"a":\r\n'],
  ["in pieces", "is cut off", "Transfer-Encoding: chunked\r\n\r\n", '5\r\n{"a":\r\n'],
] as const;

test.each(doors.flatMap(([method, path]) => ways.map((way) => [method, path, ...way] as const)))(
  "%s %s with a body that arrives %s from a sender that %s is not a server error",
  async (...given) => {
    const [method, path, , how, head, beginning] = given;
    told = [];
    const answered = new Promise<void>((resolve) => {
      hear = () => {
        if (told.some(({ event }) => event === "request")) resolve();
      };
    });
    await sendSome(`${headOf(method, path)}${head}`, beginning, how);
    await answered;
    expect(told).toMatchObject([{ level: "info", event: "request", status: 408 }]);
  },
);

function headOf(method: string, path: string): string {
  const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    `Cookie: ${cookies}`,
    `X-XSRF-TOKEN: ${visitor.cookies.get("XSRF-TOKEN")}`,
    "Content-Type: application/json",
    "",
  ].join("\r\n");
}

/** The head, once it is read the beginning of the body, and then nothing more. */
async function sendSome(head: string, beginning: string, how: "hangs up" | "is cut off") {
  const { hostname, port } = new URL(server.url);
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
  socket.write(head + beginning);
  socket.flush();
  await visitor.request("GET", "/healthz");
  if (how === "hangs up") socket.end();
  else socket.terminate();
}
