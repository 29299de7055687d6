import { appRole, readCluster } from "./cluster.ts";
import { ownerUrl } from "./folder-lock.ts";
import { choosePlace } from "./place.ts";
import { findPostmaster } from "./postmaster.ts";

interface RunningPostgres {
  url: string;
  ownerUrl: string;
}

/** The embedded Postgres of a running server; null if none runs. */
export async function joinEmbeddedPostgres(
  dataDir: string,
  database: string,
): Promise<RunningPostgres | null> {
  const { home, account } = await choosePlace(dataDir);
  const cluster = await readCluster(home, account);
  if (!cluster) return null;
  const running = await findPostmaster(cluster);
  if (!running?.ready) return null;
  return {
    url: `postgres://${appRole}:${cluster.appPassword}@127.0.0.1:${running.port}/${database}`,
    ownerUrl: ownerUrl(cluster, running.port, database),
  };
}
