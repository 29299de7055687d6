import { test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("writes, and comes to no end", async () => {
  await mkdtemp(join(tmpdir(), "frontdesk-test-data-"));
  process.stdout.write("written\n");
  await new Promise(() => setInterval(() => undefined, 1_000));
});
