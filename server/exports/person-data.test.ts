import { beforeAll, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { insertMessage, insertTicket } from "../../tests/support/builders.ts";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { signedIn } from "../../tests/support/signed-in.ts";
import { setUpTestServer } from "../../tests/support/test-server.ts";
import type { Visitor } from "../../tests/support/visitor.ts";

const server = setUpTestServer();
let admin: Visitor;
let agent: Person;
let customer: Person;
let files: Record<string, string>;
const at = new Date();
const written = { created_at: at, released_at: at };

beforeAll(async () => {
  const { db } = server;
  agent = await addPerson(db, "Agent", { firstName: "Agnes" });
  customer = await addPerson(db, "Customer", { firstName: "Nora" });
  const other = await addPerson(db, "Customer", { firstName: "Olaf" });
  const own = await insertTicket(db, { requester_id: customer.id, subject: "Printer on fire" });
  const others = await insertTicket(db, {
    requester_id: other.id,
    subject: "Broken chair",
    followers: [customer.id],
  });
  const message = (ticket_id: string, author: Person, body: string, given: object = {}) =>
    insertMessage(db, { ticket_id, author_id: author.id, body, ...written, ...given });
  await message(own.id, customer, "It burns");
  await message(own.id, agent, "Take cover");
  await message(own.id, agent, "They always burn things", { kind: "note", released_at: null });
  await message(own.id, customer, "My password", { redacted_at: at });
  await message(others.id, other, "The chair of Olaf");
  await message(others.id, customer, "I saw it");
  await db
    .insertInto("outgoing_mails")
    .values({
      id: Bun.randomUUIDv7(),
      template: "ticket-reply",
      user_id: customer.id,
      data: {},
      state: "sent",
      next_attempt_at: at,
      created_at: at,
      sent_at: at,
      subject: "Re: Printer on fire",
      body: "Take cover",
    })
    .execute();
  const uploader = await signedIn(server, customer);
  const uploaded = await uploader.request("POST", "/node/files", {
    body: "The smoke",
    headers: { "Content-Type": "text/plain", "X-File-Name": "a%3Ab.txt" },
  });
  expect(uploaded.status).toBeLessThan(300);
  admin = await signedIn(server, await addPerson(db, "Super Admin"));
  files = await exportOf(customer.id);
}, 60_000);

async function exportOf(id: string): Promise<Record<string, string>> {
  const cookies = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${server.url}/node/exports/users/${id}/data`, {
    headers: { Cookie: cookies },
  });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const decoder = new TextDecoder();
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, decoder.decode(bytes)]),
  );
}

const linesOf = (name: string) =>
  (files[name] ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("the profile has the person's data, and no secret", () => {
  const profile = JSON.parse(files["profile.json"] ?? "");
  expect(profile).toMatchObject({ id: customer.id, firstName: "Nora", email: customer.email });
  expect(profile.sessions.length).toBe(1);
  expect(Object.values(files).join()).not.toMatch(/argon2|password_hash|token_hash/);
});

test("tickets have all public messages where the person asked, and elsewhere only their own", () => {
  const tickets = linesOf("tickets.ndjson");
  const textsOf = (subject: string) =>
    tickets
      .find((ticket) => ticket.subject === subject)
      .messages.map(({ text }: { text: string }) => text);
  expect(textsOf("Printer on fire")).toEqual(["It burns", "Take cover"]);
  expect(textsOf("Broken chair")).toEqual(["I saw it"]);
  expect(tickets.length).toBe(2);
});

test("emails, audit entries and files are there", () => {
  expect(linesOf("emails.ndjson")).toMatchObject([
    { state: "sent", subject: "Re: Printer on fire", text: "Take cover" },
  ]);
  expect(linesOf("audit.ndjson")).toContainEqual(
    expect.objectContaining({ act: "user.data-exported", byThem: false }),
  );
  const [name = ""] = Object.keys(files).filter((path) => path.startsWith("files/"));
  expect(name).toMatch(/^files\/unsent\/[0-9a-f-]{36} a_b\.txt$/);
  expect(files[name]).toBe("The smoke");
});

test("an agent's own notes are part of the agent's data", async () => {
  const agents = await exportOf(agent.id);
  expect(agents["tickets.ndjson"]).toContain("They always burn things");
  expect(agents["tickets.ndjson"]).not.toContain("It burns");
});

test("only Super Admins get it, and an unknown person is not found", async () => {
  const visitor = await signedIn(server, agent);
  const path = `/node/exports/users/${customer.id}/data`;
  expect((await visitor.request("GET", path)).status).toBe(403);
  expect((await server.visitor().request("GET", path)).status).toBe(401);
  const unknown = `/node/exports/users/${Bun.randomUUIDv7()}/data`;
  expect((await admin.request("GET", unknown)).status).toBe(404);
});
