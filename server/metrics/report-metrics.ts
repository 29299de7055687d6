import { sql } from "kysely";
import { countSlowStatements, type Db, loadOf } from "../db/database.ts";
import { isReplyWaiting } from "../tickets/release.ts";
import { version } from "../version.ts";
import {
  createExposition,
  createHistogram,
  type Exposition,
  type Histogram,
  observe,
} from "./exposition.ts";
import type { Health } from "./health.ts";
import type { RequestMeter } from "./request-meter.ts";

interface MetricsSource {
  db: Db;
  health: Pick<Health, "freeBytes">;
  requests: RequestMeter;
  live: { readonly size: number };
}

export interface Metrics {
  render(): Promise<string>;
  stop(): void;
}

/** The server's metrics: counts and times, no personal data. */
export function startMetrics({ db, requests, live, health }: MetricsSource): Metrics {
  const lag = watchLoopLag();
  const backlog = watchBacklog(db);
  return {
    stop: lag.stop,
    async render() {
      const said = createExposition();
      const about = "The release that runs.";
      said.add("frontdesk_build_info", "gauge", about, [[{ version }, 1]]);
      reportRequests(said, requests);
      reportSignIns(said, requests);
      reportPool(said, db);
      reportBacklog(said, await backlog());
      gauge(said, "frontdesk_live_streams", "Open streams of live news.", live.size);
      await reportDisk(said, health);
      reportProcess(said);
      said.addHistogram(
        "frontdesk_event_loop_lag_seconds",
        "How much later than asked for a timer ran.",
        [[{}, lag.histogram]],
      );
      return said.text();
    },
  };
}

function reportRequests(said: Exposition, requests: RequestMeter): void {
  const used = [...requests.all()].filter(({ byStatus }) => byStatus.size > 0);
  said.add(
    "frontdesk_requests_total",
    "counter",
    "Calls of procedures and requests to routes, by the status of their answer.",
    used.flatMap(({ route, byStatus }) =>
      [...byStatus].map(([status, count]): [{ route: string; status: number }, number] => [
        { route, status },
        count,
      ]),
    ),
  );
  said.addHistogram(
    "frontdesk_request_duration_seconds",
    "From the arrival of a request to the beginning of its answer.",
    used.map(({ route, durations }) => [{ route }, durations]),
  );
}

const signIns = new Set(["POST /node/auth/login"]);
const isFailed = (status: number) => status === 401 || status === 403 || status === 429;

function reportSignIns(said: Exposition, requests: RequestMeter): void {
  const attempts = [...requests.all()].filter(({ route }) => signIns.has(route));
  const failed = attempts.flatMap(({ byStatus }) =>
    [...byStatus].map(([status, count]) => (isFailed(status) ? count : 0)),
  );
  said.add(
    "frontdesk_sign_ins_failed_total",
    "counter",
    "Sign-ins that were refused: a wrong password, an unknown address, or too many attempts.",
    [[{}, failed.reduce((sum, count) => sum + count, 0)]],
  );
}

async function reportDisk(said: Exposition, health: MetricsSource["health"]): Promise<void> {
  const free = await health.freeBytes();
  const samples: [{ place: string }, number][] = free === null ? [] : [[{ place: "data" }, free]];
  said.add("frontdesk_disk_free_bytes", "gauge", "Free space where DATA_DIR is.", samples);
}

function reportPool(said: Exposition, db: Db): void {
  const { size, lent, waiting } = loadOf(db);
  gauge(said, "frontdesk_database_connections", "Connections at most.", size);
  gauge(said, "frontdesk_database_connections_in_use", "Connections at work.", lent);
  gauge(said, "frontdesk_database_waiting", "Who waits for a connection.", waiting);
  said.add(
    "frontdesk_slow_statements_total",
    "counter",
    "Statements of this process that took longer than a second.",
    [[{}, countSlowStatements()]],
  );
}

function reportBacklog(said: Exposition, backlog: Backlog | null): void {
  gauge(said, "frontdesk_database_up", "Whether the database answers.", backlog ? 1 : 0);
  if (!backlog) return;
  const told: [string, string, number][] = [
    ["mails_waiting", "Mails that wait to be sent.", backlog.mails],
    ["mails_oldest_seconds", "Age of the oldest of them.", backlog.oldestMailSeconds],
    ["mails_overdue_seconds", "How long one is due untaken.", backlog.mailOverdueSeconds],
    ["mails_failed", "Mails that were given up, of the last 90 days.", backlog.failedMails],
    ["replies_overdue_seconds", "How long a reply is late.", backlog.replyOverdueSeconds],
    ["jobs_waiting", "Jobs that wait or are at work.", backlog.jobs],
    ["jobs_oldest_seconds", "Age of the oldest of them.", backlog.oldestJobSeconds],
    ["search_waiting", "Changes to be read for the search, up to 100000.", backlog.search],
  ];
  for (const [name, help, value] of told) gauge(said, `frontdesk_${name}`, help, value);
  const { backupSeconds } = backlog;
  const age: [Record<string, string>, number][] =
    backupSeconds === null ? [] : [[{}, backupSeconds]];
  said.add("frontdesk_backup_age_seconds", "gauge", "Since the last backup was complete.", age);
}

function reportProcess(said: Exposition): void {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const began = (Date.now() - process.uptime() * 1000) / 1000;
  gauge(said, "process_resident_memory_bytes", "Memory of this process.", rss);
  gauge(said, "frontdesk_heap_bytes", "What of it is objects in use.", heapUsed);
  gauge(said, "process_start_time_seconds", "When it began, since 1970.", began);
  said.add("process_cpu_seconds_total", "counter", "Time of processors it used.", [
    [{}, (user + system) / 1_000_000],
  ]);
}

function gauge(said: Exposition, name: string, help: string, value: number): void {
  said.add(name, "gauge", help, [[{}, value]]);
}

/** What waits in the database for any server's worker. */
interface Backlog {
  mails: number;
  /** The age of the oldest queued mail; a refused mail is retried for a day. */
  oldestMailSeconds: number;
  /** How long a due mail has not been picked up by a worker. */
  mailOverdueSeconds: number;
  /** Mails of the last 90 days that are no longer retried. */
  failedMails: number;
  /** How long a reply is overdue for publishing. */
  replyOverdueSeconds: number;
  jobs: number;
  oldestJobSeconds: number;
  /** Tickets waiting to be indexed for search, up to a hundred thousand. */
  search: number;
  /** Null: no backup was ever made. */
  backupSeconds: number | null;
}

async function readBacklog(db: Db): Promise<Backlog> {
  const age = (time: string) => sql`coalesce(greatest(0,
    extract(epoch from clock_timestamp() - min(${sql.ref(time)}))), 0)::float8`;
  const { rows } = await sql<Backlog>`
    select mail.*, failed.*, job.*, reply.*, search.*, desk.*
    from
      (select count(*) as mails, ${age("created_at")} as "oldestMailSeconds",
        ${age("next_attempt_at")} as "mailOverdueSeconds"
        from outgoing_mails where state = 'queued') mail,
      (select count(*) as "failedMails" from outgoing_mails where state = 'failed') failed,
      (select count(*) as jobs, ${age("created_at")} as "oldestJobSeconds"
        from jobs where state in ('queued', 'running')) job,
      (select ${age("m.release_at")} as "replyOverdueSeconds"
        from messages m join tickets t on t.id = m.ticket_id where ${isReplyWaiting}) reply,
      (select count(*) as search from
        (select from ticket_search_queue limit 100000) waiting) search,
      (select case when backed_up_at is not null
          then greatest(0, extract(epoch from clock_timestamp() - backed_up_at))::float8 end
        as "backupSeconds" from desk) desk`.execute(db);
  const [backlog] = rows;
  if (!backlog) throw new Error("The backlog was not told");
  return backlog;
}

const retentionMs = 5_000;
const patienceMs = 2_000;

/** Read at most every five seconds, however many ask; null: the database does not answer. */
function watchBacklog(db: Db): () => Promise<Backlog | null> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - asked > retentionMs) {
      asked = performance.now();
      answer = Promise.race([
        readBacklog(db).catch(() => null),
        Bun.sleep(patienceMs).then(() => null),
      ]);
    }
    return answer;
  };
}

interface LoopLag {
  histogram: Histogram;
  stop(): void;
}

const everyMs = 100;

/** Measures how late timers run in this process. */
function watchLoopLag(): LoopLag {
  const histogram = createHistogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    observe(histogram, Math.max(0, now - last - everyMs) / 1000);
    last = now;
  }, everyMs);
  timer.unref();
  return { histogram, stop: () => clearInterval(timer) };
}
