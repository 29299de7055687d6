import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { readConfig } from "../../server/config.ts";
import { createFileStore } from "../../server/files/store.ts";
import { sweepFiles, unsentForMs } from "../../server/files/sweep.ts";
import { createLog } from "../../server/log.ts";
import type { ActKind, LedgerAct } from "./ledger.ts";
import type { Stage } from "./stage.ts";

export interface Verdict {
  sent: number;
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** Refused in words, and there all the same. */
  refusedButThere: number;
  /** What must agree and does not, in words. */
  disagreements: string[];
}

/** What he needs of a desk that was broken. */
export type Judged = Pick<Stage, "owner" | "dataDir" | "ledger">;

/** Compares the clients' ledgers with the database and the file store. */
export async function judge(stage: Judged): Promise<Verdict> {
  const acts = [...stage.ledger.acts.values()];
  const times = await timesThere(stage, acts);
  const isThere = ({ key }: LedgerAct) => (times.get(key) ?? 0) > 0;
  return {
    sent: acts.length,
    acknowledged: acts.filter(({ outcome }) => outcome === "acknowledged" || outcome === "swept")
      .length,
    lost: acts.filter((act) => act.outcome === "acknowledged" && !isThere(act)).length,
    doubled: acts.filter(({ key }) => (times.get(key) ?? 0) > 1).length,
    refusedButThere: acts.filter((act) => act.outcome === "refused" && isThere(act)).length,
    disagreements: [...(await disagreements(stage)), ...(await orphans(stage))],
  };
}

/** How often the result of each action exists: counted by its text, not by the server's own records. */
async function timesThere(
  { owner }: Judged,
  acts: readonly LedgerAct[],
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [kind, counted] of Object.entries(counts) as [ActKind, (typeof counts)["note"]][]) {
    const keys = acts.filter((act) => act.kind === kind).map(({ key }) => key);
    const { rows } = await sql<{ key: string; times: number }>`
      select key, (${counted})::int as times
      from unnest(${keys}::text[]) as sent (key)`.execute(owner);
    for (const row of rows) times.set(row.key, row.times);
  }
  return times;
}

const counts = {
  ticket: sql`select count(*) from tickets where subject = key`,
  reply: sql`select count(*) from messages where body = 'Replied as ' || key`,
  note: sql`select count(*) from messages where body = 'Noted as ' || key`,
  status: sql`select count(*) from ticket_events e join acts a on a.id = e.act_id
    where e.kind = 'status' and a.request_id = key::uuid`,
  company: sql`select count(*) from companies where name = key`,
  file: sql`select least(count(*), 1) from files where name = key || '.txt'`,
};

/** Pairs of facts that one transaction writes: both exist, or neither. */
async function disagreements({ owner }: Judged): Promise<string[]> {
  const found: string[] = [];
  for (const [words, query] of Object.entries(pairs)) {
    const { rows } = await sql<{ count: number }>`select (${query})::int as count`.execute(owner);
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push(`${count} × ${words}`);
  }
  return found;
}

const pairs = {
  "a company without its one audit row": sql`
    select count(*) from companies c where 1 <> (
      select count(*) from audit_log a where a.act = 'company.created' and a.subject_id = c.id)`,
  "an audit row without its company": sql`
    select count(*) from audit_log a where a.act = 'company.created'
      and not exists (select from companies c where c.id = a.subject_id)`,
  "a released reply without its one mail to the requester": sql`
    select count(*) from messages m join tickets t on t.id = m.ticket_id
    where m.body like 'Replied as %' and m.released_at is not null and 1 <> (
      select count(*) from outgoing_mails o
      where o.message_id = m.id and o.user_id = t.requester_id)`,
  "a mail of a reply that was not released": sql`
    select count(*) from outgoing_mails o join messages m on m.id = o.message_id
    where m.kind = 'public' and m.released_at is null`,
  "a reply that was never released": sql`
    select count(*) from messages m
    where m.body like 'Replied as %' and m.released_at is null`,
  "a ticket whose first event is missing": sql`
    select count(*) from tickets t where 1 <> (
      select count(*) from ticket_events e where e.ticket_id = t.id and e.kind = 'created')`,
  "a ticket in another state than its current span": sql`
    select count(*) from tickets t where t.status is distinct from (
      select s.status from status_spans s where s.ticket_id = t.id and s.ended_at is null)`,
  "a number given twice": sql`
    select count(*) - count(distinct number) from tickets`,
  "a note that was mailed": sql`
    select count(*) from outgoing_mails o join messages m on m.id = o.message_id
    where m.kind = 'note' and m.body like 'Noted as %'`,
};

/** After the sweep, a day and an hour later: a file for each content, a content for each file. */
async function orphans({ owner, dataDir, ledger }: Judged): Promise<string[]> {
  const config = { ...readConfig({ PORT: "0" }), dataDir };
  const store = createFileStore(
    config,
    createLog("error", () => {}),
  );
  const wholeFiles = await sql<{ sha256: string; content: string }>`
    select distinct encode(c.sha256, 'hex') as sha256, c.id::text as content
    from files f join file_contents c on c.id = f.content_id`.execute(owner);
  const before = storedNames(dataDir);
  const missing = wholeFiles.rows.filter(
    ({ content }) => !before.some((name) => name.includes(content)),
  );
  const unsent = await sql<{ key: string }>`
    select split_part(name, '.', 1) as key from files where message_id is null`.execute(owner);
  const later = new Date(Date.now() + unsentForMs + 3_600_000);
  await sweepFiles({ db: owner, now: later }, store);
  await sweepFiles({ db: owner, now: new Date(later.getTime() + unsentForMs) }, store);
  for (const { key } of unsent.rows) {
    const act = ledger.acts.get(key);
    if (act?.outcome === "acknowledged") ledger.sweep(act);
  }
  const { rows } = await sql<{ content: string }>`
    select id::text as content from file_contents`.execute(owner);
  const left = storedNames(dataDir).filter(
    (name) => !rows.some(({ content }) => name.includes(content)),
  );
  return [
    ...(missing.length > 0 ? [`${missing.length} × a file whose content is missing`] : []),
    ...(left.length > 0 ? [`${left.length} × a content that belongs to nothing: ${left[0]}`] : []),
  ];
}

function storedNames(dataDir: string): string[] {
  const root = join(dataDir, "files");
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
