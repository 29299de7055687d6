import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";

/**
 * Writes the address of the running desk into the data folder: a command started next to it does not always know its
 * settings. Returns a function that removes the file.
 */
export async function writeAddress(dataDir: string, origin: string): Promise<() => Promise<void>> {
  const file = fileIn(dataDir);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, `${origin}\n`);
  } catch {
    // The folder is not writable: commands use their own settings.
    return async () => {};
  }
  return async () => {
    // Unless another desk with the same folder has started since.
    if ((await readWritten(dataDir)) === origin) await rm(file, { force: true });
  };
}

/** The address of the desk: BASE_URL, else where it runs now, else where it would listen. */
export async function addressOfDesk({
  baseUrl,
  dataDir,
  host,
  port,
}: Pick<Config, "baseUrl" | "dataDir" | "host" | "port">): Promise<string> {
  return baseUrl ?? (await readWritten(dataDir)) ?? addressOf(host, port);
}

/** In the form a browser on this machine accepts. */
export function addressOf(host: string, port: number): string {
  const everyAddress = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host);
  const name = everyAddress ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function readWritten(dataDir: string): Promise<string | null> {
  const left = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return URL.parse(left)?.origin ?? null;
}

function fileIn(dataDir: string): string {
  return join(dataDir, "address");
}
