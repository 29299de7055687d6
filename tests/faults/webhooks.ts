import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { createEncryption } from "../../server/encryption.ts";
import { freePort } from "../support/process/free-port.ts";
import { type Stage, secretKey } from "./stage.ts";

/** What the receiver writes down of each delivery that it accepts. */
export interface Received {
  /** The event's id, the same on every try. */
  id: string;
  ticketId: string;
  version: number;
}

export interface Receiver {
  /** Kills the receiver with -9 and starts it again at the same address. */
  killAndRestart(): Promise<void>;
  /** Waits until no delivery is left, then compares the events with what was received, in words. */
  compare(): Promise<string[]>;
  end(): void;
}

const types = ["ticket.created", "ticket.updated", "message.published"];

/** A webhook of the stage's desk, and its receiver. */
export async function openReceiver(
  stage: Pick<Stage, "owner" | "folder" | "people">,
): Promise<Receiver> {
  const { owner, folder } = stage;
  const [port, file] = [freePort(), join(folder, "received")];
  let child = await startReceiver(port, file);
  await addWebhook(stage, `http://127.0.0.1:${port}/`);
  return {
    async killAndRestart() {
      child.kill("SIGKILL");
      await child.exited;
      await Bun.sleep(200 + Math.random() * 800);
      child = await startReceiver(port, file);
    },
    async compare() {
      await deliverAll(stage);
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      // The kill may have cut off the last line, which was not acknowledged.
      const received = text.split("\n").flatMap(readLine);
      return [
        ...(await findMissing(stage, new Set(received.map(({ id }) => id)))),
        ...findDisorder(received),
        ...(await findUnannounced(owner)),
      ];
    },
    end: () => child.kill("SIGKILL"),
  };
}

async function startReceiver(port: number, file: string) {
  const script = join(import.meta.dir, "receiver.ts");
  const child = Bun.spawn(["bun", "--no-orphans", script, String(port), file], { stdin: "ignore" });
  await child.stdout.getReader().read();
  return child;
}

async function addWebhook({ owner, people }: Pick<Stage, "owner" | "people">, url: string) {
  const id = Bun.randomUUIDv7();
  const encryption = createEncryption([Buffer.from(secretKey, "base64")]);
  const secrets = JSON.stringify([{ secret: `whsec_${secretKey}`, until: null }]);
  await owner
    .insertInto("webhooks")
    .values({
      ...{ id, name: "Receiver", url, types, content: "ids" },
      secrets: encryption.encrypt(secrets, { table: "webhooks", column: "secrets", id }),
      created_by: people.admin.id,
      created_at: new Date(),
    })
    .execute();
}

function readLine(line: string): Received[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

const patienceMs = 120_000;

/** A failed delivery is repeated after ten seconds or a minute; here the wait is cut short. */
async function deliverAll({ owner }: Pick<Stage, "owner">): Promise<void> {
  const patience = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select (select count(*) from webhook_deliveries where state = 'waiting')::int
        + (select count(*) from webhook_events where spread_at is null)::int as waiting`.execute(
      owner,
    );
    if (rows[0]?.waiting === 0) return;
    if (performance.now() > patience) return;
    await sql`
      update webhook_deliveries set next_attempt_at = now()
      where state = 'waiting' and next_attempt_at > now() + interval '1 second'
        and leased_until is null`.execute(owner);
    await Bun.sleep(300);
  }
}

async function findMissing(
  { owner }: Pick<Stage, "owner">,
  received: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string | null }>`
    select e.id, d.state from webhook_events e
    left join webhook_deliveries d on d.event_id = e.id
    where e.type = any(${types}::text[])`.execute(owner);
  const missing = rows.filter(({ id }) => !received.has(id));
  const unmarked = rows.filter(({ id, state }) => received.has(id) && state !== "delivered");
  return [
    ...(missing.length > 0 ? [`${missing.length} × a webhook event that never arrived`] : []),
    ...(unmarked.length > 0 ? [`${unmarked.length} × a delivery that arrived and waits`] : []),
  ];
}

/** An event can arrive again, but never after a later one of its ticket. */
function findDisorder(received: readonly Received[]): string[] {
  const latest = new Map<string, number>();
  let late = 0;
  for (const { ticketId, version } of received) {
    if (version < (latest.get(ticketId) ?? 0)) late += 1;
    latest.set(ticketId, Math.max(version, latest.get(ticketId) ?? 0));
  }
  return late > 0 ? [`${late} × a webhook event after a later one of its ticket`] : [];
}

async function findUnannounced(owner: Stage["owner"]): Promise<string[]> {
  const { rows } = await sql<{ tickets: number; changes: number }>`
    select
      (select count(*)::int from tickets t where 1 <> (
        select count(*) from webhook_events e
        where e.subject_id = t.id and e.type = 'ticket.created')) as tickets,
      (select count(*)::int from ticket_events c
        where c.kind = 'status' and c.act_id is not null and not exists (
          select from webhook_events e where e.subject_id = c.ticket_id and e.act_id = c.act_id)
      ) as changes`.execute(owner);
  const { tickets = 0, changes = 0 } = rows[0] ?? {};
  return [
    ...(tickets > 0 ? [`${tickets} × a ticket without its one webhook event`] : []),
    ...(changes > 0 ? [`${changes} × a change of status without its webhook event`] : []),
  ];
}
