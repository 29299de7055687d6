import * as z from "zod/mini";
import { companyLimits, companySorts, companyStates } from "../companies.ts";
import { jobLimits } from "../jobs.ts";
import { longestAddress, readDomain } from "../mail-domains.ts";
import { pageLimit } from "../paging.ts";
import { userLimits } from "../users.ts";
import { atMost, line, pageDirection, paragraph, storable, uuid } from "./text.ts";

const search = z.optional(z.string().check(z.maxLength(companyLimits.search), storable));
const cursor = z.optional(z.nullable(z.string().check(z.maxLength(1000))));
const limit = z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default);

/** Stored as mail spells it, however it was typed. */
const domain = z.pipe(
  z.string().check(
    atMost(longestAddress),
    z.refine((typed) => readDomain(typed) !== null, {
      error: "This isn't an email domain. Example: acme.com.",
    }),
  ),
  z.transform((typed) => readDomain(typed) ?? ""),
);
const domains = z.array(domain).check(z.maxLength(companyLimits.domains));

const name = line(companyLimits.name);
const notes = paragraph(companyLimits.notes, 0);

export const listCompaniesInput = z.strictObject({
  search,
  state: z.optional(z.enum(companyStates)),
  /** An assigned agent; `none`: no assigned agent. */
  agent: z.optional(z.union([uuid, z.literal("none")])),
  /** One of its domains; `none`: it has none. */
  domain: z.optional(z.string().check(z.maxLength(companyLimits.domain), storable)),
  sort: z._default(z.enum(companySorts), "name"),
  descending: z._default(z.boolean(), false),
  cursor,
  direction: pageDirection,
  limit,
});
export type ListCompaniesInput = z.infer<typeof listCompaniesInput>;

export const countCompaniesInput = z.pick(listCompaniesInput, {
  search: true,
  state: true,
  agent: true,
  domain: true,
});
export type CountCompaniesInput = z.infer<typeof countCompaniesInput>;

export const companyOptionsInput = z.pick(listCompaniesInput, { search: true });
export type CompanyOptionsInput = z.infer<typeof companyOptionsInput>;

export const companyInput = z.strictObject({ id: uuid });

export const companyMembersInput = z.strictObject({
  id: uuid,
  search,
  cursor,
  direction: pageDirection,
  limit,
});
export type CompanyMembersInput = z.infer<typeof companyMembersInput>;

export const companyCandidatesInput = z.strictObject({
  /** Absent: for no specific company, to filter or to assign several. */
  id: z.optional(uuid),
  /** Only this user, whose name is to be shown. */
  only: z.optional(uuid),
  search,
});
export type CompanyCandidatesInput = z.infer<typeof companyCandidatesInput>;

export const createCompanyInput = z.strictObject({
  requestId: uuid,
  name,
  domains: z.optional(domains),
  notes: z.optional(notes),
  agentIds: z.optional(z.array(uuid).check(z.maxLength(userLimits.companies))),
});
export type CreateCompanyInput = z.infer<typeof createCompanyInput>;

const companyPatch = z.strictObject({
  name: z.optional(name),
  notes: z.optional(notes),
  state: z.optional(z.enum(companyStates)),
  addDomains: z.optional(domains),
  removeDomains: z.optional(domains),
});
export type CompanyPatch = z.infer<typeof companyPatch>;
export type CompanyFields = Omit<CompanyPatch, "addDomains" | "removeDomains">;

/** The values when the form was opened: another value since is a conflict. */
const companyBase = z.strictObject({
  name: z.optional(z.string().check(z.maxLength(companyLimits.name))),
  notes: z.optional(z.string().check(z.maxLength(companyLimits.notes))),
  state: z.optional(z.enum(companyStates)),
} satisfies Record<keyof CompanyFields, z.ZodMiniType>);

export const updateCompanyInput = z.strictObject({
  id: uuid,
  patch: companyPatch,
  base: z._default(companyBase, {}),
});
export type UpdateCompanyInput = z.infer<typeof updateCompanyInput>;

export const assignAgentInput = z.strictObject({ id: uuid, userId: uuid, assigned: z.boolean() });
export type AssignAgentInput = z.infer<typeof assignAgentInput>;

export const setMemberInput = z.strictObject({
  id: uuid,
  userId: uuid,
  member: z.boolean(),
  seesAllTickets: z.optional(z.boolean()),
});
export type SetMemberInput = z.infer<typeof setMemberInput>;

export const companyBulkInput = z.strictObject({
  requestId: uuid,
  act: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("archive") }),
    z.strictObject({ kind: z.literal("restore") }),
    z.strictObject({ kind: z.literal("assign"), agentId: uuid }),
    z.strictObject({ kind: z.literal("unassign"), agentId: uuid }),
  ]),
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobLimits.items)),
});
export type CompanyBulkInput = z.infer<typeof companyBulkInput>;

const mergeOf = { sourceId: uuid, targetId: uuid };
export const mergePreviewInput = z.strictObject(mergeOf);
export type MergePreviewInput = z.infer<typeof mergePreviewInput>;

const somePeople = z.array(uuid).check(z.maxLength(10_000));
export const mergeCompaniesInput = z.strictObject({
  requestId: uuid,
  ...mergeOf,
  /** Agents of the source who are to be assigned to the target. */
  agentIds: somePeople,
  /** Members who see all of the source and are to see all of the target. */
  seeAllIds: somePeople,
  /** People who were shown as gaining access to the source's tickets: others are asked about again. */
  agreedIds: somePeople,
});
export type MergeCompaniesInput = z.infer<typeof mergeCompaniesInput>;
