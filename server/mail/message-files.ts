import type { Db } from "../db/database.ts";

export interface MailFile {
  name: string;
}

/** The files of a message, which a mail names: they are opened in the ticket. */
export async function filesOfMessage(_db: Db, _messageId: string): Promise<MailFile[]> {
  return [];
}
