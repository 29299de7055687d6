import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { findProgram, installPrograms } from "./programs.ts";

/** A real IMAP server on free local ports, with its own folder. */
export interface Dovecot {
  host: string;
  /** Plain, with STARTTLS offered. */
  port: number;
  /** Encrypted from the first byte. */
  tlsPort: number;
  /** Its own certificate in PEM, which signs itself, for `localhost`. */
  certificate: string;
  /** Creates the account, or gives it another password. */
  setPassword(login: string, password: string): Promise<void>;
  /** Puts mails into the account's inbox, in this order, as if they had just been delivered. */
  deliver(login: string, ...mails: string[]): Promise<void>;
  /** Renumbers the inbox, as after a restore of the server. */
  changeUidValidity(login: string): Promise<void>;
  /** Ends every connection and refuses new ones, until `start`. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The account that stores mails and runs sessions: Dovecot refuses to use root. */
const unprivileged = { uid: 65_534, gid: 65_534, name: "nobody", group: "nogroup" };

const readyWithinMs = 10_000;

interface DovecotOptions {
  /** Asked whether a token of OAuth2 is good; the token is appended. */
  introspectUrl?: string;
}

export async function startDovecot({ introspectUrl }: DovecotOptions = {}): Promise<Dovecot> {
  const program = findDovecot();
  const version = run([program, "--version"]).trim();
  // Its sockets are in there, and a socket's path can hold 107 bytes: not below a long TMPDIR.
  const folder = await mkdtemp("/tmp/frontdesk-imap-");
  await chmod(folder, 0o755);
  const asRoot = process.getuid?.() === 0;
  const owner = asRoot ? unprivileged : await thisUser();
  const certificate = await makeCertificate(folder);
  const accounts = new Map<string, string>();
  const [port, tlsPort] = [freePort(), freePort()];
  const config = join(folder, "dovecot.conf");
  let server: Bun.Subprocess<"ignore", "ignore", "ignore"> | null = null;
  await writeFile(config, configuration({ version, folder, port, tlsPort, owner, introspectUrl }));
  if (introspectUrl) await writeFile(join(folder, "oauth2.conf"), oldTokenSettings(introspectUrl));
  await writeAccounts();
  let delivered = 0;

  async function writeAccounts(): Promise<void> {
    const lines = [...accounts].map(([login, password]) => `${login}:{PLAIN}${password}`);
    await writeFile(join(folder, "accounts"), `${lines.join("\n")}\n`);
    // It looks at the file at most once in each second of its clock, and refuses new accounts until then.
    if (server) await Bun.sleep(1_050 - (Date.now() % 1_000));
  }

  async function mailFolder(login: string): Promise<string> {
    const inbox = join(folder, "mail", login);
    for (const path of [join(folder, "mail"), inbox, ...maildir.map((sub) => join(inbox, sub))]) {
      await mkdir(path, { recursive: true });
      if (asRoot) await chown(path, owner.uid, owner.gid);
    }
    return inbox;
  }

  async function start(): Promise<void> {
    server = Bun.spawn([program, "-F", "-c", config], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      // Its sessions are separate processes and end with their group.
      detached: true,
    });
    const deadline = performance.now() + readyWithinMs;
    while (!(await answers(port))) {
      if (server.exitCode !== null || performance.now() > deadline) {
        await halt().catch(() => {});
        const log = await readFile(join(folder, "log"), "utf8").catch(() => "it wrote no log");
        throw new Error(`Dovecot ${version} did not start: ${log.trim().split("\n").at(-1)}`);
      }
      await Bun.sleep(20);
    }
  }

  async function halt(): Promise<void> {
    if (!server) return;
    process.kill(-server.pid, "SIGKILL");
    await server.exited;
    server = null;
  }

  await start();
  return {
    host: "127.0.0.1",
    port,
    tlsPort,
    certificate,
    async setPassword(login, password) {
      await mailFolder(login);
      accounts.set(login, password);
      await writeAccounts();
    },
    async deliver(login, ...mails) {
      const inbox = await mailFolder(login);
      for (const mail of mails) {
        delivered += 1;
        // New names are numbered in the order of their time.
        const name = `${1_700_000_000 + delivered}.M${delivered}P1.localhost`;
        const path = join(inbox, "tmp", name);
        await writeFile(path, mail.replaceAll(/\r?\n/g, "\r\n"));
        if (asRoot) await chown(path, owner.uid, owner.gid);
        await rename(path, join(inbox, "new", name));
      }
    },
    async changeUidValidity(login) {
      const inbox = await mailFolder(login);
      for (const name of await readdir(inbox)) {
        if (name.startsWith("dovecot")) await rm(join(inbox, name), { recursive: true });
      }
      const list = join(inbox, "dovecot-uidlist");
      const validity = Math.floor(Date.now() / 1000) + 1000;
      await writeFile(list, `3 V${validity} N1 G${crypto.randomUUID().replaceAll("-", "")}\n`);
      if (asRoot) await chown(list, owner.uid, owner.gid);
    },
    halt,
    start,
    async stop() {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const maildir = ["cur", "new", "tmp"];

/** DOVECOT, else the PATH, else what Debian has. */
function findDovecot(): string {
  const chosen = process.env.DOVECOT?.trim();
  if (chosen) return chosen;
  const failure = installPrograms((line) => process.stderr.write(`${line}\n`), ["dovecot"]);
  const found = findProgram("dovecot");
  if (found) return found;
  const words = "Set DOVECOT to the path of a Dovecot server, or install one";
  throw new Error(failure ? `${words}: ${failure}.` : `${words}.`);
}

async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  run(
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30
      -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
      -keyout ${key} -out ${certificate}`.split(/\s+/),
  );
  return await readFile(certificate, "utf8");
}

function run(command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdout: "pipe", stderr: "pipe" });
  if (exitCode === 0) return stdout.toString();
  throw new Error(`${command[0]} failed: ${stderr.toString().trim().split("\n").at(-1)}`);
}

async function thisUser() {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return { uid, gid, name: run(["id", "-un"]).trim(), group: run(["id", "-gn"]).trim() };
}

/** Another test may take the port before Dovecot does: then the start fails with Dovecot's own words. */
function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

async function answers(port: number): Promise<boolean> {
  const greeted = Promise.withResolvers<boolean>();
  try {
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: () => greeted.resolve(true),
        close: () => greeted.resolve(false),
      },
    });
    const answered = await Promise.race([greeted.promise, Bun.sleep(2000).then(() => false)]);
    socket.end();
    return answered;
  } catch {
    return false;
  }
}

interface Configured {
  version: string;
  folder: string;
  port: number;
  tlsPort: number;
  owner: { uid: number; gid: number; name: string; group: string };
  introspectUrl: string | undefined;
}

/** Settings were renamed in 2.4, which needs the version of the names. */
function configuration(options: Configured): string {
  const [major = 0, minor = 0] = options.version.split(".").map(Number.parseFloat);
  const { folder, port, tlsPort, owner } = options;
  const isNew = major > 2 || minor >= 4;
  return `${isNew ? newSettings(options) : oldSettings(options)}
protocols = imap
base_dir = ${folder}/run
log_path = ${folder}/log
default_internal_user = ${owner.name}
default_internal_group = ${owner.group}
default_login_user = ${owner.name}
first_valid_uid = 1
ssl = yes
listen = 127.0.0.1
mail_max_userip_connections = 100
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
# A wrong password in one test delays no sign-in of another.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
  mailbox Done {
    auto = create
  }
}
`;
}

/** 2.3 reads them from a file of their own. */
function oldTokenSettings(introspectUrl: string): string {
  return `introspection_url = ${introspectUrl}
introspection_mode = get
username_attribute = username
active_attribute = active
active_value = true
`;
}

function oldSettings({ folder, owner, introspectUrl }: Configured): string {
  return `ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
${
  introspectUrl === undefined
    ? ""
    : `auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}`
}
passdb {
  driver = passwd-file
  args = ${folder}/accounts
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
}`;
}

function newSettings({ version, folder, owner, introspectUrl }: Configured): string {
  const number = /^[\d.]+/.exec(version)?.[0] ?? "2.4.0";
  return `dovecot_config_version = ${number}
dovecot_storage_version = ${number}
ssl_server_cert_file = ${folder}/certificate.pem
ssl_server_key_file = ${folder}/key.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${folder}/mail/%{user}
${
  introspectUrl === undefined
    ? ""
    : `auth_mechanisms = plain login xoauth2
oauth2 {
  introspection_url = ${introspectUrl}
  introspection_mode = get
  username_attribute = username
  active_attribute = active
  active_value = true
}
passdb oauth2 {
  mechanisms_filter = xoauth2
}`
}
passdb passwd-file {
  passwd_file_path = ${folder}/accounts
}
userdb static {
  fields {
    uid = ${owner.uid}
    gid = ${owner.gid}
    home = ${folder}/mail/%{user}
  }
}`;
}
