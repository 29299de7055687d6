import { beforeAll, describe, expect, test } from "bun:test";
import type { ActorDeps } from "../server/access/actor.ts";
import { deleteUser } from "../server/users/delete-user.ts";
import { updateUser } from "../server/users/update-user.ts";
import type { Role } from "../shared/access.ts";
import type { Call, World } from "./support/access/callers.ts";
import { routes } from "./support/access/route-calls.ts";
import { procedures } from "./support/access/rows.ts";
import {
  makeOthers,
  makeWorld,
  type Others,
  type Places,
  routeRequest,
  typeOf,
} from "./support/access/world.ts";
import { finishRequestAfter } from "./support/finish-request-after.ts";
import { addCompany, addPerson } from "./support/people.ts";
import { signedIn } from "./support/signed-in.ts";
import { setUpTestServer } from "./support/test-server.ts";
import { testPassword, type Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
let places: Places;
/** Shared by all calls, since each is refused and changes nothing. */
let others: Others;
let admin: ActorDeps;
beforeAll(async () => {
  const company = await addCompany(server.db, "Somebody's");
  places = { company, foreignCompany: await addCompany(server.db, "Someone else's") };
  others = await makeOthers(server, places);
  const { id } = await addPerson(server.db, "Super Admin");
  const actor = { id, role: "Super Admin", companyScope: null, companyIds: [], seesAllOf: [] };
  admin = {
    db: server.db,
    now: new Date(),
    credential: null,
    requestId: "test",
    actor,
  } as ActorDeps;
}, 60_000);

type Ending = (person: { id: string }) => Promise<unknown>;

/** What can happen to a user while their request is being sent. */
const endings: [string, Ending][] = [
  [
    "was signed out",
    ({ id }) => server.db.deleteFrom("sessions").where("user_id", "=", id).execute(),
  ],
  ["was disabled", ({ id }) => updateUser(admin, id, { state: "disabled" })],
  ["has another role", async ({ id }) => updateUser(admin, id, { role: await anotherRole(id) })],
  ["was deleted", ({ id }) => deleteUser(admin, id)],
];

async function anotherRole(id: string): Promise<Role> {
  const { role } = await server.db
    .selectFrom("users")
    .select("role")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return role === "Agent" ? "Super Admin" : "Agent";
}

const roles = ["Super Admin", "Agent", "Customer"] as const;
const opens = ({ row }: Call) => roles.some((role) => row[role] === "ok");

/** Every call that writes, once each, as a user who is allowed to. */
const doors = [...procedures, ...routes]
  .filter(({ call, row }) => changes(call) && row.visitor === "not_signed_in")
  .sort((one, other) => Number(opens(other)) - Number(opens(one)))
  .filter((door, at, all) => all.findIndex(({ call }) => call === door.call) === at)
  .map((door) => [door.call, door] as const);

function changes(call: string): boolean {
  return call.includes(" ") ? !call.startsWith("GET ") : typeOf(call) === "mutation";
}

function roleFor({ row }: Call): Role {
  const most = roles.find((role) => row[role] === "ok");
  return most ?? roles.find((role) => row[role] !== "forbidden") ?? "Super Admin";
}

/** A valid input where the matrix only has a refused one. */
const fulfilled: Record<string, () => object> = {
  "account.changePassword": changedPassword,
  "POST /node/auth/change-password": changedPassword,
  "POST /node/auth/create": () => ({
    ...{ firstName: "New", lastName: "Person", role: "Customer" },
    email: `${Bun.randomUUIDv7()}@people.test`,
  }),
};

const csv = "email,name\nana@people.test,Ana\n";

function changedPassword() {
  return { oldPassword: testPassword, newPassword: "another-horse" };
}

function requestOf(door: Call, world: World): { method: string; path: string; body?: unknown } {
  const given = fulfilled[door.call];
  const call = given ? { ...door, input: given } : door;
  if (door.call.includes(" ")) return routeRequest(call, world);
  return { method: "POST", path: `/node/trpc/${door.call}`, body: call.input?.(world) ?? {} };
}

async function signedInAt(door: Call): Promise<{ visitor: Visitor; world: World }> {
  const world = await makeWorld(server, places, roleFor(door), door.call, others);
  return { visitor: await signedIn(server, world.self), world };
}

function codeOf(body: { error?: { data: { code: string } }; code?: string } | null): string {
  return body?.error?.data.code ?? body?.code ?? "ok";
}

describe.each(endings)(
  "a user who %s while the request is being received changes nothing:",
  (_, end) => {
    test.each(doors)("%s", async (_, door) => {
      const { visitor, world } = await signedInAt(door);
      const { method, path, body } = requestOf(door, world);
      const { cookies } = visitor;
      const text = door.call.startsWith("POST /node/imports") ? csv : JSON.stringify(body ?? {});
      const answer = await finishRequestAfter(server.url, { method, path, cookies, text }, () =>
        end(world.self),
      );
      expect(codeOf(answer)).toBe("session_expired");
    });
  },
);

/** These check permissions but write nothing. */
const writesNothing = new Set(["tickets.preview", "mails.sendTest"]);

describe.each(endings)("a user who %s between session check and write:", (_, end) => {
  const late = doors.filter(([call]) => !writesNothing.has(call));
  test.each(late)("%s", async (_, door) => {
    const { visitor, world } = await signedInAt(door);
    const { method, path, body } = requestOf(door, world);
    const { sessions } = server.services;
    const { validate } = sessions;
    sessions.validate = async (token) => {
      const signedIn = await validate(token);
      if (signedIn?.actor.id === world.self.id) await end(world.self);
      return signedIn;
    };
    const answer = await visitor.request(method, path, { body }).finally(() => {
      sessions.validate = validate;
    });
    const code = codeOf(answer.body);
    if (opens(door)) expect(code).toBe("session_expired");
    // A call refused before any write can have another reason.
    else expect(code).not.toBe("ok");
  });
});

test("a company removed between session check and write is out of scope", async () => {
  const { db } = server;
  const { company } = places;
  const maya = await addPerson(db, "Agent", { companies: [company], companyScope: "assigned" });
  const visitor = server.visitor();
  await visitor.signIn(maya.email);
  const door = procedures.find(({ call, on }) => call === "tickets.note" && on === "own");
  const world = await makeWorld(server, places, "Agent", "tickets.note");
  const { sessions } = server.services;
  const { validate } = sessions;
  sessions.validate = async (token) => {
    const signedIn = await validate(token);
    await updateUser(admin, maya.id, { companies: [] });
    return signedIn;
  };
  const answer = await visitor.mutate("tickets.note", door?.input?.(world)).finally(() => {
    sessions.validate = validate;
  });
  expect(codeOf(answer.body)).toBe("not_found");
});

describe("a request sent before signing in again that arrives afterwards", () => {
  const asks = new Set(["GET /node/auth/user"]);
  const calls = [...procedures, ...routes]
    .filter(({ call, row }) => row.visitor === "not_signed_in" && !asks.has(call))
    .filter((door, at, all) => all.findIndex(({ call }) => call === door.call) === at)
    .map((door) => [door.call, door] as const);

  async function overAt(door: Call): Promise<{ visitor: Visitor; world: World }> {
    const { visitor, world } = await signedInAt(door);
    await server.db.deleteFrom("sessions").where("user_id", "=", world.self.id).execute();
    return { visitor, world };
  }

  test.each(calls)("deletes no cookie of the new session: %s", async (call, door) => {
    const { visitor, world } = await overAt(door);
    const sent = requestOf(door, world);
    const { method, path, body } =
      typeOf(call) === "mutation" || call.includes(" ") ? sent : { ...sent, method: "GET" };
    const answer = await visitor.request(method, path, method === "GET" ? {} : { body });
    // A stream starts and reports the end in its first message.
    const isStream = typeOf(call) === "subscription";
    expect([call, answer.status]).toEqual([call, isStream ? 200 : 401]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    "/node/auth/user",
    "/node/trpc/session.current",
    "/node/trpc/tickets.list,session.current?batch=1",
  ])("the call that asks who is signed in reports the ended session once: %s", async (path) => {
    const [door] = procedures.filter(({ call }) => call === "session.list");
    const { visitor } = await overAt(door as Call);
    const { text } = await visitor.request("GET", path);
    expect(text).toContain("session_expired");
    expect(visitor.cookies.has("frontdesk_session")).toBe(false);
    expect((await visitor.query("session.current")).body.result.data.user).toBeNull();
  });
});
