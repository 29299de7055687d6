import { countRequest, type RequestMeter } from "../metrics/request-meter.ts";
import type { Services } from "../services.ts";
import { type Http, type RefusedCall, routeOf } from "./env.ts";

const trpcPath = "/node/trpc/";

/** Counts a request and writes its line in the log: which procedures or route, never what for. */
export function tellRequest(c: Http, services: Services, ms: number): void {
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

/** Each call of a batch took as long as its caller waited, and has a status of its own. */
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

/** As many as a batch may hold; a longer one is refused whole. */
const mostCounted = 10;
