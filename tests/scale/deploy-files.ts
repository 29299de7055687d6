import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { own } from "./programs.ts";

const folder = join(import.meta.dir, "../../deploy");

/**
 * A file of deploy/ with the paths of this run. What is to be replaced must be in it, so
 * that the files people copy are the ones that are tried.
 */
export async function fillIn(name: string, places: Record<string, string>): Promise<string> {
  let text = await readFile(join(folder, name), "utf8");
  for (const [there, here] of Object.entries(places)) {
    if (!text.includes(there)) throw new Error(`deploy/${name} does not say ${there}`);
    text = text.replaceAll(there, here);
  }
  return text;
}

/** Readable only by the user of Postgres and PgBouncer. */
export async function place(path: string, text: string): Promise<string> {
  await writeFile(path, text);
  await chmod(path, 0o600);
  await own(path);
  return path;
}

/** The lines of an env file. */
export function readEnv(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
