import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook as Signer } from "standardwebhooks";

const secret = `whsec_${Buffer.alloc(24, 5).toString("base64")}`;
const posted: string[] = [];
let folder: string;
let chat: Bun.Server<undefined>;
let receiver: Bun.Subprocess<"ignore", "pipe", "inherit">;
let url: string;

beforeAll(async () => {
  chat = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      posted.push(JSON.parse(await request.text()).text);
      return new Response();
    },
  });
  folder = await mkdtemp(join(tmpdir(), "frontdesk-webhook-"));
  const example = join(import.meta.dir, "../docs/examples/webhook-to-chat.ts");
  receiver = Bun.spawn([process.execPath, "--no-orphans", example], {
    cwd: folder,
    env: { SECRET: secret, CHAT_URL: `http://127.0.0.1:${chat.port}/`, PORT: "0" },
    stdout: "pipe",
  });
  for await (const line of receiver.stdout.pipeThrough(new TextDecoderStream())) {
    const [, port] = /port (\d+)/.exec(line) ?? [];
    url = `http://127.0.0.1:${port}/`;
    break;
  }
}, 30_000);

afterAll(async () => {
  receiver.kill();
  await receiver.exited;
  await chat.stop(true);
  await rm(folder, { recursive: true, force: true });
});

async function post(id: string, ticket: object, signed = true): Promise<number> {
  const body = JSON.stringify({ type: "ticket.created", data: { ticket } });
  const at = new Date();
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signed ? new Signer(secret).sign(id, at, body) : "v1,AAAA",
    },
  });
  return response.status;
}

test("the example posts each new urgent ticket to a chat once", async () => {
  const ticket = {
    ...{ number: 7, subject: "Printer on fire", priority: "urgent" },
    ...{ url: "https://desk.test/ticket/7", requester: { name: "Ana Ruiz" } },
  };
  expect(await post("one", ticket)).toBe(204);
  expect(await post("one", ticket)).toBe(204);
  expect(await post("two", { ...ticket, priority: "low" })).toBe(204);
  expect(await post("three", ticket, false)).toBe(401);
  expect(posted).toEqual(["Urgent: #7 Printer on fire (Ana Ruiz) https://desk.test/ticket/7"]);
});
