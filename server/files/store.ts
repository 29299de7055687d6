import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BucketSettings, Config } from "../config.ts";
import type { Log } from "../log.ts";
import { makeFolder, syncFolder } from "./folders.ts";
import type { Place } from "./place.ts";
import { type ContentKey, pathOfContent } from "./place.ts";
import { createSpool, type Spool } from "./spool.ts";
import { MissingContent, withStorageErrors } from "./storage-error.ts";

/** Stores and reads bytes. Which file they belong to, and who can read it, is in the database. */
export interface FileStore extends Spool, Place {}

export function createFileStore(config: Config, log: Log): FileStore {
  const place = config.s3 ? bucketPlace(config.s3) : diskPlace(config.dataDir);
  const spool = createSpool(config.dataDir);
  const telling = withStorageErrors(log);
  return {
    receive: (body, limits) => telling(() => spool.receive(body, limits)),
    sweepSpool: (before) => telling(() => spool.sweepSpool(before)),
    put: (key, path) => telling(() => place.put(key, path)),
    read: (key, range) => telling(() => place.read(key, range)),
    remove: (key) => telling(() => place.remove(key)),
  };
}

/** Contents in an S3-compatible bucket, for desks with several servers. */
function bucketPlace(settings: BucketSettings): Place {
  const bucket = new Bun.S3Client(settings);
  const keyOf = (key: ContentKey) => `files/${pathOfContent(key)}`;
  return {
    async put(key, from) {
      await bucket.write(keyOf(key), Bun.file(from));
    },
    async read(key, { from, to }) {
      const file = bucket.file(keyOf(key));
      if (!(await file.exists())) throw new MissingContent();
      return file.slice(from, to).stream();
    },
    async remove(key) {
      await bucket.delete(keyOf(key));
    },
  };
}

/** Contents in the data folder, in two levels of folders by their hash. */
function diskPlace(dataDir: string): Place {
  const pathOf = (key: ContentKey) => join(dataDir, "files", pathOfContent(key));
  return {
    // Renaming within a file system is atomic.
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
