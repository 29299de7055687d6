import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { updateTicket } from "../server/tickets/update.ts";
import { actingAs, change } from "./support/acting.ts";
import { insertTicket, insertUser, type TicketRow, type UserRow } from "./support/builders.ts";
import { addPerson, type Person } from "./support/people.ts";
import { createTestDatabase, type TestDatabase } from "./support/postgres.ts";
import { endingWithItsParent, endSpawned, startServer } from "./support/process/spawned-server.ts";
import { createVisitor } from "./support/visitor.ts";

interface Received {
  id: string;
  ticketId: string;
  version: number;
}

let database: TestDatabase;
let dataDir: string;
let admin: Person;
let agent: UserRow;
let tickets: TicketRow[];
const received: Received[] = [];
let sink: Bun.Server<undefined>;

/** Answers slowly, so that a kill cuts off requests. */
function startSink(port: number): Bun.Server<undefined> {
  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    async fetch(request) {
      const { data } = JSON.parse(await request.text());
      await Bun.sleep(20);
      received.push({
        id: request.headers.get("webhook-id") ?? "",
        ticketId: data.ticket.id,
        version: data.version,
      });
      return new Response(null, { status: 204 });
    },
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-webhooks-"));
  admin = await addPerson(database.db, "Super Admin");
  agent = await insertUser(database.db, { role: "Agent", company_scope: "all" });
  const customer = await insertUser(database.db);
  tickets = await Promise.all(
    Array.from({ length: 6 }, () => insertTicket(database.db, { requester_id: customer.id })),
  );
  sink = startSink(0);
}, 60_000);

afterAll(async () => {
  await endSpawned();
  await sink.stop(true);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const start = () =>
  startServer(
    {
      ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
      ...{ SECRET_KEY: Buffer.alloc(32, 1).toString("base64"), METRICS_PORT: "off" },
      ...{ OUTBOUND_ALLOW_PRIVATE: "127.0.0.0/8", DATA_DIR: dataDir },
    },
    endingWithItsParent,
  );

/** Changes each ticket once. */
async function changeAll(round: number): Promise<void> {
  const priority = round % 2 === 0 ? ("high" as const) : ("low" as const);
  for (const { id } of tickets) {
    const row = await database.db
      .selectFrom("tickets")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await updateTicket(await actingAs(database.db, agent), change(row, { priority }));
  }
}

test("kill -9 of the server and an outage of the receiver lose no event and keep the order of each ticket", async () => {
  let server = await start();
  const visitor = createVisitor(server.url);
  await visitor.signIn(admin.email);
  const port = sink.port ?? 0;
  const { body } = await visitor.mutate("webhooks.create", {
    ...{ requestId: Bun.randomUUIDv7(), name: "Sink", url: `http://127.0.0.1:${port}/` },
    ...{ types: ["ticket.updated"], content: "ids" },
  });
  expect(body.result.data.webhook.state).toBe("active");

  const rounds = 6;
  for (let round = 0; round < rounds; round += 1) {
    await changeAll(round);
    await Bun.sleep(150 * round);
    if (round === 4) {
      await sink.stop(true);
      await Bun.sleep(1_500);
      sink = startSink(port);
    } else if (round < 4) {
      server.signal("SIGKILL");
      await server.ended();
      server = await start();
    }
  }
  // Leases of killed servers expire, and failed attempts are repeated.
  const waiting = () =>
    database.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("state", "=", "waiting")
      .execute();
  const spread = () =>
    database.db.selectFrom("webhook_events").select("id").where("spread_at", "is", null).execute();
  for (let tries = 0; tries < 180; tries += 1) {
    if ((await waiting()).length === 0 && (await spread()).length === 0) break;
    await Bun.sleep(500);
  }
  expect(new Set(received.map(({ id }) => id)).size).toBe(rounds * tickets.length);
  for (const ticket of tickets) {
    const versions = received
      .filter(({ ticketId }) => ticketId === ticket.id)
      .map(({ version }) => version - ticket.version);
    // One that was cut off arrives again, but never after a later one.
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect([...new Set(versions)]).toEqual([1, 2, 3, 4, 5, 6]);
  }
}, 180_000);
