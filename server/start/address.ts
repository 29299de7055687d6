import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";

/**
 * Leaves in the data folder where the running desk is reached: a command beside it may not know by what
 * settings that one was started. The answer takes it away again.
 */
export async function leaveAddress(dataDir: string, origin: string): Promise<() => Promise<void>> {
  const file = fileIn(dataDir);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, `${origin}\n`);
  } catch {
    // A folder that cannot be written to: the commands go by their own settings.
    return async () => {};
  }
  return async () => {
    // Unless another desk over the same folder has come since.
    if ((await readLeft(dataDir)) === origin) await rm(file, { force: true });
  };
}

/** Where people reach the desk: as it was told, else where it runs now, else where it would. */
export async function addressOfDesk({
  baseUrl,
  dataDir,
  host,
  port,
}: Pick<Config, "baseUrl" | "dataDir" | "host" | "port">): Promise<string> {
  return baseUrl ?? (await readLeft(dataDir)) ?? addressOf(host, port);
}

/** As a browser on this machine takes it. */
export function addressOf(host: string, port: number): string {
  const everyAddress = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host);
  const name = everyAddress ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function readLeft(dataDir: string): Promise<string | null> {
  const left = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return URL.parse(left)?.origin ?? null;
}

function fileIn(dataDir: string): string {
  return join(dataDir, "address");
}
