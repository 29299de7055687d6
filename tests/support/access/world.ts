import { appRouter } from "../../../server/rpc/router.ts";
import type { Role } from "../../../shared/access.ts";
import { insertTicket, type TicketRow } from "../builders.ts";
import { addPerson, type Person } from "../people.ts";
import type { TestServer } from "../server.ts";
import type { Call, World } from "./callers.ts";

export interface Places {
  company: { id: string };
  foreignCompany: { id: string };
}

/** What exists besides the caller: another user, a stranger, and a ticket of each. */
export interface Others {
  other: Person;
  stranger: Person;
  ticket: TicketRow;
  foreign: TicketRow;
}

export async function makeOthers(
  { db }: TestServer,
  { company, foreignCompany }: Places,
): Promise<Others> {
  const other = await addPerson(db, "Customer", { companies: [company] });
  const stranger = await addPerson(db, "Customer", { companies: [foreignCompany] });
  const ticket = await insertTicket(db, { requester_id: other.id, company_id: company.id });
  const foreign = await insertTicket(db, {
    requester_id: stranger.id,
    company_id: foreignCompany.id,
  });
  return { other, stranger, ticket, foreign };
}

/** A new user in a role, with targets for a call: their own, another company's, missing. */
export async function makeWorld(
  server: TestServer,
  places: Places,
  role: Role,
  call: string,
  others?: Others,
): Promise<World> {
  const { db } = server;
  const { company, foreignCompany } = places;
  const inCompany = { companies: [company], companyScope: "assigned" } as const;
  const self = await addPerson(db, role, role === "Super Admin" ? {} : inCompany);
  const { other, stranger, foreign, ...theirs } = others ?? (await makeOthers(server, places));
  const own = { requester_id: self.id, company_id: company.id };
  const ticket = role === "Customer" ? await insertTicket(db, own) : theirs.ticket;
  // Signing in takes the longest of all this.
  const aside = async (person: Person) =>
    endsSession(call) ? await signInAside(server, person) : "";
  const [ownSession, otherSession] = [await aside(self), await aside(other)];
  return {
    ...{ self, role, ownSession, other, otherSession, ticket, foreign, stranger },
    ...{ missing: Bun.randomUUIDv7(), companyId: company.id, foreignCompanyId: foreignCompany.id },
  };
}

/** What these calls are about is a session: only their worlds have some. */
export const endsSession = (call: string) => ["session.end", "users.endSession"].includes(call);

/** Signs in on another device; returns the session's id for ending it. */
async function signInAside(server: TestServer, person: Person): Promise<string> {
  await server.visitor().signIn(person.email);
  const session = await server.db
    .selectFrom("sessions")
    .select("public_id")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  return session.public_id;
}

export function typeOf(call: string): string | undefined {
  const procedure: { _def: { type: string } } | undefined = Reflect.get(
    appRouter._def.procedures,
    call,
  );
  return procedure?._def.type;
}

export interface RouteRequest {
  method: string;
  path: string;
  body?: Record<string, string>;
}

/** A route's request: its input is in the path, the query or the body. */
export function routeRequest({ call, input }: Call, world: World): RouteRequest {
  const [method = "", path = ""] = call.split(" ");
  const given = { ...(input?.(world) as Record<string, string>) };
  const filled = path.replace(/:(\w+)/g, (whole, name) => given[name] ?? whole);
  const { id: _id, block: _block, ...rest } = given;
  if (method === "POST" || method === "PUT") return { method, path: filled, body: rest };
  const query = path.includes(":") ? `?${new URLSearchParams(rest)}` : "";
  return { method, path: filled + query };
}
