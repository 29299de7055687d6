import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { isBuilt } from "./client-stamp.ts";

const projectRoot = join(import.meta.dir, "../..");

/**
 * Builds the client if its sources have changed since the last build. In a separate process, so that the
 * server does not retain the bundler's memory. Returns the folder of the built files.
 */
export async function prepareClient({
  onStep,
}: {
  onStep?: (step: "client") => void;
} = {}): Promise<string> {
  const outDir = join(projectRoot, "dist/client");
  if (await isBuilt(projectRoot, outDir)) return outDir;
  onStep?.("client");
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "build-client.ts")], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await child.exited) !== 0) throw new StartError("The client cannot be built (see above).");
  return outDir;
}
