import { openIt } from "./focus-at-a-ticket.ts";
import { scene } from "./focus-law.ts";
import { ended, said } from "./focus-on-conversation.ts";
import { properties } from "./focus-on-properties.ts";

export const onTicket = scene({
  ...{ name: "a ticket, what is said and what it is", role: "Agent", open: openIt },
  acts: [...said, ...properties, ...ended],
});
