import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json";
import { settingGroups } from "../../server/config-reference.ts";
import { testNeeding } from "../support/test-needing.ts";
import { readDockerfile, readPairs, wordsOf } from "./dockerfile.ts";

interface Compose {
  services: Record<
    string,
    {
      image: string;
      environment: Record<string, string>;
      volumes: string[];
      ports?: string[];
    }
  >;
  volumes: Record<string, unknown>;
}

const root = join(import.meta.dir, "../..");
const read = (path: string) => Bun.file(join(root, path)).text();
const settings = settingGroups.flatMap((group) => group.settings.map(({ name }) => name));

const dockerfile = await read("Dockerfile");
const stages = readDockerfile(dockerfile);
const last = stages.at(-1);
const compose = Bun.YAML.parse(await read("compose.yaml")) as Compose;
const roles = await read("deploy/compose-roles.sql");
const unit = await read("deploy/frontdesk.service");

describe("Dockerfile", () => {
  test("installs the Bun of package.json", () => {
    const versions = [...dockerfile.matchAll(/\bbun@([\d.]+)/g)].map(([, version]) => version);
    expect(versions).toEqual([manifest.dependencies.bun]);
  });

  test("copies files that exist, and from stages that make them", () => {
    const copies = stages.flatMap(({ instructions }) =>
      instructions.filter(({ name, flags }) => name === "COPY" && !flags.from),
    );
    const paths = copies.flatMap(({ words }) => words.split(" ").slice(0, -1));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("runs as a user without rights, with a health check on /readyz", () => {
    if (!last) throw new Error("The Dockerfile has no stage");
    expect(wordsOf(last, "USER")).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(wordsOf(last, "HEALTHCHECK")).toContain("/readyz");
    const env = Object.keys(readPairs(wordsOf(last, "ENV")));
    expect(env.filter((name) => !settings.includes(name))).toEqual([]);
    expect(last.instructions.filter(({ name }) => name === "RUN")).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const { frontdesk, postgres } = compose.services;

  test("runs this release with settings that exist", () => {
    expect(frontdesk?.image).toBe(`frontdesk:${manifest.version}`);
    const names = Object.keys(frontdesk?.environment ?? {});
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });

  test("stores all data in named volumes and opens no port but the server's, on this machine", () => {
    const volumes = [frontdesk, postgres].flatMap((service) => service?.volumes ?? []);
    const mounted = volumes.map((volume) => volume.split(":")[0] ?? "");
    expect(mounted).toEqual(["files", "database", "./deploy/compose-roles.sql"]);
    expect(Object.keys(compose.volumes).sort()).toEqual(["database", "files"]);
    expect(frontdesk?.ports).toEqual(["127.0.0.1:3000:3000"]);
    expect(postgres?.ports).toBeUndefined();
  });

  test("creates the roles that the server signs in as, from the same passwords", () => {
    const { DATABASE_URL: app, DATABASE_OWNER_URL: owner } = frontdesk?.environment ?? {};
    const { APP_PASSWORD, OWNER_PASSWORD } = postgres?.environment ?? {};
    expect(app).toBe(`postgres://frontdesk_app:${APP_PASSWORD}@postgres:5432/frontdesk`);
    expect(owner).toBe(`postgres://frontdesk_owner:${OWNER_PASSWORD}@postgres:5432/frontdesk`);
    expect(roles).toContain("create role frontdesk_app login password :'app_password'");
    expect(roles).toContain("create role frontdesk_owner login password :'owner_password'");
  });
});

describe("deploy/frontdesk.service", () => {
  test("starts what `bun run start` starts, as its own user, hardened", () => {
    expect(manifest.scripts.start).toEndWith("bun server/main.ts");
    expect(unit).toContain("\nExecStart=/opt/frontdesk/node_modules/.bin/bun server/main.ts\n");
    for (const line of ["User=frontdesk", "NoNewPrivileges=yes", "ProtectSystem=strict"]) {
      expect(unit).toContain(`\n${line}\n`);
    }
  });

  const systemd = Bun.which("systemd-analyze");
  const missing = systemd ? [] : ["systemd"];
  testNeeding(missing, "is accepted by systemd-analyze verify, without a warning", async () => {
    const folder = await mkdtemp(join(tmpdir(), "frontdesk-unit-"));
    try {
      const path = join(folder, "frontdesk.service");
      // The program and the manual page that the unit names are not installed here.
      await Bun.write(path, unit.replaceAll("/opt/frontdesk", root));
      const check = Bun.spawnSync([systemd ?? "", "verify", "--man=no", path], {
        env: { ...process.env, SYSTEMD_LOG_LEVEL: "warning" },
      });
      expect(check.stderr.toString()).toBe("");
      expect(check.exitCode).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test("CI runs the same command as .ci/run, which is the README's", async () => {
  const ci = Bun.YAML.parse(await read(".github/workflows/ci.yml")) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  const steps = Object.values(ci.jobs).flatMap((job) => job.steps);
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual([".ci/run"]);
  expect(await read(".ci/run")).toEndWith("\nnpx -y bun run test\n");
});

test("git ignores env files with secrets, and not the example", () => {
  const ignored = (path: string) =>
    Bun.spawnSync(["git", "check-ignore", "-q", path], { cwd: root }).exitCode === 0;
  expect([".env", ".env.local", ".env.production"].map(ignored)).toEqual([true, true, true]);
  expect(ignored(".env.example")).toBe(false);
});
