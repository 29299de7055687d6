import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Candidate,
  classifyMail,
  decideMail,
  hasSpamMarks,
  heldReasons,
  isAcknowledged,
  isSameSubject,
  type MailHead,
  plainSubject,
  provesSender,
  type Situation,
  senderOf,
  threadHints,
  verdictOf,
} from "./inbound-mail.ts";

const ours = new Set(["support@acme.test"]);

const mail = (headers: Record<string, string> = {}, more: Partial<MailHead> = {}): MailHead => ({
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  from: [{ address: "ana@harbour.test", name: "Ana" }],
  replyTo: [],
  to: [{ address: "support@acme.test", name: "" }],
  cc: [],
  envelopeTo: null,
  subject: "Blank labels",
  messageId: "<a@harbour.test>",
  inReplyTo: [],
  references: [],
  ...more,
});

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

describe("the verdict", () => {
  const results = (...values: string[]) =>
    values.map((value) => ({ name: "authentication-results", value }));
  test.each<[string, string, string]>([
    ["DMARC passes", "mx.acme.test; dmarc=pass header.from=harbour.test", "pass"],
    ["DMARC fails", "mx.acme.test; dmarc=fail (p=none) header.from=harbour.test", "fail"],
    ["aligned DKIM", "mx.acme.test; dkim=pass header.d=mail.harbour.test", "pass"],
    ["aligned SPF", "mx.acme.test; spf=pass smtp.mailfrom=bounce@harbour.test", "pass"],
    ["DKIM of another domain", "mx.acme.test; dkim=pass header.d=sender.test", "none"],
    [
      "both fail",
      "mx.acme.test; dkim=fail header.d=harbour.test; spf=softfail smtp.mailfrom=x@y.test",
      "fail",
    ],
    ["SPF alone fails", "mx.acme.test; spf=fail smtp.mailfrom=x@harbour.test", "none"],
    ["another server's result", "mx.else.test; dmarc=pass header.from=harbour.test", "none"],
    ["a comment that lies", "mx.acme.test; spf=none (dmarc=pass) smtp.mailfrom=x@y.test", "none"],
  ])("%s", (_, value, expected) => {
    expect(verdictOf(results(value), "mx.acme.test", "harbour.test")).toBe(expected as never);
  });

  test("only the topmost result of our server counts", () => {
    const headers = results("mx.acme.test; dmarc=fail", "mx.acme.test; dmarc=pass");
    expect(verdictOf(headers, "mx.acme.test", "harbour.test")).toBe("fail");
  });

  test("without a known name nothing counts; some servers give none", () => {
    const headers = results("dmarc=pass header.from=harbour.test");
    expect(verdictOf(headers, null, "harbour.test")).toBe("none");
    expect(verdictOf(headers, "", "harbour.test")).toBe("pass");
  });

  test.each([
    ["its own domain", ["else.test", "harbour.test"], "pass"],
    ["a domain above", ["harbour.test"], "pass"],
    ["another domain", ["else.test"], "none"],
    ["a domain with the same ending", ["arbour.test"], "none"],
    ["a top-level domain", ["test"], "none"],
    ["no domain", [], "none"],
  ] as const)("without a result, a valid signature of %s counts", (_, signedBy, expected) => {
    const from = expected === "pass" && signedBy.length === 1 ? "eu.harbour.test" : "harbour.test";
    expect(verdictOf([], "mx.acme.test", from, signedBy)).toBe(expected);
  });

  test("a result of the mail server outranks signatures", () => {
    const failed = results("mx.acme.test; dmarc=fail header.from=harbour.test");
    expect(verdictOf(failed, "mx.acme.test", "harbour.test", ["harbour.test"])).toBe("fail");
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

describe("who writes as staff", () => {
  const results = (value: string) => [{ name: "authentication-results", value }];
  test.each<[string, string, boolean]>([
    ["DMARC passes", "mx.a.test; dmarc=pass header.from=a.test", true],
    [
      "DMARC fails",
      "mx.a.test; dmarc=fail; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=a.test",
      false,
    ],
    [
      "SPF and DKIM align",
      "mx.a.test; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=a.test",
      true,
    ],
    ["SPF alone", "mx.a.test; spf=pass smtp.mailfrom=a.test", false],
    [
      "DKIM of another domain",
      "mx.a.test; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=b.test",
      false,
    ],
    ["another server's word", "mx.b.test; dmarc=pass header.from=a.test", false],
  ])("%s", (_, value, expected) => {
    expect(provesSender(results(value), "mx.a.test", "a.test")).toBe(expected);
    expect(provesSender(results(value), null, "a.test")).toBe(false);
  });
});

describe("thread hints", () => {
  test("In-Reply-To comes first, then References from the right; an empty id is none", () => {
    const hints = threadHints(
      mail({}, { inReplyTo: ["<c@x>", "<>"], references: ["<a@x>", "<b@x>", "<c@x>"] }),
      ours,
    );
    expect(hints.ids).toEqual(["<c@x>", "<b@x>", "<a@x>"]);
  });

  test("our token counts wherever our address can be", () => {
    const token = "abcdefghijklmno2";
    const found = (more: Partial<MailHead>, headers = {}) =>
      threadHints(mail(headers, more), ours).tokens;
    const to = (address: string) => [{ address, name: "" }];
    expect(found({ to: to(`Support+${token}@acme.test`) })).toEqual([token]);
    expect(found({ cc: to(`support+${token}@acme.test`) })).toEqual([token]);
    expect(found({ envelopeTo: `support+${token}@acme.test` })).toEqual([token]);
    expect(found({}, { "delivered-to": `<support+${token}@acme.test>` })).toEqual([token]);
    expect(found({ to: to(`support+${token}@else.test`) })).toEqual([]);
    expect(found({ to: to("support+short@acme.test") })).toEqual([]);
  });

  test("our own ids and the number in the subject are read", () => {
    const [ticketId, messageId] = [crypto.randomUUID(), crypto.randomUUID()];
    const readerId = crypto.randomUUID();
    const local = `${messageId}.${readerId}`;
    const signedId = `${local}.abcdefghijklmno2`;
    const hints = threadHints(
      mail(
        {},
        {
          subject: "Re: Blank labels [#1042]",
          references: [
            `<ticket.${ticketId}@desk.test>`,
            `<${local}@d.test>`,
            `<${signedId}@d.test>`,
          ],
        },
      ),
      ours,
    );
    expect(hints.ours).toEqual([
      { id: `<${signedId}@d.test>`, messageId, readerId, signedId },
      { id: `<${local}@d.test>`, messageId, readerId, signedId: null },
      { ticketId },
    ]);
    expect(hints.number).toBe(1042);
  });
});

test.each([
  ["Re: Blank labels [#1042]", "Blank labels"],
  ["AW: WG: Re[2]: Etiketten", "Etiketten"],
  ["RE: Fwd: [#7] x", "x"],
  ["Regarding: labels", "Regarding: labels"],
  ["", ""],
])("the plain subject of “%s” is “%s”", (subject, plain) => {
  expect(plainSubject(subject)).toBe(plain);
});

test("subjects are compared without prefixes, tag, case and spaces", () => {
  expect(isSameSubject("Re: Blank  LABELS [#1042]", "blank labels")).toBe(true);
  expect(isSameSubject("Follow-up: Blank labels", "RE: Blank labels")).toBe(true);
  expect(isSameSubject("Blank labels", "Invoice 7")).toBe(false);
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
