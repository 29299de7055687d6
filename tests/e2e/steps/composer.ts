import { insertMessage, insertTicket, insertUser, type TicketRow } from "../../support/builders.ts";
import type { TestDesk } from "../browser/desk.ts";
import { expect, type Page } from "../browser/fixtures.ts";
import { leadTo } from "./anywhere.ts";

/** A ticket of Ana's that needs a reply. */
export async function openTicket(
  desk: TestDesk,
  given: Partial<Parameters<typeof insertTicket>[1]> = {},
): Promise<TicketRow> {
  const ana = await insertUser(desk.db, { first_name: "Ana", last_name: "Ferreira" });
  const ticket = await insertTicket(desk.db, {
    requester_id: ana.id,
    subject: "Labels print blank",
    status: "open",
    ...given,
  });
  await customerWrites(desk, ticket, "Every label is blank.");
  return ticket;
}

/** From elsewhere: this page has not received it. */
export async function customerWrites(
  desk: TestDesk,
  ticket: TicketRow,
  body: string,
): Promise<void> {
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: ticket.requester_id, body });
}

/** The composer and its surroundings, by accessible names. */
export function composerOf(page: Page) {
  const composer = page.getByRole("region", { name: /^Write (a reply|an internal note)$/ });
  return {
    composer,
    reply: composer.getByRole("textbox", { name: "Reply" }),
    note: composer.getByRole("textbox", { name: "Internal note" }),
    asReply: composer.getByRole("button", { name: /^Reply/ }),
    asNote: composer.getByRole("button", { name: /^Note/ }),
    send: composer.getByRole("button", { name: /^(Send|Send reply|Send and set .+)$/ }),
    addNote: composer.getByRole("button", { name: "Add internal note" }),
    conversation: page.getByRole("region", { name: "Conversation" }),
  };
}

/** Next to a nearly empty list, since other tickets are not the subject. */
export const addressOf = ({ number }: { number: number }) => `/ticket/${number}?view=my-open`;

export async function goToTicket(page: Page, ticket: TicketRow) {
  await page.goto(addressOf(ticket));
  const parts = composerOf(page);
  await expect(parts.composer).toBeVisible();
  return parts;
}

/** The same without reloading the page. */
export async function leadToTicket(page: Page, given: TicketRow): Promise<void> {
  await leadTo(page, addressOf(given));
  // The previous composer is gone once the page has this name.
  const ticket = page.getByRole("region", { name: `Ticket #${given.number}`, exact: true });
  await expect(ticket.getByRole("region", { name: /^Write / })).toBeVisible();
}

/** The messages of a ticket, in the order in which they were written. */
export function messagesIn(desk: TestDesk, ticket: TicketRow) {
  return desk.db
    .selectFrom("messages")
    .select(["body", "kind"])
    .where("ticket_id", "=", ticket.id)
    .orderBy("id")
    .execute();
}

export async function statusOf(desk: TestDesk, { id }: TicketRow): Promise<string> {
  const ticket = desk.db.selectFrom("tickets").select("status").where("id", "=", id);
  return (await ticket.executeTakeFirstOrThrow()).status;
}

export async function draftsIn(desk: TestDesk, ticket: TicketRow): Promise<string[]> {
  const drafts = desk.db.selectFrom("drafts").select("body").where("ticket_id", "=", ticket.id);
  return (await drafts.execute()).map(({ body }) => body);
}

export async function bodiesIn(desk: TestDesk, ticket: TicketRow): Promise<string[]> {
  return (await messagesIn(desk, ticket)).map(({ body }) => body);
}
