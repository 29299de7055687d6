import type { ContentKey } from "./content-key.ts";

export interface ByteRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Where contents lie for good: a folder or a bucket. */
export interface Place {
  /** From a whole file on this machine; afterwards all of it is there, or nothing. */
  put(key: ContentKey, path: string): Promise<void>;
  read(key: ContentKey, range: ByteRange): Promise<Blob | ReadableStream>;
  /** What is not there is no fault. */
  remove(key: ContentKey): Promise<void>;
}
