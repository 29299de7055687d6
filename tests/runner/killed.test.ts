import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../support/process/spawned-server.ts";

const program = join(import.meta.dir, "run-to-kill.ts");

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-killed-"));
  await chmod(folder, 0o755);
  return folder;
}

/** The processes with this folder in their arguments. */
async function programsOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  const listed = await readdir("/proc").catch(() => []);
  for (const pid of listed.filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(folder) && isAlive(Number(pid))) found.push(command);
  }
  return found;
}

/** Resolves when it prints these words. */
async function saidUntil(
  { stdout }: { stdout: ReadableStream<Uint8Array> },
  words: string,
): Promise<string> {
  let said = "";
  for await (const bytes of stdout) {
    said += new TextDecoder().decode(bytes);
    if (said.includes(words)) break;
  }
  return said;
}

test("a test file that is run by hand and killed leaves no files", async () => {
  const folder = await makeFolder();
  const { FRONTDESK_TEST_POSTGRES: _, ...env } = process.env;
  const file = join(import.meta.dir, "test-to-kill.ts");
  const run = Bun.spawn([process.execPath, "test", file], {
    ...{ env: { ...env, TMPDIR: folder }, stdout: "pipe", stderr: "ignore" },
    cwd: join(import.meta.dir, "../.."),
  });
  expect(await saidUntil(run, "written")).toContain("written");
  expect(await readdir(folder)).not.toEqual([]);
  run.kill("SIGKILL");
  await run.exited;
  while ((await readdir(folder)).length > 0) await Bun.sleep(50);
  await rmdir(folder);
});

// At its start, Postgres creates its files.
for (const moment of ["begun", "complete"]) {
  test(`a run that is killed when it is ${moment} leaves no process and no file`, async () => {
    const [folder, forPostgres] = [await makeFolder(), await makeFolder()];
    const run = Bun.spawn([process.execPath, program, folder, forPostgres], { stdout: "pipe" });
    expect(await saidUntil(run, moment), "how far it came").toContain(moment);
    const programs = (await readFile(join(folder, "running"), "utf8")).split("\n").map(Number);
    expect(programs).toHaveLength(1);
    expect(programs.every(isAlive)).toBe(true);
    while ((await readdir(forPostgres)).length === 0) await Bun.sleep(1);
    run.kill("SIGKILL");
    await run.exited;
    const isLeft = async () =>
      existsSync(folder) ||
      (await readdir(forPostgres)).length > 0 ||
      (await programsOf(forPostgres)).length > 0;
    while (await isLeft()) await Bun.sleep(50);
    expect(programs.some(isAlive)).toBe(false);
    await rmdir(forPostgres);
  });
}
