import { words } from "./ticket-props.ts";

export const ticketReplyMail = {
  body: words,
  because: () => "you follow this ticket",
};
