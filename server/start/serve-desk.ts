import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { type MailWorker, startMailWorker } from "../mail/worker.ts";
import { createServices, type Services } from "../services.ts";
import { StartError } from "../start-error.ts";
import { startSweep } from "../sweep.ts";
import type { ClientHandler } from "../web/serve-client.ts";

export interface ServedDesk {
  /** Where this server listens. */
  url: string;
  port: number;
  /** What links in mails begin with. */
  origin: string;
  app: ReturnType<typeof createApp>;
  services: Services;
  mail: MailWorker;
  /** Refuses new connections and lets requests in flight finish, for ten seconds at most. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  config: Config;
  db: Db;
  log: Log;
  now?: () => Date;
  client: ClientHandler;
  /** Bun's development server at this address. */
  devPage?: { path: string; bundle: Bun.HTMLBundle };
}

const drainMs = 10_000;

export async function serveDesk(options: ServeOptions): Promise<ServedDesk> {
  const { config, db, log } = options;
  const services = await createServices(options);
  const app = createApp({ services, client: options.client });
  const server = listen(options, (request, connection) => app.fetch(request, connection));
  const port = server.port ?? config.port;
  const origin = config.baseUrl ?? `http://localhost:${port}`;
  const mail = startMailWorker({ db, config, log, now: services.now, origin: () => origin });
  const sweep = startSweep(services);

  return {
    url: addressOf(config.host, port),
    port,
    origin,
    app,
    services,
    mail,
    async stop() {
      sweep.stop();
      const drained = Promise.all([server.stop(), mail.stop()]);
      await Promise.race([drained, Bun.sleep(drainMs)]);
      await server.stop(true);
    },
  };
}

type Listener = (
  request: Request,
  connection: { address?: string },
) => Response | Promise<Response>;

function listen({ config, devPage }: ServeOptions, answer: Listener): Bun.Server<undefined> {
  const { host, port } = config;
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: 30,
      development: devPage ? { hmr: true, console: true } : false,
      routes: devPage ? { [devPage.path]: devPage.bundle } : {},
      fetch: (request, server) => answer(request, { address: server.requestIP(request)?.address }),
    });
  } catch (error) {
    throw new StartError(whyNotListening(host, port, error), { cause: error });
  }
}

function whyNotListening(host: string, port: number, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "unknown reason";
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use: stop what uses it, or set PORT to another one.`;
  }
  if (code === "EACCES") {
    return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  }
  return `HOST ${host} is no address of this machine (${code}).`;
}

function addressOf(host: string, port: number): string {
  const everyAddress = ["127.0.0.1", "localhost", "0.0.0.0", "::", "::1"].includes(host);
  const name = everyAddress ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
