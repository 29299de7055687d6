export const mailStates = ["queued", "sent", "kept", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/** An outgoing mail as a Super Admin reads it. Links with a token show as `[link]`. */
export interface Mail {
  id: string;
  state: MailState;
  to: string;
  subject: string;
  text: string;
  attempts: number;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
}

export interface MailPage {
  mails: Mail[];
  nextCursor: string | null;
  /** Whether a mail server is set: without one, mails are kept here and not sent. */
  sending: boolean;
}
