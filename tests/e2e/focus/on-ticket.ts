import { openIt } from "./at-a-ticket.ts";
import { scene } from "./law.ts";
import { ended, said } from "./on-conversation.ts";
import { properties } from "./on-properties.ts";

export const onTicket = scene({
  ...{ name: "a ticket, its conversation and its properties", role: "Agent", open: openIt },
  acts: [...said, ...properties, ...ended],
});
