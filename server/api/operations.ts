import * as z from "zod/mini";
import { AppError } from "../../shared/errors.ts";
import {
  createCompanyInput,
  setMemberInput,
  updateCompanyInput,
} from "../../shared/schemas/companies.ts";
import { mergeTagsInput, tagName } from "../../shared/schemas/tags.ts";
import { createTeamInput, setTeamMemberInput } from "../../shared/schemas/teams.ts";
import { uuid } from "../../shared/schemas/text.ts";
import {
  createTicketInput,
  noteInput,
  rateInput,
  replyInput,
  ticketPatch,
} from "../../shared/schemas/ticket-acts.ts";
import { bulkInput } from "../../shared/schemas/ticket-bulk.ts";
import { mergeInput, splitInput } from "../../shared/schemas/ticket-merge.ts";
import { queryText } from "../../shared/schemas/tickets.ts";
import { timeZone } from "../../shared/schemas/time-zone.ts";
import { createUserInput, userBase, userPatch } from "../../shared/schemas/users.ts";
import { ticketSorts, ticketViews } from "../../shared/tickets/vocabulary.ts";
import { getCompany } from "../companies/details.ts";
import { listMembers } from "../companies/members.ts";
import { setMember } from "../companies/people.ts";
import { listCompanies } from "../companies/queries.ts";
import { createCompany, updateCompany } from "../companies/update-company.ts";
import { listMacros } from "../macros/queries.ts";
import { deleteTag, mergeTags, renameTag } from "../tags/commands.ts";
import { listTags } from "../tags/queries.ts";
import { createTeam, deleteTeam, renameTeam, setTeamMember } from "../teams/commands.ts";
import { listTeams } from "../teams/queries.ts";
import { changeManyTickets } from "../tickets/bulk.ts";
import { createTicket } from "../tickets/create.ts";
import { getTicket, readTicketDetails } from "../tickets/details.ts";
import { countTickets, listTickets } from "../tickets/list.ts";
import { mergeTickets, unmergeTicket } from "../tickets/merge.ts";
import { redactMessage } from "../tickets/redact.ts";
import { addNote, replyToTicket } from "../tickets/reply.ts";
import { markSpam } from "../tickets/spam.ts";
import { splitTicket } from "../tickets/split.ts";
import { listTimeline } from "../tickets/timeline.ts";
import { undoAct } from "../tickets/undo.ts";
import { undoReply } from "../tickets/undo-reply.ts";
import { rateTicket, reopenTicket, solveTicket, updateTicket } from "../tickets/update.ts";
import { createUser } from "../users/create-user.ts";
import { deleteUser } from "../users/delete-user.ts";
import { resendInvitation } from "../users/links.ts";
import { listUsersById, readUser } from "../users/queries.ts";
import { updateUser } from "../users/update-user.ts";
import { listViews } from "../views/queries.ts";
import { id, maybeTime, nextCursor, number, success, text } from "./answers/common.ts";
import * as records from "./answers/records.ts";
import * as tickets from "./answers/tickets.ts";
import { exportOperations } from "./exports/operations.ts";
import { type Operation, operation } from "./operation.ts";
import { cursor, limit } from "./paging.ts";
import { readOwnerName } from "./tokens.ts";
import { webhookOperations } from "./webhooks/operations.ts";

const byId = z.strictObject({ id: uuid });
const memberInPath = z.strictObject({ id: uuid, userId: uuid });

const page = { limit, cursor };

/** A list that programs poll. Changes can be visible late: let the times overlap by a minute. */
const polled = z.strictObject({ updatedAfter: z.optional(z.iso.datetime()), ...page });

const listed = {
  view: z._default(z.enum(ticketViews), "all"),
  q: z.optional(queryText),
  timeZone: z.optional(timeZone),
};

const ticketList = z.strictObject({
  ...listed,
  sort: z._default(z.enum(ticketSorts), "updated"),
  order: z._default(z.enum(["asc", "desc"]), "desc"),
  ...polled.shape,
});

const ticketPage = z.strictObject({
  success,
  tickets: z.array(tickets.ticketInList),
  nextCursor,
});

const oneTicket = z.strictObject({ success, ticket: tickets.ticket });

const act = {
  success,
  /** The action's id, for Undo. */
  actId: id,
  undoUntil: maybeTime,
  ticket: tickets.ticket,
};
const acted = z.strictObject(act);
const written = z.strictObject({ ...act, messageId: id });

/** `from`: the value that the program saw, if nothing else may be overwritten. */
function changeOf<From extends z.ZodMiniType, To extends z.ZodMiniType>(from: From, to: To) {
  return z.optional(z.strictObject({ from: z.optional(from), to }));
}

const field = ticketPatch.shape;

const ticketChanges = z.strictObject({
  subject: changeOf(z.string(), z.nonoptional(field.subject)),
  status: changeOf(z.nonoptional(field.status), z.nonoptional(field.status)),
  priority: changeOf(z.nonoptional(field.priority), z.nonoptional(field.priority)),
  type: changeOf(z.nonoptional(field.type), z.nonoptional(field.type)),
  companyId: changeOf(z.nonoptional(field.companyId), z.nonoptional(field.companyId)),
  requesterId: changeOf(z.nonoptional(field.requesterId), z.nonoptional(field.requesterId)),
  assigneeId: changeOf(z.nonoptional(field.assigneeId), z.nonoptional(field.assigneeId)),
  teamId: changeOf(z.nonoptional(field.teamId), z.nonoptional(field.teamId)),
  snoozedUntil: changeOf(z.nonoptional(field.snoozedUntil), z.nonoptional(field.snoozedUntil)),
  tags: z.optional(z.strictObject({ add: field.addTags, remove: field.removeTags })),
  followers: z.optional(z.strictObject({ add: field.addFollowers, remove: field.removeFollowers })),
});

type Changes = Record<string, { from?: unknown; to: unknown } | undefined>;
type ToOf<C extends Changes> = { [Name in keyof C]: NonNullable<C[Name]>["to"] };
type FromOf<C extends Changes> = { [Name in keyof C]: NonNullable<C[Name]>["from"] };

/** `{ status: { from, to } }` as the new values and the values that the program saw. */
function splitChanges<C extends Changes>(changes: C) {
  const given = Object.entries(changes).filter(([, change]) => change !== undefined);
  const seen = given.filter(([, change]) => change?.from !== undefined);
  return {
    patch: Object.fromEntries(given.map(([name, change]) => [name, change?.to])) as ToOf<C>,
    from: Object.fromEntries(seen.map(([name, change]) => [name, change?.from])) as FromOf<C>,
  };
}

function patchOf({ tags, followers, ...changes }: z.output<typeof ticketChanges>) {
  const { patch: fields, from } = splitChanges(changes);
  const patch = {
    ...fields,
    ...(tags?.add && { addTags: tags.add }),
    ...(tags?.remove && { removeTags: tags.remove }),
    ...(followers?.add && { addFollowers: followers.add }),
    ...(followers?.remove && { removeFollowers: followers.remove }),
  };
  return { patch, from };
}

const person = userPatch.shape;
const personSeen = userBase.shape;

const personChanges = z.strictObject({
  firstName: changeOf(z.nonoptional(personSeen.firstName), z.nonoptional(person.firstName)),
  lastName: changeOf(z.nonoptional(personSeen.lastName), z.nonoptional(person.lastName)),
  email: changeOf(z.nonoptional(personSeen.email), z.nonoptional(person.email)),
  role: changeOf(z.nonoptional(personSeen.role), z.nonoptional(person.role)),
  companies: changeOf(z.nonoptional(personSeen.companies), z.nonoptional(person.companies)),
  companyScope: changeOf(
    z.nonoptional(personSeen.companyScope),
    z.nonoptional(person.companyScope),
  ),
  phone: changeOf(z.nonoptional(personSeen.phone), z.nonoptional(person.phone)),
  timeZone: changeOf(z.nonoptional(personSeen.timeZone), z.nonoptional(person.timeZone)),
  state: changeOf(z.nonoptional(personSeen.state), z.nonoptional(person.state)),
});

const company = updateCompanyInput.shape.patch.shape;

const companyChanges = z.strictObject({
  name: changeOf(z.string(), z.nonoptional(company.name)),
  notes: changeOf(z.string(), z.nonoptional(company.notes)),
  state: changeOf(z.nonoptional(company.state), z.nonoptional(company.state)),
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

/** The time is part of the query, in UTC and to the minute. */
function searched(query: z.output<typeof ticketList>) {
  const { q, updatedAfter, timeZone, order, ...input } = query;
  if (updatedAfter === undefined) {
    return {
      ...input,
      descending: order === "desc",
      ...(q !== undefined && { q }),
      ...(timeZone && { timeZone }),
    };
  }
  if (timeZone) {
    throw new AppError("invalid_input", {
      fields: [{ field: "timeZone", message: "This can't be combined with updatedAfter." }],
    });
  }
  const minute = new Date(updatedAfter).toISOString().slice(0, 16);
  return { ...input, descending: order === "desc", q: `${q ?? ""} updated:>=${minute}`.trim() };
}

const ticketOperations = [
  operation({
    id: "listTickets",
    method: "GET",
    path: "/tickets",
    tag: "Tickets",
    summary:
      "List tickets by a view and a query. To poll, use updatedAfter with sort=updated, let the times overlap by a minute and compare ids.",
    scope: "tickets:read",
    searches: "with-query",
    query: ticketList,
    answer: ticketPage,
    async run(deps, { query }) {
      const found = await listTickets(deps, searched(query));
      return { tickets: found.tickets.map(tickets.inListForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "countTickets",
    method: "GET",
    path: "/tickets/count",
    tag: "Tickets",
    summary: "Count the tickets of a view and a query.",
    scope: "tickets:read",
    searches: "always",
    query: z.strictObject(listed),
    answer: z.strictObject({ success, count: number }),
    run: (deps, { query }) => countTickets(deps, query),
  }),
  operation({
    id: "getTicketByNumber",
    method: "GET",
    path: "/tickets/by-number/{number}",
    tag: "Tickets",
    summary: "Get a ticket by its number. A merged ticket gives the ticket it was merged into.",
    scope: "tickets:read",
    params: z.strictObject({
      number: z.coerce.number().check(z.int(), z.minimum(1)),
    }),
    refusals: [404],
    answer: oneTicket,
    run: async (deps, { params }) => ({
      ticket: tickets.ticketForApi(await getTicket(deps, params)),
    }),
  }),
  operation({
    id: "getTicket",
    method: "GET",
    path: "/tickets/{id}",
    tag: "Tickets",
    summary: "Get a ticket. Staff tokens get its version as ETag.",
    scope: "tickets:read",
    params: byId,
    refusals: [404],
    answer: oneTicket,
    run: async (deps, { params }) => ({
      ticket: tickets.ticketForApi(await readTicketDetails(deps, params.id)),
    }),
  }),
  operation({
    id: "createTicket",
    method: "POST",
    path: "/tickets",
    tag: "Tickets",
    summary:
      "Create a ticket. Staff name the requester; a customer's token opens tickets for its owner.",
    scope: "tickets:write",
    capability: "ticket.open",
    keyed: true,
    body: z.omit(createTicketInput, { requestId: true, draftRevision: true, channel: true }),
    refusals: [409],
    status: 201,
    answer: acted,
    run: async (deps, { body, requestId }) =>
      tickets.actForApi(await createTicket(deps, { ...body, requestId })),
  }),
  operation({
    id: "updateTicket",
    method: "PATCH",
    path: "/tickets/{id}",
    tag: "Tickets",
    summary:
      "Change fields: all of them or none. With from, a value that someone else changed since is a conflict.",
    scope: "tickets:write",
    capability: "ticket.update",
    versioned: true,
    params: byId,
    body: ticketChanges,
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await updateTicket(deps, { ...params, ...patchOf(body), requestId })),
  }),
  operation({
    id: "bulkTickets",
    method: "POST",
    path: "/tickets/bulk",
    tag: "Actions",
    summary: "Change up to 100 tickets. Refused tickets are left out and named.",
    scope: "tickets:write",
    capability: "ticket.bulk",
    keyed: true,
    body: z.strictObject({
      act: bulkInput.shape.act,
      ids: z.array(uuid).check(z.minLength(1), z.maxLength(100)),
    }),
    refusals: [409],
    answer: z.strictObject({
      success,
      jobId: id,
      done: number,
      refused: number,
      refusals: z.array(z.strictObject({ subject: text, message: text })),
    }),
    async run(deps, { body, requestId }) {
      const { job, refusals } = await changeManyTickets(deps, { ...body, requestId });
      return { jobId: job.id, done: job.done, refused: job.refused, refusals };
    },
  }),
  operation({
    id: "solveTicket",
    method: "POST",
    path: "/tickets/{id}/solve",
    tag: "Actions",
    summary: "Say that it is solved, as its requester. Staff set the status instead.",
    scope: "tickets:write",
    keyed: true,
    versioned: true,
    params: byId,
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await solveTicket(deps, { ...params, requestId })),
  }),
  operation({
    id: "reopenTicket",
    method: "POST",
    path: "/tickets/{id}/reopen",
    tag: "Actions",
    summary: "Reopen a ticket as a customer. Staff set the status instead.",
    scope: "tickets:write",
    keyed: true,
    versioned: true,
    params: byId,
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await reopenTicket(deps, { ...params, requestId })),
  }),
  operation({
    id: "rateTicket",
    method: "POST",
    path: "/tickets/{id}/rating",
    tag: "Actions",
    summary: "Rate a ticket as its requester, once after each resolve.",
    scope: "tickets:write",
    keyed: true,
    versioned: true,
    params: byId,
    body: z.omit(rateInput, { requestId: true, id: true }),
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await rateTicket(deps, { ...params, ...body, requestId })),
  }),
  operation({
    id: "mergeTicket",
    method: "POST",
    path: "/tickets/{id}/merge",
    tag: "Actions",
    summary:
      "Merge this ticket into another. Two requesters must both see the result, so their ids are confirmed in agreedIds.",
    scope: "tickets:write",
    capability: "ticket.merge",
    keyed: true,
    params: byId,
    body: z.pick(mergeInput, { targetId: true, agreedIds: true }),
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await mergeTickets(deps, { sourceId: params.id, ...body, requestId })),
  }),
  operation({
    id: "unmergeTicket",
    method: "POST",
    path: "/tickets/{id}/unmerge",
    tag: "Actions",
    summary: "Undo the merge of this ticket. Its messages move back.",
    scope: "tickets:write",
    capability: "ticket.merge",
    keyed: true,
    params: byId,
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await unmergeTicket(deps, { sourceId: params.id, requestId })),
  }),
  operation({
    id: "splitTicket",
    method: "POST",
    path: "/tickets/{id}/split",
    tag: "Actions",
    summary: "Move messages to a new ticket.",
    scope: "tickets:write",
    capability: "ticket.merge",
    keyed: true,
    params: byId,
    body: z.omit(splitInput, { requestId: true, id: true }),
    refusals: [404, 409],
    status: 201,
    answer: acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await splitTicket(deps, { ...params, ...body, requestId })),
  }),
  operation({
    id: "markSpam",
    method: "POST",
    path: "/tickets/{id}/spam",
    tag: "Actions",
    summary: "Mark a ticket as spam, or unmark it within 30 days.",
    scope: "tickets:write",
    capability: "ticket.spam",
    keyed: true,
    params: byId,
    body: z.strictObject({ spam: z.boolean() }),
    refusals: [404, 409],
    answer: z.strictObject({ success, id, spam: z.boolean() }),
    run: (deps, { params, body, requestId }) => markSpam(deps, { ...params, ...body, requestId }),
  }),
  operation({
    id: "undoAction",
    method: "POST",
    path: "/tickets/{id}/undo",
    tag: "Actions",
    summary: "Undo an action of this token's owner within ten minutes, by its actId.",
    scope: "tickets:write",
    capability: "ticket.undo",
    keyed: true,
    versioned: true,
    params: byId,
    body: z.strictObject({ actId: uuid }),
    refusals: [404, 409],
    answer: acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await undoAct(deps, { ...body, requestId }, { ticketId: params.id })),
  }),
];

const messageOperations = [
  operation({
    id: "listMessages",
    method: "GET",
    path: "/tickets/{id}/messages",
    tag: "Messages",
    summary: "List the messages of a ticket, newest first. Notes need the scope notes:read.",
    scope: "tickets:read",
    params: byId,
    query: z.strictObject(page),
    refusals: [404],
    answer: z.strictObject({ success, messages: z.array(tickets.message), nextCursor }),
    async run(deps, { params, query: { limit, cursor = null } }) {
      const found = await listTimeline(deps, { ...params, only: "messages", limit, cursor });
      return { messages: tickets.messagesForApi(found.items), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "listEvents",
    method: "GET",
    path: "/tickets/{id}/events",
    tag: "Messages",
    summary: "List what happened to a ticket, newest first.",
    scope: "tickets:read",
    params: byId,
    query: z.strictObject(page),
    refusals: [404],
    answer: z.strictObject({ success, events: z.array(tickets.event), nextCursor }),
    async run(deps, { params, query: { limit, cursor = null } }) {
      const found = await listTimeline(deps, { ...params, only: "events", limit, cursor });
      return { events: tickets.eventsForApi(found.items), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "createReply",
    method: "POST",
    path: "/tickets/{id}/replies",
    tag: "Messages",
    summary:
      "Write a public reply, with a status and other changes if needed. A reply by staff waits eight seconds before it is sent.",
    scope: "messages:write",
    capability: "ticket.reply",
    keyed: true,
    versioned: true,
    params: byId,
    body: z.omit(replyInput, { requestId: true, id: true, draftRevision: true }),
    refusals: [404, 409],
    status: 201,
    answer: written,
    async run(deps, { params, body, requestId }) {
      const done = await replyToTicket(deps, { ...params, ...body, requestId });
      return { ...tickets.actForApi(done), messageId: done.messageId };
    },
  }),
  operation({
    id: "createNote",
    method: "POST",
    path: "/tickets/{id}/notes",
    tag: "Messages",
    summary: "Write an internal note, which customers never see.",
    scope: "notes:write",
    capability: "ticket.note",
    keyed: true,
    versioned: true,
    params: byId,
    body: z.omit(noteInput, { requestId: true, id: true, draftRevision: true }),
    refusals: [404, 409],
    status: 201,
    answer: written,
    async run(deps, { params, body, requestId }) {
      const done = await addNote(deps, { ...params, ...body, requestId });
      return { ...tickets.actForApi(done), messageId: done.messageId };
    },
  }),
  operation({
    id: "deleteReply",
    method: "DELETE",
    path: "/replies/{id}",
    tag: "Messages",
    summary: "Delete a reply of this token's owner before it is sent.",
    scope: "messages:write",
    capability: "ticket.undo",
    params: byId,
    refusals: [404, 409],
    answer: oneTicket,
    run: async (deps, { params }) => ({
      ticket: tickets.ticketForApi((await undoReply(deps, { messageId: params.id })).ticket),
    }),
  }),
  operation({
    id: "redactMessage",
    method: "POST",
    path: "/messages/{id}/redact",
    tag: "Messages",
    summary: "Delete the text and attachments of a message forever. A second time does nothing.",
    scope: "messages:write",
    capability: "ticket.redact",
    params: byId,
    refusals: [404],
    answer: z.strictObject({ success, redacted: z.literal(true) }),
    run: (deps, { params }) => redactMessage(deps, params.id),
  }),
];

const recordOperations = [
  operation({
    id: "listPeople",
    method: "GET",
    path: "/people",
    tag: "People and companies",
    summary:
      "List people in order of their ids. updatedAfter leaves out those unchanged since; a sign-in is no change.",
    scope: "people:read",
    capability: "user.read",
    query: polled,
    answer: z.strictObject({ success, people: z.array(records.person), nextCursor }),
    async run(deps, { query: { limit, cursor = null, updatedAfter } }) {
      const since = updatedAfter && { updatedAfter: new Date(updatedAfter) };
      const { users, nextCursor } = await listUsersById(deps.db, { limit, cursor, ...since });
      return { people: users.map(records.personForApi), nextCursor };
    },
  }),
  operation({
    id: "createPerson",
    method: "POST",
    path: "/people",
    tag: "People and companies",
    summary: "Create a person, who gets an invitation by mail.",
    scope: "people:write",
    capability: "user.write",
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
    id: "getPerson",
    method: "GET",
    path: "/people/{id}",
    tag: "People and companies",
    summary: "Get a person.",
    scope: "people:read",
    capability: "user.read",
    params: byId,
    refusals: [404],
    answer: z.strictObject({ success, person: records.person }),
    run: async (deps, { params }) => ({
      person: records.personForApi(await readUser(deps.db, params.id)),
    }),
  }),
  operation({
    id: "updatePerson",
    method: "PATCH",
    path: "/people/{id}",
    tag: "People and companies",
    summary:
      "Change a person. With from, a value that someone else changed since is a conflict. companies replaces the whole list.",
    scope: "people:write",
    capability: "user.write",
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
    id: "invitePerson",
    method: "POST",
    path: "/people/{id}/invite",
    tag: "People and companies",
    summary: "Send the invitation again. Earlier links stop working.",
    scope: "people:write",
    capability: "user.write",
    keyed: true,
    params: byId,
    refusals: [404, 409],
    answer: z.strictObject({ success, id }),
    async run(deps, { params, requestId }) {
      await resendInvitation(deps, params.id, deps.services.config, requestId);
      return params;
    },
  }),
  operation({
    id: "deletePerson",
    method: "DELETE",
    path: "/people/{id}",
    tag: "People and companies",
    summary: "Delete a person. Their tickets and messages stay under an anonymised name.",
    scope: "people:write",
    capability: "user.write",
    params: byId,
    refusals: [404, 409],
    answer: z.strictObject({ success, id }),
    run: (deps, { params }) => deleteUser(deps, params.id),
  }),
  operation({
    id: "listCompanies",
    method: "GET",
    path: "/companies",
    tag: "People and companies",
    summary:
      "List companies by name. updatedAfter leaves out those whose name, notes, domains and state are unchanged since.",
    scope: "companies:read",
    capability: "company.read",
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
    id: "createCompany",
    method: "POST",
    path: "/companies",
    tag: "People and companies",
    summary: "Create a company.",
    scope: "companies:write",
    capability: "company.write",
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
    id: "getCompany",
    method: "GET",
    path: "/companies/{id}",
    tag: "People and companies",
    summary: "Get a company.",
    scope: "companies:read",
    capability: "company.read",
    params: byId,
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params }) => ({
      company: records.companyForApi(await getCompany(deps, params.id)),
    }),
  }),
  operation({
    id: "updateCompany",
    method: "PATCH",
    path: "/companies/{id}",
    tag: "People and companies",
    summary:
      "Change a company, or archive it by its state. With from, a value that someone else changed since is a conflict.",
    scope: "companies:write",
    capability: "company.write",
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
    id: "listMembers",
    method: "GET",
    path: "/companies/{id}/members",
    tag: "People and companies",
    summary: "List the customers who belong to a company, by name.",
    scope: "companies:read",
    capability: "company.read",
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
    id: "setMember",
    method: "POST",
    path: "/companies/{id}/members",
    tag: "People and companies",
    summary:
      "Add a customer to a company, or change whether they see all of its tickets. Done twice, it is the same.",
    scope: "companies:write",
    capability: "company.write",
    params: byId,
    body: z.pick(setMemberInput, { userId: true, seesAllTickets: true }),
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params, body }) => ({
      company: records.companyForApi(await setMember(deps, { ...params, ...body, member: true })),
    }),
  }),
  operation({
    id: "removeMember",
    method: "DELETE",
    path: "/companies/{id}/members/{userId}",
    tag: "People and companies",
    summary: "Remove a customer from a company. They keep their own tickets.",
    scope: "companies:write",
    capability: "company.write",
    params: memberInPath,
    refusals: [404],
    answer: z.strictObject({ success, company: records.company }),
    run: async (deps, { params }) => ({
      company: records.companyForApi(await setMember(deps, { ...params, member: false })),
    }),
  }),
];

/** `from`: the name that the program saw, if no other may be overwritten. */
const nameChange = <Name extends z.ZodMiniType>(name: Name) =>
  z.strictObject({ name: z.strictObject({ from: z.optional(z.string()), to: name }) });

const onlyId = z.strictObject({ success, id });

const settingsOperations = [
  operation({
    id: "listTags",
    method: "GET",
    path: "/tags",
    tag: "Settings",
    summary: "List tags by name.",
    scope: "settings:read",
    capability: "desk.write",
    query: z.strictObject(page),
    answer: z.strictObject({ success, tags: z.array(records.tag), nextCursor }),
    async run(deps, { query: { limit, cursor = null } }) {
      const found = await listTags(deps, { limit, cursor });
      return { tags: found.tags.map(records.tagForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "updateTag",
    method: "PATCH",
    path: "/tags/{id}",
    tag: "Settings",
    summary: "Rename a tag, also in views and macros.",
    scope: "settings:write",
    capability: "desk.write",
    params: byId,
    body: nameChange(tagName),
    refusals: [404, 409],
    answer: onlyId,
    async run(deps, { params, body: { name }, requestId }) {
      await renameTag(deps, { ...params, name: name.to, base: name.from }, requestId);
      return params;
    },
  }),
  operation({
    id: "mergeTag",
    method: "POST",
    path: "/tags/{id}/merge",
    tag: "Settings",
    summary: "Replace this tag by another on tickets and in views and macros.",
    scope: "settings:write",
    capability: "desk.write",
    keyed: true,
    params: byId,
    body: z.pick(mergeTagsInput, { into: true }),
    refusals: [404, 409],
    answer: onlyId,
    async run(deps, { params, body, requestId }) {
      await mergeTags(deps, { ...params, ...body }, requestId);
      return { id: body.into };
    },
  }),
  operation({
    id: "deleteTag",
    method: "DELETE",
    path: "/tags/{id}",
    tag: "Settings",
    summary: "Delete a tag from tickets and macros.",
    scope: "settings:write",
    capability: "desk.write",
    params: byId,
    refusals: [404],
    answer: onlyId,
    async run(deps, { params, requestId }) {
      await deleteTag(deps, params, requestId);
      return params;
    },
  }),
  operation({
    id: "listTeams",
    method: "GET",
    path: "/teams",
    tag: "Settings",
    summary: "List all teams by name.",
    scope: "settings:read",
    capability: "desk.write",
    answer: z.strictObject({ success, teams: z.array(records.team) }),
    run: async (deps) => ({ teams: (await listTeams(deps)).teams.map(records.teamForApi) }),
  }),
  operation({
    id: "createTeam",
    method: "POST",
    path: "/teams",
    tag: "Settings",
    summary: "Create a team.",
    scope: "settings:write",
    capability: "desk.write",
    keyed: true,
    body: createTeamInput,
    refusals: [409],
    status: 201,
    answer: z.strictObject({ success, id }),
    run: async (deps, { body, requestId }) => ({
      id: (await createTeam(deps, body, requestId)).id,
    }),
  }),
  operation({
    id: "updateTeam",
    method: "PATCH",
    path: "/teams/{id}",
    tag: "Settings",
    summary: "Rename a team.",
    scope: "settings:write",
    capability: "desk.write",
    params: byId,
    body: nameChange(createTeamInput.shape.name),
    refusals: [404, 409],
    answer: onlyId,
    run: (deps, { params, body: { name }, requestId }) =>
      renameTeam(deps, { ...params, name: name.to, base: name.from }, requestId),
  }),
  operation({
    id: "deleteTeam",
    method: "DELETE",
    path: "/teams/{id}",
    tag: "Settings",
    summary:
      "Delete a team. If it has tickets, moveTicketsTo names the team that gets them, or none.",
    scope: "settings:write",
    capability: "desk.write",
    params: byId,
    query: z.strictObject({ moveTicketsTo: z.optional(z.union([uuid, z.literal("none")])) }),
    refusals: [404, 409],
    answer: z.strictObject({ success, id, moved: number }),
    run: (deps, { params, query: { moveTicketsTo }, requestId }) =>
      deleteTeam(
        deps,
        {
          ...params,
          ...(moveTicketsTo && { to: moveTicketsTo === "none" ? null : moveTicketsTo }),
        },
        requestId,
      ),
  }),
  operation({
    id: "addTeamMember",
    method: "POST",
    path: "/teams/{id}/members",
    tag: "Settings",
    summary: "Add an agent or Super Admin to a team. Done twice, it is the same.",
    scope: "settings:write",
    capability: "desk.write",
    params: byId,
    body: z.pick(setTeamMemberInput, { userId: true }),
    refusals: [404],
    answer: onlyId,
    run: (deps, { params, body }) => setTeamMember(deps, { ...params, ...body, member: true }),
  }),
  operation({
    id: "removeTeamMember",
    method: "DELETE",
    path: "/teams/{id}/members/{userId}",
    tag: "Settings",
    summary: "Remove a member from a team.",
    scope: "settings:write",
    capability: "desk.write",
    params: memberInPath,
    refusals: [404],
    answer: onlyId,
    run: (deps, { params }) => setTeamMember(deps, { ...params, member: false }),
  }),
  operation({
    id: "listMacros",
    method: "GET",
    path: "/macros",
    tag: "Settings",
    summary: "List the macros that the token's owner can use.",
    scope: "settings:read",
    capability: "macro.use",
    answer: z.strictObject({ success, macros: z.array(records.macro) }),
    run: async (deps) => ({ macros: (await listMacros(deps)).macros.map(records.macroForApi) }),
  }),
  operation({
    id: "listViews",
    method: "GET",
    path: "/views",
    tag: "Settings",
    summary: "List the saved views of the token's owner and those that colleagues share.",
    scope: "settings:read",
    capability: "view.save",
    answer: z.strictObject({ success, views: z.array(records.view) }),
    run: async (deps) => ({ views: (await listViews(deps)).views.map(records.viewForApi) }),
  }),
  operation({
    id: "listViewTickets",
    method: "GET",
    path: "/views/{id}/tickets",
    tag: "Tickets",
    summary: "List the tickets of a saved view, in its order.",
    scope: "tickets:read",
    capability: "view.save",
    searches: "always",
    params: byId,
    query: z.strictObject(page),
    refusals: [404],
    answer: ticketPage,
    async run(deps, { params, query }) {
      const view = (await listViews(deps)).views.find((each) => each.id === params.id);
      if (!view) throw new AppError("not_found");
      const found = await listTickets(deps, {
        ...query,
        view: "all",
        q: view.q,
        ...(view.timeZone !== null && { timeZone: view.timeZone }),
        sort: view.sort ?? "updated",
        descending: view.descending ?? true,
      });
      return { tickets: found.tickets.map(tickets.inListForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "getMe",
    method: "GET",
    path: "/me",
    tag: "Token",
    summary: "Get the token's owner, scopes and expiry.",
    scope: null,
    answer: z.strictObject({ success, me: records.me }),
    async run({ db, actor, holder }) {
      const { kind, name, credential, expiresAt } = holder;
      const owner = { id: actor.id, name: await readOwnerName(db, actor.id), role: actor.role };
      const scopes = [...credential.scopes];
      return { me: { kind, name, owner, scopes, expiresAt: expiresAt?.toISOString() ?? null } };
    },
  }),
];

/** All calls of the API but uploads and downloads, which stream. */
export const operations: readonly Operation[] = [
  ...ticketOperations,
  ...messageOperations,
  ...recordOperations,
  ...settingsOperations,
  ...exportOperations,
  ...webhookOperations,
];
