import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ContentKey, pathOfContent } from "./content-key.ts";
import { makeFolder, syncFolder } from "./folders.ts";
import type { Place } from "./place.ts";
import { MissingContent } from "./storage-error.ts";

/** Contents below the data folder, spread over two levels of folders by their hash. */
export function diskPlace(dataDir: string): Place {
  const pathOf = (key: ContentKey) => join(dataDir, "files", pathOfContent(key));
  return {
    // What is renamed within one file system is at its new name whole, or not at all.
    async put(key, from) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      await rename(from, path);
      await syncFolder(dirname(path));
    },
    async read(key, { from, to }) {
      const file = Bun.file(pathOf(key));
      if (!(await file.exists())) throw new MissingContent();
      return file.slice(from, to);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
