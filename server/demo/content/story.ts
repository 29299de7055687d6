import type { TicketPriority, TicketType } from "../../../shared/tickets/vocabulary.ts";

/** How a story is written: who speaks, how many working minutes after the turn before, and what. */
export interface Turn {
  by: "customer" | "colleague" | "agent" | "note" | "peer";
  afterMinutes: number;
  text: string;
  /** What an agent sets with the message; where nothing stands, what comes next decides. */
  sets?: "on-hold" | "resolved";
  priority?: TicketPriority;
}

export type TeamName = "Warehouse" | "Billing" | "Integrations" | "Access";
export type Language = "en" | "de" | "fr" | "es";

/**
 * One thing that happens at a desk, used again for different companies. In its texts `{order}` is
 * filled in and `[[one|other]]` is chosen, so that no two uses read the same.
 */
export interface Story {
  key: string;
  subjects: readonly string[];
  type: TicketType;
  team: TeamName;
  tags: readonly string[];
  priority: TicketPriority;
  /** `phone`: an agent opened it during a call, and it begins with a note. */
  channel?: "web" | "phone";
  /** All the way to the solution; a ticket that is still open stops somewhere before. */
  turns: readonly Turn[];
  /** What follows when it turns out not to be solved. */
  reopen?: readonly Turn[];
  /** The companies it fits, where it does not fit all. */
  only?: readonly string[];
  except?: readonly string[];
  language?: Language;
}

/** A hospital's stores: it has no webshop and sells nothing. */
export const wards: readonly string[] = ["Nordlicht Klinik"];

/** A public message of the requester. */
export const customer = speaker({ by: "customer" });
/** A public message of somebody else in the requester's company. */
export const colleague = speaker({ by: "colleague" });
/** A public message of the agent who has the ticket. */
export const agent = speaker({ by: "agent" });
/** The agent answers and waits for a third party. */
export const holds = speaker({ by: "agent", sets: "on-hold" });
/** The agent answers and resolves. */
export const solves = speaker({ by: "agent", sets: "resolved" });
/** An internal note of the agent who has the ticket. */
export const note = speaker({ by: "note" });
/** An internal note of another agent. */
export const peer = speaker({ by: "peer" });
/** An internal note with which the priority goes up. */
export const escalates = speaker({ by: "note", priority: "urgent" });

/** Texts begin with the working minutes since the turn before: `+25 Sorry about that`. */
function speaker(what: Omit<Turn, "afterMinutes" | "text">): (text: TemplateStringsArray) => Turn {
  return (text) => {
    const [, minutes, said] = /^\+(\d+) (.*)$/s.exec(text.join("")) ?? [];
    if (minutes === undefined || said === undefined)
      throw new Error(`No minutes: ${text.join("")}`);
    return { ...what, afterMinutes: Number(minutes), text: said };
  };
}
