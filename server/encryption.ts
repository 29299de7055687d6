import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { AppError } from "../shared/errors.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { makeFolder, syncFolder } from "./files/folders.ts";

/** The cell a secret is stored in. The same bytes in another row or column cannot be decrypted. */
export interface SecretCell {
  table: string;
  column: string;
  id: string;
}

/** Encrypts secrets that must be read again, such as the password of a mailbox. */
export interface Encryption {
  /** Throws `secret_key_unavailable` if there is no key. */
  encrypt(secret: string, cell: SecretCell): string;
  /** Throws `secret_unreadable` if it was encrypted with an unknown key, for another cell, or changed. */
  decrypt(stored: string, cell: SecretCell): string;
  /** Whether the stored secret uses the current key. */
  isCurrent(stored: string): boolean;
  /** Why no secret can be stored, for the person who starts the server; null if all is well. */
  problem: string | null;
}

/** Text columns with encrypted secrets, in tables whose rows have an `id`. */
const encryptedColumns: readonly { table: string; column: string }[] = [
  { table: "mailbox_servers", column: "secret" },
  { table: "mailbox_oauth", column: "client_secret" },
  { table: "mailbox_oauth", column: "refresh_token" },
  { table: "mailbox_oauth", column: "access_token" },
  { table: "mail_settings", column: "secret" },
  { table: "webhooks", column: "secrets" },
  { table: "webhooks", column: "headers" },
];

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** The current key is the first. The others only decrypt. */
export function createEncryption(
  keys: readonly Uint8Array[],
  problem: string | null = null,
): Encryption {
  const known = keys.map((key) => ({ key, id: keyId(key) }));
  const [current] = known;
  return {
    problem,
    encrypt(secret, cell) {
      if (!current) throw new AppError("secret_key_unavailable");
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", current.key, iv).setAAD(bytesOf(cell));
      const parts = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `1.${current.id}.${Buffer.concat(parts).toString("base64url")}`;
    },
    decrypt(stored, cell) {
      const [version, id, text = ""] = stored.split(".");
      const one = known.find((candidate) => candidate.id === id);
      if (version !== "1" || !one) throw new AppError("secret_unreadable");
      const sealed = Buffer.from(text, "base64url");
      const end = sealed.length - tagBytes;
      try {
        const decipher = createDecipheriv("aes-256-gcm", one.key, sealed.subarray(0, ivBytes))
          .setAAD(bytesOf(cell))
          .setAuthTag(sealed.subarray(end));
        const secret = [decipher.update(sealed.subarray(ivBytes, end)), decipher.final()];
        return Buffer.concat(secret).toString("utf8");
      } catch (error) {
        throw new AppError("secret_unreadable", {}, { cause: error });
      }
    },
    isCurrent: (stored) => stored.split(".")[1] === current?.id,
  };
}

/** Tells keys apart without revealing them. */
function keyId(key: Uint8Array): string {
  return createHash("sha256").update("frontdesk key id").update(key).digest("hex").slice(0, 8);
}

function bytesOf({ table, column, id }: SecretCell): Buffer {
  return Buffer.from(`${table}.${column}:${id}`);
}

type KeySettings = Pick<Config, "secretKey" | "secretKeyPrevious" | "dataDir">;

/**
 * The key is SECRET_KEY, otherwise the file in the data folder, which the first start creates. With both, the
 * file's key still decrypts, so that SECRET_KEY can be introduced later.
 */
export async function loadEncryption(config: KeySettings): Promise<Encryption> {
  const { secretKey, secretKeyPrevious, dataDir } = config;
  const previous = secretKeyPrevious ? [secretKeyPrevious] : [];
  const path = join(dataDir, "secret.key");
  try {
    const stored = await readKeyFile(path);
    if (secretKey) return createEncryption([secretKey, ...previous, ...(stored ? [stored] : [])]);
    return createEncryption([stored ?? (await createKeyFile(dataDir, path)), ...previous]);
  } catch (error) {
    if (secretKey) return createEncryption([secretKey, ...previous]);
    return createEncryption(
      [],
      `Secrets cannot be stored, because ${path} ${whyUnusable(error)}. Set SECRET_KEY, or fix the file.`,
    );
  }
}

class InvalidKeyFile extends Error {}

async function readKeyFile(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== keyBytes) throw new InvalidKeyFile();
  return key;
}

/** Complete or absent, also after a power failure. Of two servers, the slower one uses the other's key. */
async function createKeyFile(dataDir: string, path: string): Promise<Uint8Array> {
  const key = randomBytes(keyBytes);
  const unfinished = `${path}.${Bun.randomUUIDv7()}`;
  await makeFolder(dataDir);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(`${key.toString("base64")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(unfinished, path);
  } catch (error) {
    const other = await readKeyFile(path).catch(() => null);
    if (other) return other;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(dataDir);
  return key;
}

function whyUnusable(error: unknown): string {
  if (error instanceof InvalidKeyFile) return `does not hold ${keyBytes} bytes in base64`;
  const code = error instanceof Error && "code" in error ? error.code : "unknown reason";
  return `cannot be read or written (${code})`;
}

/** After a rotation: encrypts with the current key what an earlier one encrypted. Returns how many. */
export async function reencryptSecrets(
  db: Db,
  encryption: Encryption,
  columns = encryptedColumns,
): Promise<number> {
  let count = 0;
  for (const { table, column } of columns) {
    const [name, secret] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ id: string; stored: string }>`
      select id, ${secret} as stored from ${name} where ${secret} is not null`.execute(db);
    for (const { id, stored } of rows) {
      const cell = { table, column, id };
      const renewed = encryption.isCurrent(stored) ? null : tryRenewing(encryption, stored, cell);
      if (!renewed) continue;
      await sql`
        update ${name} set ${secret} = ${renewed} where id = ${id} and ${secret} = ${stored}`.execute(
        db,
      );
      count += 1;
    }
  }
  return count;
}

/** A secret that no known key decrypts stays: its key may come back. */
function tryRenewing(encryption: Encryption, stored: string, cell: SecretCell): string | null {
  try {
    return encryption.encrypt(encryption.decrypt(stored, cell), cell);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
