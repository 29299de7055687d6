import { AppError, refuseInput } from "../../../shared/errors.ts";
import { type TestedStep, type TestStep, testSteps } from "../../../shared/mailboxes.ts";
import type { TestMailboxInput } from "../../../shared/schemas/mailboxes.ts";
import { secretCell } from "../mail-host.ts";
import { type TokenDeps, tokenSource } from "../oauth-tokens.ts";
import { connectImap, type ImapServer, openFolder, toFailure } from "./connection.ts";

/** Connects as the reader would, and reports each step. It reads no mail and changes nothing. */
export async function testMailbox(deps: TokenDeps, input: TestMailboxInput): Promise<TestedStep[]> {
  const server: ImapServer = { ...input, ...(await credentialsOf(deps, input)) };
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
  "sign-in": "The sign-in is accepted",
  folder: "The folder can be opened",
  watch: "New mail is noticed",
};

/** The typed password, or what is stored for the same server. */
async function credentialsOf(
  deps: TokenDeps,
  { id, host, port, password }: TestMailboxInput,
): Promise<Pick<ImapServer, "password" | "token">> {
  if (password !== undefined) return { password };
  const server =
    id &&
    (await deps.db
      .selectFrom("mailbox_servers")
      .select(["id", "mailbox_id", "host", "port", "auth", "secret"])
      .where("mailbox_id", "=", id)
      .where("direction", "=", "in")
      .executeTakeFirst());
  if (!server) {
    if (id) throw new AppError("not_found");
    throw refuseInput("password", "Enter the password.");
  }
  const isOther = server.host !== host || server.port !== port;
  if (server.auth === "oauth") {
    if (isOther) throw refuseInput("host", "Save the new server, sign in again, and test then.");
    return { password: "", token: tokenSource(deps, server.mailbox_id) };
  }
  if (isOther || server.secret === null) {
    throw refuseInput("password", "Enter the password again for another server.");
  }
  return { password: deps.encryption.decrypt(server.secret, secretCell(server.id)) };
}
