import type { Hono } from "hono";
import type { Env } from "./env.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** By which a call at this address is made; none where there is no call. */
export function methodsOf({ router }: Hono<Env>, path: string): string[] {
  const taken = methods.filter((method) =>
    router
      .match(method, path)[0]
      // What stands before calls takes any method, and pages are no calls.
      .some(([[, route]]) => route.method === method && route.path.startsWith("/node/")),
  );
  return taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
