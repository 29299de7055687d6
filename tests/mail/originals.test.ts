import { beforeAll, describe, expect, test } from "bun:test";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { insertMailbox, rawMail } from "../support/mail-desk.ts";
import { addCompany, addPerson, type Person } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Visitor } from "../support/visitor.ts";

/** Ana and Ben are colleagues who see all of their company's tickets; Maya is an agent there. */
const readers = ["Ana", "Ben", "another customer", "Maya", "another agent", "visitor"] as const;
type Reader = (typeof readers)[number];

const mails = [
  "Ana's",
  "Ben's",
  "forwarded by Maya",
  "held",
  "erased",
  "redacted",
  "spam",
] as const;
type Which = (typeof mails)[number];

const canDownload: Record<Which, readonly Reader[]> = {
  "Ana's": ["Ana", "Maya"],
  "Ben's": ["Ben", "Maya"],
  // Ana is its author, but it also holds what Maya wrote above her mail.
  "forwarded by Maya": ["Maya"],
  held: [],
  erased: [],
  redacted: [],
  spam: [],
};

const proof = { "Authentication-Results": "mx.acme.test; dmarc=pass header.from=acme.test" };

const server = setUpTestServer();
let mailboxId: string;
const visitors = new Map<Reader, Visitor>();
const messages = new Map<Which, string>();
const bytes = new Map<Which, Uint8Array>();

beforeAll(async () => {
  const { db } = server;
  mailboxId = (await insertMailbox(db, { authserv_id: "mx.acme.test" })).id;
  const [own, other] = [await addCompany(db, "Own"), await addCompany(db, "Other")];
  const customer = (email: string, { id }: { id: string }) =>
    addPerson(db, "Customer", { email, companies: [{ id, seesAllTickets: true }] });
  const agent = (email: string, company: { id: string }) =>
    addPerson(db, "Agent", { email, companyScope: "assigned", companies: [company] });
  const people: Record<Exclude<Reader, "visitor">, Person> = {
    Ana: await customer("ana@harbour.test", own),
    Ben: await customer("ben@harbour.test", own),
    "another customer": await customer("zoe@other.test", other),
    Maya: await agent("maya@acme.test", own),
    "another agent": await agent("noah@acme.test", other),
  };
  for (const reader of readers) {
    const visitor = server.visitor();
    visitors.set(reader, visitor);
    if (reader !== "visitor") await visitor.signIn(people[reader].email);
  }
  await receive("Ana's", { "Message-ID": "<one@harbour.test>" });
  const answer = { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" };
  await receive("Ben's", { ...answer, From: "Ben <ben@harbour.test>" }, "They are blank here too.");
  await receive("held", { ...answer, From: "nina@else.test" }, "Mine as well.");
  await receive(
    "forwarded by Maya",
    { From: "Maya <maya@acme.test>", Subject: "Fwd: My order", ...proof },
    "She called before.\n\n---------- Forwarded message ---------\nFrom: Ana Ruiz <ana@harbour.test>\nDate: Sat, 28 Nov 2026\nSubject: My order\nTo: <maya@acme.test>\n\nWhere is my order?",
  );
  const erased = await receive("erased", { Subject: "Erased" });
  await db
    .updateTable("inbound_mails")
    .set({ content_id: null, erased_at: new Date() })
    .where("id", "=", erased.id)
    .execute();
  const redacted = await receive("redacted", { Subject: "Redacted" });
  await db
    .updateTable("messages")
    .set({ redacted_at: new Date(), body: "" })
    .where("id", "=", redacted.message_id)
    .execute();
  const spam = await receive("spam", { Subject: "Spam" });
  await db
    .updateTable("tickets")
    .set({ spam_at: new Date() })
    .where("id", "=", spam.ticket_id)
    .execute();
}, 60_000);

/** As it arrives at the mailbox, until the desk has acted on it. */
async function receive(which: Which, headers: Record<string, string>, body?: string) {
  const { db, services } = server;
  const mail = rawMail(headers, body);
  const { id } = await storeInboundMail(
    { db, files: services.files, now: new Date() },
    { mailboxId, source: "command", bytes: mail },
  );
  const find = () =>
    db.selectFrom("inbound_mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  let row = await find();
  for (let tries = 0; row.state === "stored" && tries < 200; tries += 1) {
    await Bun.sleep(50);
    row = await find();
  }
  expect(row.state).not.toBe("stored");
  bytes.set(which, mail);
  messages.set(which, row.message_id ?? id);
  return row;
}

async function download(reader: Reader, which: Which) {
  const url = `${server.url}/node/mail/original/`;
  const visitor = visitors.get(reader) ?? server.visitor();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(url + messages.get(which), { headers: { Cookie: cookie } });
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
}

describe.each(readers)("%s", (reader) => {
  test.each(mails)("asks for the original of the mail that is %s", async (which) => {
    const { status, headers, bytes: got } = await download(reader, which);
    if (!canDownload[which].includes(reader)) {
      expect(status).toBe(reader === "visitor" ? 401 : 404);
      return;
    }
    expect(status).toBe(200);
    expect(got).toEqual(new Uint8Array(bytes.get(which) ?? []));
    expect(headers.get("content-disposition")).toBe('attachment; filename="mail.eml"');
  });
});

test("the ticket offers the download to those who can use it", async () => {
  const { ticket_id: ticketId } = await server.db
    .selectFrom("messages")
    .select("ticket_id")
    .where("id", "=", messages.get("Ana's") ?? "")
    .executeTakeFirstOrThrow();
  const { number } = await server.db
    .selectFrom("tickets")
    .select("number")
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  const offered = async (reader: Reader) => {
    const { body } = await (visitors.get(reader) as Visitor).query("tickets.get", { number });
    const items: { id: string; hasOriginal?: true }[] = body.result.data.timeline.items;
    return (["Ana's", "Ben's"] as const).filter((which) =>
      items.some(({ id, hasOriginal }) => id === messages.get(which) && hasOriginal),
    );
  };
  expect(await offered("Ana")).toEqual(["Ana's"]);
  expect(await offered("Ben")).toEqual(["Ben's"]);
  expect(await offered("Maya")).toEqual(["Ana's", "Ben's"]);
});
