import { beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { fold } from "../../shared/fold.ts";
import type { ListUsersInput } from "../../shared/schemas/users.ts";
import { type User, type UserSeen, type UserSort, userSorts } from "../../shared/users.ts";
import { insertCompany, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Deps } from "../access/actor.ts";
import { countUsers, findUser, listUserIds, listUsers, listUsersById } from "./queries.ts";

const database = setUpTestDatabase();
let deps: Deps;
let all: UserRow[];
let harbour: { id: string };
let fjord: { id: string };
let deleted: UserRow;

beforeAll(async () => {
  const { db } = database;
  deps = { db, now: new Date() };
  harbour = await insertCompany(db, { name: "Harbour Logistics" });
  fjord = await insertCompany(db, { name: "Fjørd Ceramics" });
  const created_at = new Date("2026-11-01T10:00:00.000Z");
  all = [
    await insertUser(db, {
      first_name: "Ana",
      last_name: "Ferreira",
      email: "Ana.F@harbour.test",
      companies: [{ id: harbour.id, seesAllTickets: true }, fjord.id],
      phone: "+351 1",
      time_zone: "Europe/Lisbon",
      last_seen_at: new Date("2026-11-20T09:00:00.000Z"),
      created_at,
    }),
    await insertUser(db, {
      ...{ first_name: "Zoë", last_name: "Ålund", role: "Super Admin" },
      phone: "08-123 45 67",
    }),
    await insertUser(db, {
      first_name: "Maya",
      last_name: "Lind",
      role: "Agent",
      company_scope: "assigned",
      companies: [fjord.id],
    }),
    await insertUser(db, { first_name: "ana", last_name: "Zebra", state: "disabled", created_at }),
    await insertUser(db, {
      ...{ first_name: "100%", last_name: "O'Neil_", state: "invited" },
      phone: "+46 (0)31/555 01-88",
    }),
  ];
  const random = seeded(7);
  for (let index = 0; index < 20; index++) {
    all.push(
      await insertUser(db, {
        first_name: random.pick(["Ben", "ben", "Eva", "Úrsula", "李"]),
        last_name: random.pick(["Smith", "smith", "Öst", ""]),
        last_seen_at: random.chance(0.5) ? null : new Date(1_700_000_000_000 + random.below(4)),
        created_at: new Date(1_700_000_000_000 + random.below(4)),
        role: random.pick(["Customer", "Super Admin"]),
      }),
    );
  }
  deleted = await insertUser(db, {
    first_name: "Deleted",
    last_name: "user",
    email: null,
    state: "disabled",
    deleted_at: new Date(),
  });
});

function withDefaults(input: Partial<ListUsersInput>): ListUsersInput {
  return { sort: "name", descending: false, limit: 50, ...input };
}

async function names(input: Partial<ListUsersInput>): Promise<string[]> {
  const { users } = await listUsers(deps, withDefaults(input));
  return users.map((user) => `${user.firstName} ${user.lastName}`);
}

test("a user is presented with companies and without internal fields", async () => {
  const [ana] = all;
  const expected: User = {
    id: ana?.id ?? "",
    firstName: "Ana",
    lastName: "Ferreira",
    email: "Ana.F@harbour.test",
    role: "Customer",
    state: "active",
    companyScope: null,
    companies: [
      { id: fjord.id, name: "Fjørd Ceramics", seesAllTickets: false },
      { id: harbour.id, name: "Harbour Logistics", seesAllTickets: true },
    ],
    phone: "+351 1",
    timeZone: "Europe/Lisbon",
    lastSeenAt: "2026-11-20T09:00:00.000Z",
    createdAt: "2026-11-01T10:00:00.000Z",
  };
  expect(await findUser(database.db, expected.id)).toEqual(expected);
  const { users } = await listUsers(deps, withDefaults({ search: "ana ferreira" }));
  expect(users).toEqual([expected]);
});

test("deleted and unknown users are not found", async () => {
  expect(await findUser(database.db, deleted.id)).toBeNull();
  expect(await findUser(database.db, Bun.randomUUIDv7())).toBeNull();
  expect(await names({ search: "deleted" })).toEqual([]);
  expect(await countUsers(deps, {})).toEqual({ count: all.length });
  const byName = (await listUsers(deps, withDefaults({}))).users.map(({ id }) => id);
  expect(byName).toHaveLength(all.length);
  expect(await listUserIds(deps, {})).toEqual({ ids: byName });
});

describe("search", () => {
  test.each([
    ["ana", ["Ana Ferreira", "ana Zebra"]],
    ["FERR", ["Ana Ferreira"]],
    ["ferreira ana", ["Ana Ferreira"]],
    ["zoe", ["Zoë Ålund"]],
    ["zoë alund", ["Zoë Ålund"]],
    ["ana.f@HARBOUR.test", ["Ana Ferreira"]],
    ["harbour logistics", ["Ana Ferreira"]],
    ["ceramics", ["Ana Ferreira", "Maya Lind"]],
    ["ceramics maya", ["Maya Lind"]],
    ["100%", ["100% O'Neil_"]],
    ["%", ["100% O'Neil_"]],
    ["o'neil_", ["100% O'Neil_"]],
    ["\\", []],
    ["5550188", ["100% O'Neil_"]],
    ["+46 31 555", ["100% O'Neil_"]],
    ["031 55501", ["100% O'Neil_"]],
    ["0188 o'neil", ["100% O'Neil_"]],
    ["0188 ana", []],
    // Stored without its country code, found with it.
    ["+46 8 123 45", ["Zoë Ålund"]],
    ["0046 8 1234567", ["Zoë Ålund"]],
    ["+46 31 123 45", []],
    // Three digits are too few for a number, and their separators are in no address.
    ["55-0", []],
    ["3511", ["Ana Ferreira"]],
    ["unknown name", []],
  ])("%j finds %j", async (search, found) => {
    expect(await names({ search })).toEqual(found);
    expect(await countUsers(deps, { search })).toEqual({ count: found.length });
    expect((await listUserIds(deps, { search })).ids).toHaveLength(found.length);
  });

  test("and filters apply together", async () => {
    expect(await names({ companyId: fjord.id })).toEqual(["Ana Ferreira", "Maya Lind"]);
    expect(await names({ companyId: fjord.id, role: "Agent" })).toEqual(["Maya Lind"]);
    expect(await names({ companyId: fjord.id, state: "invited" })).toEqual([]);
    expect(await names({ state: "invited" })).toEqual(["100% O'Neil_"]);
    expect(await names({ search: "ana", state: "disabled" })).toEqual(["ana Zebra"]);
    expect(await names({ companyId: harbour.id })).toEqual(["Ana Ferreira"]);
  });

  test("by a merged company finds the members of its target", async () => {
    const merged = { state: "merged", merged_into_id: fjord.id } as const;
    const companyId = (await insertCompany(database.db, { name: "Fjørd Old", ...merged })).id;
    expect(await names({ companyId })).toEqual(["Ana Ferreira", "Maya Lind"]);
    expect(await countUsers(deps, { companyId })).toEqual({ count: 2 });
  });

  test("by no company leaves out users who see all companies", async () => {
    const agent = { role: "Agent", first_name: "Sees" } as const;
    await insertUser(database.db, { ...agent, company_scope: "all", last_name: "All" });
    const bare = { ...agent, company_scope: "assigned", last_name: "None" } as const;
    const { id } = await insertUser(database.db, bare);
    const input = { companyId: "none", role: "Agent" } as const;
    expect(await names(input)).toEqual(["Sees None"]);
    expect(await countUsers(deps, input)).toEqual({ count: 1 });
    expect(await listUserIds(deps, input)).toEqual({ ids: [id] });
    expect(await names({ companyId: "none", role: "Super Admin" })).toEqual([]);
    const customers = await names({ companyId: "none", role: "Customer" });
    expect(customers).toContain("ana Zebra");
    expect(customers).not.toContain("Ana Ferreira");
    await database.db.deleteFrom("users").where("first_name", "=", "Sees").execute();
  });

  test.each<[UserSeen, number, boolean]>([
    ["day", 1, true],
    ["week", 7, true],
    ["month", 30, true],
    ["not-month", 30, false],
    ["not-quarter", 90, false],
  ])("by when they were here last: %s", async (seen, days, within) => {
    const here = Date.parse("2026-11-20T09:00:00.000Z");
    const found = async (search: string, after: number) => {
      const now = new Date(here + days * 24 * 60 * 60_000 + after);
      return (await countUsers({ ...deps, now }, { search, seen })).count === 1;
    };
    expect(await found("ana ferreira", 0)).toBe(within);
    expect(await found("ana ferreira", 1)).toBe(!within);
    expect(await found("zoe", 0)).toBe(!within);
    expect(await names({ search: "ana ferreira", seen: "never" })).toEqual([]);
    expect(await names({ search: "zoe", seen: "never" })).toEqual(["Zoë Ålund"]);
  });
});

describe("page by page", () => {
  for (const sort of userSorts) {
    for (const descending of [false, true]) {
      test(`by ${sort}${descending ? ", descending" : ""}, each is there once`, async () => {
        const found: User[] = [];
        let cursor: string | null = null;
        do {
          const page = await listUsers(deps, withDefaults({ sort, descending, limit: 4, cursor }));
          found.push(...page.users);
          cursor = page.nextCursor;
        } while (cursor);
        expect(found.map((user) => user.id).sort()).toEqual(all.map((user) => user.id).sort());
        for (const [index, user] of found.entries()) {
          const next = found[index + 1];
          if (!next) break;
          const [one, other] = [keyOf(sort, user), keyOf(sort, next)];
          expect(descending ? one >= other : one <= other).toBe(true);
        }
      });
    }
  }

  function keyOf(sort: UserSort, user: User): string {
    const name = `${fold(user.firstName)}\0${fold(user.lastName)}\0${user.id}`;
    switch (sort) {
      case "name":
        return name;
      case "email":
        return user.email.toLowerCase();
      case "role":
        return `${user.role}\0${name}`;
      case "companies":
        return `${user.companies.map((company) => fold(company.name)).join(", ")}\0${name}`;
      case "lastSeen":
        return `${user.lastSeenAt ?? ""}\0${user.id}`;
      case "created":
        return `${user.createdAt}\0${user.id}`;
    }
  }

  test("the longest names still fit into a cursor", async () => {
    const { db } = database;
    const name = "漢".repeat(80);
    const long = [];
    for (let index = 0; index < 2; index++) {
      long.push(await insertUser(db, { first_name: name, last_name: name }));
    }
    const first = await listUsers(deps, withDefaults({ search: name, limit: 1 }));
    expect(first.nextCursor?.length).toBeLessThanOrEqual(1000);
    const cursor = first.nextCursor;
    const second = await listUsers(deps, withDefaults({ search: name, limit: 1, cursor }));
    expect([...first.users, ...second.users].map((user) => user.id)).toEqual(
      long.map((user) => user.id).sort(),
    );
    for (const user of long) await db.deleteFrom("users").where("id", "=", user.id).execute();
  });
});

test("the REST call returns all users in order of id", async () => {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listUsersById(database.db, { limit: 10, cursor });
    ids.push(...page.users.map((user) => user.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(ids).toEqual(all.map((user) => user.id).sort());
});

test("a cursor is refused by another list", async () => {
  const { nextCursor } = await listUsers(deps, withDefaults({ limit: 1 }));
  for (const input of [{ sort: "email" }, { descending: true }] as const) {
    const refusal = listUsers(deps, withDefaults({ ...input, cursor: nextCursor }));
    expect(await refusal.catch((error) => error)).toEqual(new AppError("invalid_cursor"));
  }
  const byId = listUsersById(database.db, { limit: 1, cursor: nextCursor });
  expect(await byId.catch((error) => error)).toEqual(new AppError("invalid_cursor"));
});
