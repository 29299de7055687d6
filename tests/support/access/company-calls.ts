import { type Call, each, onMissing, superAdmin, type World } from "./callers.ts";

const requestId = () => Bun.randomUUIDv7();

/** A call on their own company, another one, and one that is not there. */
function onCompanies(call: string, input: (id: string, world: World) => object): Call[] {
  const row = superAdmin;
  return [
    { call, on: "own", row, input: (world) => input(world.companyId, world) },
    { call, on: "another", row, input: (world) => input(world.foreignCompanyId, world) },
    onMissing(call, row, input),
  ];
}

/** Companies, which are a Super Admin's alone. */
export const companyCalls: Call[] = [
  { call: "companies.list", input: () => ({}), row: superAdmin },
  { call: "companies.count", input: () => ({}), row: superAdmin },
  { call: "companies.ids", input: () => ({}), row: superAdmin },
  { call: "companies.options", input: () => ({}), row: superAdmin },
  ...onCompanies("companies.get", (id) => ({ id })),
  { call: "companies.members", input: ({ companyId }) => ({ id: companyId }), row: superAdmin },
  { call: "companies.pickAgents", input: () => ({}), row: superAdmin },
  { call: "companies.pickMembers", input: () => ({}), row: superAdmin },
  { call: "companies.pickDomains", input: () => ({}), row: superAdmin },
  {
    call: "companies.create",
    input: () => ({ requestId: requestId(), name: crypto.randomUUID() }),
    row: superAdmin,
  },
  ...onCompanies("companies.update", (id) => ({ id, patch: { notes: "Ring twice." } })),
  {
    call: "companies.update",
    on: "with what is no domain",
    input: ({ companyId }) => ({ id: companyId, patch: { addDomains: ["not a domain"] } }),
    row: each(superAdmin, "invalid_input"),
  },
  ...onCompanies("companies.setMember", (id, { stranger }) => ({
    ...{ id, userId: stranger.id, member: true },
  })),
  {
    call: "companies.assignAgent",
    on: "a user without that company",
    input: ({ companyId, stranger }) => ({
      ...{ id: companyId, userId: stranger.id, assigned: true },
    }),
    row: each(superAdmin, "invalid_input"),
  },
  onMissing("companies.assignAgent", superAdmin, (userId, { companyId }) => ({
    ...{ id: companyId, userId, assigned: true },
  })),
  onMissing("companies.undoBulk", superAdmin, (jobId) => ({ requestId: jobId, jobId })),
  {
    call: "companies.bulk",
    on: "missing",
    input: ({ missing }) => ({
      ...{ requestId: requestId(), act: { kind: "archive" }, ids: [missing] },
    }),
    row: superAdmin,
  },
  {
    call: "companies.mergePreview",
    on: "another",
    input: ({ companyId, foreignCompanyId }) => ({
      ...{ sourceId: companyId, targetId: foreignCompanyId },
    }),
    row: superAdmin,
  },
  onMissing("companies.mergePreview", superAdmin, (targetId, { companyId }) => ({
    ...{ sourceId: companyId, targetId },
  })),
  onMissing("companies.merge", superAdmin, (targetId, { companyId }) => ({
    ...{ requestId: requestId(), sourceId: companyId, targetId },
    ...{ agentIds: [], seeAllIds: [], agreedIds: [] },
  })),
  {
    call: "companies.stopMerge",
    on: "that is not on its way",
    input: ({ companyId }) => ({ id: companyId }),
    row: each(superAdmin, "companies_not_mergeable"),
  },
  onMissing("companies.stopMerge", superAdmin),
];
