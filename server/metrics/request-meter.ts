import { createHistogram, type Histogram, observe } from "./exposition.ts";

/** The counters of one procedure or route. */
interface RouteMeter {
  route: string;
  byStatus: Map<number, number>;
  durations: Histogram;
}

export interface RequestMeter {
  /** By name; unknown procedures share one meter, so that outsiders cannot make this grow. */
  procedure(name: string): RouteMeter;
  /** By route pattern, of which there is a fixed number. */
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
