import type { Actor } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { attachFiles } from "../files/attach.ts";
import type { FileStore } from "../files/store.ts";
import { keepUpload } from "../files/upload.ts";
import { type DemoFile, filesFor } from "./attachments.ts";

/** As their authors would have: each file is uploaded, and taken along by its message. */
export async function attachDemoFiles(db: Db, store: FileStore): Promise<void> {
  const messages = await db
    .selectFrom("messages")
    .innerJoin("users", "users.id", "messages.author_id")
    .select(["messages.id", "ticket_id", "body", "author_id", "role", "messages.created_at"])
    .where("body", "ilike", "%attach%")
    .orderBy("messages.id")
    .execute();
  for (const message of messages) {
    const actor = { id: message.author_id, role: message.role };
    const fileIds: string[] = [];
    for (const file of filesFor(message.body)) {
      fileIds.push(await upload(db, store, { actor, file, now: message.created_at }));
    }
    await db
      .transaction()
      .execute((tx) => attachFiles(tx, { actor, fileIds, messageId: message.id }));
  }
}

interface DemoUpload {
  actor: Pick<Actor, "id" | "role">;
  file: DemoFile;
  now: Date;
}

async function upload(db: Db, store: FileStore, { actor, file, now }: DemoUpload): Promise<string> {
  const limits = { bytes: 100_000, stallMs: 10_000, totalMs: 10_000 };
  const received = await store.receive(new Blob([file.bytes()]).stream(), limits);
  try {
    const nothing = { companyScope: null, companyIds: [], seesAllOf: [] };
    const deps = { db, now, actor: { ...actor, ...nothing }, sessionId: null, requestId: "demo" };
    const kept = await keepUpload(deps, store, {
      ...{ name: file.name, claimedType: file.type },
      received,
    });
    return kept.id;
  } finally {
    await received.discard();
  }
}
