import { dirname } from "node:path";
import { isMainThread, Worker } from "node:worker_threads";
import { readMail } from "./read-mail.ts";

/** The process that reads mails: what it does with a hostile one harms no request. */

const mostBytes = 512 * 1024 * 1024;

if (isMainThread) {
  // A thread of its own: while a mail is read, this one cannot look at the clock.
  new Worker(new URL(import.meta.url)).unref();
  process.on("message", (path: string) => void answer(path));
  process.on("disconnect", () => process.exit(0));
} else {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, "SIGKILL");
  }, 100);
}

async function answer(path: string): Promise<void> {
  try {
    const raw = await Bun.file(path).bytes();
    process.send?.({ mail: await readMail(raw, dirname(path)) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
}
