import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { freePort } from "../../../tests/support/process/free-port.ts";
import { openDatabase } from "../database.ts";
import { eachHost, hostsOf, placeOf } from "./hosts.ts";

describe("an address", () => {
  test("of one server is returned unchanged", () => {
    for (const url of ["postgres://a:b@db/desk", "postgresql://db:1/desk?sslmode=require"]) {
      expect(eachHost(url)).toEqual([url]);
    }
  });

  test("of several servers becomes one for each, with the same user, database and options", () => {
    expect(eachHost("postgres://a:p%40b@db1:5433,db2,[::1]:5434/desk?sslmode=require")).toEqual([
      "postgres://a:p%40b@db1:5433/desk?sslmode=require",
      "postgres://a:p%40b@db2/desk?sslmode=require",
      "postgres://a:p%40b@[::1]:5434/desk?sslmode=require",
    ]);
  });

  test("is shown without user and password", () => {
    expect(placeOf("postgres://a:s3,cret@db1:5433,db2/desk")).toBe("db1:5433,db2:5432/desk");
    expect(placeOf("postgres://a:s3cret@db/desk")).toBe("db:5432/desk");
  });
});

test("a failure switches all connections to the next server, once, and around again", () => {
  const hosts = hostsOf("postgres://a@one,two/desk");
  const first = hosts.current();
  hosts.failed(first);
  hosts.failed(first);
  expect(hosts.current()).toContain("two");
  hosts.failed(hosts.current());
  expect(hosts.current()).toBe(first);
});

describe("with several servers", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database.drop());

  test("a failed one is reported once, and then the other is used", async () => {
    const { host } = new URL(database.url);
    const url = database.url.replace(host, `127.0.0.1:${freePort()},${host}`);
    const db = openDatabase({ url, size: 2 });
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db);
    await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });
});
