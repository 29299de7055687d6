import { type Capability, can, type Role } from "./access.ts";

/** What a token allows, each within the rights of its owner at that moment. */
export const tokenScopes = {
  "tickets:read": "Read tickets, their messages and events",
  "tickets:write": "Create and change tickets",
  "messages:write": "Reply to tickets",
  "notes:read": "Read internal notes",
  "notes:write": "Write internal notes",
  "people:read": "Read people",
  "people:write": "Create, change and delete people",
  "companies:read": "Read companies",
  "companies:write": "Create and change companies",
  "settings:read": "Read tags, teams, macros and views",
  "settings:write": "Change tags and teams",
  export: "Export tickets",
  "webhooks:write": "Manage webhooks and their deliveries",
} as const;

export type TokenScope = keyof typeof tokenScopes;
export const allTokenScopes = Object.keys(tokenScopes) as TokenScope[];

/** A role without this permission has no use for the scope. */
const neededFor: Partial<Record<TokenScope, Capability>> = {
  "notes:read": "ticket.note",
  "notes:write": "ticket.note",
  "people:read": "user.read",
  "people:write": "user.write",
  "companies:read": "company.read",
  "companies:write": "company.write",
  "settings:read": "macro.use",
  "settings:write": "desk.write",
  export: "ticket.bulk",
  "webhooks:write": "webhook.write",
};

export function scopesOfRole(role: Role): TokenScope[] {
  return allTokenScopes.filter((scope) => {
    const needed = neededFor[scope];
    return needed === undefined || can({ role }, needed);
  });
}

export const tokenKinds = ["personal", "app"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** After how many days a token expires; null for never. */
export const tokenDays = [30, 90, 365] as const;
export type TokenDays = (typeof tokenDays)[number];

export const tokenLimits = { name: 80, perUser: 50, apps: 200, ipRanges: 20 } as const;

/** A token as lists show it: the secret itself is never stored. */
export interface ApiToken {
  id: string;
  kind: TokenKind;
  name: string;
  owner: { id: string; name: string };
  role: Role;
  lastFour: string;
  scopes: TokenScope[];
  ipRanges: string[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** The only answer that holds the secret. */
export interface CreatedToken {
  token: ApiToken;
  secret: string;
}
