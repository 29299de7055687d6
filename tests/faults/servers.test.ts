import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { endSpawned } from "../support/process/spawned-server.ts";
import { faults, strikeInTurn } from "./faults.ts";
import { judge } from "./judge.ts";
import { openStage, type Stage } from "./stage.ts";

/** The short form of `bun run faults`: each fault once, on one desk. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ agents: 3 });
}, 120_000);

afterAll(async () => {
  await stage.end();
  await endSpawned();
}, 60_000);

test("one fault after another loses nothing and doubles nothing", async () => {
  const strikes = faults.filter(({ smallDisks }) => !smallDisks);
  const report = await strikeInTurn(stage, strikes, { breathMs: 40 });
  expect(report).toMatchObject({
    ...{ lost: 0, doubled: 0, refusedButThere: 0 },
    ...{ disagreements: [], foreign: [] },
  });
  expect(report.acknowledged).toBeGreaterThan(20);
}, 180_000);

test("the comparison finds lost, doubled and inconsistent records", async () => {
  const { owner, dataDir } = stage;
  // An unused file that is swept a day later is not lost: the check runs that sweep.
  await sql`
    update files set message_id = null
    where id = (select id from files where message_id is not null limit 1)`.execute(owner);
  for (const _ of [1, 2]) expect(await judge(stage)).toMatchObject({ lost: 0, doubled: 0 });

  const { rows } = await sql<{ id: string }>`
    select id from messages where body like 'Noted as %' limit 2`.execute(owner);
  const [first, second] = rows;
  await sql`
    update messages set body = (select body from messages where id = ${first?.id})
    where id = ${second?.id}`.execute(owner);
  expect(await judge(stage)).toMatchObject({ lost: 1, doubled: 1 });

  await sql`
    delete from outgoing_mails where id = (
      select o.id from outgoing_mails o
      join messages m on m.id = o.message_id join tickets t on t.id = m.ticket_id
      where m.body like 'Replied as %' and o.user_id = t.requester_id limit 1)`.execute(owner);
  await mkdir(join(dataDir, "files/ab/cd"), { recursive: true });
  await Bun.write(join(dataDir, "files/ab/cd/abcd-stray"), "belongs to nothing");
  expect((await judge(stage)).disagreements).toEqual([
    "1 × a released reply without its one mail to the requester",
    "1 × a content that belongs to nothing: abcd-stray",
  ]);
  await rm(join(dataDir, "files/ab"), { recursive: true });
}, 60_000);
