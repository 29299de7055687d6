import { expect, type Locator, type Page } from "@playwright/test";
import type { TicketPatch } from "../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { seenInRow } from "../../support/acting.ts";
import {
  insertCompany,
  insertMessages,
  insertTicket,
  insertUser,
  type TicketRow,
} from "../../support/builders.ts";
import { storedTicket } from "../../support/stored.ts";
import { createVisitor, type Visitor } from "../../support/visitor.ts";
import type { TestDesk } from "../browser/desk.ts";
import { leadTo, shellOf } from "./anywhere.ts";

interface MadeTicket {
  ticket: TicketRow;
  requester: { id: string; name: string };
  company: { id: string; name: string };
  /** Its address next to a list that contains only it. */
  address: string;
}

export interface TicketWishes {
  subject?: string;
  status?: TicketStatus;
  assignee?: string;
  requester?: { id: string; name: string };
  messages?: number;
  tags?: string[];
}

let made = 0;

/** A ticket for one test, with a conversation that begins with its requester. */
export async function makeTicket(desk: TestDesk, wishes: TicketWishes = {}): Promise<MadeTicket> {
  made += 1;
  const company = await insertCompany(desk.db, { name: `Wharf ${made} Trading` });
  const requester = wishes.requester ?? (await makeRequester(desk, company.id));
  const begun = Date.now() - 3 * 24 * 60 * 60_000;
  const ticket = await insertTicket(desk.db, {
    requester_id: requester.id,
    company_id: company.id,
    subject: wishes.subject ?? `Crane number ${made} stands still`,
    status: wishes.status ?? "open",
    assignee_id: wishes.assignee ?? null,
    tags: wishes.tags ?? [],
    created_at: new Date(begun),
  });
  const messages = Array.from({ length: wishes.messages ?? 1 }, (_, at) => ({
    ...{ ticket_id: ticket.id, author_id: requester.id },
    body: `Message ${at + 1} about **the crane**.`,
    created_at: new Date(begun + at * 60_000),
  }));
  await insertMessages(desk.db, messages);
  const address = `/ticket/${ticket.number}?view=all&q=${encodeURIComponent(ticket.subject.slice(0, 40))}`;
  return { ticket, requester, company, address };
}

async function makeRequester(desk: TestDesk, company: string) {
  const user = await insertUser(desk.db, {
    first_name: "Ana",
    last_name: "Ferreira",
    companies: [company],
  });
  return { id: user.id, name: "Ana Ferreira" };
}

/** A colleague who acts by API calls instead of a browser. */
export async function colleague(desk: TestDesk, email: string): Promise<Visitor> {
  const visitor = createVisitor(desk.url.replace("localhost", "127.0.0.1"));
  const { status } = await visitor.signIn(email);
  if (status !== 200) throw new Error(`${email} was not signed in`);
  return visitor;
}

/** They change a ticket in its current state. */
export async function changeAs(
  visitor: Visitor,
  desk: TestDesk,
  { id }: { id: string },
  patch: TicketPatch,
): Promise<void> {
  const from = seenInRow(await storedTicket(desk.db, id), patch);
  const change = { requestId: Bun.randomUUIDv7(), id, patch, from };
  const { status, text } = await visitor.mutate("tickets.update", change);
  expect(status, text).toBe(200);
}

/** An event about a ticket, as another server on the same database sends it. */
export async function sendTicketEvent(
  desk: TestDesk,
  { id, number }: { id: string; number: number },
  people: string[],
): Promise<void> {
  await desk.db
    .insertInto("live_events")
    .values({
      ...{ id: Bun.randomUUIDv7(), topic: "ticket", subject_id: id },
      ...{ number, audience: "everyone", people_ids: people },
    })
    .execute();
  desk.services.wakeup.wake();
}

export function ticketOf(page: Page, { number }: { number: number | string }) {
  const region = page.getByRole("region", { name: `Ticket #${number}`, exact: true });
  const properties = page.getByRole("complementary", { name: "Properties" });
  return {
    region,
    properties,
    conversation: region.getByRole("region", { name: "Conversation" }),
    property: (name: string): Locator =>
      page.getByRole("button", { name: new RegExp(`^${name}: `) }),
    notice: (words: string | RegExp): Locator =>
      shellOf(page).notices.locator("[data-slot=notice]").filter({ hasText: words }),
  };
}

/** The page is complete: conversation and properties. */
export async function openTicket(page: Page, { ticket, address }: MadeTicket) {
  await page.goto(address);
  const parts = ticketOf(page, ticket);
  await expect(parts.conversation.getByRole("article").first()).toBeVisible();
  return parts;
}

/** The same without a load: from a page of the desk that is open already. */
export async function leadToTicket(page: Page, { ticket, address }: MadeTicket) {
  await leadTo(page, address);
  const parts = ticketOf(page, ticket);
  await expect(parts.conversation.getByRole("article").first()).toBeVisible();
  return parts;
}
