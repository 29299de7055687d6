import * as z from "zod/mini";
import {
  createCompanyInput,
  setMemberInput,
  updateCompanyInput,
} from "../../../shared/schemas/companies.ts";
import { createUserInput, userBase, userPatch } from "../../../shared/schemas/users.ts";
import { getCompany } from "../../companies/details.ts";
import { listMembers } from "../../companies/members.ts";
import { setMember } from "../../companies/people.ts";
import { listCompanies } from "../../companies/queries.ts";
import { createCompany, deleteCompany, updateCompany } from "../../companies/update-company.ts";
import { createUser } from "../../users/create-user.ts";
import { deleteUser } from "../../users/delete-user.ts";
import { resendInvitation } from "../../users/links.ts";
import { listUsersById, readUser } from "../../users/queries.ts";
import { updateUser } from "../../users/update-user.ts";
import { id, nextCursor, success } from "../answers/common.ts";
import * as records from "../answers/records.ts";
import { operation } from "../operation.ts";
import { byId, fieldChange, memberInPath, page, polled, splitChanges } from "./inputs.ts";

const person = userPatch.shape;
const personSeen = userBase.shape;

const personChanges = z.strictObject({
  firstName: fieldChange(z.nonoptional(personSeen.firstName), z.nonoptional(person.firstName)),
  lastName: fieldChange(z.nonoptional(personSeen.lastName), z.nonoptional(person.lastName)),
  email: fieldChange(z.nonoptional(personSeen.email), z.nonoptional(person.email)),
  role: fieldChange(z.nonoptional(personSeen.role), z.nonoptional(person.role)),
  companies: fieldChange(z.nonoptional(personSeen.companies), z.nonoptional(person.companies)),
  companyScope: fieldChange(
    z.nonoptional(personSeen.companyScope),
    z.nonoptional(person.companyScope),
  ),
  phone: fieldChange(z.nonoptional(personSeen.phone), z.nonoptional(person.phone)),
  timeZone: fieldChange(z.nonoptional(personSeen.timeZone), z.nonoptional(person.timeZone)),
  state: fieldChange(z.nonoptional(personSeen.state), z.nonoptional(person.state)),
});

const company = updateCompanyInput.shape.patch.shape;

const companyChanges = z.strictObject({
  name: fieldChange(z.string(), z.nonoptional(company.name)),
  notes: fieldChange(z.string(), z.nonoptional(company.notes)),
  state: fieldChange(z.nonoptional(company.state), z.nonoptional(company.state)),
  domains: z.optional(z.strictObject({ add: company.addDomains, remove: company.removeDomains })),
});

function companyPatchOf({ domains, ...changes }: z.output<typeof companyChanges>) {
  const { patch: fields, from } = splitChanges(changes);
  const patch = {
    ...fields,
    ...(domains?.add && { addDomains: domains.add }),
    ...(domains?.remove && { removeDomains: domains.remove }),
  };
  return { patch, base: from };
}

const readsPeople = {
  tag: "People and companies",
  scope: "people:read",
  capability: "user.read",
} as const;
const changesPeople = {
  tag: "People and companies",
  scope: "people:write",
  capability: "user.write",
} as const;
const readsCompanies = {
  tag: "People and companies",
  scope: "companies:read",
  capability: "company.read",
} as const;
const changesCompanies = {
  tag: "People and companies",
  scope: "companies:write",
  capability: "company.write",
} as const;

export const recordOperations = [
  operation({
    ...readsPeople,
    id: "listPeople",
    method: "GET",
    path: "/people",
    summary:
      "List people in order of their ids. updatedAfter leaves out those unchanged since; a sign-in is no change.",
    query: polled,
    answer: z.strictObject({ success, people: z.array(records.person), nextCursor }),
    async run(deps, { query: { limit, cursor = null, updatedAfter } }) {
      const since = updatedAfter && { updatedAfter: new Date(updatedAfter) };
      const { users, nextCursor } = await listUsersById(deps.db, { limit, cursor, ...since });
      return { people: users.map(records.personForApi), nextCursor };
    },
  }),
  operation({
    ...changesPeople,
    id: "createPerson",
    method: "POST",
    path: "/people",
    summary: "Create a person, who gets an invitation by mail.",
    keyed: true,
    body: createUserInput,
    refusals: [409],
    status: 201,
    answer: z.strictObject({ success, person: records.person }),
    run: async (deps, { body, requestId }) => ({
      person: records.personForApi(await createUser(deps, body, requestId)),
    }),
  }),
  operation({
    ...readsPeople,
    id: "getPerson",
    method: "GET",
    path: "/people/{id}",
    summary: "Get a person.",
    params: byId,
    refusals: [404],
    answer: z.strictObject({ success, person: records.person }),
    run: async (deps, { params }) => ({
      person: records.personForApi(await readUser(deps.db, params.id)),
    }),
  }),
  operation({
    ...changesPeople,
    id: "updatePerson",
    method: "PATCH",
    path: "/people/{id}",
    summary:
      "Change a person. With from, a value that someone else changed since is a conflict. companies replaces the whole list.",
    params: byId,
    body: personChanges,
    refusals: [404, 409],
    answer: z.strictObject({ success, person: records.person }),
    async run(deps, { params, body }) {
      const { patch, from } = splitChanges(body);
      const { user } = await updateUser(deps, params.id, patch, { base: from });
      return { person: records.personForApi(user) };
    },
  }),
  operation({
    ...changesPeople,
    id: "invitePerson",
    method: "POST",
    path: "/people/{id}/invite",
    summary: "Send the invitation again. Earlier links stop working.",
    keyed: true,
    params: byId,
    refusals: [404, 409],
    answer: z.strictObject({ success, id }),
    async run(deps, { params, requestId }) {
      await resendInvitation(deps, params.id, deps.services.desk.mail, requestId);
      return params;
    },
  }),
  operation({
    ...changesPeople,
    id: "deletePerson",
    method: "DELETE",
    path: "/people/{id}",
    summary: "Delete a person. Their tickets and messages stay under an anonymised name.",
    params: byId,
    refusals: [404, 409],
    answer: z.strictObject({ success, id }),
    run: (deps, { params }) => deleteUser(deps, params.id),
  }),
  operation({
    ...readsCompanies,
    id: "listCompanies",
    method: "GET",
    path: "/companies",
    summary:
      "List companies by name. updatedAfter leaves out those whose name, notes, domains and state are unchanged since.",
    query: polled,
    answer: z.strictObject({ success, companies: z.array(records.company), nextCursor }),
    async run(deps, { query: { limit, cursor = null, updatedAfter } }) {
      const order = { sort: "name", descending: false } as const;
      const since = updatedAfter && { updatedAfter: new Date(updatedAfter) };
      const found = await listCompanies(deps, { ...order, limit, cursor, ...since });
      return {
        companies: found.companies.map(records.companyForApi),
        nextCursor: found.nextCursor,
      };
    },
  }),
  operation({
    ...changesCompanies,
    id: "createCompany",
    method: "POST",
    path: "/companies",
    summary: "Create a company.",
    keyed: true,
    body: z.omit(createCompanyInput, { requestId: true }),
    refusals: [409],
    status: 201,
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { body, requestId }) => ({
      company: records.companyForApi(await createCompany(deps, { ...body, requestId })),
    }),
  }),
  operation({
    ...readsCompanies,
    id: "getCompany",
    method: "GET",
    path: "/companies/{id}",
    summary: "Get a company.",
    params: byId,
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params }) => ({
      company: records.companyForApi(await getCompany(deps, params.id)),
    }),
  }),
  operation({
    ...changesCompanies,
    id: "updateCompany",
    method: "PATCH",
    path: "/companies/{id}",
    summary:
      "Change a company, or archive it by its state. With from, a value that someone else changed since is a conflict.",
    params: byId,
    body: companyChanges,
    refusals: [404, 409],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params, body }) => ({
      company: records.companyForApi(
        await updateCompany(deps, { ...params, ...companyPatchOf(body) }),
      ),
    }),
  }),
  operation({
    ...changesCompanies,
    id: "deleteCompany",
    method: "DELETE",
    path: "/companies/{id}",
    summary:
      "Delete a company that has no tickets, no mailbox and no merged companies. Its members stay.",
    params: byId,
    refusals: [404, 409],
    answer: z.strictObject({ success, id }),
    run: (deps, { params }) => deleteCompany(deps, params.id),
  }),
  operation({
    ...readsCompanies,
    id: "listMembers",
    method: "GET",
    path: "/companies/{id}/members",
    summary: "List the customers who belong to a company, by name.",
    params: byId,
    query: z.strictObject(page),
    refusals: [404],
    answer: z.strictObject({ success, members: z.array(records.member), nextCursor }),
    async run(deps, { params, query: { limit, cursor = null } }) {
      await getCompany(deps, params.id);
      return await listMembers(deps, { ...params, limit, cursor });
    },
  }),
  operation({
    ...changesCompanies,
    id: "setMember",
    method: "POST",
    path: "/companies/{id}/members",
    summary:
      "Add a customer to a company, or change whether they see all of its tickets. Done twice, it is the same.",
    params: byId,
    body: z.pick(setMemberInput, { userId: true, seesAllTickets: true }),
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params, body }) => ({
      company: records.companyForApi(await setMember(deps, { ...params, ...body, member: true })),
    }),
  }),
  operation({
    ...changesCompanies,
    id: "removeMember",
    method: "DELETE",
    path: "/companies/{id}/members/{userId}",
    summary: "Remove a customer from a company. They keep their own tickets.",
    params: memberInPath,
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params }) => ({
      company: records.companyForApi(await setMember(deps, { ...params, member: false })),
    }),
  }),
];
