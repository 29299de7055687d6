import { afterAll, beforeAll, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import { createFirstAdmin } from "./create-first-admin.ts";
import { createFirstAdminLink } from "./first-admin.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 30_000);
afterAll(() => server.stop());

test("of four valid links used at once, one makes a Super Admin, and the others say so", async () => {
  for (let round = 0; round < 12; round += 1) {
    const links = await Promise.all(Array.from({ length: 4 }, createLink));
    const outcomes = await Promise.allSettled(links.map((token) => create(token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(codeOf(outcome.reason)).toBe("already_set_up");
    }
    expect(await superAdmins()).toHaveLength(1);
    await server.db.deleteFrom("users").execute();
  }
}, 30_000);

test("a visitor is told that nobody is here until somebody is", async () => {
  expect(await awaitsFirstAdmin()).toBe(true);
  const link = await createLink();
  expect(await awaitsFirstAdmin()).toBe(true);
  await create(link);
  expect(await awaitsFirstAdmin()).toBe(false);
});

async function awaitsFirstAdmin(): Promise<boolean> {
  const { body } = await server.visitor().query("session.current");
  return body.result.data.desk.awaitsFirstAdmin;
}

async function createLink(): Promise<string> {
  const link = await createFirstAdminLink(server.db, server.url, new Date());
  return new URL(link ?? "").hash.slice(1);
}

function create(token: string) {
  const deps = {
    services: server.services,
    now: new Date(),
    requestId: Bun.randomUUIDv7(),
    network: "127.0.0.0/24",
  };
  const email = `${Bun.randomUUIDv7()}@first.test`;
  const person = { firstName: "Ada", lastName: "Berg", email, newPassword: "correct-horse" };
  return createFirstAdmin(deps, { token, ...person });
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

function superAdmins() {
  return server.db.selectFrom("users").select("id").where("role", "=", "Super Admin").execute();
}
