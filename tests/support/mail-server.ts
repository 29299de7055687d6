import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** The address of the envelope, by which it was delivered. */
  recipient: string;
  /** Where a bounce would go; empty: to no one. */
  returnPath: string;
  /** How the sending client called itself. */
  greeting: string;
  source: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** In the order in which they were accepted. */
  received: ReceivedMail[];
  /** How many connections were made, how many are open, and how many were at the same time. */
  connections: { made: number; open: number; most: number };
  /** The next mail to this address that was not read yet, as soon as it arrives. */
  take(address: string, withinMs?: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

export interface Refusal {
  code: number;
  words: string;
}

export interface MailServerOptions {
  port?: number;
  /** Called with the address of MAIL FROM; a refusal is the server's answer. */
  onSender?(address: string): Refusal | null;
  /** Called for each recipient; a refusal is the server's answer. */
  onRecipient?(address: string): Refusal | null | Promise<Refusal | null>;
  /** Asked when a mail has come in whole, before it counts as accepted. */
  onMail?(mail: ReceivedMail): Refusal | null | Promise<Refusal | null>;
  /** What it says of a mail that it takes. */
  thanks?: string;
  /** Who does not sign in with these is refused. */
  account?: { user: string; password: string };
  /** Signs in with a token of OAuth2 only (XOAUTH2): whose it is, null if it is not good. */
  accountOfToken?(token: string): string | null;
  /** Offers encryption, with a certificate that it made itself. */
  selfSigned?: boolean;
}

/** A real mail server on a free local port, which stores mails in memory. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const connections = { made: 0, open: 0, most: 0 };
  const { account, selfSigned, accountOfToken } = options;

  const server = new SMTPServer({
    authOptional: !account && !accountOfToken,
    allowInsecureAuth: true,
    authMethods: accountOfToken ? ["XOAUTH2"] : ["PLAIN", "LOGIN"],
    disabledCommands: [
      ...(account || accountOfToken ? [] : ["AUTH"]),
      ...(selfSigned ? [] : ["STARTTLS"]),
    ],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections.made += 1;
      connections.open += 1;
      connections.most = Math.max(connections.most, connections.open);
      done();
    },
    onClose() {
      connections.open -= 1;
    },
    onAuth({ username, password, accessToken }, _session, done) {
      if (accessToken !== undefined && accountOfToken?.(accessToken) === username) {
        return done(null, { user: username });
      }
      if (username === account?.user && password === account?.password) {
        return done(null, { user: username });
      }
      done(refusing({ code: 535, words: `5.7.8 ${username} cannot sign in with ${password}` }));
    },
    onMailFrom({ address }, _session, done) {
      settle(options.onSender?.(address), done);
    },
    onRcptTo({ address }, _session, done) {
      settle(options.onRecipient?.(address), done);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const source = Buffer.concat(chunks).toString();
      const recipient = session.envelope.rcptTo.map(({ address }) => address).join();
      const greeting = session.hostNameAppearsAs;
      const from = session.envelope.mailFrom;
      const returnPath = from ? from.address : "";
      const parsed = await PostalMime.parse(source);
      const mail = { ...parsed, recipient, returnPath, greeting, source };
      await settle(options.onMail?.(mail), (error) => {
        if (error) return done(error);
        received.push(mail);
        done(null, options.thanks);
      });
    },
  });
  // A client that hangs up is no news here.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (!address || typeof address === "string") throw new Error("The mail server has no port");
  const who = account ? `${account.user}:${encodeURIComponent(account.password)}@` : "";

  return {
    url: `smtp://${who}127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections,
    async take(recipient, withinMs = 5000) {
      const deadline = performance.now() + withinMs;
      while (performance.now() < deadline) {
        const mail = received.find((one) => one.recipient === recipient && !taken.has(one));
        if (mail) {
          taken.add(mail);
          return mail;
        }
        await Bun.sleep(10);
      }
      throw new Error(`No mail came to ${recipient} within ${withinMs} ms`);
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function settle(
  answer: Refusal | null | undefined | Promise<Refusal | null>,
  done: (error?: Error | null) => void,
): Promise<void> {
  const refusal = await answer;
  done(refusal ? refusing(refusal) : null);
}

function refusing({ code, words }: Refusal): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
