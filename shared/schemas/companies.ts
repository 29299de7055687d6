import * as z from "zod/mini";
import { companySorts, companyStates } from "../companies.ts";
import { pageLimit } from "../paging.ts";
import { pageDirection, storable } from "./text.ts";

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
