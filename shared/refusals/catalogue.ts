import { deskRefusals } from "./desk.ts";
import { fileRefusals } from "./files.ts";
import { peopleRefusals } from "./people.ts";
import { requestRefusals } from "./requests.ts";
import { signInRefusals } from "./sign-in.ts";
import { ticketRefusals } from "./tickets.ts";

/**
 * The one catalogue of what can go wrong: code → HTTP status, tRPC code, the words people see.
 * No message may hold the word "http": the client hides such messages behind the fallback.
 */
export const errorCatalogue = {
  ...requestRefusals,
  ...signInRefusals,
  ...ticketRefusals,
  ...peopleRefusals,
  ...deskRefusals,
  ...fileRefusals,
};
