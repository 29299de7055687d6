import {
  companyOptionsInput,
  countCompaniesInput,
  listCompaniesInput,
} from "../../shared/schemas/companies.ts";
import { procedureFor, router } from "../trpc.ts";
import { companyOptions, countCompanies, listCompanies } from "./queries.ts";

const reading = procedureFor("company.read");

export const companiesRouter = router({
  list: reading.input(listCompaniesInput).query(({ ctx, input }) => listCompanies(ctx, input)),
  count: reading.input(countCompaniesInput).query(({ ctx, input }) => countCompanies(ctx, input)),
  options: reading.input(companyOptionsInput).query(({ ctx, input }) => companyOptions(ctx, input)),
});
