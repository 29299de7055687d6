import type { Config } from "../config.ts";
import { createFileStore, type FileStore } from "../files/store.ts";
import { createLog } from "../log.ts";

const limits = { bytes: 1, stallMs: 4_000, totalMs: 4_000 };

/** Tells the person who starts the server that attachments cannot be stored, before anyone uploads one. */
export async function tryFiles(config: Config): Promise<string[]> {
  const { dataDir, s3 } = config;
  const store = createFileStore(
    config,
    createLog("error", () => {}),
  );
  const folder = `DATA_DIR ${dataDir}`;
  const place = s3 ? `the bucket ${s3.bucket}` : folder;
  const reason =
    (await whyNot(folder, () => bringOne(store, async () => {}))) ??
    (await whyNot(
      place,
      () => bringOne(store, (path) => storeAndRemove(store, path)),
      s3 && `S3_ENDPOINT ${s3.endpoint ?? `of Amazon S3 in ${s3.region}`}`,
    ));
  return reason === null ? [] : [`Attachments cannot be stored: ${reason}.`];
}

async function bringOne(store: FileStore, use: (path: string) => Promise<void>): Promise<void> {
  const received = await store.receive(new Blob(["x"]).stream(), limits);
  try {
    await use(received.path);
  } finally {
    await received.discard();
  }
}

async function storeAndRemove(store: FileStore, path: string): Promise<void> {
  const key = { sha256: "0".repeat(64), id: Bun.randomUUIDv7() };
  await store.put(key, path);
  await store.remove(key);
}

const late = "it gives no answer";

/** `server`: the setting of a bucket's address, which may be the reason. */
async function whyNot(
  place: string,
  act: () => Promise<void>,
  server: string | null = null,
): Promise<string | null> {
  const tooLate = Bun.sleep(limits.totalMs).then(() => {
    throw new Error(late);
  });
  try {
    await Promise.race([act(), tooLate]);
    return null;
  } catch (error) {
    const words = wordsOf(error);
    if (server && isUnreachable.test(words)) return `${server} does not answer (${words})`;
    return `${place} cannot be written to (${words})`;
  }
}

const isUnreachable =
  /^it gives no answer$|ConnectionRefused|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|Timeout|FailedToOpenSocket|UnableToConnect/;

function wordsOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return "unknown reason";
  return "code" in cause ? String(cause.code) : cause.message;
}
