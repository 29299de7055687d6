import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function findTests(root: string): Promise<string[]> {
  const pattern = "{client,server,shared,tests,migrations}/**/*.test.{ts,tsx}";
  return (await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }))).sort();
}

const usesPostgres = "tests/support/postgres.ts";
/** Tests that start a server, a program or a mail server do not depend on the version of Postgres. */
const startsSomething = ["server", "process/spawned-server", "mail-server"].map(
  (name) => `tests/support/${name}.ts`,
);
const spawnsSomething = /\bBun\.spawn\(/;
/** Comes to every door of a server, and so runs the statements behind all of them; but for these. */
const everyCall = "tests/access-matrix.test.ts";
const moreStatements = [
  "server/mail/outbox/ticket-mails.test.ts",
  "server/sweep.test.ts",
  "tests/audit.test.ts",
];

/**
 * What runs on both versions of Postgres: the test files that, by themselves or through what they
 * import, use a test database and start nothing else; and of the others those with statements.
 */
export async function findDatabaseTests(root: string): Promise<string[]> {
  const found = [everyCall, ...moreStatements];
  for (const file of await findTests(root)) {
    const reached = new Map<string, string>();
    await reach(join(root, file), reached);
    const reaches = (path: string) => reached.has(join(root, path));
    if (!reaches(usesPostgres)) continue;
    const spawns = spawnsSomething.test(reached.get(join(root, file)) ?? "");
    if (!spawns && !startsSomething.some(reaches)) found.push(file);
  }
  return found;
}

const texts = new Map<string, Promise<string>>();

/** A file and all that it imports, each with its text. */
async function reach(file: string, reached: Map<string, string>): Promise<void> {
  if (reached.has(file)) return;
  const read = texts.get(file) ?? readFile(file, "utf8").catch(() => "");
  texts.set(file, read);
  const text = await read;
  reached.set(file, text);
  for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) {
    if (path) await reach(join(dirname(file), path), reached);
  }
}
