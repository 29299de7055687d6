import type { SecretCell } from "../../encryption.ts";

/** Where the password of a mail server is stored. */
export function secretCell(serverId: string): SecretCell {
  return { table: "mailbox_servers", column: "secret", id: serverId };
}
