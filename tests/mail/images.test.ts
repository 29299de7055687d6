import { afterAll, beforeAll, expect, test } from "bun:test";
import { createGuardedFetch } from "../../server/guarded-fetch.ts";
import { createLog } from "../../server/log.ts";
import { createMailParser } from "../../server/mail/inbound/parser.ts";
import { chooseImages, fetchRemoteImage } from "../../server/mail/inbound/remote-images.ts";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { workOnNext } from "../../server/mail/inbound/worker.ts";
import { actingAs, refusalOf } from "../support/acting.ts";
import { insertUser } from "../support/builders.ts";
import { insertMailbox, rawMail, setUpTestFiles } from "../support/mail-desk.ts";
import { setUpTestDatabase } from "../support/test-database.ts";

const log = createLog("error", () => {});
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const database = setUpTestDatabase();
const store = setUpTestFiles();
const parser = createMailParser();
let shop: ReturnType<typeof Bun.serve>;
let messageId = "";
const asked: Headers[] = [];

beforeAll(async () => {
  shop = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(request.headers);
      const { pathname } = new URL(request.url);
      if (pathname === "/moved") return Response.redirect(`http://127.0.0.1:${shop.port}/a.png`);
      const headers = { "Content-Type": "image/png" };
      return new Response(pathname === "/a.png" ? pixel : "<script>", { headers });
    },
  });
  const base = `http://127.0.0.1:${shop.port}`;
  const body = ["a.png", "script.png", "moved"].map((name) => `<img src="${base}/${name}">`);
  const { db } = database;
  const mailboxId = (await insertMailbox(db)).id;
  const { id } = await storeInboundMail(
    { db, files: store, now: new Date() },
    {
      ...{ mailboxId, source: "command" },
      bytes: rawMail({ "Content-Type": "text/html" }, `<p>Offer</p>${body.join("")}`),
    },
  );
  await workOnNext({ db, files: store, parser, log, now: () => new Date() });
  const row = await db
    .selectFrom("inbound_mails")
    .select("message_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  messageId = row.message_id ?? "";
}, 60_000);
afterAll(async () => {
  parser.stop();
  await shop.stop(true);
});

async function as(role: "Agent" | "Customer") {
  const scope = role === "Agent" ? ({ company_scope: "all" } as const) : {};
  const imageFetch = createGuardedFetch({
    allowPrivate: [{ network: "127.0.0.0", prefix: 8 }],
  });
  const user = await insertUser(database.db, { role, ...scope });
  return { ...(await actingAs(database.db, user)), imageFetch };
}

const image = (position: number, part: "text" | "rest" = "text") => ({ messageId, part, position });

test("an image is fetched by the server, without anything of its reader", async () => {
  const { type, bytes } = await fetchRemoteImage(await as("Agent"), image(0));
  expect(type).toBe("image/png");
  expect(Buffer.from(bytes)).toEqual(pixel);
  const sent = JSON.stringify(asked.at(-1)?.toJSON());
  for (const name of ["cookie", "referer", "authorization"]) expect(sent).not.toContain(name);
});

test("what is no image, a redirect or another place is not found", async () => {
  const agent = await as("Agent");
  for (const wanted of [image(1), image(2), image(3), image(0, "rest")]) {
    expect((await refusalOf(fetchRemoteImage(agent, wanted))).code).toBe("not_found");
  }
  const customer = await refusalOf(fetchRemoteImage(await as("Customer"), image(0)));
  expect(customer.code).toBe("forbidden");
});

test("an image in a private network is never fetched", async () => {
  const agent = await as("Agent");
  const imageFetch = createGuardedFetch({ allowPrivate: [], unencrypted: true });
  const before = asked.length;
  const refused = await refusalOf(fetchRemoteImage({ ...agent, imageFetch }, image(0)));
  expect(refused.code).toBe("not_found");
  expect(asked).toHaveLength(before);
});

test("a sender's images are always shown to the person who chose so, until they change it", async () => {
  const agent = await as("Agent");
  const choices = () => database.db.selectFrom("image_choices").select("sender").execute();
  await chooseImages(agent, { messageId, always: true });
  await chooseImages(agent, { messageId, always: true });
  expect(await choices()).toEqual([{ sender: "ana@harbour.test" }]);
  await chooseImages(agent, { messageId, always: false });
  expect(await choices()).toEqual([]);
});
