import {
  assignAgentInput,
  companyBulkInput,
  companyCandidatesInput,
  companyInput,
  companyMembersInput,
  companyOptionsInput,
  countCompaniesInput,
  createCompanyInput,
  listCompaniesInput,
  mergeCompaniesInput,
  mergePreviewInput,
  setMemberInput,
  updateCompanyInput,
} from "../../shared/schemas/companies.ts";
import { undoJobInput } from "../../shared/schemas/jobs.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { changeManyCompanies, undoManyCompanies } from "./bulk.ts";
import { getCompany } from "./details.ts";
import { listMembers, pickAgents, pickDomains, pickMembers } from "./members.ts";
import { mergeCompanies, stopMerge } from "./merge/begin.ts";
import { previewCompanyMerge } from "./merge/preview.ts";
import { assignAgent, setMember } from "./people.ts";
import { companyOptions, countCompanies, listCompanies, listCompanyIds } from "./queries.ts";
import { createCompany, updateCompany } from "./update-company.ts";

const reading = procedureFor("company.read");
const writing = procedureFor("company.write");

export const companiesRouter = router({
  list: reading.input(listCompaniesInput).query(({ ctx, input }) => listCompanies(ctx, input)),
  count: reading.input(countCompaniesInput).query(({ ctx, input }) => countCompanies(ctx, input)),
  ids: reading.input(countCompaniesInput).query(({ ctx, input }) => listCompanyIds(ctx, input)),
  options: reading.input(companyOptionsInput).query(({ ctx, input }) => companyOptions(ctx, input)),
  get: reading.input(companyInput).query(({ ctx, input }) => getCompany(ctx, input.id)),
  members: reading.input(companyMembersInput).query(({ ctx, input }) => listMembers(ctx, input)),
  pickAgents: reading
    .input(companyCandidatesInput)
    .query(({ ctx, input }) => pickAgents(ctx, input)),
  pickMembers: reading
    .input(companyCandidatesInput)
    .query(({ ctx, input }) => pickMembers(ctx, input)),
  pickDomains: reading
    .input(companyCandidatesInput)
    .query(({ ctx, input }) => pickDomains(ctx, input)),
  mergePreview: reading
    .input(mergePreviewInput)
    .query(({ ctx, input }) => previewCompanyMerge(ctx, input)),
  create: writing.input(createCompanyInput).mutation(({ ctx, input }) => createCompany(ctx, input)),
  update: writing.input(updateCompanyInput).mutation(({ ctx, input }) => updateCompany(ctx, input)),
  assignAgent: writing
    .input(assignAgentInput)
    .mutation(({ ctx, input }) => assignAgent(ctx, input)),
  setMember: writing.input(setMemberInput).mutation(({ ctx, input }) => setMember(ctx, input)),
  bulk: writing
    .input(companyBulkInput)
    .mutation(({ ctx, input }) => changeManyCompanies(ctx, input)),
  undoBulk: writing.input(undoJobInput).mutation(({ ctx, input }) => undoManyCompanies(ctx, input)),
  merge: writing
    .input(mergeCompaniesInput)
    .mutation(({ ctx, input }) => mergeCompanies(ctx, input)),
  stopMerge: writing.input(companyInput).mutation(({ ctx, input }) => stopMerge(ctx, input.id)),
});
