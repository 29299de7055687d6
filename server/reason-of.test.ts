import { expect, test } from "bun:test";
import { TRPCError } from "@trpc/server";
import { AppError } from "../shared/errors.ts";
import { ConnectionLost } from "./db/connection/client.ts";
import { createPool } from "./db/connection/pool.ts";
import { reasonOf } from "./reason-of.ts";

const unavailable = (cause?: unknown) =>
  new AppError("unavailable", {}, cause === undefined ? undefined : { cause });

test("the cause is logged by code or class, through REST and tRPC, without its message", () => {
  const timeout = Object.assign(new Error("canceling: select 'the canary'"), { code: "57014" });
  expect(reasonOf(unavailable(timeout))).toBe("57014");
  expect(reasonOf(unavailable(new ConnectionLost()))).toBe("ConnectionLost");
  const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: unavailable(timeout) });
  expect(reasonOf(wrapped)).toBe("57014");
  expect(reasonOf(unavailable(null))).toBe("unknown");
  expect(reasonOf(unavailable({ words: "the canary" }))).toBe("unknown");
});

test("a caller that waited too long for a connection, or came after the end, is distinguished", async () => {
  const client = { dead: false, spent: false, destroy() {} };
  const pool = createPool({ size: 1, waitMs: 1, open: () => client as never });
  await pool.acquire();
  const reasonWhy = (waiting: Promise<unknown>) => waiting.then(() => "none", reasonOf);
  expect(await reasonWhy(pool.acquire())).toBe("no-connection-free");
  const left = reasonWhy(pool.acquire());
  pool.close();
  expect(await left).toBe("pool-closed");
  expect(await reasonWhy(pool.acquire())).toBe("pool-closed");
});
