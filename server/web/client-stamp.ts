import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export const stampFile = "sources.sha256";

/** Whether the built client is up to date with its sources. */
export async function isBuilt(root: string, outDir: string): Promise<boolean> {
  const stamp = await readFile(join(outDir, stampFile), "utf8").catch(() => null);
  return stamp !== null && stamp === (await hashSources(root));
}

export async function hashSources(root: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of await listSources(root)) {
    hash.update(`${path}\0`);
    hash.update(await readFile(join(root, path)).catch(() => ""));
  }
  return hash.digest("hex");
}

async function listSources(root: string): Promise<string[]> {
  const paths = ["package.json", "bun.lock"];
  // The last of them contains the build itself.
  for (const folder of ["client", "shared", "server/web"]) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile()) paths.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  return paths.sort();
}
