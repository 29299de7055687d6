import { describe, expect, test } from "bun:test";
import type { TicketTemplate } from "../../../shared/mails.ts";
import { renderTicketMail } from "./ticket.ts";
import type { TicketMailFacts } from "./ticket-props.ts";

const facts: TicketMailFacts = {
  ...{ deskName: "Northwind Support", firstName: "Ana", askedBy: "Maya Chen", timeZone: null },
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  ...{ origin: "https://desk.example.com", answersAreRead: false },
  ...{ ticketId: "ticket", number: 7, subject: "It prints blank", requester: "Ana Ruiz" },
  ...{ company: "Harbour", hasTeam: false, reader: "other", message: null },
};
const saying = (template: TicketTemplate, given: Partial<TicketMailFacts> = {}) =>
  renderTicketMail(template, { ...facts, ...given }).text;

describe("who did it", () => {
  test("is named, unless nobody is known", () => {
    expect(saying("ticket-assigned")).toContain("\nMaya Chen assigned ticket #7 to you:\n");
    expect(saying("ticket-assigned", { askedBy: null })).toContain(
      "\nTicket #7 was assigned to you:\n",
    );
    expect(saying("ticket-opened")).toContain("\nMaya Chen opened ticket #7 for you:\n");
    expect(saying("ticket-opened", { askedBy: null })).toContain(
      "\nNorthwind Support opened ticket #7 for you:\n",
    );
  });

  test("and whose ticket it is, with their company where they have one", () => {
    expect(saying("ticket-assigned")).toContain("\nFrom Ana Ruiz, Harbour.\n");
    expect(saying("ticket-assigned", { company: null })).toContain("\nFrom Ana Ruiz.\n");
  });
});

test("of what a customer wrote staff are told why it reaches them", () => {
  const why = (given: Partial<TicketMailFacts>) =>
    /You get this mail because (.*)\./.exec(saying("ticket-customer-wrote", given))?.[1];
  expect(why({ reader: "assignee", hasTeam: true })).toBe("the ticket is assigned to you");
  expect(why({ hasTeam: true })).toBe("it came in for your team");
  expect(why({})).toBe("nobody has this ticket yet");
});

test("the files of a message are counted and named; of none there is no word", () => {
  const files = (...names: string[]) => {
    const message = { author: "Ana", at: facts.happenedAt, body: "See", files: [] };
    const taken = names.map((name) => ({ name }));
    return saying("ticket-reply", { message: { ...message, files: taken } });
  };
  const link = "https://desk.example.com/ticket/7";
  expect(files()).not.toContain("in the ticket");
  expect(files("a.png")).toContain(`\n1 file in the ticket, a.png:\n${link}\n`);
  expect(files("a.png", "b.png")).toContain(`\n2 files in the ticket, a.png, b.png:\n${link}\n`);
});
