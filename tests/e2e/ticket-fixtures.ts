import type { Person } from "../support/people.ts";
import { goToTicket, openTicket as makeOpenTicket } from "./composer-steps.ts";
import { test as base } from "./fixtures.ts";
import { makeTicket, openTicket, type TicketWishes } from "./ticket-steps.ts";

type Opened = Awaited<ReturnType<typeof openTicket>>;
type Composer = Awaited<ReturnType<typeof goToTicket>>;

interface AtTicket extends Opened {
  me: Person;
  made: Awaited<ReturnType<typeof makeTicket>>;
}

interface AtComposer extends Composer {
  me: Person;
  ticket: Awaited<ReturnType<typeof makeOpenTicket>>;
}

interface TicketFixtures {
  /** An Agent is signed in, and looks at a ticket that was made for this test. */
  atTicket: (wishes?: TicketWishes) => Promise<AtTicket>;
  /** The same at a ticket of Ana's, to write in. */
  atComposer: () => Promise<AtComposer>;
}

export const test = base.extend<TicketFixtures>({
  atTicket: async ({ page, desk, signedIn }, use) => {
    await use(async (wishes) => {
      const me = await signedIn("Agent");
      const made = await makeTicket(desk, wishes);
      return { me, made, ...(await openTicket(page, made)) };
    });
  },

  atComposer: async ({ page, desk, signedIn }, use) => {
    await use(async () => {
      const me = await signedIn("Agent");
      const ticket = await makeOpenTicket(desk);
      return { me, ticket, ...(await goToTicket(page, ticket)) };
    });
  },
});
