import type { MetricsSettings } from "../config.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { expositionType } from "./exposition.ts";
import type { Metrics } from "./report-metrics.ts";

interface MetricsDoor {
  url: string;
  stop(): Promise<void>;
}

/**
 * A separate port that no proxy exposes. If its default port is taken, for example by another server on this
 * machine, metrics are off; if the port was set explicitly, that is an error.
 */
export function serveMetrics(
  { host, port, isChosen }: MetricsSettings,
  metrics: Metrics,
  log: Log,
): MetricsDoor | null {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      development: false,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname !== "/metrics") return new Response("Not found", { status: 404 });
        if (request.method !== "GET") return new Response("GET only", { status: 405 });
        return new Response(await metrics.render(), {
          headers: { "Content-Type": expositionType },
        });
      },
    });
    const name = host.includes(":") ? `[${host}]` : host;
    return { url: `http://${name}:${server.port}/metrics`, stop: () => server.stop(true) };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (!isChosen) {
      log.warn("metrics.not-served", { host, port, reason });
      return null;
    }
    throw new StartError(
      `METRICS_PORT ${port} on ${host} cannot be listened on (${reason}): set another, or off.`,
      { cause: error },
    );
  }
}
