import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { createThrottle, type Throttle } from "./throttle.ts";

let database: TestDatabase;
let throttle: Throttle;

beforeAll(async () => {
  database = await createTestDatabase();
  throttle = createThrottle(database.db);
}, 30_000);
afterAll(() => database.drop());

const start = Date.parse("2026-03-02T09:00:00Z");
const at = (seconds: number) => new Date(start + seconds * 1000);

/** Seconds to wait, or 0 where the attempt may be made. */
async function wait(
  account: string,
  network: string,
  seconds: number,
  knownBrowser = false,
): Promise<number> {
  try {
    await throttle.take({ account, network, knownBrowser }, at(seconds));
    return 0;
  } catch (error) {
    if (error instanceof AppError) return error.details.retryAfterSeconds ?? -1;
    throw error;
  }
}

describe("failures of one account from one network", () => {
  test("five are free, then each costs twice the wait of the one before, up to 15 minutes", async () => {
    const network = "10.0.1.0/24";
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await wait("ana@a.test", network, failure)).toBe(0);
    }
    let clock = 4;
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      expect(await wait("ana@a.test", network, clock + 1)).toBe(seconds - 1);
      clock += seconds;
      expect(await wait("ana@a.test", network, clock)).toBe(0);
    }
  });

  test("are forgotten after a quiet quarter of an hour", async () => {
    const network = "10.0.2.0/24";
    for (let failure = 0; failure < 5; failure += 1) await wait("ben@a.test", network, failure);
    expect(await wait("ben@a.test", network, 5)).toBeGreaterThan(0);
    const rested = 4 + 30 + 15 * 60;
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await wait("ben@a.test", network, rested + failure)).toBe(0);
    }
  });

  test("are forgotten by a success, and the case of the address does not matter", async () => {
    const network = "10.0.3.0/24";
    for (let failure = 0; failure < 4; failure += 1) await wait("Cem@a.test", network, failure);
    await throttle.take({ account: "cem@A.test", network, knownBrowser: false }, at(5));
    await throttle.forgive({ account: "cem@a.test", network, knownBrowser: false });
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await wait("cem@a.test", network, 10 + failure)).toBe(0);
    }
  });

  test("a hundred guesses at the same moment count as a hundred", async () => {
    const guesses = Array.from({ length: 100 }, () => wait("dan@a.test", "10.0.4.0/24", 0));
    const allowed = (await Promise.all(guesses)).filter((seconds) => seconds === 0);
    expect(allowed.length).toBe(5);
  });
});

test("fifty failures in an hour shut an account for strangers, never for a known browser", async () => {
  for (let failure = 0; failure < 50; failure += 1) {
    expect(await wait("eva@a.test", `10.1.${failure}.0/24`, failure)).toBe(0);
  }
  expect(await wait("eva@a.test", "10.1.200.0/24", 60)).toBe(3540);
  expect(await wait("eva@a.test", "10.1.201.0/24", 61, true)).toBe(0);
  expect(await wait("eva@a.test", "10.1.202.0/24", 3601)).toBe(0);
});

test("twenty failures a minute shut a network", async () => {
  const network = "10.2.0.0/24";
  for (let failure = 0; failure < 20; failure += 1) {
    expect(await wait(`${failure}@b.test`, network, failure)).toBe(0);
  }
  expect(await wait("another@b.test", network, 30)).toBe(30);
  expect(await wait("another@b.test", network, 61)).toBe(0);
});

test("what is refused is not counted", async () => {
  const network = "10.3.0.0/24";
  for (let failure = 0; failure < 5; failure += 1) await wait("fay@c.test", network, 0);
  for (let knock = 0; knock < 30; knock += 1) await wait("fay@c.test", network, 1);
  expect(await wait("gus@c.test", network, 2)).toBe(0);
  expect(await wait("fay@c.test", network, 30)).toBe(0);
});

test("a new password clears the account", async () => {
  for (let failure = 0; failure < 50; failure += 1) {
    await wait("hal@d.test", `10.4.${failure}.0/24`, failure);
  }
  expect(await wait("hal@d.test", "10.4.200.0/24", 60)).toBeGreaterThan(0);
  await database.db.transaction().execute((tx) => throttle.clear(tx, "HAL@d.test"));
  expect(await wait("hal@d.test", "10.4.201.0/24", 61)).toBe(0);
});
