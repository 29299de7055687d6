import { dirname } from "node:path";
import { isMainThread, Worker } from "node:worker_threads";
import { hasOwnResults } from "../../../../shared/mail-authentication.ts";
import { findSigningDomains } from "./dkim.ts";
import type { ParsedMail, ParseJob } from "./parsed-mail.ts";
import { readMail } from "./read-mail.ts";

/** The process that reads mails: what it does with a hostile one harms no request. */

const mostBytes = 512 * 1024 * 1024;

if (isMainThread) {
  // A thread of its own: while a mail is read, this one cannot look at the clock.
  new Worker(new URL(import.meta.url)).unref();
  process.on("message", (job: ParseJob) => void answer(job));
  process.on("disconnect", () => process.exit(0));
} else {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, "SIGKILL");
  }, 100);
}

async function answer({ path, signatures }: ParseJob): Promise<void> {
  try {
    const raw = await Bun.file(path).bytes();
    const mail = await readMail(raw, dirname(path));
    process.send?.({ mail: { ...mail, signedBy: await signersOf(mail, raw, signatures) } });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** None where our own mail server has checked the mail. */
async function signersOf(
  { headers }: ParsedMail,
  raw: Uint8Array,
  signatures: ParseJob["signatures"],
): Promise<string[]> {
  if (!signatures || hasOwnResults(headers, signatures.authservId)) return [];
  // A signature that makes the check fail proves nothing, and the mail is read all the same.
  return await findSigningDomains(raw, signatures).catch(() => []);
}
