import type { PersonRef, TicketPriority, TicketStatus } from "./tickets/vocabulary.ts";

/** A reply text with placeholders, and changes of the ticket. */
export interface Macro {
  id: string;
  name: string;
  body: string;
  changes: MacroChanges;
  shared: boolean;
  owner: PersonRef | null;
  /** Whether the reader can change it: the owner, or a Super Admin if it is shared. */
  editable: boolean;
}

export interface MacroChanges {
  /** The status set when the reply is sent. */
  status?: TicketStatus;
  priority?: TicketPriority;
  /** `me` is the agent who uses the macro. */
  assignee?: "me" | { id: string; name: string };
  team?: { id: string; name: string };
  addTags?: string[];
  removeTags?: string[];
}

/** The statuses a macro can set. New is only the start, and closing needs a confirmation. */
export const macroStatuses = [
  "open",
  "pending",
  "on-hold",
  "resolved",
] as const satisfies TicketStatus[];
export type MacroStatus = (typeof macroStatuses)[number];

/** The status a macro sets. Old macros may hold one that can no longer be set. */
export function statusSet({ status }: MacroChanges): MacroStatus | undefined {
  return macroStatuses.find((settable) => settable === status);
}

/** The status of an old macro that can no longer be set. */
export function unusableStatus(changes: MacroChanges): TicketStatus | undefined {
  return statusSet(changes) === undefined ? changes.status : undefined;
}

export const macroLimits = { name: 80, body: 10_000, tags: 20, each: 500, listed: 1000 } as const;

/** The names between `{{` and `}}`, with their descriptions. */
export const placeholders = {
  "requester.firstName": "First name of the requester",
  "requester.name": "Full name of the requester",
  "agent.firstName": "Your first name",
  "agent.name": "Your full name",
  "company.name": "The requester's company",
  "ticket.number": "The ticket's number, as #1042",
  "ticket.subject": "The ticket's subject",
  "desk.name": "The name of this desk",
} as const;

export type Placeholder = keyof typeof placeholders;

/** Unknown placeholders in the text, without duplicates. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(braces)].map(([, name = ""]) => name.trim());
  return [...new Set(found.filter((name) => !isPlaceholder(name)))];
}

/** Empty values are left out with the space before them. A `#` before a value that has one is dropped. */
export function fillPlaceholders(
  text: string,
  values: Partial<Record<Placeholder, string>>,
): string {
  const filled = (whole: string, space: string, sign: string, inside: string): string => {
    const name = inside.trim();
    if (!isPlaceholder(name)) return whole;
    const value = values[name] ?? "";
    if (value === "") return sign && space + sign;
    return space + (value.startsWith("#") ? "" : sign) + value;
  };
  return text.replace(/( ?)(#?)\{\{([^{}]*)\}\}/g, filled);
}

const braces = /\{\{([^{}]*)\}\}/g;

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}
