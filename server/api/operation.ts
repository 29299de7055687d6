import type * as z from "zod/mini";
import type { Capability } from "../../shared/access.ts";
import type { TokenScope } from "../../shared/api-tokens.ts";
import type { TokenHolder } from "../auth/api-tokens.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import type { Services } from "../services.ts";

/** What an operation gets besides its input: what commands get, and the token's owner. */
export interface ApiDeps extends JobDeps {
  holder: TokenHolder;
  services: Services;
}

type Shape = z.ZodMiniObject;
type Read<S> = S extends Shape ? z.output<S> : Record<string, never>;

/** The input of an operation, read by its schemas. */
export interface OperationInput<Params = object, Query = object, Body = object> {
  params: Params;
  query: Query;
  body: Body;
  /** The idempotency key; a new one if the call needs none. */
  requestId: string;
}

/** One call of the API: its route, its part of the document and its tests all come from this. */
export interface Operation {
  id: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base address; parameters in braces. */
  path: string;
  tag: string;
  summary: string;
  /** Null: any token can call it. */
  scope: TokenScope | null;
  /** Without it the owner's role gets 403. */
  capability?: Capability;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** The header Idempotency-Key is required. */
  keyed?: true;
  /** The header If-Match is understood. */
  versioned?: true;
  /** It searches if it has a query, or always: counted and limited like the searches of people. */
  searches?: "with-query" | "always";
  /** Refusals of its own, by status. Those of every call are added. */
  refusals?: readonly (404 | 409)[];
  status?: 200 | 201;
  answer: z.ZodMiniObject;
  run(deps: ApiDeps, input: OperationInput): Promise<object>;
}

interface Given<P, Q, B> extends Omit<Operation, "params" | "query" | "body" | "run"> {
  params?: P;
  query?: Q;
  body?: B;
  run(deps: ApiDeps, input: OperationInput<Read<P>, Read<Q>, Read<B>>): Promise<object>;
}

/** Infers the input of `run` from the schemas. */
export function operation<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(given: Given<P, Q, B>): Operation {
  return given as unknown as Operation;
}
