import { expect, test } from "bun:test";
import type { Client } from "./client.ts";
import { createPool } from "./pool.ts";

/** Fake connections, and whether they were closed. */
function somePool({ size = 2, waitMs = 60_000 } = {}) {
  const ended = new Set<Client>();
  const open = () => {
    const nowhere = () => Promise.reject(new Error("This leads nowhere"));
    const client = { dead: false, spent: false, run: nowhere, copy: nowhere };
    const connection = { ...client, destroy: () => void ended.add(connection) };
    return connection;
  };
  return { ...createPool({ size, waitMs, open }), ended };
}

test("at most the maximum is lent; a waiting caller gets the next free connection", async () => {
  const pool = somePool();
  const [one, other] = [await pool.acquire(), await pool.acquire()];
  const [third, fourth] = [pool.acquire(), pool.acquire()];
  expect(pool.load()).toEqual({ size: 2, lent: 2, waiting: 2 });
  pool.release(other);
  expect(await third).toBe(other);
  pool.release(one);
  expect(await fourth).toBe(one);
  expect(pool.load()).toEqual({ size: 2, lent: 2, waiting: 0 });
  pool.close();
});

test("the connection that was used last is lent next, so that few stay warm", async () => {
  const pool = somePool({ size: 3 });
  const [one, other] = [await pool.acquire(), await pool.acquire()];
  pool.release(one);
  pool.release(other);
  for (let turn = 0; turn < 3; turn += 1) {
    const next = await pool.acquire();
    expect(next).toBe(other);
    pool.release(next);
  }
  pool.close();
});

test("a broken or spent connection is not lent again", async () => {
  const pool = somePool({ size: 1 });
  const inUse = await pool.acquire();
  Object.assign(inUse, { dead: true });
  pool.release(inUse);
  const atRest = await pool.acquire();
  expect(atRest).not.toBe(inUse);
  pool.release(atRest);
  Object.assign(atRest, { dead: true });
  const spent = await pool.acquire();
  expect(spent).not.toBe(atRest);
  Object.assign(spent, { spent: true });
  pool.release(spent);
  expect(pool.ended.has(spent)).toBe(true);
  expect(await pool.acquire()).not.toBe(spent);
  pool.close();
});

test("a caller that waited too long takes nothing from later ones", async () => {
  const pool = somePool({ size: 1, waitMs: 1 });
  const one = await pool.acquire();
  await expect(pool.acquire()).rejects.toMatchObject({
    code: "unavailable",
    details: { retryAfterSeconds: 2 },
  });
  expect(pool.load().waiting).toBe(0);
  pool.release(one);
  expect(await pool.acquire()).toBe(one);
  pool.close();
});

test("closing ends all connections, including those in use, and all waits", async () => {
  const pool = somePool();
  const [inUse, other] = [await pool.acquire(), await pool.acquire()];
  const [refusal] = await Promise.all([pool.acquire().catch((error) => error), pool.close()]);
  expect(refusal).toMatchObject({ code: "unavailable" });
  expect([...pool.ended]).toEqual([inUse, other]);
  pool.ended.clear();
  pool.release(inUse);
  expect(pool.ended.has(inUse)).toBe(true);
  await expect(pool.acquire()).rejects.toMatchObject({ code: "unavailable" });

  const resting = somePool();
  const one = await resting.acquire();
  resting.release(one);
  resting.close();
  expect([...resting.ended]).toEqual([one]);
});
