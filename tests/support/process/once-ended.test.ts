import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-ended-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the remaining work is done even if no one reads the exit status", async () => {
  const done = join(folder, "done");
  const program = `
    const { onceThisProcessEnded } = await import("${join(import.meta.dir, "once-ended.ts")}");
    onceThisProcessEnded('touch "$DONE"', { DONE: ${JSON.stringify(done)} });`;
  // A shell that becomes another program forgets its children, which stay listed as long as it runs.
  const heedless = Bun.spawn(["/bin/sh", "-c", '"$BUN" -e "$PROGRAM" & exec sleep 600'], {
    env: { PATH: process.env.PATH, BUN: process.execPath, PROGRAM: program },
  });
  while (!existsSync(done)) await Bun.sleep(50);
  expect(heedless.exitCode).toBeNull();
  heedless.kill();
  await heedless.exited;
});

test("it is done after a test that took too long, whose processes Bun ended", async () => {
  const done = join(folder, "done-too");
  const program = join(import.meta.dir, "test-too-long.ts");
  const run = Bun.spawn([process.execPath, "test", "--timeout=1", program], {
    env: { ...process.env, DONE: done },
    stdio: ["ignore", "ignore", "ignore"],
  });
  expect(await run.exited).toBe(1);
  while (!existsSync(done)) await Bun.sleep(50);
});
