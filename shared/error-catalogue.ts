import { deskRefusals } from "./refusals/desk.ts";
import { fileRefusals } from "./refusals/files.ts";
import { peopleRefusals } from "./refusals/people.ts";
import { requestRefusals } from "./refusals/requests.ts";
import { signInRefusals } from "./refusals/sign-in.ts";
import { ticketRefusals } from "./refusals/tickets.ts";

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
