import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { createLog } from "../../server/log.ts";
import { onceThisProcessEnded } from "../support/process/once-ended.ts";

/** The data stay for the next run; the server ends with this process. */
export async function startLastingPostgres(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, "ownerUrl" | "appUrl" | "appRole" | "stop">> {
  const watchdog = onceThisProcessEnded(endPostgres, { FOLDER: dataDir });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("error") });
    const stop = async () => {
      await postgres.stop();
      watchdog.off();
    };
    return { ...postgres, stop };
  } catch (error) {
    watchdog.off();
    throw error;
  }
}

/** Also one that this process had only started to start. */
const endPostgres = `for round in 1 2 3; do end_postgres "$FOLDER"; sleep 0.3; done`;
