import { createLog, type Log } from "../../../server/log.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { createTestDatabase } from "../../support/postgres.ts";
import { freePort } from "../../support/process/free-port.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

/** How the workers learn which database holds the demo. */
export const demoTemplateVariable = "FRONTDESK_TEST_DEMO";

export interface DeskSettings {
  /** The demo's people, companies and tickets; else the desk is empty. */
  demo: boolean;
  /** Mails go to a mail server of this desk, and are not kept. */
  mail: boolean;
  /** The public name, such as `desk.test`; the browser resolves it. */
  name: string;
  /** Whether the server is configured with that name. */
  knowsName: boolean;
}

export interface TestDesk extends Omit<TestServer, "mail"> {
  mail: MailServer;
  /** Lines of the server's output that need attention. */
  logged: string[];
  /** Every mail that was due has been sent. */
  mailsAreSent(): Promise<void>;
}

export const usualDesk: DeskSettings = {
  demo: true,
  mail: false,
  name: "localhost",
  knowsName: false,
};

/** The real server as its users see it, with its own database. */
export async function startDesk(settings: DeskSettings): Promise<TestDesk> {
  const mail = await startMailServer();
  const port = settings.knowsName ? freePort() : 0;
  const template = settings.demo ? demoTemplate() : undefined;
  const database = await createTestDatabase({ template });
  const logged: string[] = [];
  const log: Log = createLog("error", (line) => logged.push(line));
  const server = await startTestServer(
    {
      port,
      smtpUrl: settings.mail ? mail.url : null,
      // Receivers of webhooks are on this machine.
      outboundAllowPrivate: [{ network: "127.0.0.0", prefix: 8 }],
      baseUrl: settings.knowsName ? `http://${settings.name}:${port}` : null,
    },
    { database, log },
  );
  return {
    ...server,
    url: server.url.replace("127.0.0.1", settings.name),
    mail,
    logged,
    mailsAreSent: () => server.mail.settled(),
    async stop() {
      await server.stop();
      await Promise.all([database.drop(), mail.stop()]);
    },
  };
}

function demoTemplate(): string {
  const name = process.env[demoTemplateVariable];
  if (!name)
    throw new Error("The demo was not loaded: tests/e2e/browser/global-setup.ts has not run");
  return name;
}
