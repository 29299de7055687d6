import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";

export interface Transport {
  sendMail(message: SMTPTransport.MailOptions): Promise<SMTPTransport.SentMessageInfo>;
}

/** Its connections stay open until it is closed. */
interface PooledTransport extends Transport {
  close(): void;
}

/** The connections to the mail server of one mailbox: at most two, kept open between mails. */
export interface SmtpPool {
  /** Those of another sign-in end once their mails are sent. */
  open(signIn: string, options: () => Promise<SMTPTransport.Options>): Transport;
  /** No mail was sent for so long that they are closed. */
  isIdle(): boolean;
  /** They end once their mails are sent. */
  close(): void;
}

const mostConnections = 2;
/** Mail servers wait longer than this for the next mail. */
const idleTimeoutMs = 20_000;

const poolOptions = {
  pool: true,
  maxConnections: mostConnections,
  // A mail that finds its connection closed, before a byte of it was sent, goes out over another one.
  maxRequeues: mostConnections + 1,
  idleTimeout: idleTimeoutMs,
} as const;

interface OpenTransport {
  signIn: string;
  transport: Promise<PooledTransport>;
  /** Mails that are being sent, or wait for one of its connections. */
  busy: number;
  isEnding: boolean;
  hasFailed: boolean;
}

export function createSmtpPool(
  createTransport: (options: SMTPPool.Options) => Promise<PooledTransport>,
): SmtpPool {
  let current: OpenTransport | null = null;
  let usedAt = performance.now();

  const isIdle = () => !current?.busy && performance.now() - usedAt > idleTimeoutMs;

  function endIfUnused({ isEnding, busy, transport }: OpenTransport): void {
    // Where there is no transport, its mails failed with the reason.
    if (isEnding && busy === 0) transport.then((open) => open.close()).catch(() => {});
  }

  function close(): void {
    if (!current) return;
    current.isEnding = true;
    endIfUnused(current);
    current = null;
  }

  return {
    open(signIn, options) {
      // After a failure, or when all are closed, the name of the server is looked up again.
      const isOver = current?.busy === 0 && (current.hasFailed || isIdle());
      if (current?.signIn !== signIn || isOver) close();
      if (!current) {
        const transport = options().then((own) => createTransport({ ...own, ...poolOptions }));
        // Each mail fails with it.
        transport.catch(() => {});
        current = { signIn, transport, busy: 0, isEnding: false, hasFailed: false };
      }
      const used = current;
      return {
        async sendMail(message) {
          used.busy += 1;
          try {
            return await (await used.transport).sendMail(message);
          } catch (error) {
            // Where the server did not answer, it may have moved.
            used.hasFailed ||= !(error instanceof Error && "responseCode" in error);
            throw error;
          } finally {
            used.busy -= 1;
            usedAt = performance.now();
            endIfUnused(used);
          }
        },
      };
    },
    isIdle,
    close,
  };
}
