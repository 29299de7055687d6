import fc from "fast-check";
import type * as z from "zod/mini";
import { appRouter } from "../../server/rpc/router.ts";
import { auditFilter } from "../../shared/schemas/audit.ts";
import { dashboardCsvQuery } from "../../shared/schemas/dashboard.ts";
import {
  exportCompaniesQuery,
  exportTicketsQuery,
  exportUsersQuery,
} from "../../shared/schemas/exports.ts";
import {
  changePasswordInput,
  createUserInput,
  loginInput,
  requestResetInput,
  userPatch,
} from "../../shared/schemas/users.ts";
import type { Answer, Visitor } from "../support/visitor.ts";
import { fromSchema } from "./from-schema.ts";
import { corrupted, hostileTexts, hostileValue } from "./hostile.ts";
import type { Known } from "./known.ts";

/** One procedure or route, and the requests sent to it. */
export interface Door {
  name: string;
  room: string;
  /** Whether it only reads. */
  reads: boolean;
  pushes(known: Known, how?: How): fc.Arbitrary<Push>;
}

/** Anything hostile, or mostly valid input. */
export type How = "any" | "fitting";

export interface Push {
  /** The request in a form that a person can repeat. */
  shown: string;
  send(visitor: Visitor): Promise<Answer>;
}

type Schema = z.core.$ZodType;

interface Procedure {
  _def: { type: string; inputs: Schema[] };
}

/** Every procedure, by its schema. */
export function procedureDoors(): Door[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
  return Object.entries(procedures).map(([name, procedure]) => {
    const { type, inputs } = procedure._def;
    const [room = ""] = name.split(".");
    return {
      ...{ name, room, reads: type !== "mutation" },
      pushes(known, how = "any") {
        const [schema] = inputs;
        const valid = schema ? fromSchema(schema, { known, room, key: "" }) : fc.constant({});
        return mixed(valid, how).map((input) => pushOf(type, name, JSON.stringify(input) ?? ""));
      },
    };
  });
}

/** Valid, nearly valid and invalid input. */
function mixed(valid: fc.Arbitrary<unknown>, how: How): fc.Arbitrary<unknown> {
  if (how === "fitting") return valid;
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 5, arbitrary: corrupted(valid) },
    { weight: 1, arbitrary: hostileValue },
  );
}

/** Bun's HTTP server refuses longer ones. */
const longestAddress = 12_000;

function pushOf(type: string, name: string, input: string): Push {
  const shown = `${type} ${name} ${input.slice(0, 4000)}`;
  if (type === "mutation") {
    const send = (visitor: Visitor) =>
      visitor.request("POST", `/node/trpc/${name}`, { body: input });
    return { shown, send };
  }
  const encoded = encodeURIComponent(input.slice(0, longestAddress / 3));
  const path = `/node/trpc/${name}?input=${encoded.slice(0, longestAddress)}`;
  return {
    shown,
    send: (visitor) =>
      type === "subscription" ? beginning(visitor, path) : visitor.request("GET", path),
  };
}

/** A stream ends when the client disconnects. */
function beginning(visitor: Visitor, path: string): Promise<Answer> {
  return visitor.request("GET", path, { firstBytes: true });
}

/** The input of REST routes; a route that is not named here gets anything. */
const bodies: Record<string, Schema> = {
  "POST /node/auth/login": loginInput,
  "POST /node/auth/change-password": changePasswordInput,
  "POST /node/auth/password-reset": requestResetInput,
  "POST /node/auth/create": createUserInput,
  "PUT /node/auth/update/:id": userPatch,
  "POST /node/auth/reset/password/by/admin": requestResetInput,
};
const queries: Record<string, Schema> = {
  "GET /node/exports/users": exportUsersQuery,
  "GET /node/exports/companies": exportCompaniesQuery,
  "GET /node/exports/tickets": exportTicketsQuery,
  "GET /node/dashboard/csv/:block": dashboardCsvQuery,
  "GET /node/audit/csv": auditFilter,
};

interface Route {
  method: string;
  path: string;
}

export function routeDoors(routes: readonly Route[]): Door[] {
  const own = routes.filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"));
  const names = new Set(own.map(({ method, path }) => `${method} ${path}`));
  return [...names].map((name) => {
    const [method = "", path = ""] = name.split(" ");
    const room = path.split("/")[2] === "auth" ? "users" : (path.split("/")[2] ?? "");
    const reads = method === "GET" && !path.endsWith("/logout");
    return {
      ...{ name, room, reads },
      pushes: (known, how = "any") => routePushes(known, { name, room, method, path, how }),
    };
  });
}

function routePushes(
  known: Known,
  { name, room, method, path, how }: Route & { name: string; room: string; how: How },
): fc.Arbitrary<Push> {
  const from = (schema: Schema | undefined) =>
    schema ? mixed(fromSchema(schema, { known, room, key: "" }), how) : hostileValue;
  const parameter = fc.oneof(
    { weight: 4, arbitrary: known.id("id", room) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts, "totals", "days", "agents") },
  );
  const parts = { parameter, query: from(queries[name]), body: from(bodies[name]) };
  return fc.record({ ...parts, headers: oddHeaders }).map(({ parameter, query, body, headers }) => {
    const asked = `${path.replace(/:\w+/g, encoded(parameter))}${queryOf(query)}`;
    const sent = method === "GET" ? undefined : (JSON.stringify(body) ?? "");
    return {
      shown: `${method} ${asked} ${JSON.stringify(headers)} ${sent?.slice(0, 4000) ?? ""}`,
      send: (visitor) => visitor.request(method, asked, { body: sent, headers }),
    };
  });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  ...Array<Record<string, string>>(12).fill({}),
  { "Idempotency-Key": "x" },
  { Range: "bytes=-0,1-" },
  { "If-None-Match": '"', "If-Range": "W/" },
  { "Accept-Encoding": "gzip;q=x, *;q=0" },
  { "X-File-Name": "%ff%00..%2f" },
  { "Content-Type": 'application/json; charset="' },
  { "X-HTTP-Method-Override": "DELETE" },
  { "Accept-Language": "*".repeat(3000) },
);

function queryOf(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).map(([key, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return `${encoded(key)}=${encoded(text)}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&").slice(0, longestAddress)}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 1000));
}
