import type { Role } from "./access.ts";
import type { TicketStatus } from "./tickets/vocabulary.ts";

export const userStates = ["invited", "active", "disabled"] as const;
export type UserState = (typeof userStates)[number];

/** Which tickets an Agent sees: every one, or those of the companies assigned to them. */
export const companyScopes = ["all", "assigned"] as const;
export type CompanyScope = (typeof companyScopes)[number];

/** What an agent of it sees. */
export const scopeWords: Record<CompanyScope, string> = {
  all: "Every ticket",
  assigned: "Tickets of assigned companies",
};

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

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

/** The signed-in person, as both doors answer it. */
export interface Viewer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  companies: CompanyRef[];
}

/** What the browser needs beside: how this person likes it. */
export interface ViewerProfile extends Viewer {
  companyScope: CompanyScope | null;
  phone: string | null;
  timeZone: string | null;
  theme: Theme;
  navCollapsed: boolean;
  /** Whether keys of one letter act. */
  singleKeys: boolean;
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
  /** From where it began, as far as that was kept. */
  network: string | null;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
}

export const userSorts = ["name", "email", "role", "companies", "lastSeen", "created"] as const;
export type UserSort = (typeof userSorts)[number];

/** When somebody was last here, as a list is narrowed by it. */
export const userSeen = ["day", "week", "month", "not-month", "not-quarter", "never"] as const;
export type UserSeen = (typeof userSeen)[number];

/** Somebody for whom a ticket is opened, as whoever opens it sees them. */
export interface NewCustomer {
  id: string;
  name: string;
  /** Those that a ticket of theirs can belong to. */
  companies: CompanyRef[];
}

/** In place of a company's id: who belongs to none. */
export const noCompany = "none";

/** A user as their own page shows them. */
export interface UserRecord extends User {
  /** Somebody's link may be copied here: no mail server is set up that would bring it. */
  mayCopyLink: boolean;
  /** Of somebody who has not come in yet. */
  invitation: Invitation | null;
  /** The last mail with a link for them, where no mail server took it. */
  undelivered: UndeliveredLink | null;
  /** A new address that waits to be confirmed. */
  addressChange: AddressChange | null;
}

/** Whether the invitation of somebody lets them in. */
export type Invitation =
  | { is: "open"; until: string }
  | { is: "over"; since: string }
  /** Never: as an import leaves them. Kept: this desk sends no mail. Void: it was ended. */
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
  /** The change, for whoever takes it back; null where all of it stood so already. */
  changeId: string | null;
  /** What taking a change back could not bring back. */
  remark: string | null;
  /** They had been invited to another address: the invitation goes to this one. */
  invited: boolean;
  /** The address of someone who was ever a Super Admin: it changes once it is confirmed. */
  addressChange: AddressChange | null;
}

/** Some of somebody's tickets, and how many there are in all. */
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
  /** Open ones that are theirs to work on; of staff only. */
  assigned: UserTickets | null;
  /** All that they asked. */
  requested: UserTickets;
}

/** One line of what was done to somebody, or by them at the door. */
export interface UserHistoryLine {
  id: string;
  at: string;
  act: string;
  fields: string[];
  /** The company or team on whose page it was done; null for any other act, and where it is gone. */
  place: string | null;
  /** What they were made by it, of what everybody calls by a word. */
  became: {
    role: string | null;
    state: string | null;
    seesAllTickets: boolean | null;
    inTeam: boolean | null;
  };
  /** Who did it; null where it was the desk's own shell, or nobody signed in. */
  by: { id: string; name: string } | null;
}

/** A way in for somebody whom no mail reaches: told once. */
export interface CopyableLink {
  /** Without its origin where the desk was not told its own address. */
  link: string;
  kind: "invitation" | "reset";
  expiresAt: string;
}
