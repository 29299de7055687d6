import { canonicalAddress, mailAddress } from "./mail-address.ts";
import { decideStaffMail, type StaffDecision, type StaffSituation } from "./staff-mail.ts";
import type { TicketStatus } from "./tickets/vocabulary.ts";

/** What becomes of a received mail, decided from plain data: first its class, then all the rest. */

export const heldReasons = [
  "automatic",
  "bounce",
  "own",
  "duplicate",
  "stranger",
  "blocked",
  "disabled-person",
  "failed-check",
  "spam",
  "not-accepted",
  "loop",
  "flood",
  "no-sender",
  "unproven-staff",
  "needs-review",
  "needs-requester",
] as const;
export type HeldReason = (typeof heldReasons)[number];

export type MailClass = "own" | "bounce" | "automatic" | "bulk" | "person";
export type Verdict = "pass" | "fail" | "none";
export type Strength = "signed" | "plain" | "weak";

export interface MailHeader {
  /** In lower case. */
  name: string;
  value: string;
}

export interface MailAddress {
  address: string;
  name: string;
}

/** A mail as far as the decision reads it. */
export interface MailHead {
  /** In the order of the mail. */
  headers: readonly MailHeader[];
  from: readonly MailAddress[];
  replyTo: readonly MailAddress[];
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  envelopeTo: string | null;
  subject: string;
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
}

// Classify

interface OwnMail {
  /** All addresses of mailboxes, in lower case. */
  addresses: ReadonlySet<string>;
  formsWriteHere: boolean;
  /** Its X-Frontdesk header was signed by this installation. */
  hasOwnMark: boolean;
}

export function classifyMail(mail: MailHead, own: OwnMail): MailClass {
  const header = (name: string) => headerOf(mail.headers, name)?.trim() ?? "";
  const has = (name: string) => header(name) !== "";
  const fromOurs = mail.from.some(({ address }) => own.addresses.has(address.toLowerCase()));
  if (own.hasOwnMark || (fromOurs && !own.formsWriteHere)) return "own";

  const emptyReturnPath = /^<\s*>$/.test(header("return-path"));
  const fromDaemon = mail.from.some(({ address }) => /^(mailer-daemon|postmaster)@/i.test(address));
  const type = header("content-type");
  const isReport = /^multipart\/report\b/i.test(type);
  if (isReport && /report-type\s*=\s*"?delivery-status/i.test(type)) return "bounce";
  if (has("x-failed-recipients") || (emptyReturnPath && fromDaemon)) return "bounce";

  const submitted = header("auto-submitted").toLowerCase();
  const precedence = header("precedence").toLowerCase();
  if (submitted.startsWith("auto-replied") || precedence === "auto_reply") return "automatic";
  if (isReport && /report-type\s*=\s*"?disposition-notification/i.test(type)) return "automatic";
  if (["x-autoreply", "x-autorespond"].some((name) => has(name) && !/^no\b/i.test(header(name)))) {
    return "automatic";
  }
  const isGenerated = submitted.startsWith("auto-generated");
  const isExchangeReply =
    has("x-ms-exchange-parent-message-id") || has("x-ms-exchange-inbox-rules-loop");
  if (isGenerated && isExchangeReply) return "automatic";
  if (/^auto-replied/i.test(header("x-zimbra-auto-submitted")) || emptyReturnPath) {
    return "automatic";
  }
  const isList = has("list-id") || has("list-unsubscribe");
  if (isList || isGenerated || /^(bulk|list|junk)$/.test(precedence)) return "bulk";
  return "person";
}

function headerOf(headers: readonly MailHeader[], name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}

export function hasSpamMarks(headers: readonly MailHeader[]): boolean {
  const value = (name: string) => headerOf(headers, name)?.trim() ?? "";
  if (/^(yes|true)\b/i.test(value("x-spam-flag"))) return true;
  if (/^yes\b/i.test(value("x-spam-status")) || /^yes\b/i.test(value("x-spam"))) return true;
  if (/\bdefault:\s*true\b/i.test(value("x-spamd-result"))) return true;
  if (/^(reject|add header|rewrite subject|quarantine)$/i.test(value("x-rspamd-action"))) {
    return true;
  }
  const [, level] = /\bSCL:(-?\d+)/i.exec(value("x-forefront-antispam-report")) ?? [];
  return Number(value("x-ms-exchange-organization-scl") || (level ?? 0)) >= 5;
}

/** Who wrote it, or null without a valid address. Only forms may name someone else in Reply-To. */
export function senderOf(
  { from, replyTo }: Pick<MailHead, "from" | "replyTo">,
  formsWriteHere: boolean,
): MailAddress | null {
  const candidates = formsWriteHere ? [...replyTo, ...from] : from;
  for (const { address, name } of candidates) {
    const canonical = canonicalAddress(address.trim()).toLowerCase();
    if (canonical.length <= 254 && mailAddress.test(canonical)) {
      return { address: canonical, name: name.trim() };
    }
  }
  return null;
}

export function mailDomainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/** Addresses that no one reads: they are neither copied nor acknowledged. */
export function isUnreadAddress(address: string): boolean {
  return /^(no-?reply|do-?not-?reply|donotreply|mailer-daemon|postmaster|abuse|bounces?)([+.@-]|$)/i.test(
    address,
  );
}

// Authorise and act

/** The ticket that a mail may belong to, and what the sender has to do with it. */
export interface Candidate {
  ticketId: string;
  number: number;
  strength: Strength;
  status: TicketStatus;
  isSpam: boolean;
  /** Requester, follower, copied, or a colleague who sees all tickets of the company. */
  isParticipant: boolean;
  /** The sender's mail domain is one of the requester's company. */
  isOfCompany: boolean;
  hasSameSubject: boolean;
  /** How often mail reopened it in ten minutes. */
  reopenings: number;
  /** Mail reopened it too often, and no agent has answered or changed it since. */
  isQuiet: boolean;
}

export interface Situation {
  class: MailClass;
  verdict: Verdict;
  /** Null without a valid sender. */
  sender: { isStaff: boolean; isKnown: boolean; isDisabled: boolean; domain: string } | null;
  /** Of a member of staff. */
  staff: StaffSituation | null;
  isBlocked: boolean;
  /** A person decided that mail from this sender is welcome. */
  isAllowed: boolean;
  isSpam: boolean;
  /** The same mail arrived before, through this mailbox or another one. */
  duplicate: "none" | "here" | "elsewhere";
  candidate: Candidate | null;
  /** Of a bounce: the ticket whose mail came back. */
  returnedTicketId: string | null;
  mailbox: {
    accepts: "everyone" | "known-people" | "domains";
    domains: readonly string[];
    alwaysOwnTicket: boolean;
  };
  /** New tickets of this sender, new people of this mailbox, and the same text from this sender. */
  recent: {
    ticketsInHour: number;
    ticketsInDay: number;
    peopleInHour: number;
    alikeInTenMinutes: number;
  };
}

export type Decision =
  /** On a ticket, it is folded there for staff. */
  | { kind: "held"; reason: HeldReason; ticketId: string | null }
  /**
   * `joins`: the sender becomes one of the copied people. `isOther`: its subject is another one. `isQuiet`:
   * nothing else changes and no one is notified; it `begins` with this mail.
   */
  | {
      kind: "message";
      ticketId: string;
      joins: boolean;
      isOther: boolean;
      isQuiet: false | "begins" | "continues";
    }
  | StaffDecision
  | { kind: "follow-up"; ticketId: string }
  /** `names`: a ticket that the subject names; `relatedTo`: one that it answers with another subject. */
  | { kind: "ticket"; names: number | null; relatedTo: string | null };

export const mailLimits = {
  ticketsInHour: 20,
  ticketsInDay: 60,
  peopleInHour: 200,
  alikeInTenMinutes: 3,
  reopeningsInTenMinutes: 5,
  copiedByMail: 20,
  copiedOnTicket: 48,
  acknowledgedInDay: 3,
  acknowledgedAlikeInHour: 1,
} as const;

/** The whole decision. Every situation has exactly one outcome. */
export function decideMail(situation: Situation): Decision {
  const { sender, candidate } = situation;
  const reason = sender === null ? withoutSender(situation) : holdFirst(situation, sender);
  if (reason !== null) {
    return { kind: "held", reason, ticketId: foldedInto(reason, situation) };
  }
  if (!sender || sender.isStaff) return decideForStaff(situation);
  if (!candidate) return openTicket(situation, { names: null, relatedTo: null });

  const isCertain = candidate.strength !== "weak";
  const isColleague = candidate.isOfCompany && situation.verdict === "pass";
  if (candidate.isParticipant) return answer(situation, candidate, false);
  if (isCertain && isColleague) return answer(situation, candidate, true);
  if (isCertain) return { kind: "held", reason: "stranger", ticketId: candidate.ticketId };
  return openTicket(situation, { names: candidate.number, relatedTo: null });
}

function decideForStaff({ staff, ...situation }: Situation): Decision {
  if (!staff) return { kind: "held", reason: "unproven-staff", ticketId: null };
  const decision = decideStaffMail(staff);
  if (decision.kind === "held" || !isAlike(situation)) return decision;
  return { kind: "held", reason: "loop", ticketId: staff.answered?.ticketId ?? null };
}

function withoutSender({ class: kind }: Situation): HeldReason {
  if (kind === "own" || kind === "bounce" || kind === "automatic") return kind;
  return "no-sender";
}

/** In this order, so that each mail has one reason. */
function holdFirst(
  situation: Situation,
  sender: NonNullable<Situation["sender"]>,
): HeldReason | null {
  const { class: kind, isAllowed, candidate, duplicate, mailbox } = situation;
  if (kind === "own" || kind === "bounce" || kind === "automatic") return kind;
  if (situation.isBlocked && !isAllowed) return "blocked";
  if (sender.isDisabled) return "disabled-person";
  if (situation.verdict === "fail" && !isAllowed) return "failed-check";
  const isAnswer = candidate !== null && candidate.strength !== "weak";
  if (situation.isSpam && !isAnswer && !isAllowed) return "spam";
  if (duplicate === "here") return "duplicate";
  if (duplicate === "elsewhere" && !mailbox.alwaysOwnTicket) return "duplicate";
  return null;
}

/** Automatic replies and bounces are shown at the ticket that they answer. */
function foldedInto(reason: HeldReason, { candidate, returnedTicketId }: Situation): string | null {
  if (reason === "bounce" && returnedTicketId !== null) return returnedTicketId;
  const isFolded = reason === "automatic" || reason === "bounce";
  return isFolded && candidate && candidate.strength !== "weak" ? candidate.ticketId : null;
}

function answer(situation: Situation, candidate: Candidate, joins: boolean): Decision {
  const { ticketId, status, hasSameSubject } = candidate;
  const isSolved = status === "resolved" || status === "closed";
  if (!hasSameSubject && isSolved) {
    return openTicket(situation, { names: null, relatedTo: ticketId });
  }
  if (status === "closed") return limited(situation) ?? { kind: "follow-up", ticketId };
  if (isAlike(situation)) return { kind: "held", reason: "loop", ticketId };
  if (joins && isFlooded(situation)) return { kind: "held", reason: "flood", ticketId };
  const isQuiet = status !== "new" && status !== "open" && quietOn(candidate);
  return { kind: "message", ticketId, joins, isOther: !hasSameSubject, isQuiet };
}

/** Whether a mail that would reopen the ticket is only added to it. */
function quietOn({ isQuiet, reopenings }: Candidate): false | "begins" | "continues" {
  if (isQuiet) return "continues";
  return reopenings >= mailLimits.reopeningsInTenMinutes && "begins";
}

function openTicket(
  situation: Situation,
  about: Omit<Extract<Decision, { kind: "ticket" }>, "kind">,
): Decision {
  const { sender, mailbox, isAllowed } = situation;
  const isWelcome =
    isAllowed ||
    mailbox.accepts === "everyone" ||
    (mailbox.accepts === "known-people" && sender?.isKnown === true) ||
    (mailbox.accepts === "domains" && mailbox.domains.includes(sender?.domain ?? ""));
  if (!isWelcome) return { kind: "held", reason: "not-accepted", ticketId: null };
  return limited(situation) ?? { kind: "ticket", ...about };
}

/** Beyond these numbers two programs answer each other, or someone floods the mailbox. */
function limited(situation: Situation): Decision | null {
  const { recent } = situation;
  const loops =
    recent.ticketsInHour >= mailLimits.ticketsInHour ||
    recent.ticketsInDay >= mailLimits.ticketsInDay ||
    isAlike(situation);
  if (loops) return { kind: "held", reason: "loop", ticketId: null };
  return isFlooded(situation) ? { kind: "held", reason: "flood", ticketId: null } : null;
}

/** The same words again and again, as programs write that answer each other. */
function isAlike({ recent }: Pick<Situation, "recent">): boolean {
  return recent.alikeInTenMinutes >= mailLimits.alikeInTenMinutes;
}

function isFlooded({ recent, sender }: Situation): boolean {
  return sender?.isKnown === false && recent.peopleInHour >= mailLimits.peopleInHour;
}

/** An acknowledgement goes to people only, never to lists, old mail or addresses that no one reads. */
export function isAcknowledged(mail: {
  class: MailClass;
  address: string;
  acknowledges: boolean;
  isBacklog: boolean;
  /** Acknowledgements to this person in a day, and those about the same subject in an hour. */
  recent: { inDay: number; alikeInHour: number };
}): boolean {
  return (
    mail.class === "person" &&
    mail.acknowledges &&
    !mail.isBacklog &&
    mail.recent.inDay < mailLimits.acknowledgedInDay &&
    mail.recent.alikeInHour < mailLimits.acknowledgedAlikeInHour &&
    !isUnreadAddress(mail.address)
  );
}
