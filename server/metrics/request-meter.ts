import { createHistogram, type Histogram, observe } from "./histogram.ts";

/** What is counted of the calls of one procedure, or the requests to one route. */
interface RouteMeter {
  route: string;
  byStatus: Map<number, number>;
  durations: Histogram;
}

export interface RequestMeter {
  /** Of a procedure by its name; what nobody knows is counted together, so that nobody outside
   * makes this grow. */
  procedure(name: string): RouteMeter;
  /** Of a route by its pattern, of which there are only so many. */
  route(pattern: { method: string; path: string }): RouteMeter;
  all(): Iterable<RouteMeter>;
}

const steps = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createRequestMeter(procedures: readonly string[]): RequestMeter {
  const unknown = createRouteMeter("unknown");
  const byProcedure = new Map(procedures.map((name) => [name, createRouteMeter(name)]));
  const byPattern = new Map<object, RouteMeter>();
  return {
    procedure: (name) => byProcedure.get(name) ?? unknown,
    route(pattern) {
      let meter = byPattern.get(pattern);
      if (!meter) {
        meter = createRouteMeter(`${pattern.method} ${pattern.path}`);
        byPattern.set(pattern, meter);
      }
      return meter;
    },
    *all() {
      yield* byProcedure.values();
      yield* byPattern.values();
      yield unknown;
    },
  };
}

function createRouteMeter(route: string): RouteMeter {
  return { route, byStatus: new Map(), durations: createHistogram(steps) };
}

export function countRequest(meter: RouteMeter, status: number, seconds: number): void {
  meter.byStatus.set(status, (meter.byStatus.get(status) ?? 0) + 1);
  observe(meter.durations, seconds);
}
