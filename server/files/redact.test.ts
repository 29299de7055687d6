import { expect, test } from "bun:test";
import {
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { filesTakenAlong } from "./attach.ts";
import { redactFiles } from "./redact.ts";

const database = setUpTestDatabase();

test("a redacted file only keeps the time of its redaction, and is in no message", async () => {
  const { db } = database;
  const { id: uploader_id } = await insertUser(db);
  const ticket = await insertTicket(db, { requester_id: uploader_id });
  const message = await insertMessage(db, { ticket_id: ticket.id, author_id: uploader_id });
  const of = { message_id: message.id, uploader_id };
  const [gone, stays, first] = [
    await insertFile(db, { ...of, name: "passport.png", position: 2 }),
    await insertFile(db, { ...of, name: "log.txt", position: 3 }),
    await insertFile(db, { ...of, name: "notes.txt", position: 1 }),
  ];
  const other = await insertMessage(db, { ticket_id: ticket.id, author_id: uploader_id });
  await insertFile(db, { uploader_id, message_id: other.id, name: "other.txt" });
  await db.updateTable("files").set({ width: 40, height: 30 }).where("id", "=", gone.id).execute();
  const [then, later] = [new Date(1_000), new Date(2_000)];
  for (const now of [then, later]) {
    await db.transaction().execute((tx) => redactFiles(tx, { ids: [gone.id] }, now));
  }
  const row = db.selectFrom("files").selectAll().where("id", "=", gone.id);
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    ...{ name: "redacted", content_id: null, width: null, height: null, redacted_at: then },
  });
  const taken = db.selectFrom("messages").select(filesTakenAlong.as("files"));
  const { files } = await taken.where("id", "=", message.id).executeTakeFirstOrThrow();
  const kind = { type: "text/plain", size: 1, width: null, height: null };
  expect(files).toEqual([
    { id: first.id, name: "notes.txt", ...kind },
    { id: stays.id, name: "log.txt", ...kind },
  ]);
});
