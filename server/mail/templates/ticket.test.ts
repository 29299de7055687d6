import { describe, expect, test } from "bun:test";
import { accentIn } from "../../../shared/desk-colours.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import { renderTicketMail, type TicketMailFacts, withoutMessageText } from "./ticket.ts";

const facts: TicketMailFacts = {
  ...{ deskName: "Northwind Support", firstName: "Ana", askedBy: "Maya Chen", timeZone: null },
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  ...{ origin: "https://desk.example.com", answers: "unread" },
  ...{
    ticketId: "ticket",
    number: 7,
    subject: "It prints blank",
    answered: null,
    requester: "Ana Ruiz",
  },
  ...{ company: "Harbour", hasTeam: false, reader: "other", messages: [] },
  ...{ isSolved: false, isRated: false, card: null },
};
const saying = (template: TicketTemplate, given: Partial<TicketMailFacts> = {}) =>
  renderTicketMail(template, { ...facts, ...given }).text;

/** Others name the ticket first. */
const subjectsOfCustomers: Partial<Record<TicketTemplate, string>> = {
  "ticket-received": "Re: It prints blank [#7]",
  "ticket-opened": "It prints blank [#7]",
  "ticket-reply": "Re: It prints blank [#7]",
};

const wrote = "Ben Ode wrote on 20 November 2026 at 23:30 (UTC):";

test.each<[TicketTemplate, string, string[]]>([
  [
    "ticket-received",
    "It prints blank",
    ["Hello Ana,", "We've received your message and will reply in ticket #7:", "It prints blank"],
  ],
  [
    "ticket-opened",
    "It prints blank",
    [
      ...["Hello Ana,", "Maya Chen opened ticket #7 for you:", "It prints blank"],
      ...[wrote, "Try **this**."],
    ],
  ],
  ["ticket-reply", "It prints blank", [wrote, "Try **this**."]],
  ["ticket-customer-wrote", "It prints blank", [wrote, "Try **this**."]],
  ["ticket-reopened", "It prints blank", ["Maya Chen reopened ticket #7:", "It prints blank"]],
  ["ticket-rated", "It prints blank", ["Maya Chen rated ticket #7 as bad:", "It prints blank"]],
  [
    "ticket-assigned",
    "It prints blank",
    ["Maya Chen assigned ticket #7 to you:", "It prints blank", "From Ana Ruiz, Harbour."],
  ],
  [
    "ticket-team",
    "It prints blank",
    ["Maya Chen moved ticket #7 to your team:", "It prints blank", "From Ana Ruiz, Harbour."],
  ],
  ["ticket-mentioned", "You were mentioned", ["You were mentioned in ticket #7."]],
])("%s says what happened and where to reply, and nothing more", (template, subject, words) => {
  const message = {
    author: "Ben Ode",
    at: facts.happenedAt,
    text: "Try **this**.",
    html: "",
    files: [],
  };
  const mail = renderTicketMail(template, { ...facts, messages: [message] });
  expect(mail.subject).toBe(subjectsOfCustomers[template] ?? `[#7] ${subject}`);
  const answer = "Reply here:\nhttps://desk.example.com/ticket/7";
  expect(mail.text.split("\n\n-- \n")[0]?.split("\n\n")).toEqual([answer, ...words]);
});

test("the subject is that of the mail it answers, cut to 150 characters with the number at its end", () => {
  const subject = (given: Partial<TicketMailFacts>) =>
    renderTicketMail("ticket-reply", { ...facts, ...given }).subject;
  expect(subject({ answered: "RE: [#7] Blank labels" })).toBe("Re: Blank labels [#7]");
  expect(subject({ answered: "Re: " })).toBe("Re: It prints blank [#7]");
  const long = subject({ subject: "ä".repeat(300) });
  expect(long).toHaveLength(150);
  expect(long).toEndWith("ä [#7]");
});

describe("where answers by mail join the ticket", () => {
  const card = { accent: null, agent: "Ben", quoted: null };
  const message = { author: "Ben Ode", at: facts.happenedAt, text: "Done.", html: "", files: [] };
  const joined = {
    answers: "joined",
    card,
    messages: [message],
    link: "https://x.test/t#a",
  } as const;

  test("the mail begins with the line that separates an answer, and asks for one", () => {
    const mail = renderTicketMail("ticket-reply", { ...facts, ...joined });
    expect(mail.text).toStartWith("----- Write your reply above this line -----\n\nBen Ode wrote");
    expect(mail.text).toContain("\n\nAnswer this mail, or open the ticket:\nhttps://x.test/t#a\n");
    expect(mail.text).not.toContain("aren't");
    expect(mail.html).toContain("----- Write your reply above this line -----");
    expect(mail.html).toContain("<p>Answer this mail, or open the ticket:</p>");
    expect(mail.html).toContain(">Open the ticket</a>");
  });

  test("an agent's message has the mailbox's signature below it, a customer's has none", () => {
    const signature = "Acme <Support>\n+49 30 1234";
    const mail = renderTicketMail("ticket-reply", { ...facts, ...joined, signature });
    expect(mail.text).toContain("\n\nDone.\n\nAcme <Support>\n+49 30 1234\n\nAnswer");
    expect(mail.html).toContain("Acme &lt;Support&gt;<br>+49 30 1234");
    const ofCustomer = { ...joined, card: { ...card, agent: null }, signature };
    expect(renderTicketMail("ticket-reply", { ...facts, ...ofCustomer }).text).not.toContain(
      "Acme",
    );
  });

  test("a solved ticket is reopened by an answer", () => {
    const solved = { ...joined, reader: "requester", isSolved: true } as const;
    expect(renderTicketMail("ticket-reply", { ...facts, ...solved }).text).toContain(
      "If you still need help, answer this mail to reopen it. You can also rate our help in the ticket.",
    );
  });
});

test("a reply to a resolved ticket says so to its requester, and asks for a rating", () => {
  const solved = { reader: "requester", isSolved: true } as const;
  const message = { author: "Ben Ode", at: facts.happenedAt, text: "Done.", html: "", files: [] };
  const open =
    "This ticket is marked as solved. If you still need help, use the link below to reopen it.";
  const above = (given: Partial<TicketMailFacts>) =>
    saying("ticket-reply", { messages: [message], ...given })
      .split(`\n\n${wrote}`)[0]
      ?.split("\n\n")
      .slice(1);
  expect(above(solved)).toEqual([`${open} You can also rate our help there.`]);
  expect(above({ ...solved, isRated: true })).toEqual([open]);
  expect(above({ ...solved, reader: "other" })).toEqual([]);
  expect(above({ reader: "requester" })).toEqual([]);
});

test("if replies are read, the mail says that they are not added to the ticket", () => {
  expect(saying("ticket-reply", { answers: "read" })).toEndWith(
    "\nReplies to this email are read, but aren't added to the ticket. Please use the link above.\n",
  );
});

describe("the actor", () => {
  test("is named, unless unknown", () => {
    expect(saying("ticket-assigned")).toContain("\nMaya Chen assigned ticket #7 to you:\n");
    expect(saying("ticket-assigned", { askedBy: null })).toContain(
      "\nTicket #7 was assigned to you:\n",
    );
    expect(saying("ticket-opened")).toContain("\nMaya Chen opened ticket #7 for you:\n");
    expect(saying("ticket-team", { askedBy: null })).toContain(
      "\nTicket #7 was moved to your team:\n",
    );
    expect(saying("ticket-reopened", { askedBy: null })).toContain("\nTicket #7 was reopened:\n");
    expect(saying("ticket-rated", { askedBy: null })).toContain("\nTicket #7 was rated as bad:\n");
    expect(saying("ticket-opened", { askedBy: null })).toContain(
      "\nNorthwind Support opened ticket #7 for you:\n",
    );
  });

  test("and the requester with their company, if any, are named", () => {
    expect(saying("ticket-assigned")).toContain("\nFrom Ana Ruiz, Harbour.\n");
    expect(saying("ticket-assigned", { company: null })).toContain("\nFrom Ana Ruiz.\n");
  });
});

test("the reason and the settings link are given, except to the requester", () => {
  const choose = "Change your email notifications:\nhttps://desk.example.com/profile";
  const end = (template: TicketTemplate, reader: TicketMailFacts["reader"]) =>
    saying(template, { reader })
      .split("You're receiving this because ")[1]
      ?.split("\n\n")
      .slice(0, 2);
  const answers = "Replies to this address aren't read. Please use the link above.\n";
  expect(end("ticket-received", "requester")).toEqual(["you opened this ticket.", answers]);
  // The ticket has another requester by the time the mail is sent.
  expect(end("ticket-received", "other")).toEqual(["you opened this ticket.", answers]);
  expect(end("ticket-reply", "requester")).toEqual(["this is your ticket.", answers]);
  expect(end("ticket-reply", "other")).toEqual(["you follow this ticket.", choose]);
  expect(end("ticket-mentioned", "other")).toEqual(["someone mentioned you.", choose]);
  expect(end("ticket-team", "other")).toEqual([
    "your team has this ticket and it's unassigned.",
    choose,
  ]);
  expect(end("ticket-opened", "other")).toEqual(["this ticket was opened for you.", choose]);
});

test.each<TicketTemplate>(["ticket-customer-wrote", "ticket-reopened", "ticket-rated"])(
  "the reason in staff mail about a customer's action: %s",
  (template) => {
    const why = (given: Partial<TicketMailFacts>) =>
      /You're receiving this because (.*)\./.exec(saying(template, given))?.[1];
    expect(why({ reader: "assignee", hasTeam: true })).toBe("the ticket is assigned to you");
    expect(why({ reader: "follower", hasTeam: true })).toBe("you follow this ticket");
    expect(why({ hasTeam: true })).toBe("your team received this ticket");
    expect(why({})).toBe("this ticket is unassigned");
  },
);

test("the files of a message are counted and named, if there are any", () => {
  const files = (...names: string[]) => {
    const message = { author: "Ana", at: facts.happenedAt, text: "See", html: "", files: [] };
    const taken = names.map((name) => ({ name }));
    return saying("ticket-reply", { messages: [{ ...message, files: taken }] });
  };
  const link = "https://desk.example.com/ticket/7";
  expect(files()).not.toContain("in the ticket");
  expect(files("a.png")).toContain(`\n1 file in the ticket, a.png:\n${link}\n`);
  expect(files("a.png", "b.png")).toContain(`\n2 files in the ticket, a.png, b.png:\n${link}\n`);
});

test("right-to-left names stay in their order", () => {
  const names = { requester: "فاطمة الزهراء", company: "شركة الميناء" };
  const from = "\nFrom \u2068فاطمة الزهراء\u2069, \u2068شركة الميناء\u2069.\n";
  expect(saying("ticket-assigned", names)).toContain(from);
});

test("a mail list's preview shows no text of the note in which someone was mentioned", () => {
  const { html } = renderTicketMail("ticket-mentioned", facts);
  expect(/display: none[^>]*>([^<]*)</.exec(html)?.[1]).toBe("You were mentioned in ticket #7.");
});

describe("a mail to a customer", () => {
  const link = "https://desk.example.com/t#t0ken";
  const said = {
    ...{ author: "Ben Ode", at: facts.happenedAt, text: "Try **this**." },
    ...{ html: "<p>Try <strong>this</strong>.</p>", files: [{ name: "a.png" }] },
  };
  const quoted = {
    ...{ author: "Ana Ruiz", at: new Date("2026-11-20T20:05:00Z"), isReader: true },
    ...{
      text: "It prints blank.\n\nWhy & how?",
      html: "<p>It prints blank.</p><p>Why &amp; how?</p>",
    },
  };
  const card = { accent: "#0f766e", agent: "Ben", quoted };
  const customers: TicketMailFacts = {
    ...facts,
    ...{ reader: "requester", messages: [said], card, link },
  };
  const mail = renderTicketMail("ticket-reply", customers);

  test("has the message, one button to its ticket, the last message of the customer, and a reason", () => {
    expect(mail.text).toBe(`Ben Ode wrote on 20 November 2026 at 23:30 (UTC):

Try **this**.

1 file in the ticket: a.png

Reply to this ticket:
${link}

You wrote on 20 November 2026 at 20:05 (UTC):

> It prints blank.
>
> Why & how?

--${" "}
You're receiving this because this is your ticket.

Replies to this address aren't read. Please use the link above.
`);
  });

  test("says the same in both forms, in the same order", () => {
    const body = mail.html.slice(mail.html.indexOf("<!-- letterhead -->"));
    const shown = body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    const parts = [
      ...["Ben Ode wrote on", "Try this .", "1 file in the ticket: a.png", "Reply to this ticket"],
      ...["You wrote on", "It prints blank. Why &amp; how?", "because this is your ticket"],
      "Please use the link above.",
    ];
    const places = parts.map((part) => shown.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("is a card of 480 px in the desk's colour, readable on light and dark", () => {
    const light = accentIn("light", "#0f766e");
    const dark = accentIn("dark", "#0f766e");
    expect(mail.html).toContain('width="480"');
    expect(mail.html).toContain("max-width: 480px");
    expect(mail.html).toContain(`border-top: 4px solid ${light.primary}`);
    expect(mail.html).toContain(`.card .button { background: ${dark.primary} !important }`);
    const plain = renderTicketMail("ticket-reply", {
      ...customers,
      card: { ...card, accent: null },
    });
    expect(plain.html).toContain(accentIn("light", "#275cc4").primary);
    const grounds = [/\.card \{ background: (#\w{6})/, /border="0" style="background: (#\w{6})"/];
    expect(grounds.map((ground) => ground.test(mail.html))).toEqual([true, true]);
  });

  test("links to its ticket alone, and fetches nothing", () => {
    const addresses = [...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(addresses).toEqual([link]);
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
  });

  test("shows in a list of mails what was written", () => {
    expect(/display: none[^>]*>([^<]*)</.exec(mail.html)?.[1]).toBe("Try this .");
  });

  test("names another customer's quote by its author, and has none if there is none", () => {
    const by = (given: Partial<TicketMailFacts>) =>
      renderTicketMail("ticket-reply", { ...customers, ...given }).text;
    const theirs = { ...card, quoted: { ...quoted, isReader: false } };
    expect(by({ card: theirs })).toContain("\n\nAna Ruiz wrote on 20 November 2026 at 20:05");
    expect(by({ card: { ...card, quoted: null } })).toContain(`${link}\n\n-- \nYou're`);
  });

  test("is stored without its message, its quote and its link", () => {
    const { text } = renderTicketMail("ticket-reply", {
      ...withoutMessageText(customers),
      link: "[link]",
    });
    expect(text).not.toMatch(/Try|prints|t0ken/);
    expect(text).toContain(
      "[message]\n\n1 file in the ticket: a.png\n\nReply to this ticket:\n[link]",
    );
    expect(text).toContain("\n\n> [message]\n");
  });

  test("escapes what people typed", () => {
    const hostile = renderTicketMail("ticket-reply", {
      ...customers,
      messages: [{ ...said, author: '<b>"A"</b>', files: [{ name: "<i>.png" }] }],
      card: { ...card, quoted: { ...quoted, author: "<u>", isReader: false } },
    });
    expect(hostile.html).not.toMatch(/<b>|<i>|<u>/);
  });

  test("goes to the ticket's page where no link could be made", () => {
    const { link: _, ...without } = customers;
    expect(renderTicketMail("ticket-reply", without).text).toContain(
      "Reply to this ticket:\nhttps://desk.example.com/ticket/7\n",
    );
  });
});
