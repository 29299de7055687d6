import { join } from "node:path";
import type { Subprocess } from "bun";
import type { ParsedMail, ParseJob, SignatureCheck } from "./parse/parsed-mail.ts";

export interface MailParser {
  /** Reads the mail in this file; its files are written next to it. */
  parse(path: string, signatures?: SignatureCheck | null): Promise<ParsedMail>;
  stop(): void;
}

const deadlineMs = 20_000;
const idleMs = 30_000;
const program = join(import.meta.dir, "parse/child.ts");

type Answer = { mail: ParsedMail } | { error: string };

interface ParserOptions {
  deadlineMs?: number;
  /** Asked for the keys of signatures; those of the system by default. */
  dnsServers?: readonly string[];
}

/** One child process, which reads one mail at a time. It is started when a mail waits. */
export function createMailParser(options: ParserOptions = {}): MailParser {
  const { dnsServers } = options;
  let child: Subprocess | null = null;
  let settle: ((answer: Answer) => void) | null = null;
  let idle: Timer | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Subprocess {
    const started = Bun.spawn([process.execPath, program], {
      stdio: ["ignore", "inherit", "inherit"],
      ipc(message: Answer) {
        if (child === started) settle?.(message);
      },
      // One that was ended on purpose has nothing to do with the next mail.
      onExit() {
        if (child !== started) return;
        child = null;
        settle?.({ error: "The process that reads mails ended." });
      },
    });
    started.unref();
    return started;
  }

  function end(): void {
    child?.kill("SIGKILL");
    child = null;
  }

  async function read(job: ParseJob): Promise<ParsedMail> {
    clearTimeout(idle);
    child ??= start();
    const answer = await new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => {
        end();
        resolve({ error: "The mail took too long to read." });
      }, options.deadlineMs ?? deadlineMs);
      settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      child?.send(job);
    });
    settle = null;
    idle = setTimeout(end, idleMs);
    idle.unref();
    if ("error" in answer) throw new Error(answer.error);
    return answer.mail;
  }

  return {
    parse(path, check = null) {
      const signatures = check && { ...check, ...(dnsServers && { dnsServers }) };
      const mine = last.then(() => read({ path, signatures }));
      last = mine.catch(() => {});
      return mine;
    },
    stop() {
      clearTimeout(idle);
      end();
    },
  };
}
