import type { MailHead } from "./inbound-mail.ts";

/** Where the mail may belong, for the look-up. Nothing of its text counts. */
export interface ThreadHints {
  tokens: string[];
  /** In-Reply-To, then References from the right. */
  ids: string[];
  /** Named by the thread id or the message id of one of our mails. */
  ours: (
    | { ticketId: string }
    | { id: string; messageId: string; readerId: string; signedId: string | null }
  )[];
  number: number | null;
}

const mostIds = 50;

export function threadHints(mail: MailHead, ownAddresses: ReadonlySet<string>): ThreadHints {
  const ids = [...new Set([...mail.inReplyTo, ...mail.references.toReversed()])]
    .filter(isMessageId)
    .slice(0, mostIds);
  const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  const ours = ids.flatMap((id): ThreadHints["ours"] => {
    const [, local = ""] = /^<([^@<>]+)@/.exec(id.toLowerCase()) ?? [];
    const [kind = "", reader = "", signature = null, ...more] = local.split(".");
    if (more.length > 0) return [];
    if (kind === "ticket" && isUuid(reader)) return [{ ticketId: reader }];
    const signedId = signature === null ? null : local;
    if (!isUuid(kind) || !isUuid(reader)) return [];
    return [{ id, messageId: kind, readerId: reader, signedId }];
  });
  return { tokens: tokensOf(mail, ownAddresses), ids, ours, number: numberOf(mail.subject) };

  function isUuid(text: string): boolean {
    return text.length === 36 && text.match(uuid)?.[0] === text;
  }
}

/** `<>` and the like name no mail. */
export function isMessageId(id: string): boolean {
  return id.length <= 998 && /^<[^<>\s]+>$/.test(id);
}

/** Of `support+token@…`, wherever an address of ours can appear. */
function tokensOf(mail: MailHead, ownAddresses: ReadonlySet<string>): string[] {
  const delivered = mail.headers
    .filter(({ name }) => name === "delivered-to" || name === "x-original-to")
    .map(({ value }) => value.replace(/[<>\s]/g, ""));
  const all = [...mail.to, ...mail.cc].map(({ address }) => address);
  const tokens = [...all, ...delivered, mail.envelopeTo ?? ""].flatMap((address) => {
    const [, local, token, host] =
      /^([^+@\s]+)\+([a-z2-7]{16})@([^@\s]+)$/.exec(address.toLowerCase()) ?? [];
    return token && ownAddresses.has(`${local}@${host}`) ? [token] : [];
  });
  return [...new Set(tokens)];
}

/** `[#1042]` in a subject. */
function numberOf(subject: string): number | null {
  const [, digits] = /\[#(\d{1,15})\]/.exec(subject) ?? [];
  return digits === undefined ? null : Number(digits);
}

const replyPrefix =
  /^\s*(?:re|fwd?|aw|wg|tr|sv|vs|vb|rv|enc|antw|odp|ynt|ref|res|rif|i|r|回复|答复|转发|回覆|轉寄)(?:\s*\[\d+\])?\s*[:：]/iu;

/** A subject without prefixes and our tag, for display and comparison. */
export function plainSubject(subject: string): string {
  let text = subject.replace(/\[#\d{1,15}\]/g, " ");
  for (let times = 0; times < 20 && replyPrefix.test(text); times += 1) {
    text = text.replace(replyPrefix, "");
  }
  return text.replace(/\s+/g, " ").trim();
}

export function isSameSubject(one: string, other: string): boolean {
  const comparable = (subject: string) =>
    plainSubject(subject)
      .replace(/^follow-up:\s*/i, "")
      .replace(/\s/g, "")
      .toLowerCase();
  return comparable(one) === comparable(other);
}

export function isForward(subject: string): boolean {
  return /^\s*(?:(?:re|aw)\s*:\s*)?(?:fwd?|wg|tr|rv|vb|enc|i|转发|轉寄)\s*[:：]/iu.test(subject);
}
