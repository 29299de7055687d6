import type { Role } from "../../../shared/access.ts";
import type { ErrorCode } from "../../../shared/errors.ts";
import type { TicketRow } from "../builders.ts";
import type { Person } from "../people.ts";

/** The callers: the disabled one has the cookie of an earlier session. */
export const callers = ["visitor", "disabled", "Customer", "Agent", "Super Admin"] as const;
export type Caller = (typeof callers)[number];

export type Outcome = "ok" | ErrorCode;
export type Row = Record<Caller, Outcome>;

/** The target of the call, seen from the caller. */
export interface World {
  self: Person;
  ownSession: string;
  other: Person;
  otherSession: string;
  missing: string;
  role: Role;
  /** The company they belong to or are assigned; and a ticket there that they see. */
  companyId: string;
  ticket: TicketRow;
  foreignCompanyId: string;
  foreign: TicketRow;
  /** Who asked it. */
  stranger: Person;
}

export interface Call {
  /** The procedure, or method and path of the route. */
  call: string;
  on?: string;
  input?(world: World): unknown;
  row: Row;
}

export const everyone: Row = {
  visitor: "ok",
  disabled: "ok",
  Customer: "ok",
  Agent: "ok",
  "Super Admin": "ok",
};
export const signedIn: Row = { ...everyone, visitor: "not_signed_in", disabled: "session_expired" };
export const superAdmin: Row = { ...signedIn, Customer: "forbidden", Agent: "forbidden" };
export const staff: Row = { ...signedIn, Customer: "forbidden" };
export const customers: Row = { ...signedIn, Agent: "forbidden", "Super Admin": "forbidden" };
export const hiddenFromCustomers: Row = { ...signedIn, Customer: "not_found" };

/** The same for everyone who gets through. */
export const each = (row: Row, outcome: Outcome): Row =>
  Object.fromEntries(
    callers.map((caller) => [caller, row[caller] === "ok" ? outcome : row[caller]]),
  ) as Row;

/** A call on something that does not exist. */
export function onMissing(
  call: string,
  row: Row,
  input: (missing: string, world: World) => object = (id) => ({ id }),
): Call {
  return {
    call,
    on: "missing",
    input: (world) => input(world.missing, world),
    row: each(row, "not_found"),
  };
}
