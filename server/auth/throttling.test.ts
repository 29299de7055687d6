import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { openDatabase } from "../db/database.ts";
import { type Attempt, createThrottle, type Throttle } from "./throttling.ts";

const database = setUpTestDatabase();
let throttle: Throttle;

beforeAll(async () => {
  throttle = createThrottle(database.db);
}, 60_000);

const start = Date.parse("2026-03-02T09:00:00Z");
const at = (seconds: number) => new Date(start + seconds * 1000);

/** The seconds to wait before another attempt, or 0. */
async function wait(
  account: string,
  network: string,
  seconds: number,
  knownBrowser = false,
  ipAddress = network,
): Promise<number> {
  const attempt = { account, ipAddress, network, knownBrowser };
  try {
    await throttle.attempt(attempt, at(seconds), async () => false);
    return 0;
  } catch (error) {
    if (error instanceof AppError) return error.details.retryAfterSeconds ?? -1;
    throw error;
  }
}

describe("failures of one account from one network", () => {
  test("are free five times, then each doubles the wait, up to 15 minutes", async () => {
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

  test("are not forgotten a second before that", async () => {
    const network = "10.0.7.0/24";
    for (let failure = 0; failure < 5; failure += 1) await wait("bea@a.test", network, failure);
    const rested = 4 + 30 + 15 * 60;
    expect(await wait("bea@a.test", network, rested - 1)).toBe(0);
    expect(await wait("bea@a.test", network, rested)).toBe(59);
  });

  test("are forgotten after a success, and case and spaces of the address do not matter", async () => {
    const network = "10.0.3.0/24";
    for (let failure = 0; failure < 4; failure += 1) await wait("Cem@a.test", network, failure);
    const right = attemptOf(" cem@A.test ", network);
    expect(await throttle.attempt(right, at(5), async () => true)).toBe(true);
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await wait("cem@a.test", network, 10 + failure)).toBe(0);
    }
  });

  test("are forgotten after that account's own success from there, and no other", async () => {
    const [here, there] = ["10.0.5.0/24", "10.0.6.0/24"];
    const others = [
      ["bob@a.test", here],
      ["abe@a.test", there],
    ] as const;
    for (let failure = 0; failure < 4; failure += 1) {
      await wait("abe@a.test", here, failure);
      for (const [account, network] of others) await wait(account, network, failure);
    }
    const right = attemptOf("abe@a.test", here);
    await throttle.attempt(right, at(5), async () => true);
    for (const [account, network] of others) {
      expect(await wait(account, network, 6)).toBe(0);
      expect(await wait(account, network, 7)).toBe(29);
    }
    expect(await wait("abe@a.test", here, 7)).toBe(0);
    expect(await wait("abe@a.test", here, 8)).toBe(0);
  });

  test("a hundred simultaneous guesses count as a hundred", async () => {
    const guesses = Array.from({ length: 100 }, () => wait("dan@a.test", "10.0.4.0/24", 0));
    const allowed = (await Promise.all(guesses)).filter((seconds) => seconds === 0);
    expect(allowed.length).toBe(5);
  });
});

test("fifty failures in an hour lock an account for strangers, never for a known browser", async () => {
  for (let failure = 0; failure < 50; failure += 1) {
    expect(await wait("eva@a.test", `10.1.${failure}.0/24`, failure)).toBe(0);
  }
  expect(await wait("eva@a.test", "10.1.200.0/24", 60)).toBe(3540);
  expect(await wait("eva@a.test", "10.1.201.0/24", 61, true)).toBe(0);
  expect(await wait("eva@a.test", "10.1.202.0/24", 3601)).toBe(0);
});

test("twenty failures a minute block an IP address, but not its network", async () => {
  const network = "10.2.0.0/24";
  const from = (ipAddress: string, account: string, seconds: number, knownBrowser = false) =>
    wait(account, network, seconds, knownBrowser, ipAddress);
  for (let failure = 0; failure < 20; failure += 1) {
    expect(await from("10.2.0.1", `${failure}@b.test`, failure)).toBe(0);
  }
  expect(await from("10.2.0.1", "another@b.test", 30)).toBe(30);
  expect(await from("10.2.0.2", "another@b.test", 30)).toBe(0);
  expect(await from("10.2.0.1", "known@b.test", 30, true)).toBe(0);
  expect(await from("10.2.0.1", "another@b.test", 61)).toBe(0);
});

test("two hundred failures a minute block a network, but no known browser in it", async () => {
  const network = "10.2.1.0/24";
  const from = (address: number, account: string, seconds: number, knownBrowser = false) =>
    wait(account, network, seconds, knownBrowser, `10.2.1.${address}`);
  for (let failure = 0; failure < 200; failure += 1) {
    expect(await from(failure % 20, `${failure}@b2.test`, 0)).toBe(0);
  }
  expect(await from(99, "another@b2.test", 30)).toBe(30);
  expect(await from(99, "another@b2.test", 30, true)).toBe(0);
  expect(await from(99, "another@b2.test", 61)).toBe(0);
});

test("refused attempts are not counted", async () => {
  const network = "10.3.0.0/24";
  for (let failure = 0; failure < 5; failure += 1) await wait("fay@c.test", network, 0);
  for (let checkDatabase = 0; checkDatabase < 30; checkDatabase += 1)
    await wait("fay@c.test", network, 1);
  expect(await wait("gus@c.test", network, 2)).toBe(0);
  expect(await wait("fay@c.test", network, 30)).toBe(0);
});

test("a new password clears the account, also for the network of the failures", async () => {
  const network = "10.4.199.0/24";
  for (const knownBrowser of [false, true]) {
    for (let failure = 0; failure < 5; failure += 1) {
      await wait("gil@d.test", network, 0, knownBrowser);
      await wait("another@d.test", "10.4.198.0/24", 0, knownBrowser);
    }
    expect(await wait("gil@d.test", network, 1, knownBrowser)).toBe(29);
  }
  await database.db.transaction().execute((tx) => throttle.clear(tx, "gil@d.test"));
  for (const knownBrowser of [false, true]) {
    expect(await wait("gil@d.test", network, 1, knownBrowser)).toBe(0);
    expect(await wait("another@d.test", "10.4.198.0/24", 1, knownBrowser)).toBe(29);
  }
});

test("a new password clears the account in all networks", async () => {
  for (let failure = 0; failure < 50; failure += 1) {
    await wait("hal@d.test", `10.4.${failure}.0/24`, failure);
  }
  expect(await wait("hal@d.test", "10.4.200.0/24", 60)).toBeGreaterThan(0);
  await database.db.transaction().execute((tx) => throttle.clear(tx, "HAL@d.test"));
  expect(await wait("hal@d.test", "10.4.201.0/24", 61)).toBe(0);
});

test("an attempt during a password change waits for it and succeeds", async () => {
  const attempt = attemptOf("ivo@d.test", "10.4.197.0/24");
  for (let failure = 0; failure < 5; failure += 1) await wait("ivo@d.test", attempt.network, 0);
  let coming: Promise<unknown> = Promise.resolve();
  await database.db.transaction().execute(async (tx) => {
    await throttle.clear(tx, attempt.account);
    coming = throttle.attempt(attempt, at(1), async () => true);
    coming.catch(() => {});
    await waitForLockQueue(database);
  });
  expect(await coming).toBe(true);
});

describe("correct passwords are never refused", () => {
  const right = async () => true;

  test("for forty people at the same time, in one network, on two servers", async () => {
    await withTwoServers(async (servers) => {
      const signIns = Array.from({ length: 40 }, (_, person) => {
        const attempt = attemptOf(`${person}@e.test`, "10.5.0.0/24");
        return servers[person % 2 ? 1 : 0].attempt(attempt, at(0), right);
      });
      expect(await Promise.all(signIns)).toEqual(signIns.map(() => true));
    });
    expect(await wait("another@e.test", "10.5.0.0/24", 1)).toBe(0);
  });

  test("for ten attempts of one person at the same time", async () => {
    const attempt = attemptOf("ida@e.test", "10.5.1.0/24");
    const signIns = Array.from({ length: 10 }, () => throttle.attempt(attempt, at(0), right));
    expect(await Promise.all(signIns)).toEqual(signIns.map(() => true));
  });

  test("while others are being checked: they wait until those succeed or leave room", async () => {
    const attempt = attemptOf("jon@e.test", "10.5.2.0/24");
    for (const outcome of [true, false]) {
      const answer = Promise.withResolvers<boolean>();
      const entered = Promise.withResolvers<void>();
      const before = Array.from({ length: outcome ? 5 : 4 }, () =>
        throttle.attempt(attempt, at(0), () => answer.promise),
      );
      const last = throttle.attempt(attempt, at(0), async () => {
        entered.resolve();
        return true;
      });
      if (!outcome) await entered.promise;
      answer.resolve(outcome);
      expect(await Promise.all(before)).toEqual(before.map(() => outcome));
      expect(await last).toBe(true);
    }
  });

  test("an attempt that waits too long is asked to try again", async () => {
    const impatient = createThrottle(database.db, undefined, { turn: 1, look: 1 });
    const attempt = attemptOf("kim@e.test", "10.5.3.0/24");
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entered: Promise<void>[] = [];
    const before = Array.from({ length: 5 }, () => {
      const inside = Promise.withResolvers<void>();
      entered.push(inside.promise);
      return throttle.attempt(attempt, at(0), () => {
        inside.resolve();
        return promise;
      });
    });
    await Promise.all(entered);
    await expect(impatient.attempt(attempt, at(0), right)).rejects.toMatchObject({
      code: "too_many_attempts",
      details: { retryAfterSeconds: 2 },
    });
    resolve(true);
    await Promise.all(before);
    expect(await underWay()).toBe(0);
  });

  test("an attempt that could not be checked is not a failure", async () => {
    const attempt = attemptOf("lea@e.test", "10.5.4.0/24");
    const broken = async () => {
      throw new AppError("unavailable");
    };
    for (let time = 0; time < 30; time += 1) {
      await expect(throttle.attempt(attempt, at(0), broken)).rejects.toThrow(AppError);
    }
    expect(await throttle.attempt(attempt, at(0), right)).toBe(true);
  });

  test("attempts of a crashed server block no one once they have expired", async () => {
    const attempt = attemptOf("mia@e.test", "10.5.5.0/24");
    const dying = openDatabase({ url: database.url, size: 4 });
    const inside = Promise.withResolvers<void>();
    let entered = 0;
    for (let time = 0; time < 5; time += 1) {
      void createThrottle(dying)
        .attempt(attempt, at(0), () => {
          entered += 1;
          if (entered === 5) inside.resolve();
          return new Promise(() => {});
        })
        .catch(() => {});
    }
    await inside.promise;
    await dying.destroy();
    await throttle.sweep(at(0));
    expect(await underWay()).toBe(5);
    await database.db
      .updateTable("attempts_under_way")
      .set({ lapses_at: sql<Date>`now()` })
      .execute();
    expect(await throttle.attempt(attempt, at(0), right)).toBe(true);
    await throttle.sweep(at(0));
    expect(await underWay()).toBe(0);
  });
});

test("five of a hundred simultaneous wrong guesses on two servers are checked", async () => {
  let looked = 0;
  await withTwoServers(async (servers) => {
    const guesses = Array.from({ length: 100 }, (_, guess) =>
      servers[guess % 2 ? 1 : 0].attempt(
        attemptOf("nia@f.test", "10.6.0.0/24"),
        at(0),
        async () => {
          looked += 1;
          return false;
        },
      ),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });
  expect(looked).toBe(5);
});

test("twenty of a hundred guesses at a hundred accounts are checked", async () => {
  const guesses = Array.from({ length: 100 }, (_, guess) =>
    wait(`${guess}@g.test`, "10.6.1.0/24", 0),
  );
  const allowed = (await Promise.all(guesses)).filter((seconds) => seconds === 0);
  expect(allowed).toHaveLength(20);
});

test("strangers do not block a known browser, which has its own limit", async () => {
  const network = "10.7.0.0/24";
  for (let failure = 0; failure < 5; failure += 1) await wait("ola@h.test", network, 0);
  expect(await wait("ola@h.test", network, 1)).toBe(29);
  for (let failure = 0; failure < 5; failure += 1) {
    expect(await wait("ola@h.test", network, 1, true)).toBe(0);
  }
  expect(await wait("ola@h.test", network, 2, true)).toBe(29);
  // In any network: a stolen cookie gains no more guesses by moving.
  expect(await wait("ola@h.test", "10.7.1.0/24", 2, true)).toBe(29);
});

function attemptOf(account: string, network: string): Attempt {
  return { account, ipAddress: network, network, knownBrowser: false };
}

async function withTwoServers(run: (servers: [Throttle, Throttle]) => Promise<void>) {
  const other = openDatabase({ url: database.url, size: 4 });
  try {
    await run([createThrottle(database.db), createThrottle(other)]);
  } finally {
    await other.destroy();
  }
}

async function underWay(): Promise<number> {
  const rows = await database.db.selectFrom("attempts_under_way").select("id").execute();
  return rows.length;
}
