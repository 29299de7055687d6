import type { Person } from "../../support/people.ts";
import { leadTo } from "../steps/anywhere.ts";
import {
  addressOf,
  composerOf,
  goToTicket,
  openTicket as makeOpenTicket,
} from "../steps/composer.ts";
import { makeTicket, openTicket, type TicketWishes, ticketOf } from "../steps/ticket.ts";
import { test as base, expect } from "./fixtures.ts";

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
  /** From there on to another ticket of hers, as it was made, without a load. */
  atNextComposer: () => Promise<Omit<AtComposer, "me">>;
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

  atNextComposer: async ({ page, desk }, use) => {
    await use(async () => {
      const ticket = await makeOpenTicket(desk);
      await leadTo(page, addressOf(ticket));
      const { conversation } = ticketOf(page, ticket);
      await expect(conversation.getByRole("article").first()).toBeVisible();
      return { ticket, ...composerOf(page) };
    });
  },
});
