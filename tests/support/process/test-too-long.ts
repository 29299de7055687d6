import { test } from "bun:test";
import { readFileSync } from "node:fs";
import { onceThisProcessEnded } from "./once-ended.ts";

test("this never ends", async () => {
  const { pid } = onceThisProcessEnded('touch "$DONE"', { DONE: process.env.DONE ?? "" });
  // Nothing is ended as long as this does not let go: the shell is awake before its time is over.
  while (!isDeaf(pid)) Bun.sleepSync(10);
  await new Promise(() => {});
});

function isDeaf(pid: number): boolean {
  const ignored = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (BigInt(`0x${ignored}`) & sigterm) !== 0n;
}

const sigterm = 1n << 14n;
