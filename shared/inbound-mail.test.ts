import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mail, ours } from "../tests/support/mail-head.ts";
import {
  type Candidate,
  classifyMail,
  decideMail,
  hasSpamMarks,
  heldReasons,
  isAcknowledged,
  type Situation,
  senderOf,
} from "./inbound-mail.ts";

describe("classify", () => {
  const own = { addresses: ours, formsWriteHere: false, hasOwnMark: false };
  test.each<[string, Record<string, string>, string]>([
    ["a person", {}, "person"],
    ["X-Auto-Response-Suppress alone", { "x-auto-response-suppress": "All" }, "person"],
    ["Auto-Submitted: no", { "auto-submitted": "no" }, "person"],
    ["a vacation reply", { "auto-submitted": "auto-replied (vacation)" }, "automatic"],
    ["X-Autoreply", { "x-autoreply": "yes" }, "automatic"],
    ["X-Autoreply: no", { "x-autoreply": "no" }, "person"],
    ["X-Autorespond", { "x-autorespond": "Re: x" }, "automatic"],
    ["Precedence: auto_reply", { precedence: "auto_reply" }, "automatic"],
    [
      "an Exchange vacation reply",
      { "auto-submitted": "auto-generated", "x-ms-exchange-parent-message-id": "<a@b>" },
      "automatic",
    ],
    ["an empty return path", { "return-path": "<>" }, "automatic"],
    [
      "a read receipt",
      { "content-type": "multipart/report; report-type=disposition-notification" },
      "automatic",
    ],
    [
      "a delivery report",
      { "content-type": 'multipart/report; report-type="delivery-status"; boundary=x' },
      "bounce",
    ],
    ["Gmail's delivery report", { "x-failed-recipients": "ben@x.test" }, "bounce"],
    ["a mailing list", { "list-id": "<news.x.test>" }, "bulk"],
    ["a newsletter", { "list-unsubscribe": "<mailto:a@b.test>" }, "bulk"],
    ["Precedence: bulk", { precedence: "bulk" }, "bulk"],
    ["a program", { "auto-submitted": "auto-generated" }, "bulk"],
  ])("%s", (_, headers, expected) => {
    expect(classifyMail(mail(headers), own)).toBe(expected as never);
  });

  test("a mail from one of our addresses is our own, unless forms write here", () => {
    const from = { from: [{ address: "Support@Acme.test", name: "" }] };
    expect(classifyMail(mail({}, from), own)).toBe("own");
    expect(classifyMail(mail({}, from), { ...own, formsWriteHere: true })).toBe("person");
    expect(classifyMail(mail(), { ...own, hasOwnMark: true })).toBe("own");
  });

  test("an empty return path from mailer-daemon is a bounce", () => {
    const from = { from: [{ address: "MAILER-DAEMON@x.test", name: "" }] };
    expect(classifyMail(mail({ "return-path": "<>" }, from), own)).toBe("bounce");
  });
});

describe("the sender", () => {
  test("is the first valid From address, and Reply-To only where forms write here", () => {
    const from = [
      { address: "not an address", name: "" },
      { address: "Ana@Harbour.test", name: "Ana" },
    ];
    const replyTo = [{ address: "visitor@x.test", name: "Visitor" }];
    expect(senderOf({ from, replyTo }, false)).toEqual({
      address: "ana@harbour.test",
      name: "Ana",
    });
    expect(senderOf({ from, replyTo }, true)?.address).toBe("visitor@x.test");
    expect(senderOf({ from: [], replyTo }, false)).toBeNull();
  });
});

test.each<[string, Record<string, string>, boolean]>([
  ["SpamAssassin's flag", { "x-spam-flag": "YES" }, true],
  ["SpamAssassin's status", { "x-spam-status": "Yes, score=9.1" }, true],
  ["a status that says no", { "x-spam-status": "No, score=0.1" }, false],
  ["Exchange's level 5", { "x-ms-exchange-organization-scl": "5" }, true],
  ["Exchange's level 1", { "x-ms-exchange-organization-scl": "1" }, false],
  ["Forefront's report", { "x-forefront-antispam-report": "CIP:1;SCL:9;SRV:" }, true],
  ["Rspamd", { "x-spamd-result": "default: True [16 / 15]" }, true],
])("spam marks: %s", (_, headers, expected) => {
  expect(hasSpamMarks(mail(headers).headers)).toBe(expected);
});

test("only people are acknowledged, and no address that no one reads", () => {
  const ana = {
    class: "person",
    address: "ana@x.test",
    acknowledges: true,
    isBacklog: false,
    recent: { inDay: 2, alikeInHour: 0 },
  } as const;
  expect(isAcknowledged(ana)).toBe(true);
  for (const address of [
    "no-reply@x.test",
    "noreply@x.test",
    "postmaster@x.test",
    "abuse@x.test",
  ]) {
    expect(isAcknowledged({ ...ana, address })).toBe(false);
  }
  expect(isAcknowledged({ ...ana, class: "bulk" })).toBe(false);
  expect(isAcknowledged({ ...ana, isBacklog: true })).toBe(false);
  expect(isAcknowledged({ ...ana, recent: { inDay: 3, alikeInHour: 0 } })).toBe(false);
  expect(isAcknowledged({ ...ana, recent: { inDay: 1, alikeInHour: 1 } })).toBe(false);
});

const candidate: Candidate = {
  ticketId: "t",
  number: 1042,
  strength: "plain",
  status: "open",
  isSpam: false,
  isParticipant: false,
  isOfCompany: false,
  hasSameSubject: true,
  reopenings: 0,
  isQuiet: false,
};
const customer = { isStaff: false, isKnown: true, isDisabled: false, domain: "harbour.test" };
const usual: Situation = {
  class: "person",
  verdict: "none",
  sender: customer,
  staff: null,
  isBlocked: false,
  isAllowed: false,
  isSpam: false,
  duplicate: "none",
  candidate: null,
  returnedTicketId: null,
  mailbox: { accepts: "everyone", domains: [], alwaysOwnTicket: false },
  recent: { ticketsInHour: 0, ticketsInDay: 0, peopleInHour: 0, alikeInTenMinutes: 0 },
};
const held = (reason: string, ticketId: string | null = null) => ({
  kind: "held",
  reason,
  ticketId,
});
const newTicket = { kind: "ticket", names: null, relatedTo: null };
const message = { kind: "message", ticketId: "t", joins: false, isOther: false, isQuiet: false };
const about = (more: Partial<Candidate>) => ({ candidate: { ...candidate, ...more } });

describe("the decision", () => {
  test.each<[string, Partial<Situation>, object]>([
    ["a new mail is a ticket", {}, newTicket],
    ["our own mail is held", { class: "own" }, held("own")],
    ["a bounce is held at its ticket", { class: "bounce", ...about({}) }, held("bounce", "t")],
    [
      "a bounce is held at the ticket whose mail came back",
      { class: "bounce", returnedTicketId: "sent", ...about({}) },
      held("bounce", "sent"),
    ],
    ["an automatic reply too", { class: "automatic", ...about({}) }, held("automatic", "t")],
    ["a list's mail is a ticket", { class: "bulk" }, newTicket],
    ["without a sender it is held", { sender: null }, held("no-sender")],
    ["a bounce without a sender is a bounce", { sender: null, class: "bounce" }, held("bounce")],
    ["a blocked sender", { isBlocked: true }, held("blocked")],
    ["blocked and allowed", { isBlocked: true, isAllowed: true }, newTicket],
    [
      "blocked comes before disabled",
      { isBlocked: true, sender: { ...customer, isDisabled: true } },
      held("blocked"),
    ],
    ["a disabled person", { sender: { ...customer, isDisabled: true } }, held("disabled-person")],
    ["a failed check", { verdict: "fail" }, held("failed-check")],
    ["spam", { isSpam: true }, held("spam")],
    ["spam marks on an answer", { isSpam: true, ...about({ isParticipant: true }) }, message],
    ["spam that names a ticket", { isSpam: true, ...about({ strength: "weak" }) }, held("spam")],
    ["a copy", { duplicate: "here" }, held("duplicate")],
    ["a copy in another mailbox", { duplicate: "elsewhere" }, held("duplicate")],
    [
      "a copy where each mailbox has its own ticket",
      { duplicate: "elsewhere", mailbox: { ...usual.mailbox, alwaysOwnTicket: true } },
      newTicket,
    ],
    ["staff", { sender: { ...customer, isStaff: true } }, held("unproven-staff")],
    ["a participant", about({ isParticipant: true }), message],
    ["a participant who names it", about({ isParticipant: true, strength: "weak" }), message],
    [
      "a proven colleague",
      { verdict: "pass", ...about({ isOfCompany: true }) },
      { ...message, joins: true },
    ],
    ["an unproven colleague", about({ isOfCompany: true }), held("stranger", "t")],
    ["a stranger", about({}), held("stranger", "t")],
    ["a stranger with a stolen token", about({ strength: "signed" }), held("stranger", "t")],
    ["a stranger who names a ticket", about({ strength: "weak" }), { ...newTicket, names: 1042 }],
    [
      "another subject on an open ticket",
      about({ isParticipant: true, hasSameSubject: false }),
      { ...message, isOther: true },
    ],
    [
      "another subject on a resolved ticket",
      about({ isParticipant: true, hasSameSubject: false, status: "resolved" }),
      { ...newTicket, relatedTo: "t" },
    ],
    [
      "an answer to a closed ticket",
      about({ isParticipant: true, status: "closed" }),
      { kind: "follow-up", ticketId: "t" },
    ],
    [
      "only known people",
      {
        sender: { ...customer, isKnown: false },
        mailbox: { ...usual.mailbox, accepts: "known-people" },
      },
      held("not-accepted"),
    ],
    [
      "only some domains",
      { mailbox: { ...usual.mailbox, accepts: "domains", domains: ["else.test"] } },
      held("not-accepted"),
    ],
    ["a loop", { recent: { ...usual.recent, ticketsInHour: 20 } }, held("loop")],
    ["a loop for a day", { recent: { ...usual.recent, ticketsInDay: 60 } }, held("loop")],
    [
      "just below the limits",
      {
        recent: { ticketsInHour: 19, ticketsInDay: 59, peopleInHour: 199, alikeInTenMinutes: 2 },
      },
      newTicket,
    ],
    [
      "the same text again as an answer",
      {
        recent: { ...usual.recent, alikeInTenMinutes: 3 },
        ...about({ isParticipant: true, strength: "signed" }),
      },
      held("loop", "t"),
    ],
    [
      "many new tickets, and an answer",
      { recent: { ...usual.recent, ticketsInHour: 20 }, ...about({ isParticipant: true }) },
      message,
    ],
    [
      "the fifth reopening",
      about({ isParticipant: true, status: "resolved", reopenings: 4 }),
      message,
    ],
    [
      "the sixth reopening",
      about({ isParticipant: true, status: "resolved", reopenings: 5 }),
      { ...message, isQuiet: "begins" },
    ],
    [
      "a mail that would reopen it before staff have acted",
      about({ isParticipant: true, status: "pending", isQuiet: true }),
      { ...message, isQuiet: "continues" },
    ],
    [
      "a mail to a ticket that is open after five reopenings",
      about({ isParticipant: true, reopenings: 5 }),
      message,
    ],
    ["the same text again", { recent: { ...usual.recent, alikeInTenMinutes: 3 } }, held("loop")],
    [
      "a flood of new people",
      {
        sender: { ...customer, isKnown: false },
        recent: { ...usual.recent, peopleInHour: 200 },
      },
      held("flood"),
    ],
    [
      "a flood of new people, and one the desk knows",
      { recent: { ...usual.recent, peopleInHour: 200 } },
      newTicket,
    ],
    [
      "a flood of new colleagues",
      {
        verdict: "pass",
        sender: { ...customer, isKnown: false },
        recent: { ...usual.recent, peopleInHour: 200 },
        ...about({ isOfCompany: true }),
      },
      held("flood", "t"),
    ],
  ])("%s", (_, given, expected) => {
    expect(decideMail({ ...usual, ...given })).toEqual(expected as never);
  });

  test("is total: every situation has one outcome, and nothing from a stranger is shown", () => {
    const flag = fc.boolean();
    const count = fc.nat({ max: 300 });
    const situations = fc.record({
      class: fc.constantFrom("own", "bounce", "automatic", "bulk", "person" as const),
      verdict: fc.constantFrom("pass", "fail", "none" as const),
      sender: fc.option(
        fc.record({ isStaff: flag, isKnown: flag, isDisabled: flag, domain: fc.domain() }),
      ),
      staff: fc.option(
        fc.record({
          isProven: flag,
          answered: fc.option(
            fc.record({
              ticketId: fc.constant("t"),
              as: fc.constantFrom("reply", "note", "review" as const),
            }),
          ),
          isAnswer: flag,
          isClear: flag,
          isForward: flag,
        }),
      ),
      isBlocked: flag,
      isAllowed: flag,
      isSpam: flag,
      duplicate: fc.constantFrom("none", "here", "elsewhere" as const),
      candidate: fc.option(
        fc.record({
          ticketId: fc.constant("t"),
          number: fc.nat(),
          strength: fc.constantFrom("signed", "plain", "weak" as const),
          status: fc.constantFrom(
            ...(["new", "open", "pending", "on-hold", "resolved", "closed"] as const),
          ),
          isSpam: flag,
          isParticipant: flag,
          isOfCompany: flag,
          hasSameSubject: flag,
          reopenings: fc.nat({ max: 10 }),
          isQuiet: flag,
        }),
      ),
      returnedTicketId: fc.option(fc.constant("sent")),
      mailbox: fc.record({
        accepts: fc.constantFrom("everyone", "known-people", "domains" as const),
        domains: fc.array(fc.domain()),
        alwaysOwnTicket: flag,
      }),
      recent: fc.record({
        ticketsInHour: count,
        ticketsInDay: count,
        peopleInHour: count,
        alikeInTenMinutes: count,
      }),
    });
    fc.assert(
      fc.property(situations, (situation) => {
        const decision = decideMail(situation as Situation);
        if (decision.kind === "held") expect(heldReasons).toContain(decision.reason);
        else {
          const isOfStaff = decision.kind === "staff-message" || decision.kind === "staff-ticket";
          expect(situation.sender?.isStaff).toBe(isOfStaff);
          if (isOfStaff) expect(situation.staff?.isProven).toBe(true);
          expect(["person", "bulk"]).toContain(situation.class);
        }
        if (decision.kind === "message" || decision.kind === "follow-up") {
          const { candidate: ticket, verdict } = situation;
          expect(ticket?.isParticipant || (ticket?.isOfCompany && verdict === "pass")).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
