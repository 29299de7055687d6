import { join } from "node:path";
import { readConfig } from "../../server/config.ts";
import { freePort } from "../support/process/free-port.ts";
import { type SpawnedServer, startServer } from "../support/process/spawned-server.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { fillIn, place, readEnv } from "./deploy-files.ts";
import { makeFolder, pathOf, type Running, startProgram, until } from "./programs.ts";

export interface CompositionOptions {
  servers: number;
  /** How each reaches Postgres, and where the attachments lie. */
  env: Record<string, string>;
  /** As in production; without it, for programs that speak plain HTTP only. */
  https?: boolean;
}

export interface ComposedServer extends SpawnedServer {
  port: number;
  metricsPort: number;
}

/** So many servers behind HAProxy, by the very files of deploy/. */
export interface Composition {
  /** Through the proxy. */
  url: string;
  port: number;
  servers: ComposedServer[];
  /** A new visitor, through the proxy. */
  visitor(): Visitor;
  /** Again, at the address that it had. */
  restart(index: number): Promise<void>;
  end(): Promise<void>;
}

export async function openComposition(options: CompositionOptions): Promise<Composition> {
  const { servers: count, env, https = true } = options;
  const folder = await makeFolder("proxy");
  const port = freePort();
  const url = `${https ? "https" : "http"}://localhost:${port}`;
  const own = await settings(url);

  async function start(at: number, metricsAt: number): Promise<ComposedServer> {
    const ports = { PORT: String(at), METRICS_PORT: String(metricsAt) };
    const wanted = { ...own, LOG_LEVEL: "error", ...env, ...ports };
    const server = await startServer(wanted).catch(() => startServer(wanted));
    return { ...server, url: `http://127.0.0.1:${at}`, port: at, metricsPort: metricsAt };
  }
  const servers = await Promise.all(
    Array.from({ length: count }, () => start(freePort(), freePort())),
  );
  const proxy = await startProxy(folder.path, { port, https, servers });
  return {
    ...{ url, port, servers },
    visitor: () => createVisitor(url),
    async restart(index) {
      const before = servers[index];
      if (before) servers[index] = await start(before.port, before.metricsPort);
    },
    async end() {
      await proxy.stop("SIGINT");
      for (const server of servers) {
        server.signal("SIGKILL");
        await server.ended();
      }
      await folder.remove();
    },
  };
}

/** The same person with the same cookies, at another address. */
export function sameAt(url: string, { cookies }: Visitor): Visitor {
  const visitor = createVisitor(url);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

/** What deploy/frontdesk.env says, as far as it names no machine; the rest is given. */
async function settings(url: string): Promise<Record<string, string>> {
  const env = readEnv(await fillIn("frontdesk.env", { "https://desk.example.com": url }));
  // All of it must be accepted by a server.
  readConfig(env);
  const { NODE_ENV = "", BASE_URL = "", TRUST_PROXY = "" } = env;
  return { NODE_ENV, BASE_URL, TRUST_PROXY };
}

interface ProxyOptions {
  port: number;
  https: boolean;
  servers: readonly ComposedServer[];
}

async function startProxy(
  folder: string,
  { port, https, servers }: ProxyOptions,
): Promise<Running> {
  const certificate = join(folder, "desk.pem");
  const bind = "bind :443 ssl crt /etc/haproxy/desk.pem alpn h2,http/1.1";
  const [first, second] = [
    "    server desk1 10.0.0.11:3000\n",
    "    server desk2 10.0.0.12:3000\n",
  ];
  const lines = servers.map(({ port: at }, index) => `    server desk${index} 127.0.0.1:${at}\n`);
  const here = bind.replace(":443", `127.0.0.1:${port}`).replace(/crt \S+/, `crt ${certificate}`);
  const text = await fillIn("haproxy.cfg", {
    [bind]: https ? here : `bind 127.0.0.1:${port}`,
    [first + second]: lines.join(""),
    // As many files as may be open here.
    "maxconn 20000": "maxconn 4000",
    // Only root can change the user.
    ...(process.getuid?.() === 0 ? {} : { "    user haproxy\n    group haproxy\n": "" }),
  });
  if (https) await makeCertificate(certificate);
  const proxy = startProgram([
    ...[pathOf("haproxy"), "-db", "-f", await place(join(folder, "haproxy.cfg"), text)],
  ]);
  const visitor = createVisitor(`${https ? "https" : "http"}://localhost:${port}`);
  await until("the proxy finds a server that is ready", async () => {
    if (proxy.hasEnded()) throw new Error(proxy.output());
    return (await visitor.request("GET", "/readyz")).status === 200;
  }).catch((error) => {
    throw new Error(`${error.message}\n${proxy.output()}`);
  });
  return proxy;
}

/** The key and the certificate in one file, as HAProxy reads them. */
async function makeCertificate(path: string): Promise<void> {
  // Clients in this process accept the self-signed certificate.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const made = Bun.spawnSync([
    ...[
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
    ],
    ...["-keyout", `${path}.key`, "-out", `${path}.crt`, "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost"],
  ]);
  if (made.exitCode !== 0) throw new Error(`openssl: ${made.stderr.toString()}`);
  await Bun.write(
    path,
    (await Bun.file(`${path}.crt`).text()) + (await Bun.file(`${path}.key`).text()),
  );
}
