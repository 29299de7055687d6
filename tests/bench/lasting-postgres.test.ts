import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-bench-"));
});
afterAll(async () => {
  // The data folder for an unprivileged Postgres started by root.
  for (const path of [await realpath(join(folder, "postgres")), folder]) {
    await rm(path, { recursive: true, force: true });
  }
});

test("a bench that is stopped in the middle leaves its data and no Postgres", async () => {
  const program = `
    const { startLastingPostgres } = await import("${join(import.meta.dir, "lasting-postgres.ts")}");
    await startLastingPostgres(${JSON.stringify(folder)});
    console.log("It runs.");
    setInterval(() => {}, 1000);`;
  const bench = Bun.spawn([process.execPath, "-e", program]);
  const { value } = await bench.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("It runs.");
  const cluster = join(folder, "postgres", "cluster");
  const runs = () => existsSync(join(cluster, "postmaster.pid"));
  expect(runs()).toBe(true);
  bench.kill("SIGINT");
  await bench.exited;
  while (runs()) await Bun.sleep(50);
  expect(existsSync(join(cluster, "PG_VERSION"))).toBe(true);
}, 60_000);
