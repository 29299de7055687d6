import { AppError, type ErrorCode } from "../../shared/errors.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { storeInboundMail } from "../mail/inbound/store.ts";
import { StartError } from "../start-error.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { openDeskAtHand } from "./with-desk.ts";

showHelp(
  "bun run mail:in --mailbox support@example.com [--envelope-to …] < mail.eml\n\nStores a mail from a mail server’s pipe. Exit codes: 0 stored, 64 wrong usage, 75 try again later.",
);

/**
 * `bun run mail:in --mailbox support@acme.test < mail.eml`, for a mail server's pipe. Exit codes are those
 * that mail servers know: 0 stored, 64 wrong usage, 75 try again later.
 */
const [stored, wrongUsage, tryLater] = [0, 64, 75];

/** Trying again would not help. */
const refusals: Partial<Record<ErrorCode, string>> = {
  file_empty: "The mail is empty.",
  file_too_large: "A mail can be up to 60 MB.",
};

process.exit(await run());

async function run(): Promise<number> {
  let given: ReturnType<typeof readArguments<"mailbox" | "envelope-to">>;
  try {
    given = readArguments(["mailbox", "envelope-to"]);
    if (!given.mailbox) throw new StartError("Which mailbox? Add --mailbox and its address.");
  } catch (error) {
    return fail(wrongUsage, error);
  }
  try {
    const { config, db, close } = await openDeskAtHand();
    try {
      const mailbox = await findMailbox(db, given.mailbox.toLowerCase());
      if (!mailbox)
        return fail(wrongUsage, new Error(`No mailbox has the address ${given.mailbox}.`));
      const files = createFileStore(config, createLog("error"));
      const { isRepeated } = await storeInboundMail(
        { db, files, now: new Date() },
        {
          mailboxId: mailbox.id,
          source: "command",
          bytes: Bun.stdin.stream(),
          ...(given["envelope-to"] && { envelopeTo: given["envelope-to"] }),
        },
      );
      process.stdout.write(isRepeated ? "This mail was stored before.\n" : "Stored.\n");
      return stored;
    } finally {
      await close();
    }
  } catch (error) {
    const reason = error instanceof AppError ? refusals[error.code as ErrorCode] : undefined;
    return reason ? fail(wrongUsage, new Error(reason)) : fail(tryLater, error);
  }
}

async function findMailbox(
  db: Awaited<ReturnType<typeof openDeskAtHand>>["db"],
  address: string,
): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom("mailboxes")
    .leftJoin("mailbox_aliases", "mailbox_aliases.mailbox_id", "mailboxes.id")
    .select("mailboxes.id")
    .where("removed_at", "is", null)
    .where((is) =>
      is.or([is("mailboxes.address", "=", address), is("mailbox_aliases.address", "=", address)]),
    )
    .executeTakeFirst();
}

function fail(code: number, error: unknown): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return code;
}
