import { expect, test } from "bun:test";
import type { LiveMessage } from "../../shared/live.ts";
import { actorOf, insertCompany, insertSession, insertUser } from "../../tests/support/builders.ts";
import { lateAnswer } from "../../tests/support/late-answer.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLog } from "../log.ts";
import { startLive } from "./live.ts";

const database = setUpTestDatabase();

test("permissions read first but answered last are ignored", async () => {
  const { db } = database;
  const [kept, lost] = [await insertCompany(db), await insertCompany(db)];
  const agent = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [kept.id, lost.id] },
  });
  const id = await insertSession(db, agent.id);

  const late = lateAnswer();
  const live = startLive({
    ...{ url: database.url, db: db.withPlugin(late.plugin), log: createLog("error") },
    ...{ now: () => new Date(), onDeskChange: async () => {} },
  });
  const told: string[] = [];
  const hears = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const send = ({ kind }: LiveMessage) => {
    told.push(kind);
    if (kind === "resync") hears.resolve();
  };
  live.open({ id, actor: await actorOf(db, agent) }, { send, end: ends.resolve });
  await live.reader.started;

  const access = { topic: "access", audience: "person" as const, people_ids: [agent.id] };
  const change = () =>
    db
      .insertInto("live_events")
      .values({ id: Bun.randomUUIDv7(), ...access })
      .execute();
  await change();
  live.reader.wake();
  await late.reached;
  await db.deleteFrom("user_companies").where("company_id", "=", lost.id).execute();
  live.reader.wake();
  await hears.promise;
  late.come();
  // A query sent after the event is answered after it.
  await db.deleteFrom("sessions").where("id", "=", id).execute();
  await change();
  live.reader.wake();
  await ends.promise;
  expect(told).toEqual(["ready", "resync", "session-ended"]);
  await live.stop();
});
