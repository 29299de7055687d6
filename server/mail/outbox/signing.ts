import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db, Tx } from "../../db/database.ts";

/** Signs what our mails carry, to recognise the answers to them, and the mails themselves. */
export interface MailSigning {
  /** The value of X-Frontdesk: the id of this installation and its signature. */
  mark: string;
  isOwnMark(value: string): boolean;
  /** Appends the signature to the local part of a Message-ID. */
  signId(local: string): string;
  isSignedId(local: string): boolean;
}

export const markHeader = "X-Frontdesk";

export async function readMailSigning(db: Db | Tx): Promise<MailSigning> {
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", "mail")
    .executeTakeFirstOrThrow();
  return createMailSigning(value);
}

function createMailSigning(key: Uint8Array): MailSigning {
  const signature = (text: string) => {
    const bytes = createHmac("sha256", key).update(text).digest();
    return toBase32(bytes.subarray(0, signatureBytes));
  };
  const deskId = signature("desk id");
  const mark = `${deskId}.${signature(`mark ${deskId}`)}`;
  return {
    mark,
    isOwnMark: (value) => isEqual(value.trim(), mark),
    signId: (local) => `${local}.${signature(`id ${local}`)}`,
    isSignedId(local) {
      const at = local.lastIndexOf(".");
      return isEqual(local.slice(at + 1), signature(`id ${local.slice(0, at)}`));
    },
  };
}

/** 80 bits: 16 characters, as in the tokens of answer addresses. */
const signatureBytes = 10;

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Without upper case, which mail servers change, and without signs. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let [buffer, bits] = [0, 0];
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}
