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

/** The key of a stored content: its hash in hexadecimal, and an id for this copy of the bytes. */
export interface ContentKey {
  sha256: string;
  id: string;
}

/** `ab/cd/abcd…-<id>`: the same bytes, stored again after their removal, are another file. */
export function pathOfContent({ sha256, id }: ContentKey): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-${id}`;
}
