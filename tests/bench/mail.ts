import { sql } from "kysely";
import type { Db } from "../../server/db/database.ts";
import { mergeReceivedCounts } from "../../server/mail/mailboxes/received.ts";
import { encryption, openStage, type Stage, type StagedServer } from "../faults/stage.ts";
import { insertMessage, insertTicket } from "../support/builders.ts";
import { type Dovecot, startDovecot } from "../support/dovecot.ts";
import { mebibytesOf, numberIn, readOptions, say } from "../support/harness.ts";
import { connectDovecot, countMails } from "../support/mail-at-rest.ts";
import { startOddImap } from "../support/odd-imap.ts";
import { createVisitor, testPassword } from "../support/visitor.ts";

/**
 * `bun run bench mail`: arriving mail, a large mailbox, a backlog, the lists and a ticket of HTML mails, against
 * the goals. `--minutes N`, `--mails N` in the large mailbox, `--backlog N`, `--rows N` of received mail.
 */
const options = readOptions(["minutes", "mails", "backlog", "rows"]);
const minutes = numberIn(options, "minutes") ?? 30;
const mails = numberIn(options, "mails") ?? 100_000;
const backlog = numberIn(options, "backlog") ?? 10_000;
const rows = numberIn(options, "rows") ?? 1_000_000;

const aMinute = 100;
const login = "support";
const results: [what: string, goal: string, measured: string][] = [];

interface Scene {
  stage: Stage;
  imap: Dovecot;
  db: Db;
}

async function withDesk(run: (scene: Scene) => Promise<void>): Promise<void> {
  const imap = await startDovecot();
  const stage = await openStage({ agents: 1 });
  try {
    await imap.setPassword(login, "secret");
    await run({ stage, imap, db: stage.owner });
  } finally {
    await stage.end();
    await imap.stop();
  }
}

const senders = 5_000;

/** People whom the desk knows: it would hold the mail of so many new ones. */
async function insertSenders(db: Db): Promise<void> {
  await sql`
    insert into users (id, first_name, last_name, email, role, state, created_at)
    select uuid_v7(), 'Person', n::text, 'person' || n || '@acme' || n % 500 || '.test', 'Customer',
      'invited', now() - interval '30 days'
    from generate_series(0, ${senders - 1}::int) n`.execute(db);
}

async function connected({
  stage,
  imap,
  db,
}: Pick<Scene, "stage" | "db"> & { imap: Pick<Dovecot, "host" | "port"> }): Promise<{
  id: string;
  server: StagedServer;
}> {
  const id = await connectDovecot(db, { imap, login, encryption });
  await insertSenders(db);
  const server = await stage.start();
  await until(async () => (await folderOf(db))?.last_uid !== undefined, "the mailbox");
  return { id, server };
}

/** Undefined before the folder was opened. */
async function folderOf(db: Db) {
  return await db
    .selectFrom("mailbox_folders")
    .selectAll()
    .where("uidvalidity", "<>", 0)
    .executeTakeFirst();
}

async function benchArrivals(scene: Scene): Promise<void> {
  const { imap, db } = scene;
  say(`Mail arrives: ${aMinute} a minute for ${minutes} minutes`);
  const { id, server } = await connected(scene);
  await imap.deliver(login, mailOf(0));
  await until(async () => (await handled(db, id)) === 1, "the first mail");
  const begin = performance.now();
  const [cpuBefore, visible] = [cpuSecondsOf(server.pid), [] as number[]];
  const memory: number[] = [];
  const watched: Promise<void>[] = [];
  for (let count = 1; count <= minutes * aMinute; count += 1) {
    const due = begin + (count * 60_000) / aMinute;
    await Bun.sleep(Math.max(0, due - performance.now()));
    const arrived = performance.now();
    await imap.deliver(login, mailOf(count));
    const isSeen = async () => (await handled(db, id)) > count;
    watched.push(
      until(isSeen, `mail ${count}`, 600_000).then(() => {
        visible.push(performance.now() - arrived);
      }),
    );
    memory.push(mebibytesOf(server.pid));
  }
  await Promise.all(watched);
  const seconds = (performance.now() - begin) / 1000;
  const cores = (cpuSecondsOf(server.pid) - cpuBefore) / seconds;
  // A single reading says little: it goes up and down with the garbage that waits to be collected.
  const afterMinute = memory[aMinute - 1] ?? Number.NaN;
  const grown = percentile(memory.slice(-aMinute), 0.5) - afterMinute;
  const most = Math.max(...memory.slice(aMinute - 1)) - afterMinute;
  const many = `${aMinute} a minute for ${minutes} min`;
  results.push([`${many}: cores of the server`, "0.5", cores.toFixed(2)]);
  results.push([
    "RSS after the first minute",
    "within 20 MB",
    `${grown.toFixed(0)} MiB more, ${most.toFixed(0)} at the highest`,
  ]);
  results.push(["new mail visible, with IDLE, p95", "5 s", inSeconds(percentile(visible, 0.95))]);
  results.push([`${many}: tickets`, String(minutes * aMinute + 1), String(await tickets(db))]);
}

async function benchWithoutIdle(scene: Scene): Promise<void> {
  const { stage, db } = scene;
  const count = Math.max(1, Math.min(10, minutes));
  say(`${count} mails arrive at a mail server without IDLE`);
  const odd = await startOddImap(scene.imap.port, "silent");
  try {
    const imap = { host: scene.imap.host, port: odd.port };
    const id = await connected({ stage, db, imap }).then((mailbox) => mailbox.id);
    const visible: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      // At any moment between two looks.
      await Bun.sleep(Math.random() * 30_000);
      const arrived = performance.now();
      await scene.imap.deliver(login, mailOf(number));
      await until(async () => (await handled(db, id)) >= number, `mail ${number}`);
      visible.push(performance.now() - arrived);
    }
    const p95 = inSeconds(percentile(visible, 0.95));
    results.push(["new mail visible, without IDLE, p95", "35 s", p95]);
  } finally {
    odd.stop();
  }
}

/** Mails that became a ticket, a message or a held mail. */
async function handled(db: Db, mailboxId: string): Promise<number> {
  const { stored, waiting } = await countMails(db, mailboxId);
  return stored - waiting;
}

async function tickets(db: Db): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from inbound_mails where state = 'ticket'`.execute(db);
  return found[0]?.count ?? 0;
}

async function benchLargeMailbox(scene: Scene): Promise<void> {
  const { imap, db, stage } = scene;
  say(`A mailbox of ${mails} mails is connected`);
  for (let count = 0; count < mails; count += 1_000) {
    const size = Math.min(1_000, mails - count);
    await imap.deliver(login, ...Array.from({ length: size }, (_, at) => smallMail(count + at)));
  }
  // The mail server reads its own new files first, which is not what is measured.
  await connectDovecot(db, { imap, login, encryption });
  const first = await stage.start();
  await until(async () => (await folderOf(db)) !== undefined, "the mail server", 900_000);
  first.signal("SIGTERM");
  await first.ended();
  await sql`truncate mailbox_leases`.execute(db);
  await sql`
    update mailbox_folders set uidvalidity = 0, last_uid = 0, first_uid = 0;
    update mailboxes set paused_at = now()`.execute(db);
  const server = await stage.start();
  await Bun.sleep(3_000);
  const before = mebibytesOf(server.pid);
  const begin = performance.now();
  await sql`update mailboxes set paused_at = null`.execute(db);
  const isWatching = async () =>
    (await db.selectFrom("mailboxes").select("state").executeTakeFirstOrThrow()).state ===
    "watching";
  await until(isWatching, "the mailbox to be watched", 120_000);
  const took = performance.now() - begin;
  const read = await db.selectFrom("inbound_mails").select("id").execute();
  const grown = mebibytesOf(server.pid) - before;
  const what = `${mails} mails, from now on`;
  // The reader looks for changed settings every two seconds.
  results.push([`${what}: connected after`, "2 s, and 2 s to notice", inSeconds(took)]);
  results.push([
    `${what}: bodies fetched, memory`,
    "0, 10 MB",
    `${read.length}, ${grown.toFixed(0)} MiB`,
  ]);
}

async function benchBacklog(scene: Scene): Promise<void> {
  const { imap, db, stage } = scene;
  say(`${backlog} mails wait`);
  const { id, server } = await connected(scene);
  server.signal("SIGTERM");
  await server.ended();
  for (let count = 0; count < backlog; count += 500) {
    const size = Math.min(500, backlog - count);
    await imap.deliver(login, ...Array.from({ length: size }, (_, at) => smallMail(count + at)));
  }
  const begin = performance.now();
  await stage.start();
  const isDone = async () => {
    const { stored, waiting } = await countMails(db, id);
    return stored === backlog && waiting === 0;
  };
  await until(isDone, "the backlog", 3 * 3_600_000);
  const took = (performance.now() - begin) / 60_000;
  const { rows: found } = await sql<{ disordered: number }>`
    select count(*)::int as disordered from (
      select uid < lag(uid) over (order by decided_at, uid) as is_late from inbound_mails) mail
    where is_late`.execute(db);
  const order = found[0]?.disordered === 0 ? "in order" : `${found[0]?.disordered} out of order`;
  results.push([
    `${backlog} mails after days down`,
    "100 min, in order",
    `${took.toFixed(1)} min, ${order}, ${await tickets(db)} tickets`,
  ]);
}

async function benchLists(scene: Scene): Promise<void> {
  const { db, stage } = scene;
  say(`${rows} received mails are listed`);
  const id = await connectDovecot(db, { imap: scene.imap, login, encryption });
  // In parts that end before the limit of a statement.
  for (let from = 1; from <= rows; from += 100_000) {
    await sql`
      insert into inbound_mails (id, mailbox_id, source, raw_hash, raw_size, received_at, stored_at,
        sender, subject, preview, verdict, state, reason, next_attempt_at, decided_at)
      select uuid_v7(), ${id}::uuid, 'command', sha256(n::text::bytea), 1000, at, at,
        'sender' || n % 1000 || '@acme.test', 'Subject ' || n, 'First line of mail ' || n, 'none',
        case when n % 10 = 0 then 'held' when n % 3 = 0 then 'ticket' else 'message' end,
        case when n % 10 = 0 then 'stranger' end, at, at
      from generate_series(${from}::int, ${Math.min(from + 99_999, rows)}::int) n,
        lateral (select now() - n * interval '8 seconds' as at) times`.execute(db);
  }
  // As the sweep does every ten minutes.
  await mergeReceivedCounts(db, new Date());
  await sql`vacuum analyze inbound_mails, inbound_mail_counts`.execute(db);
  await sql`update mailboxes set paused_at = now()`.execute(db);
  const number = await insertHtmlTicket(stage, id);
  const server = await stage.start();
  const visitor = createVisitor(server.url);
  await visitor.signIn(stage.people.admin.email, testPassword);
  const zone = { timeZone: "Europe/Berlin" };
  const calls: [what: string, goal: string, name: string, input: object][] = [
    ["held list", "50 ms", "mailboxes.held", {}],
    ["count of held mails", "50 ms", "mailboxes.heldCount", {}],
    ["count page", "50 ms", "mailboxes.receivedDays", zone],
    ["ticket with 50 HTML messages", "as with Markdown", "tickets.get", { number }],
  ];
  for (const [what, goal, name, input] of calls) {
    const took: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const begin = performance.now();
      const path = `/node/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
      const { status, text } = await visitor.request("GET", path);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 300)}`);
      // The first calls prepare statements.
      if (count >= 10) took.push(performance.now() - begin);
    }
    const at = what.startsWith("ticket") ? "" : ` at ${rows} rows`;
    results.push([`${what}${at}, p95`, goal, `${percentile(took, 0.95).toFixed(1)} ms`]);
  }
}

/** A ticket whose messages came by mail, with quotes. */
async function insertHtmlTicket({ owner, people }: Stage, mailboxId: string): Promise<number> {
  const ticket = await insertTicket(owner, { requester_id: people.customer.id });
  for (let count = 0; count < 50; count += 1) {
    const words = `Paragraph ${count}. `.repeat(40);
    const message = await insertMessage(owner, {
      ...{ ticket_id: ticket.id, author_id: people.customer.id, format: "html", body: words },
    });
    const mail = await owner
      .insertInto("inbound_mails")
      .values({
        ...{ id: Bun.randomUUIDv7(), mailbox_id: mailboxId, source: "command", raw_size: 1000 },
        raw_hash: new Bun.CryptoHasher("sha256").update(`html ${count}`).digest() as Buffer,
        ...{ received_at: new Date(), stored_at: new Date(), next_attempt_at: new Date() },
        ...{ state: "message", ticket_id: ticket.id, message_id: message.id },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await owner
      .insertInto("message_mails")
      .values({
        ...{ message_id: message.id, inbound_mail_id: mail.id, from_name: "Ana" },
        ...{ from_address: "ana@acme.test", subject: "Re: Labels" },
        html: `<p style="color: #333">${words}</p>`.repeat(10),
        rest_html: `<blockquote>${words}</blockquote>`,
      })
      .execute();
  }
  return ticket.number;
}

/** Mean 60 KB: one of ten has a file of half a megabyte in base64. */
function mailOf(number: number): string {
  const isLarge = number % 10 === 0;
  const file = Buffer.alloc(isLarge ? 380_000 : 1_000, number % 251).toString("base64");
  const lines = file.match(/.{1,76}/g)?.join("\n") ?? "";
  return `${headOf(number)}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>${"Words of a mail. ".repeat(100)}</p>\n--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=file.bin\nContent-Transfer-Encoding: base64\n\n${lines}\n--b--\n`;
}

function smallMail(number: number): string {
  return `${headOf(number)}\nMail ${number}.\n`;
}

function headOf(number: number): string {
  return `From: Person ${number} <person${number % senders}@acme${number % 500}.test>\nTo: support@acme.test\nSubject: Mail ${number}\nMessage-ID: <${number}.${process.pid}@acme.test>\n`;
}

/** Of the process and of its children, such as the parser. */
function cpuSecondsOf(pid: number): number {
  const stat = Bun.spawnSync(["cat", `/proc/${pid}/stat`]).stdout.toString();
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  const children = Bun.spawnSync(["pgrep", "-P", String(pid)])
    .stdout.toString()
    .split("\n");
  const own = children.filter(Boolean).map((child) => cpuSecondsOf(Number(child)));
  return own.reduce((sum, seconds) => sum + seconds, ticks / 100);
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function until(isTrue: () => Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await Bun.sleep(100);
  }
}

await withDesk(benchArrivals);
await withDesk(benchWithoutIdle);
await withDesk(benchLargeMailbox);
await withDesk(benchBacklog);
await withDesk(benchLists);

say("");
say("| what | goal | measured |");
say("|---|---|---|");
for (const cells of results) say(`| ${cells.join(" | ")} |`);
process.exit(0);
