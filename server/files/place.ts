import type { ContentKey } from "./content-key.ts";

export interface ByteRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Where contents are stored permanently: a folder or a bucket. */
export interface Place {
  /** Stores a complete local file, completely or not at all. */
  put(key: ContentKey, path: string): Promise<void>;
  read(key: ContentKey, range: ByteRange): Promise<Blob | ReadableStream>;
  /** Removing a missing content is not an error. */
  remove(key: ContentKey): Promise<void>;
}
