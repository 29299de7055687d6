import * as z from "zod/mini";
import { roles } from "../../../shared/access.ts";
import { allTokenScopes, tokenKinds } from "../../../shared/api-tokens.ts";
import { type Company, type CompanyDetails, companyStates } from "../../../shared/companies.ts";
import type { Macro } from "../../../shared/macros.ts";
import type { SavedView } from "../../../shared/saved-views.ts";
import type { Tag } from "../../../shared/tags.ts";
import type { Team } from "../../../shared/teams.ts";
import {
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import { companyScopes, type User, userStates } from "../../../shared/users.ts";
import { id, maybeTime, number, ref, text, time } from "./common.ts";

const role = z.enum(roles);
const state = z.enum(userStates);

/** The owner of a token, and what it allows. */
export const me = z.strictObject({
  kind: z.enum(tokenKinds),
  name: text,
  owner: z.strictObject({ id, name: text, role }),
  scopes: z.array(z.enum(allTokenScopes)),
  expiresAt: maybeTime,
});

export const person = z.strictObject({
  id,
  firstName: text,
  lastName: text,
  email: text,
  role,
  state,
  companyScope: z.nullable(z.enum(companyScopes)),
  companies: z.array(z.strictObject({ id, name: text, seesAllTickets: z.boolean() })),
  phone: z.nullable(text),
  timeZone: z.nullable(text),
  lastSeenAt: maybeTime,
  createdAt: time,
});

export const company = z.strictObject({
  id,
  name: text,
  state: z.enum(companyStates),
  domains: z.array(text),
  memberCount: number,
  agentCount: number,
  notes: z.optional(text),
  createdAt: time,
});

export const member = z.strictObject({
  id,
  name: text,
  email: text,
  state,
  seesAllTickets: z.boolean(),
});

export const tag = z.strictObject({ id, name: text, tickets: number });

export const team = z.strictObject({
  id,
  name: text,
  members: z.array(z.strictObject({ id, name: text, email: text })),
  tickets: number,
});

export const macro = z.strictObject({
  id,
  name: text,
  body: text,
  changes: z.strictObject({
    status: z.optional(z.enum(ticketStatuses)),
    priority: z.optional(z.enum(ticketPriorities)),
    assignee: z.optional(z.union([z.literal("me"), ref])),
    team: z.optional(ref),
    addTags: z.optional(z.array(text)),
    removeTags: z.optional(z.array(text)),
  }),
  shared: z.boolean(),
  owner: z.nullable(ref),
});

export const view = z.strictObject({
  id,
  name: text,
  q: text,
  timeZone: z.nullable(text),
  sort: z.nullable(z.enum(ticketSorts)),
  descending: z.nullable(z.boolean()),
  shared: z.boolean(),
  owner: text,
});

export const personForApi = (user: User): z.infer<typeof person> => user;

export function companyForApi(
  found: Company & Partial<Pick<CompanyDetails, "notes">>,
): z.infer<typeof company> {
  const { id, name, state, domains, memberCount, agentCount, notes, createdAt } = found;
  const shown = { id, name, state, domains, memberCount, agentCount, createdAt };
  return notes === undefined ? shown : { ...shown, notes };
}

export const tagForApi = (found: Tag): z.infer<typeof tag> => found;
export const teamForApi = (found: Team): z.infer<typeof team> => found;

export function macroForApi({ editable: _, ...found }: Macro): z.infer<typeof macro> {
  return found;
}

export function viewForApi({ mine: _, canChange: __, ...found }: SavedView): z.infer<typeof view> {
  return found;
}
