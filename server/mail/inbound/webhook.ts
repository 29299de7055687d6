import { Hono } from "hono";
import { AppError } from "../../../shared/errors.ts";
import { isUuid } from "../../../shared/ids.ts";
import { sameToken, tokenHash } from "../../auth/tokens.ts";
import type { Db } from "../../db/database.ts";
import type { Env, Http } from "../../http/env.ts";
import type { Services } from "../../services.ts";
import { rawMailIn } from "./raw-in-form.ts";
import { longestMail, storeInboundMail } from "./store.ts";

/** Forms encode a mail, which makes it longer. */
const longestBody = { "application/x-www-form-urlencoded": 3 * longestMail };
const formExtra = 1024 * 1024;

/**
 * Where a mail provider posts the mails of a mailbox, with the mailbox's key. It reads no cookies. The answer
 * is 200 once the mail is stored, also for a mail that was stored before.
 */
export function mailInRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  let isFormRead = false;

  routes.post("/:id", async (c) => {
    const mailboxId = await findMailbox(services.db, c);
    const { body } = c.req.raw;
    const type = c.req.header("Content-Type") ?? "";
    const mail = body && rawMailIn(type, body);
    if (!mail) throw new AppError("wrong_media_type", { message: wantedType });
    if (Number(c.req.header("Content-Length") ?? 0) > longestOf(type)) {
      throw new AppError("mail_too_large");
    }
    // These are held in memory: one at a time.
    const isWhole = /^application\//i.test(type);
    if (isWhole && isFormRead) throw new AppError("unavailable");
    isFormRead ||= isWhole;
    try {
      const { db, files, now } = services;
      const envelopeTo = c.req.header("X-Envelope-To");
      const { isRepeated } = await storeInboundMail(
        { db, files, now: now() },
        { mailboxId, source: "webhook", bytes: mail, ...(envelopeTo && { envelopeTo }) },
      );
      return c.json({ success: true, repeated: isRepeated });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "file_too_large") throw new AppError("mail_too_large");
      if (error.code === "file_empty") throw new AppError("mail_missing");
      throw error;
    } finally {
      if (isWhole) isFormRead = false;
    }
  });
  return routes;
}

const wantedType =
  "Send the raw mail as message/rfc822, in the form field body-mime or email, or in JSON as RawEmail.";

function longestOf(type: string): number {
  const encoded = Object.entries(longestBody).find(([name]) => type.toLowerCase().startsWith(name));
  return (encoded?.[1] ?? longestMail) + formExtra;
}

/** An unknown mailbox and a wrong key get the same answer. */
async function findMailbox(db: Db, c: Http): Promise<string> {
  const id = c.req.param("id") ?? "";
  const key = keyIn(c.req.header("Authorization"));
  const mailbox =
    isUuid(id) && key !== null
      ? await db
          .selectFrom("mailboxes")
          .select(["webhook_key_hash", "paused_at"])
          .where("id", "=", id)
          .where("receives", "=", "webhook")
          .where("removed_at", "is", null)
          .executeTakeFirst()
      : undefined;
  const known = mailbox?.webhook_key_hash?.toString("hex") ?? "";
  if (!sameToken(tokenHash(key ?? ""), known)) {
    c.header("WWW-Authenticate", 'Basic realm="mail"');
    throw new AppError("mail_key_wrong");
  }
  // The provider tries again, until the mailbox is resumed.
  if (mailbox?.paused_at) throw new AppError("unavailable");
  return id;
}

/** As a Bearer token, or as the password of `https://any:key@…`. */
function keyIn(header: string | undefined): string | null {
  const [, scheme, text = ""] = /^(bearer|basic)\s+(\S+)$/i.exec(header ?? "") ?? [];
  if (scheme === undefined) return null;
  if (scheme.toLowerCase() === "bearer") return text;
  const pair = Buffer.from(text, "base64").toString("utf8");
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : null;
}
