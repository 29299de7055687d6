import { startExportWorker } from "../api/exports/worker.ts";
import { startWebhookWorker, type WebhookWorker } from "../api/webhooks/worker.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { createApp } from "../http/app.ts";
import type { Connection } from "../http/env.ts";
import { jobHandlers } from "../job-handlers.ts";
import { startJobWorker } from "../jobs/worker.ts";
import type { Log } from "../log.ts";
import { returnToStaff } from "../mail/inbound/bounces.ts";
import { type InboundWorker, startInboundWorker } from "../mail/inbound/worker.ts";
import {
  type MailboxPatience,
  type MailboxWorker,
  startMailboxWorker,
} from "../mail/mailboxes/worker.ts";
import { type MailWorker, startMailWorker } from "../mail/outbox/worker.ts";
import { type Metrics, startMetrics } from "../metrics/report-metrics.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import { appRouter } from "../rpc/router.ts";
import { type SearchWorker, startSearchWorker } from "../search/worker.ts";
import { createServices, type Services } from "../services.ts";
import { StartError } from "../start-error.ts";
import { startSweep } from "../sweep.ts";
import { startReleaseWorker } from "../tickets/release.ts";
import { startByItself } from "../tickets/scheduled.ts";
import type { ClientHandler } from "../web/serve-client.ts";
import { addressOf } from "./address.ts";

export interface ServedDesk {
  /** The address this server listens on. */
  url: string;
  port: number;
  /** The start of links in mails. */
  origin: string;
  /** The address for Prometheus; null if there is none. */
  metricsUrl: string | null;
  app: ReturnType<typeof createApp>;
  services: Services;
  mail: MailWorker;
  inbound: InboundWorker;
  mailboxes: MailboxWorker;
  search: SearchWorker;
  webhooks: WebhookWorker;
  /** Refuses new connections and lets requests in flight finish, for nine seconds at most. */
  stop(): Promise<void>;
}

interface ServeOptions {
  config: Config;
  db: Db;
  workerDb: Db;
  searchDb: Db;
  /** For reads that may be some seconds old; absent: the others. */
  readDb?: Db | null;
  /** For LISTEN: past any pooler. */
  directUrl: string;
  log: Log;
  now?: () => Date;
  /** How long the stop waits for requests in flight. */
  drainMs?: number;
  /** How long the readers of mailboxes wait; for tests. */
  mailboxPatience?: Partial<MailboxPatience>;
  client: ClientHandler;
  /** Bun's development server at this address. */
  devPage?: { path: string; bundle: Bun.HTMLBundle };
}

/** The whole stop takes at most ten seconds. */
const usualDrainMs = 9_000;
const procedures = Object.keys(appRouter._def.procedures);

export async function serveDesk(options: ServeOptions): Promise<ServedDesk> {
  const { config, workerDb: db, log, drainMs = usualDrainMs } = options;
  const services = await createServices({ ...options, procedures });
  const { now, wakeup } = services;
  const app = createApp({ services, client: options.client });
  const answer: Listener = async (request, connection) =>
    request.method === "HEAD"
      ? headOf(
          await app.fetch(new Request(request, { method: "GET" }), { ...connection, isHead: true }),
        )
      : await app.fetch(request, connection);
  const metrics = startMetrics(services);
  const { server, metricsDoor } = await openDoors(options, answer, metrics).catch(async (error) => {
    metrics.stop();
    await services.stopLive();
    throw error;
  });
  const port = server.port ?? config.port;
  const url = addressOf(config.host, port);
  const origin = () => services.desk.mail.baseUrl ?? url;
  const mail = startMailWorker({
    db,
    config: services.desk.mail,
    encryption: services.encryption,
    guardedFetch: services.guardedFetch,
    log,
    now,
    origin,
    onUndelivered: returnToStaff,
  });
  const search = startSearchWorker({ db, log });
  const webhooks = startWebhookWorker({ ...services, db, origin });
  const exports = startExportWorker({ db, log, now });
  const sweep = startSweep({ ...services, db });
  const byItself = startByItself({ db, log, now, onChange: wakeup.wake });
  const jobs = startJobWorker({ db, log, now, handlers: jobHandlers, onSlice: wakeup.wake });
  const releases = startReleaseWorker({
    db,
    log,
    now,
    onRelease() {
      wakeup.wake();
      mail.wake();
    },
  });
  const holder = Bun.randomUUIDv7();
  const inbound = startInboundWorker({
    db,
    files: services.files,
    log,
    now,
    readsAs: holder,
    onDone() {
      wakeup.wake();
      mail.wake();
    },
  });
  const mailboxes = startMailboxWorker({
    ...services,
    db,
    onStored: inbound.wake,
    holder,
    patience: options.mailboxPatience,
  });
  const workers = [mail, inbound, mailboxes, search, webhooks, exports, byItself, jobs, releases];

  return {
    url,
    port,
    origin: origin(),
    metricsUrl: metricsDoor?.url ?? null,
    app,
    services,
    mail,
    inbound,
    mailboxes,
    search,
    webhooks,
    async stop() {
      sweep.stop();
      metrics.stop();
      await metricsDoor?.stop();
      // An open stream would never drain.
      const ending = [services.stopLive(), ...workers.map((worker) => worker.stop())];
      const drained = Promise.all([server.stop(), ...ending]);
      await Promise.race([drained, Bun.sleep(drainMs)]);
      await server.stop(true);
    },
  };
}

type Listener = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Both are opened before any work begins, so that a failing start has done nothing.*/
async function openDoors(options: ServeOptions, answer: Listener, metrics: Metrics) {
  const { config, log } = options;
  const server = await listen(options, answer);
  try {
    const metricsDoor = config.metrics && serveMetrics(config.metrics, metrics, log);
    return { server, metricsDoor };
  } catch (error) {
    await server.stop(true);
    throw error;
  }
}

async function listen(
  { config, devPage }: ServeOptions,
  answer: Listener,
): Promise<Bun.Server<undefined>> {
  const { host, port } = config;
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: 30,
      // Otherwise Bun would let a second desk share the port in production.
      reusePort: false,
      development: devPage ? { hmr: true, console: true } : false,
      routes: devPage ? { [devPage.path]: devPage.bundle } : {},
      fetch: (request, server) =>
        answer(withAddress(request), {
          address: server.requestIP(request)?.address,
          keepOpen: () => server.timeout(request, 0),
        }),
    });
  } catch (error) {
    throw new StartError(whyNotListening(host, port, error), { cause: error });
  }
}

/**
 * Bun sends the headers alone, with the length of the body. That of a stream is only known from the header, which
 * Bun replaces as long as there is a stream.
 */
async function headOf(answer: Response): Promise<Response> {
  if (!answer.headers.has("Content-Length")) return answer;
  await answer.body?.cancel().catch(() => {});
  return new Response(null, { status: answer.status, headers: answer.headers });
}

/** An HTTP/1.0 health check names no host, and Bun then gives a path instead of a URL. */
function withAddress(request: Request): Request {
  if (URL.canParse(request.url)) return request;
  return new Request(`http://localhost${request.url}`, request);
}

function whyNotListening(host: string, port: number, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "unknown reason";
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use: stop what uses it, or set PORT to another one.`;
  }
  if (code === "EACCES") {
    return `Port ${port} can't be used by this user. Set PORT to a port above 1023.`;
  }
  return `HOST ${host} is no address of this machine (${code}).`;
}
