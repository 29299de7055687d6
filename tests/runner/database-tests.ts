import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function findTests(root: string): Promise<string[]> {
  const pattern = "{client,server,shared,tests,migrations}/**/*.test.{ts,tsx}";
  return (await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }))).sort();
}

/** About doors, processes and other machines: their statements run in other tests as well. */
const notAboutSql = [
  /^tests\/(attacks|runner)\//,
  /^tests\/(canary|ended-sessions|errors|forgery|health-checks|metrics|start|start-refusals)\.test/,
  /^tests\/(doors|rest)\.contract\.test/,
  /^tests\/files(-access|-bucket)?\.test/,
  /^server\/mail\/(worker|test-mail)\.test/,
];

/**
 * The test files that, by themselves or through what they import, use a test database: what runs on
 * both versions of Postgres. The access matrix is among them, and with it every call.
 */
export async function findDatabaseTests(root: string): Promise<string[]> {
  const target = join(root, "tests/support/postgres.ts");
  const found: string[] = [];
  for (const file of await findTests(root)) {
    if (notAboutSql.some((pattern) => pattern.test(file))) continue;
    if (await reaches(join(root, file), target, new Set())) found.push(file);
  }
  return found;
}

async function reaches(file: string, target: string, seen: Set<string>): Promise<boolean> {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = await readFile(file, "utf8").catch(() => "");
  for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) {
    if (path && (await reaches(join(dirname(file), path), target, seen))) return true;
  }
  return false;
}
