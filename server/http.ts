import type { Context as HonoContext } from "hono";
import type { AppError } from "../shared/errors.ts";
import type { SignedIn } from "./auth/session.ts";

/** What Bun tells of a connection beside the request. */
export interface Connection {
  address?: string;
}

export interface RequestVariables {
  requestId: string;
  network: string;
  signedIn: SignedIn | null;
  /** A session cookie came that opens nothing any more. */
  deadCookie: boolean;
  /** Another site sent this, or nobody can tell that it did not. */
  refusal: AppError | null;
}

export interface Env {
  Bindings: Connection;
  Variables: RequestVariables;
}

export type Http = HonoContext<Env>;
