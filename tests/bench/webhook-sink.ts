import type { Db } from "../../server/db/database.ts";
import { createEncryption } from "../../server/encryption.ts";
import { say } from "../support/harness.ts";
import type { BenchFacts } from "./facts.ts";

/** The key of the server under load, which reads the secrets that are written here. */
export const benchKey = Buffer.alloc(32, 7).toString("base64");

/** A receiver that accepts everything immediately, with `count` active webhooks that post to it. */
export async function openSink(db: Db, { admin }: Pick<BenchFacts, "admin">, count: number) {
  let received = 0;
  let lastAt = 0;
  const sink = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      received += 1;
      lastAt = performance.now();
      return new Response(null, { status: 204 });
    },
  });
  const encryption = createEncryption([Buffer.from(benchKey, "base64")]);
  const given = { count, name: "Sink", url: sink.url.href };
  const ids = await addWebhooks(db, { admin }, encryption, given);
  return {
    ids,
    received: () => received,
    stop: () => sink.stop(true),
    /** Waits until nothing has arrived for two seconds, and says how many deliveries a second there were. */
    async drain() {
      const [before, start] = [received, performance.now()];
      for (let seen = -1; seen !== received; await Bun.sleep(2_000)) seen = received;
      const perSecond = (received - before) / ((lastAt - start) / 1000);
      say(
        `webhooks: ${received} deliveries, ${perSecond.toFixed(0)} a second when nothing else ran`,
      );
      await sink.stop(true);
    },
  };
}

/** Active webhooks that send changes of tickets with their fields. */
export async function addWebhooks(
  db: Db,
  { admin }: Pick<BenchFacts, "admin">,
  encryption: ReturnType<typeof createEncryption>,
  { count, name, url }: { count: number; name: string; url: string },
): Promise<string[]> {
  const secrets = JSON.stringify([{ secret: `whsec_${benchKey}`, until: null }]);
  const ids = Array.from({ length: count }, () => Bun.randomUUIDv7());
  for (const [index, id] of ids.entries()) {
    await db
      .insertInto("webhooks")
      .values({
        id,
        name: `${name} ${index}`,
        url,
        types: ["ticket.created", "ticket.updated", "message.published"],
        content: "fields",
        secrets: encryption.encrypt(secrets, { table: "webhooks", column: "secrets", id }),
        created_by: admin.actor.id,
        created_at: new Date(),
      })
      .execute();
  }
  return ids;
}
