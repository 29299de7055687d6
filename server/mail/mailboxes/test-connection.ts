import { AppError, refuseInput } from "../../../shared/errors.ts";
import { type TestedStep, type TestStep, testSteps } from "../../../shared/mailboxes.ts";
import type { TestMailboxInput } from "../../../shared/schemas/mailboxes.ts";
import type { Db } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import { secretCell } from "../mail-host.ts";
import { connectImap, type ImapServer, openFolder, toFailure } from "./connection.ts";

/** Connects as the reader would, and reports each step. It reads no mail and changes nothing. */
export async function testMailbox(
  deps: { db: Db; encryption: Encryption },
  input: TestMailboxInput,
): Promise<TestedStep[]> {
  const server: ImapServer = { ...input, password: await passwordOf(deps, input) };
  const signal = AbortSignal.timeout(longestMs);
  const steps: TestedStep[] = [];
  const pass = (step: TestStep, text: string) => steps.push({ step, passed: true, text });
  const { host, port, folder } = input;
  try {
    const client = await connectImap(server, signal);
    try {
      const encryption = client.secureConnection ? "encrypted" : "not encrypted";
      pass("server", `${host} answers at port ${port}, ${encryption}`);
      pass("sign-in", `Signed in as ${input.login}`);
      const { exists } = await openFolder(client, server, folder, true);
      pass(
        "folder",
        `${folder} holds ${exists.toLocaleString("en")} ${exists === 1 ? "mail" : "mails"}`,
      );
      const announces = client.capabilities.has("IDLE");
      pass(
        "watch",
        announces ? "New mail is announced immediately" : "Looks for new mail every 30 seconds",
      );
    } finally {
      client.close();
    }
  } catch (error) {
    const { message, isSignIn } = toFailure(error, server);
    if (steps.length === 0 && isSignIn) {
      pass("server", `${host} answers at port ${port}`);
    }
    const failed = testSteps[steps.length];
    if (failed) steps.push({ step: failed, passed: false, text: message });
  }
  const untried = testSteps.slice(steps.length);
  return [...steps, ...untried.map((step) => ({ step, passed: null, text: untriedWords[step] }))];
}

const longestMs = 45_000;

const untriedWords: Record<TestStep, string> = {
  server: "The mail server answers",
  "sign-in": "The login and the password are accepted",
  folder: "The folder can be opened",
  watch: "New mail is noticed",
};

/** The typed password, or the stored one for the same server. */
async function passwordOf(
  { db, encryption }: { db: Db; encryption: Encryption },
  { id, host, port, password }: TestMailboxInput,
): Promise<string> {
  if (password !== undefined) return password;
  const server =
    id &&
    (await db
      .selectFrom("mailbox_servers")
      .select(["id", "host", "port", "secret"])
      .where("mailbox_id", "=", id)
      .where("direction", "=", "in")
      .executeTakeFirst());
  if (!server) {
    if (id) throw new AppError("not_found");
    throw refuseInput("password", "Enter the password.");
  }
  if (server.host !== host || server.port !== port || server.secret === null) {
    throw refuseInput("password", "Enter the password again for another server.");
  }
  return encryption.decrypt(server.secret, secretCell(server.id));
}
