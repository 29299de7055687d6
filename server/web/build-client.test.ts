import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFolder } from "./build-client.ts";

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "frontdesk-build-client-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function folderWith(name: string, file: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await Bun.write(join(folder, file), file);
  return folder;
}

test("a new build replaces the old one completely", async () => {
  const built = join(scratch, "client");
  for (const file of ["first.js", "second.js"]) {
    await replaceFolder(built, await folderWith(`new-${file}`, file));
    expect(await readdir(built)).toEqual([file]);
  }
  expect(await readdir(scratch)).toEqual(["client"]);
});

test("a build that cannot be moved into place fails and leaves no gap unreported", async () => {
  const fresh = await folderWith("fresh", "third.js");
  // A folder cannot be moved into itself, nor onto the root of a volume.
  await expect(replaceFolder(join(fresh, "client"), fresh)).rejects.toThrow("EINVAL");
});
