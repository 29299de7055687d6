import { beforeEach, expect, test } from "bun:test";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import { insertMailbox, rawMail } from "../../../tests/support/mail-desk.ts";
import { setUpTestServer } from "../../../tests/support/test-server.ts";
import { makeMailboxKey, pauseMailbox } from "../mailboxes/commands.ts";
import { rawMailIn } from "./raw-in-form.ts";

const server = setUpTestServer();
let mailboxId = "";
let key = "";
let made = 0;

beforeEach(async () => {
  made += 1;
  const mailbox = { address: `hook-${made}@acme.test`, receives: "webhook" } as const;
  mailboxId = (await insertMailbox(server.db, mailbox)).id;
  key = (await makeMailboxKey(await admin(), mailboxId)).key;
});

async function admin() {
  return await actingAs(server.db, await insertUser(server.db, { role: "Super Admin" }));
}

type Body = Uint8Array<ArrayBuffer> | string | FormData | URLSearchParams | ReadableStream;

async function post(body: Body, headers: Record<string, string> = {}, id = mailboxId) {
  const answer = await fetch(`${server.url}/node/mail/in/${id}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body,
  });
  return { status: answer.status, ...((await answer.json()) as { repeated?: boolean }) };
}

const raw = { "Content-Type": "message/rfc822" };
const bytesOf = (headers: Record<string, string> = {}, text?: string) =>
  new Uint8Array(rawMail(headers, text));

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

async function stored() {
  return await server.db
    .selectFrom("inbound_mails")
    .innerJoin("file_contents", "file_contents.id", "content_id")
    .select(["envelope_to", "source", "raw_size", "file_contents.id", "file_contents.sha256"])
    .where("mailbox_id", "=", mailboxId)
    .orderBy("inbound_mails.id")
    .execute();
}

async function readStored(): Promise<Uint8Array[]> {
  const rows = await stored();
  return await Promise.all(
    rows.map(async ({ id, sha256, raw_size: to }) => {
      const content = { id, sha256: sha256.toString("hex") };
      const stream = await server.services.files.read(content, { from: 0, to });
      return await new Response(stream).bytes();
    }),
  );
}

test("a posted mail is stored once, however often it is posted, and becomes a ticket", async () => {
  const mail = bytesOf();
  const headers = { ...raw, "X-Envelope-To": "hook@acme.test" };
  expect(await post(mail, headers)).toMatchObject({ status: 200, repeated: false });
  expect(await post(mail, headers)).toMatchObject({ status: 200, repeated: true });
  expect(await stored()).toMatchObject([{ source: "webhook", envelope_to: "hook@acme.test" }]);
  const deadline = performance.now() + 10_000;
  for (;;) {
    const found = await server.db
      .selectFrom("tickets")
      .select("id")
      .where("mailbox_id", "=", mailboxId)
      .execute();
    if (found.length === 1) break;
    if (performance.now() > deadline) throw new Error("The mail became no ticket");
    await Bun.sleep(50);
  }
});

test("the forms of providers hold the same bytes, in any charset", async () => {
  const latin = Buffer.from("\r\nGr\xfc\xdfe --x\r\n", "latin1");
  const mail = new Uint8Array(Buffer.concat([rawMail(), latin]));
  const boundary = "x";
  const part = (name: string, value: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      value,
      Buffer.from("\r\n"),
    ]);
  const form = Buffer.concat([
    part("recipient", Buffer.from("a@b.test")),
    part("body-mime", mail),
    part("email", Buffer.from("another")),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  expect(await post(new Uint8Array(form), type)).toMatchObject({ status: 200 });
  const encoded = [...mail].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const urlType = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await post(`a=b+c&body-mime=${encoded}&z=1`, urlType)).toMatchObject({ repeated: true });
  expect(await readStored()).toEqual([mail]);
  const json = { "Content-Type": "application/json" };
  const text = new TextDecoder().decode(rawMail({ Subject: "Grüße" }));
  expect(await post(JSON.stringify({ RawEmail: text }), json)).toMatchObject({ repeated: false });
  expect((await readStored())[1]).toEqual(new TextEncoder().encode(text));
});

test("a form is read the same however its bytes arrive", async () => {
  const mail = Buffer.from("Subject: Hello\r\n\r\nText\r\n--not the boundary\r\n");
  const head = '--b-1\r\nContent-Disposition: form-data; name="email"\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), mail, Buffer.from("\r\n--b-1--\r\n")]);
  for (const size of [1, 2, 7, 1000]) {
    const chunks = Array.from(
      { length: Math.ceil(form.length / size) },
      (_, index) => new Uint8Array(form.subarray(index * size, (index + 1) * size)),
    );
    const found = rawMailIn('multipart/form-data; boundary="b-1"', streamOf(chunks));
    expect(Buffer.from(await new Response(found).arrayBuffer()).toString()).toBe(mail.toString());
  }
  const cut = streamOf([new Uint8Array(form.subarray(0, form.length - 12))]);
  const broken = new Response(rawMailIn('multipart/form-data; boundary="b-1"', cut)).text();
  await expect(broken).rejects.toThrow();
});

test("without the mailbox's key nothing is stored, and no one learns which mailboxes there are", async () => {
  const mail = bytesOf();
  const answers = [
    await post(mail, { ...raw, Authorization: "" }),
    await post(mail, { ...raw, Authorization: "Bearer wrong" }),
    await post(mail, raw, Bun.randomUUIDv7()),
    await post(mail, raw, "x"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const before = key;
  key = (await makeMailboxKey(await admin(), mailboxId)).key;
  expect(await post(mail, { ...raw, Authorization: `Bearer ${before}` })).toMatchObject({
    status: 401,
  });
  expect(await stored()).toEqual([]);
  const basic = Buffer.from(`any:${key}`).toString("base64");
  expect(await post(mail, { ...raw, Authorization: `Basic ${basic}` })).toMatchObject({
    status: 200,
  });
});

test("a body that holds no mail, too much or another type is refused", async () => {
  expect(await post("", raw)).toMatchObject({ status: 400 });
  expect(await post("{}", { "Content-Type": "application/json" })).toMatchObject({ status: 400 });
  expect(await post("x", { "Content-Type": "text/html" })).toMatchObject({ status: 415 });
  const chunk = new Uint8Array(1024 * 1024);
  const long = streamOf(Array.from({ length: 61 }, () => chunk));
  expect(await post(long, raw)).toMatchObject({ status: 413 });
  expect(await stored()).toEqual([]);
}, 60_000);

test("a paused mailbox lets the provider try again later", async () => {
  await pauseMailbox(await admin(), { id: mailboxId, paused: true });
  expect(await post(bytesOf(), raw)).toMatchObject({ status: 503 });
  await pauseMailbox(await admin(), { id: mailboxId, paused: false });
  expect(await post(bytesOf(), raw)).toMatchObject({ status: 200 });
});
