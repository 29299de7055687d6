import { beforeAll, describe, expect, spyOn, test } from "bun:test";
import type { Role } from "../shared/access.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import { type Answer, testPassword, type Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
beforeAll(async () => {
  await addPerson(server.db, "Super Admin", { email: "taken@desk.test" });
}, 60_000);

interface Act {
  rest: { method: string; path: string };
  procedure: string;
  /** The page always sends an idempotency key; a script can send it as a header. */
  keyed: boolean;
}

const acts = {
  changePassword: act("POST", "/change-password", "account.changePassword"),
  requestReset: act("POST", "/password-reset", "account.requestReset"),
  create: keyed(act("POST", "/create", "users.create")),
  update: act("PUT", "/update/:id", "users.update"),
  delete: keyed(act("DELETE", "/delete/:id", "users.delete")),
  resetByAdmin: act("POST", "/reset/password/by/admin", "users.resetByAdmin"),
} as const;

function act(method: string, path: string, procedure: string): Act {
  return { rest: { method, path: `/node/auth${path}` }, procedure, keyed: false };
}

function keyed(act: Act): Act {
  return { ...act, keyed: true };
}

/** What REST and tRPC must agree on: status, code, message and fields; or the result. */
interface Result {
  status: number;
  code?: string;
  message?: string;
  fields?: unknown;
  made?: unknown;
}

type Given = Record<string, unknown>;

async function throughRest(visitor: Visitor, { rest }: Act, given: Given): Promise<Result> {
  const { id, ...body } = given;
  const path = rest.path.replace(":id", String(id));
  const withBody = rest.method === "DELETE" ? {} : { body };
  const answer = await visitor.request(rest.method, path, withBody);
  if (answer.status >= 400) {
    const { code, message, fields } = answer.body;
    return { status: answer.status, code, message, fields };
  }
  const { success, ...made } = answer.body;
  expect(success).toBe(true);
  return { status: 200, made };
}

async function throughTrpc(visitor: Visitor, act: Act, given: Given): Promise<Result> {
  const key = act.keyed ? { requestId: Bun.randomUUIDv7() } : {};
  const answer: Answer = await visitor.mutate(act.procedure, { ...key, ...given });
  if (answer.body.error) {
    const { message, data } = answer.body.error;
    expect(answer.status).toBe(data.httpStatus);
    return { status: data.httpStatus, code: data.code, message, fields: data.fields };
  }
  // Fields that only the page uses are not part of the routes' answers.
  const { mailed, invited, changeId, remark, ...made } = answer.body.result.data;
  return { status: 200, made };
}

interface Case {
  name: string;
  act: Act;
  as: Role | "visitor";
  given(self: Person): Given | Promise<Given>;
  expected: Partial<Result>;
}

const newUser = (email: string, more: Given = {}) => ({
  firstName: "New",
  lastName: "Person",
  email,
  role: "Customer",
  ...more,
});
const someone = async () => ({ id: (await addPerson(server.db, "Customer")).id });

const cases: Case[] = [
  {
    name: "a password that is too short",
    act: acts.changePassword,
    as: "Agent",
    given: () => ({ oldPassword: testPassword, newPassword: "short" }),
    expected: { code: "password_length", status: 400 },
  },
  {
    name: "a common password",
    act: acts.changePassword,
    as: "Agent",
    given: () => ({ oldPassword: testPassword, newPassword: "password1" }),
    expected: { code: "password_common", status: 400 },
  },
  {
    name: "a wrong previous password",
    act: acts.changePassword,
    as: "Customer",
    given: () => ({ oldPassword: "wrong-password", newPassword: "another-horse" }),
    expected: { code: "password_wrong", status: 400 },
  },
  {
    name: "no fields at all",
    act: acts.changePassword,
    as: "Agent",
    given: () => ({}),
    expected: { code: "invalid_input", status: 400 },
  },
  {
    name: "a changed password",
    act: acts.changePassword,
    as: "Agent",
    given: () => ({ oldPassword: testPassword, newPassword: "another-horse" }),
    expected: { made: { message: "Your password has been changed successfully!" } },
  },
  {
    name: "a change by a visitor",
    act: acts.changePassword,
    as: "visitor",
    given: () => ({ oldPassword: testPassword, newPassword: "another-horse" }),
    expected: { code: "not_signed_in", status: 401 },
  },
  {
    name: "a reset of any address",
    act: acts.requestReset,
    as: "visitor",
    given: () => ({ email: "unknown@nowhere.test" }),
    expected: { status: 200 },
  },
  {
    name: "a reset of an invalid address",
    act: acts.requestReset,
    as: "visitor",
    given: () => ({ email: "no address" }),
    expected: { code: "invalid_input", status: 400 },
  },
  {
    name: "a user whose address is taken",
    act: acts.create,
    as: "Super Admin",
    given: () => newUser("Taken@desk.test"),
    expected: { code: "email_taken", status: 409 },
  },
  {
    name: "a scope for a Customer",
    act: acts.create,
    as: "Super Admin",
    given: () => newUser("scope@desk.test", { companyScope: "all" }),
    expected: { code: "scope_for_agents_only", status: 400 },
  },
  {
    name: "a company that does not exist",
    act: acts.create,
    as: "Super Admin",
    given: () => newUser("lost@desk.test", { companies: [{ id: Bun.randomUUIDv7() }] }),
    expected: { code: "unknown_company", status: 400 },
  },
  {
    name: "four wrong fields",
    act: acts.create,
    as: "Super Admin",
    given: () => ({ firstName: "", lastName: 1, email: "x", role: "Boss", isAdmin: true }),
    expected: { code: "invalid_input", status: 400 },
  },
  {
    name: "a user made by an Agent",
    act: acts.create,
    as: "Agent",
    given: () => newUser("by-agent@desk.test"),
    expected: { code: "forbidden", status: 403 },
  },
  {
    name: "an update",
    act: acts.update,
    as: "Super Admin",
    given: async () => ({ ...(await someone()), firstName: "Maya", phone: "123" }),
    expected: { status: 200 },
  },
  {
    name: "an update of an unknown user",
    act: acts.update,
    as: "Super Admin",
    given: () => ({ id: Bun.randomUUIDv7(), firstName: "Maya" }),
    expected: { code: "not_found", status: 404 },
  },
  {
    name: "an update with wrong fields",
    act: acts.update,
    as: "Super Admin",
    given: async () => ({ ...(await someone()), email: "x", state: "asleep" }),
    expected: { code: "invalid_input", status: 400 },
  },
  {
    name: "demoting yourself",
    act: acts.update,
    as: "Super Admin",
    given: (self) => ({ id: self.id, role: "Agent" }),
    expected: { code: "not_yourself", status: 409 },
  },
  {
    name: "deleting yourself",
    act: acts.delete,
    as: "Super Admin",
    given: (self) => ({ id: self.id }),
    expected: { code: "not_yourself", status: 409 },
  },
  {
    name: "deleting an unknown user",
    act: acts.delete,
    as: "Super Admin",
    given: () => ({ id: Bun.randomUUIDv7() }),
    expected: { code: "not_found", status: 404 },
  },
  {
    name: "a deletion by a Customer",
    act: acts.delete,
    as: "Customer",
    given: someone,
    expected: { code: "forbidden", status: 403 },
  },
  {
    name: "a deletion",
    act: acts.delete,
    as: "Super Admin",
    given: someone,
    expected: { status: 200 },
  },
  {
    name: "a reset by an admin",
    act: acts.resetByAdmin,
    as: "Super Admin",
    given: async () => ({ email: (await addPerson(server.db, "Agent")).email }),
    expected: { status: 200 },
  },
  {
    name: "a reset by an admin of an unknown address",
    act: acts.resetByAdmin,
    as: "Super Admin",
    given: () => ({ email: "unknown@nowhere.test" }),
    expected: { code: "not_found", status: 404 },
  },
];

describe("tRPC and REST answer the same to", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const [rest, trpc] = [
      await asFreshPerson(one, throughRest),
      await asFreshPerson(one, throughTrpc),
    ];
    expect(withoutIds(trpc)).toEqual(withoutIds(rest));
    expect(rest).toMatchObject(one.expected);
  });
});

test("a user created over tRPC or REST is the same", async () => {
  const company = await addCompany(server.db, "Two Doors");
  const admin = await addPerson(server.db, "Super Admin");
  const visitor = server.visitor();
  await visitor.signIn(admin.email);
  const given = (email: string) =>
    newUser(email, { role: "Agent", companyScope: "assigned", companies: [{ id: company.id }] });
  const rest = await throughRest(visitor, acts.create, given("one@desk.test"));
  const trpc = await throughTrpc(visitor, acts.create, given("two@desk.test"));
  const shape = (result: Result) =>
    JSON.stringify(withoutIds(result)).replace(/(one|two)@desk\.test/, "…");
  expect(shape(trpc)).toBe(shape(rest));
});

test("tRPC and REST return the same signed-in user", async () => {
  const person = await addPerson(server.db, "Agent");
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  const rest = (await visitor.request("GET", "/node/auth/user")).body.user;
  const trpc = (await visitor.query("session.current")).body.result.data.user;
  expect(trpc).toMatchObject(rest);
});

test("changes over tRPC and REST wake other servers, and nothing else does", async () => {
  const visitor = server.visitor();
  const { email } = await addPerson(server.db, "Agent");
  const ring = spyOn(server.services.wakeup, "wake");
  const rung = async (call: Promise<Answer>) => {
    await call;
    const times = ring.mock.calls.length;
    ring.mockClear();
    return times;
  };
  expect(await rung(visitor.signIn(email))).toBe(1);
  expect(await rung(visitor.query("session.current"))).toBe(0);
  expect(await rung(visitor.request("GET", "/node/auth/user"))).toBe(0);
  expect(await rung(visitor.mutate("account.updateProfile", { firstName: "Max" }))).toBe(1);
  expect(await rung(visitor.mutate("account.updateProfile", { firstName: "" }))).toBe(0);
  const body = { email: "unknown@nowhere.test" };
  expect(await rung(visitor.request("POST", "/node/auth/password-reset", { body }))).toBe(1);
  expect(await rung(visitor.request("GET", "/node/auth/logout"))).toBe(1);
  ring.mockRestore();
});

async function asFreshPerson(
  one: Case,
  door: (visitor: Visitor, act: Act, given: Given) => Promise<Result>,
): Promise<Result> {
  const visitor = server.visitor();
  const self = await addPerson(server.db, one.as === "visitor" ? "Customer" : one.as);
  if (one.as !== "visitor") await visitor.signIn(self.email);
  return await door(visitor, one.act, await one.given(self));
}

/** REST and tRPC acted on different people: ids, addresses and times differ. */
function withoutIds(result: Result): unknown {
  return JSON.parse(
    JSON.stringify(result)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time"),
  );
}
