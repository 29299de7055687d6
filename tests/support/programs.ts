import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Programs of the system that some tests need, and Debian's packages that have them. */
const packages = {
  dovecot: "dovecot-imapd",
  openssl: "openssl",
  pg_dump: "postgresql-client",
  pg_restore: "postgresql-client",
  psql: "postgresql-client",
  rsync: "rsync",
  nginx: "nginx",
  caddy: "caddy",
  promtool: "prometheus",
} as const;

export type SystemProgram = keyof typeof packages;

/** Unpacked instead of installed, as Debian would start their servers on every address. */
const isUnpacked = (name: SystemProgram) => ["nginx", "caddy", "promtool"].includes(name);
const unpackedIn = join(homedir(), ".cache/frontdesk-tests/programs");
const path = [
  ...(process.env.PATH ?? "").split(":"),
  ...["/usr/sbin", "/usr/local/sbin"],
  ...["usr/bin", "usr/sbin"].map((folder) => join(unpackedIn, folder)),
].join(":");

export function findProgram(name: SystemProgram): string | null {
  return Bun.which(name, { PATH: path });
}

/** The packages that must be installed before these programs can be used. */
export function missingPackages(...names: SystemProgram[]): string[] {
  return [...new Set(names.filter((name) => !findProgram(name)).map((name) => packages[name]))];
}

export function isDebianRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return (
    /^ID(?:_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8")) &&
    Bun.which("apt-get") !== null
  );
}

const everyProgram = Object.keys(packages) as SystemProgram[];

/**
 * On Debian, root gets those that are missing. Several test files can ask for this at once: the
 * first one installs, the others wait. Answers what went wrong.
 */
export function installPrograms(
  say: (line: string) => void,
  names: SystemProgram[] = everyProgram,
): string | null {
  if (missingPackages(...names).length === 0 || !isDebianRoot()) return null;
  const lists = [names.filter((name) => !isUnpacked(name)), names.filter(isUnpacked)];
  const [install = [], unpack = []] = lists.map((some) => missingPackages(...some));
  say(`Installing ${[...install, ...unpack].join(", ")} for the tests (apt-get)`);
  const script = [
    "set -e",
    "apt-get update -q",
    ...(install.length > 0
      ? [`apt-get install -qy --no-install-recommends ${install.join(" ")}`]
      : []),
    ...(unpack.length > 0
      ? [
          `mkdir -p ${unpackedIn} && cd ${unpackedIn}`,
          `apt-get download -q ${unpack.join(" ")}`,
          "for package in *.deb; do dpkg-deb -x $package . && rm $package; done",
        ]
      : []),
  ].join("\n");
  const lock = join(tmpdir(), "frontdesk-tests-apt.lock");
  const { exitCode, stderr } = Bun.spawnSync(["flock", lock, "sh", "-c", script], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    ...{ stdout: "ignore", stderr: "pipe" },
  });
  if (missingPackages(...names).length === 0) return null;
  return `apt-get ended with ${exitCode} (${stderr.toString().trim().split("\n").at(-1)})`;
}
