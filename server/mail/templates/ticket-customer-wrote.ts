import { whyItReaches, words } from "./ticket-props.ts";

export const ticketCustomerWroteMail = {
  body: words,
  because: whyItReaches,
};
