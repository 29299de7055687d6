import type { BucketSettings } from "../config.ts";
import { type ContentKey, pathOfContent } from "./content-key.ts";
import type { Place } from "./place.ts";
import { MissingContent } from "./storage-error.ts";

/** Contents in an S3-compatible bucket, for desks of several servers. */
export function bucketPlace(settings: BucketSettings): Place {
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
