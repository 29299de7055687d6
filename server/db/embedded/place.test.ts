import { afterAll, beforeAll, expect } from "bun:test";
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testNeeding } from "../../../tests/support/test-needing.ts";
import { choosePlace } from "./place.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-place-"));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

testNeeding(
  process.getuid?.() === 0 ? [] : ["root"],
  "the folder that Postgres can no longer enter is named, with the command that opens it",
  async () => {
    const [dataDir, closed] = [join(folder, "data"), join(folder, "closed")];
    const database = join(closed, "database");
    await mkdir(database, { recursive: true });
    await mkdir(dataDir);
    await symlink(database, join(dataDir, "postgres"));
    await chown(database, 65_534, 65_534);
    expect(await choosePlace(dataDir)).toMatchObject({ home: database, account: { uid: 65_534 } });
    await chmod(closed, 0o700);
    await expect(choosePlace(dataDir)).rejects.toThrow(
      `Postgres runs as user id 65534, who cannot enter ${closed}: run chmod o+x ${closed}.`,
    );
  },
);
