import { type Db, loadOf } from "../db/database.ts";
import { type Backlog, watchBacklog } from "./backlog.ts";
import { createExposition, type Exposition } from "./exposition.ts";
import { watchLoopLag } from "./loop-lag.ts";
import type { RequestMeter } from "./request-meter.ts";

interface MetricsSource {
  db: Db;
  requests: RequestMeter;
  live: { readonly size: number };
}

export interface Metrics {
  tell(): Promise<string>;
  stop(): void;
}

/** What this server has done and what it is at: counts and times, nothing of anybody. */
export function startMetrics({ db, requests, live }: MetricsSource): Metrics {
  const lag = watchLoopLag();
  const backlog = watchBacklog(db);
  return {
    stop: lag.stop,
    async tell() {
      const said = createExposition();
      tellRequests(said, requests);
      tellPool(said, db);
      tellBacklog(said, await backlog());
      gauge(said, "frontdesk_live_streams", "Open streams of live news.", live.size);
      tellProcess(said);
      said.addHistogram(
        "frontdesk_event_loop_lag_seconds",
        "How much later than asked for a timer ran.",
        [[{}, lag.histogram]],
      );
      return said.text();
    },
  };
}

function tellRequests(said: Exposition, requests: RequestMeter): void {
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

function tellPool(said: Exposition, db: Db): void {
  const { size, lent, waiting } = loadOf(db);
  gauge(said, "frontdesk_database_connections", "Connections at most.", size);
  gauge(said, "frontdesk_database_connections_in_use", "Connections at work.", lent);
  gauge(said, "frontdesk_database_waiting", "Who waits for a connection.", waiting);
}

function tellBacklog(said: Exposition, backlog: Backlog | null): void {
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
}

function tellProcess(said: Exposition): void {
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
