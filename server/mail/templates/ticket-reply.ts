import { words } from "./ticket-props.ts";

export const ticketReply = {
  body: words,
  because: () => "you follow this ticket",
};
