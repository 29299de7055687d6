import type { Context as HonoContext } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppError } from "../../shared/errors.ts";
import type { SignedIn } from "../auth/session.ts";

/** What Bun tells of a connection beside the request. */
export interface Connection {
  address?: string;
  /** For a stream: this connection may be silent for as long as it likes. */
  keepOpen?: () => void;
}

/** A call of a batch that was refused: its procedure and the status that it would have alone. */
export interface RefusedCall {
  procedure: string;
  status: number;
}

interface RequestVariables {
  requestId: string;
  /** For limits only: what is stored is the network. */
  ipAddress: string;
  network: string;
  signedIn: SignedIn | null;
  /** A session cookie came that opens nothing any more. */
  deadCookie: boolean;
  /** Another site sent this, or nobody can tell that it did not. */
  refusal: AppError | null;
  /** Of a batch of calls; absent where none was refused. */
  refused?: RefusedCall[];
}

export interface Env {
  Bindings: Connection;
  Variables: RequestVariables;
}

export type Http = HonoContext<Env>;

/** The route that answered, one and the same object for all requests to it. */
export function routeOf(c: Http): { method: string; path: string } {
  return matchedRoutes(c)[c.req.routeIndex] ?? noRoute;
}

const noRoute = { method: "ALL", path: "*" };
