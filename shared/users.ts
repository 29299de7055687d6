import type { Role } from "./access.ts";
import { AppError } from "./errors.ts";

export const userStates = ["invited", "active", "disabled"] as const;
export type UserState = (typeof userStates)[number];

/** Which tickets an Agent sees: every one, or those of the companies assigned to them. */
export const companyScopes = ["all", "assigned"] as const;
export type CompanyScope = (typeof companyScopes)[number];

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

export const passwordLength = { min: 8, max: 16 } as const;

/** Counted in UTF-16 units; holds wherever a password is newly chosen, never at sign-in. */
export function assertPasswordLength(newPassword: string): void {
  if (newPassword.length < passwordLength.min || newPassword.length > passwordLength.max) {
    throw new AppError("password_length", {
      fields: [{ field: "newPassword", message: new AppError("password_length").message }],
    });
  }
}

export interface UserPage {
  users: User[];
  nextCursor: string | null;
}

/** One of a person's own sessions. `id` is not the session's: that never leaves the server. */
export interface SessionInfo {
  id: string;
  device: string;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
}

export const userSorts = ["name", "email", "role", "lastSeen", "created"] as const;
export type UserSort = (typeof userSorts)[number];
