import { join } from "node:path";
import { DomUtils } from "htmlparser2";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { cleanFileName, fileLimits, isInlineImage } from "../../../../shared/files.ts";
import type { MailAddress } from "../../../../shared/inbound-mail.ts";
import { isForward, isMessageId } from "../../../../shared/mail-thread.ts";
import { readBounce } from "./bounce.ts";
import { readCalendar } from "./calendar.ts";
import { htmlOfText, parseHtml, sanitizeMailHtml, textOfHtml } from "./html.ts";
import type { ParsedFile, ParsedMail } from "./parsed-mail.ts";
import { splitHtml, splitText } from "./quotes.ts";
import { unpackTnef } from "./tnef.ts";

const most = { parts: 100, depth: 20, html: 2_000_000, links: 5_000, headers: 500, addresses: 200 };

/** Reads a mail and writes its files into the folder. */
export async function readMail(raw: Uint8Array, folder: string): Promise<ParsedMail> {
  const parsed = await PostalMime.parse(raw, {
    maxNestingDepth: most.depth,
    forceRfc822Attachments: true,
    attachmentEncoding: "arraybuffer",
  });
  const email = withUnpacked(parsed);
  const subject = clean(email.subject ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const isForwarded = isForward(subject) || /^-{5,} ?Forwarded message/m.test(email.text ?? "");
  const body = readBody(email, isForwarded);
  const { files, left } = await writeFiles(email, folder, body.contentIds);
  const notes = left.map((line) => `\n\n${line}`).join("");
  return {
    headers: email.headers
      .slice(0, most.headers)
      .map(({ key, value }) => ({ name: key, value: clean(value).slice(0, 8_000) })),
    from: addressesOf(email.from ? [email.from] : []),
    replyTo: addressesOf(email.replyTo),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    envelopeTo: null,
    subject,
    messageId: idsIn(email.messageId)[0] ?? null,
    inReplyTo: idsIn(email.inReplyTo),
    references: idsIn(email.references),
    date: email.headers.find(({ key }) => key === "date")?.value.slice(0, 200) ?? null,
    sentAt: timeOf(email.date),
    text: `${body.text}${notes}`,
    html: `${body.html}${htmlOfText(notes)}`,
    restText: body.restText,
    restHtml: body.restHtml,
    remoteImages: body.remoteImages,
    files,
    signedBy: [],
    isSigned: isSigned(email),
    isForward: isForwarded,
    calendar: readCalendar(email),
    bounce: readBounce(email),
  };
}

function isSigned({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  return (
    /^\s*multipart\/signed\b/i.test(type) ||
    /^\s*application\/(x-)?pkcs7-mime\b[\s\S]*smime-type\s*=\s*"?signed-data/i.test(type)
  );
}

/** Outlook packs files, and sometimes the text, into a `winmail.dat`. */
function withUnpacked(email: Email): Email {
  const packed = email.attachments.find(
    ({ filename, mimeType }) =>
      /^application\/(vnd\.)?ms-tnef$/i.test(mimeType) || /^winmail\.dat$/i.test(filename ?? ""),
  );
  const content = packed && unpackTnef(bytesOf(packed.content));
  if (!content) return email;
  const { files, text, html } = content;
  const unpacked = files.map(
    ({ name, type, contentId, bytes }): Attachment => ({
      filename: name || null,
      mimeType: type || "application/octet-stream",
      disposition: "attachment",
      ...(contentId && { contentId }),
      content: bytes.buffer,
    }),
  );
  const hasText = `${email.text ?? ""}${email.html ?? ""}`.trim() !== "";
  return {
    ...email,
    attachments: email.attachments.flatMap((part) => (part === packed ? unpacked : [part])),
    ...(!hasText && { text }),
    ...(!hasText && html !== "" && { html }),
  };
}

interface Body {
  text: string;
  html: string;
  restText: string | null;
  restHtml: string | null;
  remoteImages: number;
  contentIds: string[];
}

function readBody(email: Email, isForwarded: boolean): Body {
  const html = clean(email.html ?? "");
  const links = html.length > most.html ? most.links : (html.match(/<a\s/gi)?.length ?? 0);
  if (html.trim() !== "" && html.length <= most.html && links < most.links) {
    const body = readHtml(html, isForwarded);
    if (body) return body;
  }
  const text = clean(email.text ?? "").trim() || crudeText(html);
  const split = isForwarded ? { text, rest: null } : splitText(text);
  return {
    text: split.text,
    html: htmlOfText(split.text),
    restText: split.rest,
    restHtml: split.rest === null ? null : htmlOfText(split.rest),
    remoteImages: 0,
    contentIds: [],
  };
}

/** Null for HTML that is nested too deeply to be walked. */
function readHtml(html: string, isForwarded: boolean): Body | null {
  try {
    const document = parseHtml(html);
    const quoted = isForwarded ? [] : splitHtml(document);
    const shown = sanitizeMailHtml(DomUtils.getOuterHTML(document.children));
    const rest = quoted.length === 0 ? null : sanitizeMailHtml(DomUtils.getOuterHTML(quoted));
    return {
      text: textOfHtml(document.children),
      html: shown.html,
      restText: rest && textOfHtml(quoted),
      restHtml: rest?.html ?? null,
      remoteImages: shown.remoteImages + (rest?.remoteImages ?? 0),
      contentIds: [...shown.contentIds, ...(rest?.contentIds ?? [])],
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function crudeText(html: string): string {
  return html
    .slice(0, most.html)
    .replace(/<[^<>]{0,2000}>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Writes the attachments, and names the omitted ones. */
async function writeFiles(
  email: Email,
  folder: string,
  contentIds: readonly string[],
): Promise<{ files: ParsedFile[]; left: string[] }> {
  const files: ParsedFile[] = [];
  const left: string[] = [];
  for (const part of email.attachments) {
    const bytes = bytesOf(part.content);
    const name = nameOf(part);
    if (bytes.length === 0) continue;
    if (files.length >= most.parts) {
      left.push(`“${name}” was left out: the mail has more than ${most.parts} files.`);
      break;
    }
    if (bytes.length > fileLimits.bytes) {
      const size = Math.round(bytes.length / (1024 * 1024));
      left.push(`“${name}” (${size} MB) was left out. It is in the original mail.`);
      continue;
    }
    const path = join(folder, Bun.randomUUIDv7());
    await Bun.write(path, bytes);
    const contentId = part.contentId?.replace(/^<|>$/g, "") ?? "";
    const isShown = isInlineImage(part.mimeType) && contentIds.includes(contentId);
    files.push({
      path,
      size: bytes.length,
      sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
      name,
      type: part.mimeType,
      contentId: isShown ? contentId : null,
    });
  }
  return { files, left };
}

function nameOf({ filename, mimeType }: Attachment): string {
  if (filename) return cleanFileName(clean(filename));
  if (mimeType === "message/rfc822") return "mail.eml";
  if (mimeType === "text/calendar") return "invitation.ics";
  const [, kind = ""] = /^image\/([a-z]{3,4})$/.exec(mimeType) ?? [];
  return kind ? `image.${kind}` : "file";
}

function bytesOf(content: Attachment["content"]): Uint8Array {
  if (typeof content === "string") return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function addressesOf(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .flatMap(({ address, name }) => {
      const plain = clean(address ?? "").trim();
      return plain === "" ? [] : [{ address: plain.slice(0, 320), name: nameIn(name) }];
    })
    .slice(0, most.addresses);
}

function nameIn(name: string): string {
  return clean(name)
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

function idsIn(header: string | undefined): string[] {
  return (clean(header ?? "").match(/<[^<>\s]+>/g) ?? []).filter(isMessageId).slice(0, 200);
}

function timeOf(date: string | undefined): string | null {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** What Postgres can store: no NUL, no half of a character, in composed form. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFC");
}
