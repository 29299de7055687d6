import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../tests/support/postgres.ts";
import { createEncryption, loadEncryption, reencryptSecrets } from "./encryption.ts";

const cell = { table: "webhooks", column: "secrets", id: "0198c0de-0000-7000-8000-000000000001" };
const keyOf = (byte: number) => new Uint8Array(32).fill(byte);

describe("an encrypted secret", () => {
  const encryption = createEncryption([keyOf(1)]);
  const stored = encryption.encrypt("whsec_pässword", cell);

  test("is decrypted in its own cell and does not contain the secret", () => {
    expect(encryption.decrypt(stored, cell)).toBe("whsec_pässword");
    expect(stored).toMatch(/^1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(Buffer.from(stored.split(".")[2] ?? "", "base64url").toString()).not.toContain("word");
  });

  test("differs each time", () => {
    expect(encryption.encrypt("whsec_pässword", cell)).not.toBe(stored);
  });

  test.each([
    ["another row", { ...cell, id: "0198c0de-0000-7000-8000-000000000002" }],
    ["another column", { ...cell, column: "headers" }],
    ["another table", { ...cell, table: "mailboxes" }],
  ])("cannot be read in %s", (_, other) => {
    expect(() => encryption.decrypt(stored, other)).toThrow("can't be read");
  });

  test("cannot be read once a bit is changed, cut off, or without its key", () => {
    const [version, id, text = ""] = stored.split(".");
    const bytes = Buffer.from(text, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = `${version}.${id}.${changed.toString("base64url")}`;
      expect(() => encryption.decrypt(forged, cell)).toThrow("can't be read");
    }
    for (const forged of ["", "1", `1.${id}`, `1.${id}.AAAA`, `2.${id}.${text}`, "plain"]) {
      expect(() => encryption.decrypt(forged, cell)).toThrow("can't be read");
    }
    expect(() => createEncryption([keyOf(2)]).decrypt(stored, cell)).toThrow("can't be read");
  });

  test("of an earlier key can still be read and counts as not current", () => {
    const rotated = createEncryption([keyOf(2), keyOf(1)]);
    expect(rotated.decrypt(stored, cell)).toBe("whsec_pässword");
    expect(rotated.isCurrent(stored)).toBe(false);
    expect(rotated.isCurrent(rotated.encrypt("x", cell))).toBe(true);
  });

  test("is not stored without a key", () => {
    expect(() => createEncryption([]).encrypt("x", cell)).toThrow("SECRET_KEY");
  });
});

describe("the key", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "frontdesk-key-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const settings = (name: string, env: { secretKey?: Uint8Array; previous?: Uint8Array } = {}) => ({
    dataDir: join(folder, name),
    secretKey: env.secretKey ?? null,
    secretKeyPrevious: env.previous ?? null,
  });

  test("is created in the data folder by the first start, readable by its user alone", async () => {
    const first = await loadEncryption(settings("new"));
    expect(first.problem).toBeNull();
    const path = join(folder, "new", "secret.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "new"))).toEqual(["secret.key"]);
    expect(Buffer.from(await readFile(path, "utf8"), "base64")).toHaveLength(32);
    const second = await loadEncryption(settings("new"));
    expect(second.decrypt(first.encrypt("x", cell), cell)).toBe("x");
  });

  test("is the same for servers that start together", async () => {
    const each = await Promise.all(
      Array.from({ length: 8 }, () => loadEncryption(settings("many"))),
    );
    const stored = each.map((one) => one.encrypt("x", cell));
    for (const one of each) {
      expect(stored.map((text) => one.decrypt(text, cell))).toEqual(Array(8).fill("x"));
    }
    expect(await readdir(join(folder, "many"))).toEqual(["secret.key"]);
  });

  test("is SECRET_KEY if it is set; then no file is created", async () => {
    const chosen = await loadEncryption(settings("chosen", { secretKey: keyOf(3) }));
    expect(createEncryption([keyOf(3)]).decrypt(chosen.encrypt("x", cell), cell)).toBe("x");
    expect(await readdir(folder)).not.toContain("chosen");
  });

  test("of the file and SECRET_KEY_PREVIOUS still decrypt next to SECRET_KEY", async () => {
    const ofFile = (await loadEncryption(settings("moved"))).encrypt("file", cell);
    const ofPrevious = createEncryption([keyOf(4)]).encrypt("previous", cell);
    const now = await loadEncryption(
      settings("moved", { secretKey: keyOf(5), previous: keyOf(4) }),
    );
    expect([ofFile, ofPrevious].map((text) => now.decrypt(text, cell))).toEqual([
      "file",
      "previous",
    ]);
  });

  test("that cannot be read is reported, and the server starts without storing secrets", async () => {
    await loadEncryption(settings("broken"));
    await writeFile(join(folder, "broken", "secret.key"), "short\n");
    const broken = await loadEncryption(settings("broken"));
    expect(broken.problem).toContain("does not hold 32 bytes in base64");
    expect(() => broken.encrypt("x", cell)).toThrow("SECRET_KEY");
    await writeFile(join(folder, "file"), "");
    expect((await loadEncryption(settings("file"))).problem).toContain("Set SECRET_KEY");
  });
});

describe("after a change of the key", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    await sql`create table safes (id uuid primary key, secret text)`.execute(database.owner);
  }, 60_000);
  afterAll(() => database.drop());

  test("secrets are encrypted again, except those that no known key reads", async () => {
    const columns = [{ table: "safes", column: "secret" }];
    const ids = [1, 2, 3, 4].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`);
    const cellOf = (id: string) => ({ table: "safes", column: "secret", id });
    const [a = "", b = "", c = "", d = ""] = ids;
    const now = createEncryption([keyOf(2), keyOf(1)]);
    const lost = createEncryption([keyOf(9)]).encrypt("lost", cellOf(c));
    await sql`
      insert into safes values (${a}, ${createEncryption([keyOf(1)]).encrypt("one", cellOf(a))}),
        (${b}, ${now.encrypt("two", cellOf(b))}), (${c}, ${lost}), (${d}, null)`.execute(
      database.owner,
    );
    expect(await reencryptSecrets(database.owner, now, columns)).toBe(1);
    expect(await reencryptSecrets(database.owner, now, columns)).toBe(0);
    const { rows } = await sql<{ id: string; secret: string | null }>`
      select * from safes order by id`.execute(database.owner);
    const after = createEncryption([keyOf(2)]);
    const read = rows.map(({ id, secret }) =>
      secret && after.isCurrent(secret) ? after.decrypt(secret, cellOf(id)) : secret,
    );
    expect(read).toEqual(["one", "two", lost, null]);
  });
});
