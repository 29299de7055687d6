import { afterAll, beforeAll, describe, expect } from "bun:test";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendFile } from "../support/file-calls.ts";
import { addPerson } from "../support/people.ts";
import { findProgram, missingPackages } from "../support/programs.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { openStream } from "../support/stream.ts";
import { testNeeding } from "../support/test-needing.ts";
import { createVisitor } from "../support/visitor.ts";

/** Runs each proxy with its file from deploy/, with only the addresses replaced. */
const deploy = join(import.meta.dir, "../../deploy");
const proxies = [
  { name: "nginx", file: "nginx.conf", program: "nginx", start: startNginx },
  { name: "Caddy", file: "Caddyfile", program: "caddy", start: startCaddy },
] as const;

let folder: string;
let port: number;
let server: TestServer;
const running: Bun.Subprocess[] = [];
const verifies = process.env.NODE_TLS_REJECT_UNAUTHORIZED;

beforeAll(async () => {
  if (!findProgram("openssl")) return;
  // A self-signed certificate.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  folder = await mkdtemp(join(tmpdir(), "frontdesk-proxies-"));
  await chmod(folder, 0o755);
  const subject = ["-subj", "/CN=localhost", "-keyout", join(folder, "key.pem")];
  Bun.spawnSync([
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...subject,
    "-out",
    join(folder, "cert.pem"),
  ]);
}, 60_000);
afterAll(async () => {
  for (const program of running) program.kill();
  await Promise.all(running.map((program) => program.exited));
  if (folder) await rm(folder, { recursive: true, force: true });
  if (verifies === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  else process.env.NODE_TLS_REJECT_UNAUTHORIZED = verifies;
});

describe.each(proxies)("$name with deploy/$file", ({ program, start }) => {
  testNeeding(
    missingPackages(program, "openssl"),
    "serves the desk over https, streams live updates and passes the visitor's address on",
    async () => {
      port = await freePort();
      const url = `https://localhost:${port}`;
      server = await startTestServer({ baseUrl: url, trustProxy: 1 });
      try {
        await start(findProgram(program) ?? "", Number(new URL(server.url).port));
        await until(async () => (await fetch(`${url}/readyz`)).ok);
        const admin = await addPerson(server.db, "Super Admin");
        const visitor = createVisitor(url);
        expect((await visitor.signIn(admin.email)).status).toBe(200);
        expect([...visitor.cookies.keys()]).toContain("__Host-frontdesk_session");

        // A buffered stream would send nothing before it ends.
        const stream = await openStream(url, visitor);
        const company = { requestId: Bun.randomUUIDv7(), name: "Kestrel Optics" };
        expect((await visitor.mutate("companies.create", company)).status).toBe(200);
        await stream.hearsNews(({ topic }) => topic === "companies");
        stream.close();

        const bytes = new Uint8Array(24 * 1024 * 1024).fill(120);
        expect((await sendFile({ url }, visitor, { bytes })).status).toBe(201);

        const forger = createVisitor(url);
        const body = { email: admin.email, password: "wrong-password" };
        const headers = { "X-Forwarded-For": "203.0.113.9" };
        expect((await forger.request("POST", "/node/auth/login", { body, headers })).status).toBe(
          401,
        );
        const rows = await server.db.selectFrom("audit_personal").select("network").execute();
        expect(rows.length).toBeGreaterThan(1);
        for (const { network } of rows)
          expect(network ?? "127.0.0.1").toMatch(/^(127\.0\.0\.|0:0:0:0::)/);
      } finally {
        await server.stop();
      }
    },
    60_000,
  );
});

async function startNginx(program: string, desk: number): Promise<void> {
  const text = await fillIn("nginx.conf", {
    "127.0.0.1:3000": `127.0.0.1:${desk}`,
    "listen 80;": `listen 127.0.0.1:${await freePort()};`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "/etc/letsencrypt/live/desk.example.com/fullchain.pem": join(folder, "cert.pem"),
    "/etc/letsencrypt/live/desk.example.com/privkey.pem": join(folder, "key.pem"),
    "desk.example.com": "localhost",
  });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, "nginx.conf");
  await Bun.write(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join("\n")}\n${text}}\n`,
  );
  running.push(
    Bun.spawn([program, "-c", file, "-e", "stderr"], { stdout: "ignore", stderr: "ignore" }),
  );
}

async function startCaddy(program: string, desk: number): Promise<void> {
  const certificate = `tls ${join(folder, "cert.pem")} ${join(folder, "key.pem")}`;
  const text = await fillIn("Caddyfile", {
    "127.0.0.1:3000": `127.0.0.1:${desk}`,
    "desk.example.com {": `https://localhost:${port} {\n\t${certificate}`,
  });
  const file = join(folder, "Caddyfile");
  await Bun.write(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`);
  running.push(
    Bun.spawn([program, "run", "--config", file, "--adapter", "caddyfile"], {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ stdout: "ignore", stderr: "ignore" },
    }),
  );
}

/** Fails if the text to replace is missing, so that the file people copy is the tested one. */
async function fillIn(name: string, places: Record<string, string>): Promise<string> {
  let text = await Bun.file(join(deploy, name)).text();
  for (const [there, here] of Object.entries(places)) {
    if (!text.includes(there)) throw new Error(`deploy/${name} does not say ${there}`);
    text = text.replaceAll(there, here);
  }
  return text;
}

async function freePort(): Promise<number> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const address = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await Bun.sleep(50);
}
