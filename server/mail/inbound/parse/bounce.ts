import type { Attachment, Email } from "postal-mime";
import type { BounceReport, ReportedRecipient } from "../../../../shared/undelivered.ts";

/** What a mail server says of a mail that it did not deliver (RFC 3464); null for any other mail. */
export function readBounce(email: Email): BounceReport | null {
  const status = email.attachments.find(({ mimeType }) => isStatus.test(mimeType));
  const failed = valuesOf(email, "x-failed-recipients");
  const isFromDaemon = /^(mailer-daemon|postmaster)@/i.test(email.from?.address ?? "");
  if (!status && failed.length === 0 && !isFromDaemon) return null;
  const text = storable(email.text ?? "").replace(/\r\n?/g, "\n");
  const heads = returnedHeads(email.attachments, text);
  const earlier = idsIn([email.references ?? ""]).toReversed();
  return {
    returned: [...new Set([...idsIn([...heads, email.inReplyTo ?? ""]), ...earlier])],
    recipients: status ? recipientsIn(textOf(status)) : recipientsInText(text, failed),
  };
}

const isStatus = /^message\/(global-)?delivery-status$/i;
const isReturned =
  /^(message\/(rfc822|global|global-headers|rfc822-headers)|text\/rfc822-headers)$/i;

const mostRecipients = 100;

/** The first group of fields is about the report, each other one about a recipient. */
function recipientsIn(status: string): ReportedRecipient[] {
  return status
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .slice(0, mostRecipients + 1)
    .map(fieldsIn)
    .filter((fields) => fields.has("final-recipient") || fields.has("original-recipient"))
    .map((fields) => ({
      addresses: ["original-recipient", "final-recipient"].flatMap((name) => {
        const address = addressIn(fields.get(name) ?? "");
        return address === "" ? [] : [address];
      }),
      action: (fields.get("action") ?? "").toLowerCase(),
      status: (fields.get("status") ?? "").slice(0, 100),
      diagnostic: (fields.get("diagnostic-code") ?? "").slice(0, 2000),
    }));
}

function fieldsIn(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.replace(/\n[ \t]+/g, " ").split("\n")) {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name && value !== undefined && !fields.has(name.toLowerCase())) {
      fields.set(name.toLowerCase(), value.trim());
    }
  }
  return fields;
}

/** `rfc822; ana@harbour.test` */
function addressIn(field: string): string {
  return field
    .replace(/^[\w-]+\s*;/, "")
    .replace(/[<>\s]/g, "")
    .toLowerCase();
}

const addressAtStart = /^[ \t]*<?([^\s<>@]+@[^\s<>]+?)>?:\s*([\s\S]*)/m;

/** Of servers that write no report: the address and what follows it, up to a blank line. */
function recipientsInText(text: string, failed: readonly string[]): ReportedRecipient[] {
  const paragraphs = text.split(/\n[ \t]*\n/);
  const named = paragraphs.flatMap((paragraph) => {
    const [, address = "", words = ""] = addressAtStart.exec(paragraph) ?? [];
    return address === "" ? [] : [{ address: address.toLowerCase(), words }];
  });
  const addresses = failed.length > 0 ? failed : named.map(({ address }) => address);
  return [...new Set(addresses)].slice(0, mostRecipients).map((address) => ({
    addresses: [address],
    action: "failed",
    status: "",
    diagnostic: (
      named.find((each) => each.address === address)?.words ??
      paragraphs.find((paragraph) => paragraph.toLowerCase().includes(address)) ??
      ""
    ).slice(0, 2000),
  }));
}

/** The header of the mail that came back, as a part or, by qmail, within the text. */
function returnedHeads(attachments: readonly Attachment[], text: string): string[] {
  const parts = attachments
    .filter(({ mimeType }) => isReturned.test(mimeType))
    .map((part) => headOf(textOf(part)));
  const at = /^-{3,} ?(below this line is a copy|this is a copy)/im.exec(text)?.index;
  const all = at === undefined ? parts : [...parts, text.slice(at)];
  return all.flatMap((head) => {
    const [, id] = /^message-id:\s*(<[^<>\s]+>)/im.exec(head) ?? [];
    return id ? [id] : [];
  });
}

function headOf(mail: string): string {
  const end = /\r?\n\r?\n/.exec(mail)?.index ?? mail.length;
  return mail.slice(0, end);
}

function idsIn(headers: readonly string[]): string[] {
  const ids = headers.flatMap((header) => storable(header).match(/<[^<>\s]{1,990}>/g) ?? []);
  return [...new Set(ids)].slice(0, 20);
}

function valuesOf({ headers }: Email, name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) => storable(value).split(","))
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address.includes("@"))
    .slice(0, mostRecipients);
}

const mostRead = 256 * 1024;

function textOf({ content }: Attachment): string {
  if (typeof content === "string") return storable(content.slice(0, mostRead));
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
  return storable(new TextDecoder().decode(bytes.subarray(0, mostRead)));
}

/** What Postgres can store. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
