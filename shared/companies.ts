import * as z from "zod/mini";
import { pageDirection, pageLimit, storable } from "./text.ts";
import type { TicketStatus } from "./tickets.ts";

export const companyStates = ["active", "archived"] as const;
export type CompanyState = (typeof companyStates)[number];

export const companyLimits = { name: 120, notes: 10_000, domain: 253, domains: 50 } as const;

export interface Company {
  id: string;
  name: string;
  state: CompanyState;
  domains: string[];
  memberCount: number;
  agentCount: number;
  ticketCounts: Record<TicketStatus, number>;
  createdAt: string;
}

export const companySorts = ["name", "created"] as const;
export type CompanySort = (typeof companySorts)[number];

export const listCompaniesInput = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(200), storable)),
  state: z.optional(z.enum(companyStates)),
  sort: z._default(z.enum(companySorts), "name"),
  descending: z._default(z.boolean(), false),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export type ListCompaniesInput = z.infer<typeof listCompaniesInput>;

export const countCompaniesInput = z.pick(listCompaniesInput, { search: true, state: true });
export type CountCompaniesInput = z.infer<typeof countCompaniesInput>;

export const companyOptionsInput = z.pick(listCompaniesInput, { search: true });
export type CompanyOptionsInput = z.infer<typeof companyOptionsInput>;

export interface CompanyPage {
  companies: Company[];
  nextCursor: string | null;
}
