import { countRequest, type RequestMeter } from "../metrics/request-meter.ts";
import type { Services } from "../services.ts";
import { type Http, type RefusedCall, routeOf } from "./env.ts";

const trpcPath = "/node/trpc/";

/** Counts a request and logs its procedures or route, never its content. */
export function logRequest(c: Http, services: Services, ms: number): void {
  const { requests, log, logsRequests } = services;
  const { status } = c.res;
  const { path } = c.req;
  const calls = path.startsWith(trpcPath) ? path.slice(trpcPath.length) : null;
  const route =
    calls === null
      ? countRoute(c, requests, status, ms / 1000)
      : countCalls(calls, requests, { status, refused: c.get("refused"), seconds: ms / 1000 });
  if (!logsRequests) return;
  const isProbe = path === "/healthz" || path === "/readyz";
  log[isProbe ? "debug" : "info"]("request", {
    requestId: c.get("requestId"),
    method: c.req.method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    userId: c.get("signedIn")?.actor.id,
  });
}

function countRoute(c: Http, requests: RequestMeter, status: number, seconds: number): string {
  const meter = requests.route(routeOf(c));
  countRequest(meter, status, seconds);
  return meter.route;
}

interface Answered {
  status: number;
  refused: RefusedCall[] | undefined;
  seconds: number;
}

/** Each call of a batch has its own status; its duration is that of the batch. */
function countCalls(calls: string, requests: RequestMeter, answered: Answered): string {
  const { status, refused, seconds } = answered;
  if (!calls.includes(",")) {
    const meter = requests.procedure(calls);
    countRequest(meter, status, seconds);
    return meter.route;
  }
  const left = [...(refused ?? [])];
  const names: string[] = [];
  for (const name of calls.split(",", mostCounted)) {
    const meter = requests.procedure(name);
    const at = left.findIndex(({ procedure }) => procedure === name);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    countRequest(meter, own?.status ?? (status === 207 ? 200 : status), seconds);
    names.push(meter.route);
  }
  return names.join(",");
}

/** The maximum of a batch; a longer one is refused as a whole. */
const mostCounted = 10;
