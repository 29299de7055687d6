import { linkTemplates } from "../../shared/mails.ts";
import type { Tx } from "../db/database.ts";
import { recordLiveEvent } from "../events/live-events.ts";
import { tellPages } from "../events/tell-pages.ts";

interface ToldMail {
  template: string;
  messageId: string | null;
}

/** Whether a mail has failed stands by its message, for staff, and on the record of whom it lets in. */
export async function tellOfFailure(tx: Tx, { template, messageId }: ToldMail): Promise<void> {
  if (messageId) return await tellOfTicket(tx, messageId);
  if (linkTemplates.some((known) => known === template)) await tellPages(tx, "users");
}

/** The ticket in which the message shows now. */
async function tellOfTicket(tx: Tx, messageId: string): Promise<void> {
  const ticket = await tx
    .selectFrom("messages")
    .innerJoin("tickets", "tickets.id", "messages.ticket_id")
    .select(["tickets.id as subjectId", "number", "version", "company_id"])
    .where("messages.id", "=", messageId)
    .executeTakeFirst();
  if (!ticket) return;
  const { company_id, ...told } = ticket;
  await recordLiveEvent(tx, {
    ...{ topic: "ticket", ...told, audience: "staff", peopleIds: [] },
    companyIds: company_id === null ? [] : [company_id],
  });
}
