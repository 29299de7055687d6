import type { MailHead } from "../../shared/inbound-mail.ts";

/** The addresses of the mailbox that the mail was sent to. */
export const ours = new Set(["support@acme.test"]);

/** A mail of a customer to that mailbox. */
export const mail = (
  headers: Record<string, string> = {},
  more: Partial<MailHead> = {},
): MailHead => ({
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
