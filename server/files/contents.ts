import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { ContentKey } from "./content-key.ts";

/** All contents in the store. */
export async function findContents(db: Db): Promise<ContentKey[]> {
  return await db
    .selectFrom("file_contents")
    .select(["id", sql<string>`encode(sha256, 'hex')`.as("sha256")])
    .execute();
}
