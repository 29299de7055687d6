import { canonicalAddress, mailAddress } from "./mail-address.ts";
import type { TicketStatus } from "./tickets/vocabulary.ts";

/** What an agent's mail does. Only a proven sender gets this far. */

/** Which of our mails an agent answers, and what an answer to it becomes. */
export interface AnsweredMail {
  ticketId: string;
  /** `review`: a person decides. */
  as: "reply" | "note" | "review";
}

export interface StaffSituation {
  /** DMARC passes, or SPF and DKIM both align. */
  isProven: boolean;
  /** Named by our token or by the signed Message-ID of a mail to this agent. */
  answered: AnsweredMail | null;
  /** It answers a ticket by other means, which prove nothing. */
  isAnswer: boolean;
  /** The author wrote above our separator only. */
  isClear: boolean;
  /** It holds exactly one forwarded mail, by a customer. */
  isForward: boolean;
}

export type StaffDecision =
  | {
      kind: "held";
      reason: "unproven-staff" | "needs-review" | "needs-requester";
      ticketId: string | null;
    }
  | { kind: "staff-message"; ticketId: string; as: "reply" | "note" }
  | { kind: "staff-ticket" };

export function decideStaffMail(staff: StaffSituation): StaffDecision {
  const { isProven, answered, isAnswer, isClear, isForward } = staff;
  const held = (reason: "unproven-staff" | "needs-review" | "needs-requester") =>
    ({ kind: "held", reason, ticketId: answered?.ticketId ?? null }) as const;
  if (!isProven) return held("unproven-staff");
  if (answered?.as === "note") {
    return { kind: "staff-message", ticketId: answered.ticketId, as: "note" };
  }
  if (answered) {
    // The quoted notice must never reach a customer.
    if (!isClear || answered.as === "review") return held("needs-review");
    return { kind: "staff-message", ticketId: answered.ticketId, as: "reply" };
  }
  if (isAnswer) return held("unproven-staff");
  return isForward ? { kind: "staff-ticket" } : held("needs-requester");
}

/** At the top of our mails; what is below it in an answer is quoted. */
export const answerSeparator = "----- Write your reply above this line -----";
const separatorWords = "Write your reply above this line";

/** Whether our separator was quoted, and nothing was written below it. */
export function isWrittenAbove(mail: { text: string; restText: string | null }): boolean {
  return !mail.text.includes(separatorWords) && (mail.restText ?? "").includes(separatorWords);
}

export interface StaffCommands {
  isNote: boolean;
  status: Extract<TicketStatus, "open" | "pending" | "on-hold" | "resolved"> | null;
  assignsMe: boolean;
  tags: string[];
  /** Lines that look like a command and are none. They do nothing. */
  unknown: string[];
  /** Without the lines of commands. */
  text: string;
}

const statuses = {
  "#resolve": "resolved",
  "#pending": "pending",
  "#hold": "on-hold",
  "#open": "open",
} as const;

/** Reads commands from the first lines: `#resolve`, `#note`, `#assign me`, `#tag billing`. */
export function readCommands(text: string): StaffCommands {
  const lines = text.split("\n");
  const found: StaffCommands = {
    isNote: false,
    status: null,
    assignsMe: false,
    tags: [],
    unknown: [],
    text: "",
  };
  let at = 0;
  for (; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim().replace(/\s+/g, " ");
    if (line === "") continue;
    // `#1042 is done` is a sentence.
    if (!/^#[a-z]/i.test(line)) break;
    applyCommand(found, line);
  }
  return { ...found, text: lines.slice(at).join("\n").trim() };
}

function applyCommand(found: StaffCommands, line: string): void {
  const command = line.toLowerCase();
  const [, tag] = /^#tag (\S.{0,49})$/.exec(command) ?? [];
  if (command === "#note") found.isNote = true;
  else if (command === "#assign me") found.assignsMe = true;
  else if (tag !== undefined) found.tags.push(tag);
  else if (Object.hasOwn(statuses, command)) {
    found.status = statuses[command as keyof typeof statuses];
  } else found.unknown.push(line.slice(0, 80));
}

interface ForwardedMail {
  /** What the agent wrote above it. */
  words: string;
  from: { address: string; name: string };
  subject: string;
  text: string;
}

const fromField = /^\s*>?\s*\*?(?:from|von|de|van|da|från|fra|od)\*?\s?:\s*(.+)$/i;
const otherField = /^\s*>?\s*\*?([\p{L} ]{1,20})\*?\s?:\s*(.*)$/u;
const subjectNames = /^(subject|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne)$/i;
const rule =
  /^\s*>?\s*(?:-{3,}.*|_{5,}|\*?begin forwarded message:?\*?|anfang der weitergeleiteten .*)\s*$/i;

/** The one mail that was forwarded; null if there is none, or more than one. */
export function readForward(whole: string): ForwardedMail | null {
  const lines = whole.replace(/\r\n?/g, "\n").split("\n");
  const starts = lines.flatMap((_, at) => (isHeaderAt(lines, at) ? [at] : []));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return null;
  const from = partyIn(fromField.exec(lines[start] ?? "")?.[1] ?? "");
  if (!from) return null;
  const length = lines.slice(start).findIndex((line) => /^\s*>?\s*$/.test(line));
  const end = length < 0 ? lines.length : start + length;
  const subject = lines
    .slice(start, end)
    .map((line) => otherField.exec(line))
    .find((field) => subjectNames.test(field?.[1]?.trim() ?? ""))?.[2];
  const above = lines.slice(0, start).filter((line) => !rule.test(line));
  const quoted = lines.slice(end);
  const isMarked = quoted.every((line) => line.trim() === "" || /^\s*>/.test(line));
  const text = isMarked ? quoted.map((line) => line.replace(/^\s*> ?/, "")) : quoted;
  return {
    words: above.join("\n").trim(),
    from,
    subject: (subject ?? "").trim(),
    text: text.join("\n").trim(),
  };
}

/** A `From:` line with two more fields right below it. */
function isHeaderAt(lines: readonly string[], at: number): boolean {
  if (!fromField.test(lines[at] ?? "")) return false;
  const next = lines.slice(at + 1, at + 6);
  const end = next.findIndex((line) => line.trim() === "");
  const block = end < 0 ? next : next.slice(0, end);
  return block.filter((line) => otherField.test(line)).length >= 2;
}

/** `Ana Ruiz <ana@acme.test>`, `Ana [mailto:ana@acme.test]` or the address alone. */
function partyIn(text: string): { address: string; name: string } | null {
  const plain = text.replaceAll("*", " ").replace(/\[mailto:([^\]]+)\]/i, "<$1>");
  const [, found] = /<?\b(?:mailto:)?([^\s<>@"'()[\]]+@[^\s<>@"'()[\],;]+)>?/.exec(plain) ?? [];
  const address = canonicalAddress(found ?? "").toLowerCase();
  if (address.length > 254 || !mailAddress.test(address)) return null;
  const name = plain
    .slice(0, plain.indexOf(found ?? ""))
    .replace(/[<"']/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return { address, name: name.slice(0, 200) };
}
