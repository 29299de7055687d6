import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { bucketPlace } from "./bucket.ts";
import { diskPlace } from "./disk.ts";
import type { Place } from "./place.ts";
import { createSpool, type Spool } from "./spool.ts";
import { tellingWhy } from "./storage-error.ts";

/** Bytes in and out. What they belong to, and who may have them, stands in the database. */
export interface FileStore extends Spool, Place {}

export function createFileStore(config: Config, log: Log): FileStore {
  const place = config.s3 ? bucketPlace(config.s3) : diskPlace(config.dataDir);
  const spool = createSpool(config.dataDir);
  const telling = tellingWhy(log);
  return {
    receive: (body, limits) => telling(() => spool.receive(body, limits)),
    sweepSpool: (before) => telling(() => spool.sweepSpool(before)),
    put: (key, path) => telling(() => place.put(key, path)),
    read: (key, range) => telling(() => place.read(key, range)),
    remove: (key) => telling(() => place.remove(key)),
  };
}
