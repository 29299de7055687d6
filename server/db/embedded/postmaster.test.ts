import { expect, test } from "bun:test";
import { memoryFor } from "./postmaster.ts";

const gigabyte = 2 ** 30;

test.each([
  [gigabyte / 4, "64MB", "128MB"],
  [4 * gigabyte, "512MB", "2048MB"],
  [24 * gigabyte, "2048MB", "12288MB"],
])("of %d bytes Postgres keeps %s of the desk at hand", (bytes, buffers, cache) => {
  expect(memoryFor(bytes)).toEqual({ shared_buffers: buffers, effective_cache_size: cache });
});
