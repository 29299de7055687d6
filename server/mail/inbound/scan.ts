import type { MailAddress } from "../../../shared/inbound-mail.ts";
import { isMessageId } from "../../../shared/mail-thread.ts";
import { htmlOfText } from "./parse/html.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";

/** What is shown instead of a mail that could not be read. */
const unreadable = "This mail could not be read. The original is attached.";

/** The header of a mail that the parser could not read, as far as lines can be told apart. */
export function scanMail(head: Uint8Array): ParsedMail {
  const text = Buffer.from(head).toString("utf8").replaceAll("\0", "").toWellFormed();
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const headers = text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = /^([\x21-\x39\x3b-\x7e]{1,76}):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) return [];
      return [{ name: name.toLowerCase(), value: value.slice(0, 8_000) }];
    })
    .slice(0, 500);
  const value = (name: string) => headers.find((header) => header.name === name)?.value ?? "";
  const ids = (name: string) => (value(name).match(/<[^<>\s]+>/g) ?? []).filter(isMessageId);
  const sent = Date.parse(value("date"));
  return {
    headers,
    from: addressesIn(value("from")),
    replyTo: addressesIn(value("reply-to")),
    to: addressesIn(value("to")),
    cc: addressesIn(value("cc")),
    envelopeTo: null,
    subject: decodeWords(value("subject")).replace(/\s+/g, " ").trim(),
    messageId: ids("message-id")[0] ?? null,
    inReplyTo: ids("in-reply-to"),
    references: ids("references"),
    date: value("date") || null,
    sentAt: Number.isNaN(sent) ? null : new Date(sent).toISOString(),
    text: unreadable,
    html: htmlOfText(unreadable),
    restText: null,
    restHtml: null,
    remoteImages: 0,
    signedBy: [],
    isSigned: false,
    files: [],
    isForward: false,
    calendar: null,
    bounce: null,
  };
}

function addressesIn(value: string): MailAddress[] {
  return value
    .slice(0, 8_000)
    .split(/,(?=[^"]*(?:"[^"]*"[^"]*)*$)/)
    .flatMap((entry) => {
      const [, name = "", address] = /^(.*?)<?([^\s<>"]+@[^\s<>"]+)>?\s*$/.exec(entry.trim()) ?? [];
      if (!address) return [];
      return [{ address, name: decodeWords(name.replaceAll('"', "")).trim().slice(0, 200) }];
    });
}

/** Encoded words of RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (word, charset, encoding, text) => {
      const bytes =
        encoding.toLowerCase() === "b"
          ? Buffer.from(text, "base64")
          : Buffer.from(
              text
                .replaceAll("_", " ")
                .replace(/=([0-9a-f]{2})/gi, (_: string, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              "latin1",
            );
      try {
        return new TextDecoder(charset).decode(bytes).replaceAll("\0", "");
      } catch {
        return word;
      }
    });
}
