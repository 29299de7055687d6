import type { Context as HonoContext } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppError } from "../../shared/errors.ts";
import type { SignedIn } from "../auth/session.ts";

/** What Bun knows about a connection besides the request. */
export interface Connection {
  address?: string;
  /** For a stream: switches off the idle timeout. */
  keepOpen?: () => void;
  /** The request is answered as a GET, and only the headers are sent. */
  isHead?: boolean;
}

/** A refused call of a batch: its procedure and the status that it would have alone. */
export interface RefusedCall {
  procedure: string;
  status: number;
}

interface RequestVariables {
  requestId: string;
  /** The trace that a proxy or a calling program began. */
  traceId: string | undefined;
  /** For limits only: what is stored is the network. */
  ipAddress: string;
  network: string;
  signedIn: SignedIn | null;
  /** The session cookie has expired or is unknown. */
  deadCookie: boolean;
  /** The request may come from another site. */
  refusal: AppError | null;
  /** In a batch of calls; absent if none was refused. */
  refused?: RefusedCall[];
}

export interface Env {
  Bindings: Connection;
  Variables: RequestVariables;
}

export type Http = HonoContext<Env>;

/** The route that answered: the same object for all its requests. */
export function routeOf(c: Http): { method: string; path: string } {
  return matchedRoutes(c)[c.req.routeIndex] ?? noRoute;
}

const noRoute = { method: "ALL", path: "*" };
