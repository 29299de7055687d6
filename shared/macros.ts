import type { PersonRef, TicketPriority, TicketStatus } from "./tickets/vocabulary.ts";

/** A named reply text with placeholders, and what it changes of the ticket. */
export interface Macro {
  id: string;
  name: string;
  body: string;
  changes: MacroChanges;
  shared: boolean;
  owner: PersonRef | null;
  /** Whether the reader may change it: its owner, or a Super Admin where it is shared. */
  editable: boolean;
}

export interface MacroChanges {
  /** Goes with the text: it is the state that sending sets. */
  status?: TicketStatus;
  priority?: TicketPriority;
  /** `me` is whoever uses the macro. */
  assignee?: "me" | { id: string; name: string };
  team?: { id: string; name: string };
  addTags?: string[];
  removeTags?: string[];
}

/** The states that sending sets: a ticket begins as New, and closing is asked about first. */
export const macroStatuses = [
  "open",
  "pending",
  "on-hold",
  "resolved",
] as const satisfies TicketStatus[];
export type MacroStatus = (typeof macroStatuses)[number];

/** The state that it sets; macros of before may name one that no macro sets any more. */
export function statusSet({ status }: MacroChanges): MacroStatus | undefined {
  return macroStatuses.find((settable) => settable === status);
}

/** The state that a macro of before names in vain. */
export function statusInVain(changes: MacroChanges): TicketStatus | undefined {
  return statusSet(changes) === undefined ? changes.status : undefined;
}

export const macroLimits = { name: 80, body: 10_000, tags: 20, each: 500, listed: 1000 } as const;

/** What stands between `{{` and `}}`, with the words that explain it. */
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

/** Those in the text that nothing would fill, each once. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(braces)].map(([, name = ""]) => name.trim());
  return [...new Set(found.filter((name) => !isPlaceholder(name)))];
}

/** What has no value is left out, with the space before it; a sign that the value brings stands once. */
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
