/** The vocabulary of a ticket. Its transitions are in transitions.ts. */
export const ticketStatuses = ["new", "open", "pending", "on-hold", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const statusNames: Record<TicketStatus, string> = {
  new: "New",
  open: "Open",
  pending: "Pending",
  "on-hold": "On hold",
  resolved: "Resolved",
  closed: "Closed",
};

/** Whether there is still something to do. */
const isStillOpen: Record<TicketStatus, boolean> = {
  new: true,
  open: true,
  pending: true,
  "on-hold": true,
  resolved: false,
  closed: false,
};

/** `is:open`: the meaning of "open" where no single status is named. */
export const openStatuses = ticketStatuses.filter((status) => isStillOpen[status]);
export const solvedStatuses = ticketStatuses.filter((status) => !isStillOpen[status]);

export function isOpenStatus(status: string): boolean {
  return openStatuses.some((open) => open === status);
}

export const ticketPriorities = ["low", "normal", "high", "urgent"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const priorityNames: Record<TicketPriority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
};

export const ticketTypes = ["question", "incident", "problem", "task"] as const;
export type TicketType = (typeof ticketTypes)[number];

export const typeNames: Record<TicketType, string> = {
  question: "Question",
  incident: "Incident",
  problem: "Problem",
  task: "Task",
};

/** Fields for staff with one value, which lists, pages and events show as it is stored. */
export interface StaffValues {
  priority: TicketPriority;
  type: TicketType;
}

/** A change of one of them: events store what the timeline shows. */
export type StaffValueChange = {
  [Field in keyof StaffValues]: { kind: Field; from: StaffValues[Field]; to: StaffValues[Field] };
}[keyof StaffValues];

export const ticketChannels = ["web", "phone", "email", "api"] as const;
export type TicketChannel = (typeof ticketChannels)[number];

export const ticketLimits = {
  subject: 300,
  body: 100_000,
  tag: 40,
  tags: 200,
  links: 100,
  /** Tickets merged into one at a time; the agent looks at each. */
  merged: 50,
} as const;

export interface PersonRef {
  id: string;
  name: string;
}

/** What everyone who sees a ticket sees of it, in lists and on its page. */
export interface TicketHead {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  requester: PersonRef;
  company: { id: string; name: string } | null;
  assignee: PersonRef | null;
  createdAt: string;
  /** `updated` for staff, `publicly updated` for a Customer: a note changes nothing for them. */
  updatedAt: string;
}

/** A row of the ticket list. Staff-only fields are absent from what a Customer gets. */
export interface TicketRow extends TicketHead, Partial<StaffRow> {
  latest: { author: string; mine: boolean; note: boolean; text: string } | null;
  /** Changes by others since the reader last looked, in a ticket that concerns them. */
  unread: boolean;
  /** It came by email; for staff only. */
  byEmail?: true;
  /** Set in lists that ask for spam. */
  spam?: true;
  /** Set in lists sorted by it: when the ticket was last resolved. */
  resolvedAt?: string | null;
  /** Set in lists sorted by it. */
  closedAt?: string | null;
  /** Set if words were searched. */
  hit?: TicketHit;
}

/** What only staff see in a row. */
export interface StaffRow extends StaffValues {
  team: { id: string; name: string } | null;
  tags: string[];
  waitingSince: string | null;
  waitingFor: "us" | "customer" | null;
  snoozedUntil: string | null;
}

export interface TicketPage {
  tickets: TicketRow[];
  nextCursor: string | null;
  /** If nothing was found: the query with a corrected word, which finds some. */
  instead?: string;
}

/** The positions of the searched words: pairs of start and end. */
export type Marks = [start: number, end: number][];

/** Why a ticket was found. */
export interface TicketHit {
  subject: Marks;
  /** An excerpt of the newest message with the words, unless only the subject has them. */
  message: { author: string; note: boolean; text: string; marks: Marks } | null;
  /** If no message has them: the newest attachment with that name. */
  file: { name: string; marks: Marks } | null;
  /** The message of the excerpt or attachment. */
  messageId: string | null;
}

export const ticketViews = [
  "my-open",
  "unassigned",
  "all-open",
  "pending",
  "on-hold",
  "snoozed",
  "recently-resolved",
  "all",
  "spam",
] as const;
export type TicketView = (typeof ticketViews)[number];

export const viewNames: Record<TicketView, string> = {
  "my-open": "My open",
  unassigned: "Unassigned",
  "all-open": "All open",
  pending: "Pending",
  "on-hold": "On hold",
  snoozed: "Snoozed",
  "recently-resolved": "Recently resolved",
  all: "All",
  spam: "Spam",
};

/** The views of a Customer, by the same keys. */
export const customerViews = [
  "all-open",
  "pending",
  "recently-resolved",
  "all",
] as const satisfies TicketView[];

export const ticketSorts = [
  "waiting",
  "updated",
  "created",
  "resolved",
  "closed",
  "priority",
  "status",
  "requester",
  "company",
  "assignee",
  "number",
  "snoozed",
  "relevance",
] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** The count next to a view's name: up to 999, or 1000 for "999+". */
export const viewCountCap = 1000;

export type ViewCounts = Partial<Record<TicketView, number>>;
