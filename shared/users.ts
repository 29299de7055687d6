import type { Role } from "./access.ts";
import type { ListColumn, ListDensity, ListGroup } from "./tickets/list-display.ts";
import type { TicketStatus } from "./tickets/vocabulary.ts";
import type { MailStop } from "./undelivered.ts";

export const userStates = ["invited", "active", "disabled"] as const;
export type UserState = (typeof userStates)[number];

/** Which tickets an agent sees: all, or those of assigned companies. */
export const companyScopes = ["all", "assigned"] as const;
export type CompanyScope = (typeof companyScopes)[number];

export const scopeWords: Record<CompanyScope, string> = {
  all: "All tickets",
  assigned: "Tickets of assigned companies",
};

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

/** What is shown once a ticket has left the list that a person works through. */
export const afterLeavingChoices = ["stay", "next", "list"] as const;
export type AfterLeaving = (typeof afterLeavingChoices)[number];

export const afterLeavingLabel = "After a ticket leaves this list";

export const afterLeavingNames: Record<AfterLeaving, string> = {
  stay: "Stay",
  next: "Next ticket",
  list: "Back to list",
};

export const userLimits = {
  name: 80,
  email: 254,
  phone: 40,
  timeZone: 64,
  companies: 200,
} as const;

export interface CompanyRef {
  id: string;
  name: string;
}

/** The signed-in person, in REST and tRPC answers. */
export interface Viewer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  companies: CompanyRef[];
}

/** The signed-in person with their preferences. */
export interface ViewerProfile extends Viewer {
  companyScope: CompanyScope | null;
  phone: string | null;
  timeZone: string | null;
  theme: Theme;
  navCollapsed: boolean;
  /** Whether single-key shortcuts are on. */
  singleKeys: boolean;
  afterLeaving: AfterLeaving;
  /** The columns that they hide in the ticket list. */
  listHidden: ListColumn[];
  listDensity: ListDensity;
  listGroup: ListGroup | null;
}

export interface UserCompany extends CompanyRef {
  seesAllTickets: boolean;
}

/** A user as a Super Admin sees one. */
export interface User {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  state: UserState;
  companyScope: CompanyScope | null;
  companies: UserCompany[];
  phone: string | null;
  timeZone: string | null;
  lastSeenAt: string | null;
  createdAt: string;
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** The specification's list of assigned companies: the domain is set to the company name. */
export function assignedCompanies(user: {
  companies: readonly { name: string }[];
}): { name: string; domain: string }[] {
  return user.companies.map(({ name }) => ({ name, domain: name }));
}

export interface UserPage {
  users: User[];
  nextCursor: string | null;
}

/** One of a person's own sessions. `id` is not the session's: that never leaves the server. */
export interface SessionInfo {
  id: string;
  device: string;
  /** The network it was started from, if known. */
  network: string | null;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
}

export const userSorts = ["name", "email", "role", "companies", "lastSeen", "created"] as const;
export type UserSort = (typeof userSorts)[number];

/** When a user was last seen, as a filter. */
export const userSeen = ["day", "week", "month", "not-month", "not-quarter", "never"] as const;
export type UserSeen = (typeof userSeen)[number];

/** A new customer, as shown to the agent who opens a ticket for them. */
export interface NewCustomer {
  id: string;
  name: string;
  /** The companies their tickets can belong to. */
  companies: CompanyRef[];
}

/** Used instead of a company's id to filter by users without a company. */
export const noCompany = "none";

/** A user as their own page shows them. */
export interface UserRecord extends User {
  /** Whether a link can be copied: no mail server is set up to send it. */
  canCopyLink: boolean;
  /** The same for anyone who was ever a Super Admin: a command on the server prints the link. */
  linkOnServer: boolean;
  /** Set for invited users. */
  invitation: Invitation | null;
  /** Set if the mail server refused the last email with a link. */
  undelivered: UndeliveredLink | null;
  /** A new address that waits to be confirmed. */
  addressChange: AddressChange | null;
  /** No mail about tickets is sent to their address now. */
  mailStop: MailStop | null;
}

/** The state of an invitation. */
export type Invitation =
  | { is: "open"; until: string }
  | { is: "over"; since: string }
  /** never: imported without one. kept: stored, no mail server. void: ended. */
  | { is: "never" | "waiting" | "kept" | "undelivered" | "void" };

export interface UndeliveredLink {
  kind: "invitation" | "reset";
  /** What the mail server said. */
  why: string;
}

/** A new address that takes effect once it is confirmed from both addresses. */
export interface AddressChange {
  email: string;
  /** The name of who asked for it; null if they were deleted. */
  askedBy: string | null;
  confirmedByNew: boolean;
  confirmedByOld: boolean;
  expiresAt: string;
}

/** A user after a change. */
export interface UpdatedUser {
  user: User;
  /** The change, for undoing it. Null if nothing changed. */
  changeId: string | null;
  /** What an undo could not restore. */
  remark: string | null;
  /** The invitation is sent again, to a new address. */
  invited: boolean;
  /** The address of someone who was ever a Super Admin: it changes once it is confirmed. */
  addressChange: AddressChange | null;
}

/** The latest tickets of a user, and their total count. */
export interface UserTickets {
  tickets: UserTicket[];
  count: number;
}

export interface UserTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
}

export interface UserTicketLists {
  /** Open tickets assigned to them. Null for customers. */
  assigned: UserTickets | null;
  requested: UserTickets;
}

/** An entry in the history of a user. */
export interface UserHistoryLine {
  id: string;
  at: string;
  act: string;
  fields: string[];
  /** The company or team concerned. Null for other actions, or if it was deleted. */
  place: string | null;
  /** New values with texts of their own. */
  became: {
    role: string | null;
    state: string | null;
    seesAllTickets: boolean | null;
    inTeam: boolean | null;
  };
  /** The actor. Null for the server's shell and for visitors. */
  by: { id: string; name: string } | null;
}

/** A link for a user who gets no email. Shown once. */
export interface CopyableLink {
  /** Without the origin if BASE_URL is not set. */
  link: string;
  kind: "invitation" | "reset";
  expiresAt: string;
}
