import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onceThisProcessEnded } from "../support/process/once-ended.ts";

/** A file system of a few hundred megabytes that can be filled to the last byte; needs root. */
export interface SmallDisk {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  end(): Promise<void>;
}

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = join(tmpdir(), `frontdesk-disk-${Bun.randomUUIDv7()}`);
  // Postgres first, which is found by what lies there.
  const leave = 'end_postgres "$FOLDER"; umount --lazy "$FOLDER"; rm -rf "$FOLDER"';
  const watchdog = onceThisProcessEnded(leave, { FOLDER: folder });
  await mkdir(folder, { mode: 0o755 });
  await run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder);
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      // It ends with "no space left", as intended.
      const writing = Bun.spawn(["dd", "if=/dev/zero", `of=${ballast}`, "bs=64k"], {
        stdio: ["ignore", "ignore", "ignore"],
      });
      await writing.exited;
    },
    free: () => rm(ballast, { force: true }),
    async end() {
      await run("umount", "--lazy", folder);
      await rm(folder, { recursive: true, force: true });
      watchdog.off();
    },
  };
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"] });
  if ((await child.exited) === 0) return;
  throw new Error(`${command[0]}: ${(await new Response(child.stderr).text()).trim()}`);
}
