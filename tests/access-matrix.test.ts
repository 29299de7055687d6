import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appRouter } from "../server/router.ts";
import type { Role } from "../shared/access.ts";
import type { ErrorCode } from "../shared/errors.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

/** Who knocks: the disabled one holds the cookie of a session from before. */
const knockers = ["nobody", "disabled", "Customer", "Agent", "Super Admin"] as const;
type Knocker = (typeof knockers)[number];

type Outcome = "ok" | ErrorCode;
type Row = Record<Knocker, Outcome>;

/** What is acted on, seen from whoever knocks. */
interface World {
  self: Person;
  ownSession: string;
  other: Person;
  otherSession: string;
  missing: string;
}

const everybody: Row = {
  nobody: "ok",
  disabled: "ok",
  Customer: "ok",
  Agent: "ok",
  "Super Admin": "ok",
};
const signedIn: Row = { ...everybody, nobody: "not_signed_in", disabled: "session_expired" };
const superAdmin: Row = { ...signedIn, Customer: "forbidden", Agent: "forbidden" };
const hiddenFromCustomers: Row = { ...signedIn, Customer: "not_found" };
const each = (row: Row, outcome: Outcome): Row =>
  Object.fromEntries(
    knockers.map((knocker) => [knocker, row[knocker] === "ok" ? outcome : row[knocker]]),
  ) as Row;

interface Call {
  /** The procedure, or method and path of the route. */
  call: string;
  on?: string;
  input?(world: World): unknown;
  row: Row;
}

const procedures: Call[] = [
  { call: "session.current", row: { ...everybody, disabled: "session_expired" } },
  { call: "session.list", row: signedIn },
  {
    call: "session.end",
    on: "own",
    input: ({ ownSession }) => ({ id: ownSession }),
    row: signedIn,
  },
  {
    call: "session.end",
    on: "another's",
    input: ({ otherSession }) => ({ id: otherSession }),
    row: each(signedIn, "not_found"),
  },
  {
    call: "session.end",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(signedIn, "not_found"),
  },
  { call: "session.endOthers", row: signedIn },
  {
    call: "account.changePassword",
    input: () => ({ oldPassword: "wrong-password", newPassword: "another-horse" }),
    row: each(signedIn, "password_wrong"),
  },
  { call: "account.requestReset", input: () => ({ email: "nobody@nowhere.test" }), row: everybody },
  {
    call: "account.readLink",
    input: () => ({ token: "spent" }),
    row: each(everybody, "link_spent"),
  },
  {
    call: "account.choosePassword",
    input: () => ({ token: "spent", newPassword: "another-horse" }),
    row: each(everybody, "link_spent"),
  },
  {
    call: "account.createFirstAdmin",
    input: () => ({
      token: "spent",
      firstName: "A",
      lastName: "B",
      email: "a@b.test",
      newPassword: "another-horse",
    }),
    row: each(everybody, "link_spent"),
  },
  { call: "account.updateProfile", input: () => ({ theme: "dark" }), row: signedIn },
  { call: "users.list", input: () => ({}), row: superAdmin },
  { call: "users.count", input: () => ({}), row: superAdmin },
  {
    call: "users.create",
    input: () => ({
      firstName: "A",
      lastName: "B",
      email: `${crypto.randomUUID()}@b.test`,
      role: "Customer",
    }),
    row: superAdmin,
  },
  {
    call: "users.update",
    on: "another",
    input: ({ other }) => ({ id: other.id, firstName: "Maya" }),
    row: superAdmin,
  },
  {
    call: "users.update",
    on: "own role",
    input: ({ self }) => ({ id: self.id, role: "Agent" }),
    row: each(superAdmin, "not_yourself"),
  },
  {
    call: "users.update",
    on: "missing",
    input: ({ missing }) => ({ id: missing, firstName: "Maya" }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "users.resetByAdmin",
    input: ({ other }) => ({ email: other.email }),
    row: superAdmin,
  },
  {
    call: "users.delete",
    on: "oneself",
    input: ({ self }) => ({ id: self.id }),
    row: each(superAdmin, "not_yourself"),
  },
  {
    call: "users.delete",
    on: "another",
    input: ({ other }) => ({ id: other.id }),
    row: superAdmin,
  },
  {
    call: "users.delete",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(superAdmin, "not_found"),
  },
  { call: "companies.list", input: () => ({}), row: superAdmin },
  { call: "companies.count", input: () => ({}), row: superAdmin },
  { call: "companies.options", input: () => ({}), row: superAdmin },
  { call: "tickets.list", input: () => ({}), row: signedIn },
  { call: "tickets.count", input: () => ({}), row: signedIn },
  { call: "tickets.viewCounts", row: signedIn },
  {
    call: "dashboard.figures",
    input: () => ({ timeZone: "Europe/Berlin" }),
    row: hiddenFromCustomers,
  },
  { call: "mails.list", input: () => ({}), row: superAdmin },
];

const routes: Call[] = [
  { call: "GET /healthz", row: everybody },
  { call: "GET /readyz", row: everybody },
  { call: "GET /node/auth/user", row: signedIn },
  {
    call: "POST /node/auth/login",
    input: () => ({ email: "nobody@nowhere.test", password: "x" }),
    row: each(everybody, "wrong_credentials"),
  },
  { call: "GET /node/auth/logout", row: everybody },
  {
    call: "POST /node/auth/change-password",
    input: () => ({ oldPassword: "wrong-password", newPassword: "another-horse" }),
    row: each(signedIn, "password_wrong"),
  },
  {
    call: "POST /node/auth/password-reset",
    input: () => ({ email: "nobody@nowhere.test" }),
    row: everybody,
  },
  { call: "POST /node/auth/create", input: () => ({}), row: each(superAdmin, "invalid_input") },
  { call: "GET /node/auth/load/all/users", row: superAdmin },
  {
    call: "PUT /node/auth/update/:id",
    on: "another",
    input: ({ other }) => ({ id: other.id, firstName: "Maya" }),
    row: superAdmin,
  },
  {
    call: "PUT /node/auth/update/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing, firstName: "Maya" }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "DELETE /node/auth/delete/:id",
    on: "another",
    input: ({ other }) => ({ id: other.id }),
    row: superAdmin,
  },
  {
    call: "DELETE /node/auth/delete/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "POST /node/auth/reset/password/by/admin",
    input: ({ other }) => ({ email: other.email }),
    row: superAdmin,
  },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addCompany(server.db, "Somebody's");
}, 30_000);
afterAll(() => server.stop());

describe("every door has its row", () => {
  test("each procedure", () => {
    const walked = Object.keys(appRouter._def.procedures).sort();
    expect([...new Set(procedures.map(({ call }) => call))].sort()).toEqual(walked);
  });

  test("each route", () => {
    const walked = server.app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes.map(({ call }) => call))].sort()).toEqual(
      [...new Set(walked)].sort(),
    );
  });
});

const named = (call: Call) => [call.on ? `${call.call} on ${call.on}` : call.call, call] as const;

describe.each(knockers)("%s calls", (knocker) => {
  test.each(procedures.map(named))("%s", async (_, { call, input, row }) => {
    const { visitor, world } = await knock(knocker);
    const given = input?.(world);
    const answer = isQuery(call)
      ? await visitor.query(call, given)
      : await visitor.mutate(call, given);
    expect(outcomeOf(answer)).toBe(row[knocker]);
  });

  test.each(routes.map(named))("%s", async (_, { call, input, row }) => {
    const { visitor, world } = await knock(knocker);
    const [method = "", path = ""] = call.split(" ");
    const { id, ...body } = { ...(input?.(world) as Record<string, unknown>) };
    const hasBody = method === "POST" || method === "PUT";
    const answer = await visitor.request(
      method,
      path.replace(":id", String(id)),
      hasBody ? { body } : {},
    );
    expect(outcomeOf(answer)).toBe(row[knocker]);
  });
});

function isQuery(call: string): boolean {
  const procedure: { _def: { type: string } } | undefined = Reflect.get(
    appRouter._def.procedures,
    call,
  );
  return procedure?._def.type === "query";
}

async function knock(knocker: Knocker): Promise<{ visitor: Visitor; world: World }> {
  const role: Role = knocker === "nobody" || knocker === "disabled" ? "Agent" : knocker;
  const self = await addPerson(server.db, role);
  const other = await addPerson(server.db, "Customer");
  const visitor = server.visitor();
  const [ownSession, otherSession] = [await signInAside(self), await signInAside(other)];
  if (knocker !== "nobody") await visitor.signIn(self.email);
  if (knocker === "disabled") {
    await server.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", self.id)
      .execute();
  }
  const missing = Bun.randomUUIDv7();
  return { visitor, world: { self, ownSession, other, otherSession, missing } };
}

/** On another device; gives what that session is revoked by. */
async function signInAside(person: Person): Promise<string> {
  await server.visitor().signIn(person.email);
  const session = await server.db
    .selectFrom("sessions")
    .select("public_id")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  return session.public_id;
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.body?.error) return answer.body.error.data.code;
  if (answer.status >= 400) return answer.body.code;
  return "ok";
}
