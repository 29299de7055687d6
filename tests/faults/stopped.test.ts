import { expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, readFile, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../support/process/spawned-server.ts";

/** The processes in this folder, by their arguments. */
async function programsIn(folder: string): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "");
    const command = await read("cmdline");
    const told = `${command}\0${await read("environ")}`;
    if (told.includes(folder) && isAlive(Number(name))) found.push({ pid: Number(name), command });
  }
  return found;
}

test("a run that is stopped in the middle leaves no server, no Postgres and no file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-stopped-"));
  await chmod(folder, 0o755);
  const { FRONTDESK_TEST_POSTGRES: _, ...env } = process.env;
  const run = Bun.spawn(
    [process.execPath, join(import.meta.dir, "run.ts"), "--only", "the server is killed"],
    { env: { ...env, TMPDIR: folder }, stdin: "ignore", stdout: "ignore", stderr: "ignore" },
  );
  const runs = async (words: string) =>
    (await programsIn(folder)).some(({ command }) => command.includes(words));
  try {
    while (!(await runs("server/main.ts"))) {
      expect(run.exitCode).toBeNull();
      await Bun.sleep(50);
    }
    expect(await runs("postgres")).toBe(true);
    run.kill("SIGTERM");
    await run.exited;
    while ((await readdir(folder)).length > 0) await Bun.sleep(50);
    while ((await programsIn(folder)).length > 0) await Bun.sleep(50);
    await rmdir(folder);
  } finally {
    run.kill("SIGKILL");
    // There are processes only if it failed.
    for (const { pid } of await programsIn(folder)) process.kill(pid, "SIGKILL");
  }
}, 90_000);
