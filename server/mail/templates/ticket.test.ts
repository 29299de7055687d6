import { describe, expect, test } from "bun:test";
import type { TicketTemplate } from "../../../shared/mails.ts";
import { renderTicketMail, type TicketMailFacts } from "./ticket.ts";

const facts: TicketMailFacts = {
  ...{ deskName: "Northwind Support", firstName: "Ana", askedBy: "Maya Chen", timeZone: null },
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  ...{ origin: "https://desk.example.com", answersAreRead: false },
  ...{ ticketId: "ticket", number: 7, subject: "It prints blank", requester: "Ana Ruiz" },
  ...{ company: "Harbour", hasTeam: false, reader: "other", messages: [] },
  ...{ isSolved: false, isRated: false },
};
const saying = (template: TicketTemplate, given: Partial<TicketMailFacts> = {}) =>
  renderTicketMail(template, { ...facts, ...given }).text;

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
  expect(mail.subject).toBe(`[#7] ${subject}`);
  const answer = "Reply here:\nhttps://desk.example.com/ticket/7";
  expect(mail.text.split("\n\n-- \n")[0]?.split("\n\n")).toEqual([answer, ...words]);
});

test("a reply to a resolved ticket tells its requester so, and asks for a rating", () => {
  const solved = { reader: "requester", isSolved: true } as const;
  const message = { author: "Ben Ode", at: facts.happenedAt, text: "Done.", html: "", files: [] };
  const open = "This ticket is marked as solved. If you still need help, reply there to reopen it.";
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
  expect(saying("ticket-reply", { answersAreRead: true })).toEndWith(
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
