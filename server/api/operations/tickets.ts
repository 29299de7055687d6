import * as z from "zod/mini";
import { AppError } from "../../../shared/errors.ts";
import { uuid } from "../../../shared/schemas/text.ts";
import {
  createTicketInput,
  rateInput,
  staffValues,
  ticketPatch,
} from "../../../shared/schemas/ticket-acts.ts";
import { bulkInput } from "../../../shared/schemas/ticket-bulk.ts";
import { mergeInput, splitInput } from "../../../shared/schemas/ticket-merge.ts";
import { queryText } from "../../../shared/schemas/tickets.ts";
import { timeZone } from "../../../shared/schemas/time-zone.ts";
import { ticketSorts, ticketViews } from "../../../shared/tickets/vocabulary.ts";
import { changeManyTickets } from "../../tickets/bulk.ts";
import { createTicket } from "../../tickets/create.ts";
import { getTicket, readTicketDetails } from "../../tickets/details.ts";
import { countTickets, listTickets } from "../../tickets/list.ts";
import { mergeTickets, unmergeTicket } from "../../tickets/merge.ts";
import { markSpam } from "../../tickets/spam.ts";
import { splitTicket } from "../../tickets/split.ts";
import { undoAct } from "../../tickets/undo.ts";
import { rateTicket, reopenTicket, solveTicket, updateTicket } from "../../tickets/update.ts";
import { id, number, success, text } from "../answers/common.ts";
import * as tickets from "../answers/tickets.ts";
import { operation } from "../operation.ts";
import { byId, fieldChange, fieldChanges, polled, splitChanges } from "./inputs.ts";

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

const field = ticketPatch.shape;

const ticketChanges = z.strictObject({
  subject: fieldChange(z.string(), z.nonoptional(field.subject)),
  status: fieldChange(z.nonoptional(field.status), z.nonoptional(field.status)),
  ...fieldChanges(staffValues.shape),
  companyId: fieldChange(z.nonoptional(field.companyId), z.nonoptional(field.companyId)),
  requesterId: fieldChange(z.nonoptional(field.requesterId), z.nonoptional(field.requesterId)),
  assigneeId: fieldChange(z.nonoptional(field.assigneeId), z.nonoptional(field.assigneeId)),
  teamId: fieldChange(z.nonoptional(field.teamId), z.nonoptional(field.teamId)),
  snoozedUntil: fieldChange(z.nonoptional(field.snoozedUntil), z.nonoptional(field.snoozedUntil)),
  tags: z.optional(z.strictObject({ add: field.addTags, remove: field.removeTags })),
  followers: z.optional(z.strictObject({ add: field.addFollowers, remove: field.removeFollowers })),
});

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

const action = { tag: "Actions", scope: "tickets:write", keyed: true } as const;

export const ticketOperations = [
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
    answer: tickets.ticketPage,
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
    answer: tickets.oneTicket,
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
    answer: tickets.oneTicket,
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
    answer: tickets.acted,
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
    answer: tickets.acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await updateTicket(deps, { ...params, ...patchOf(body), requestId })),
  }),
  operation({
    ...action,
    id: "bulkTickets",
    method: "POST",
    path: "/tickets/bulk",
    summary: "Change up to 100 tickets. Refused tickets are left out and named.",
    capability: "ticket.bulk",
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
    ...action,
    id: "solveTicket",
    method: "POST",
    path: "/tickets/{id}/solve",
    summary: "Say that it is solved, as its requester. Staff set the status instead.",
    versioned: true,
    params: byId,
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await solveTicket(deps, { ...params, requestId })),
  }),
  operation({
    ...action,
    id: "reopenTicket",
    method: "POST",
    path: "/tickets/{id}/reopen",
    summary: "Reopen a ticket as a customer. Staff set the status instead.",
    versioned: true,
    params: byId,
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await reopenTicket(deps, { ...params, requestId })),
  }),
  operation({
    ...action,
    id: "rateTicket",
    method: "POST",
    path: "/tickets/{id}/rating",
    summary: "Rate a ticket as its requester, once after each resolve.",
    versioned: true,
    params: byId,
    body: z.omit(rateInput, { requestId: true, id: true }),
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await rateTicket(deps, { ...params, ...body, requestId })),
  }),
  operation({
    ...action,
    id: "mergeTicket",
    method: "POST",
    path: "/tickets/{id}/merge",
    summary:
      "Merge this ticket into another. Two requesters must both see the result, so their ids are confirmed in agreedIds.",
    capability: "ticket.merge",
    params: byId,
    body: z.pick(mergeInput, { targetId: true, agreedIds: true }),
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await mergeTickets(deps, { sourceId: params.id, ...body, requestId })),
  }),
  operation({
    ...action,
    id: "unmergeTicket",
    method: "POST",
    path: "/tickets/{id}/unmerge",
    summary: "Undo the merge of this ticket. Its messages move back.",
    capability: "ticket.merge",
    params: byId,
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, requestId }) =>
      tickets.actForApi(await unmergeTicket(deps, { sourceId: params.id, requestId })),
  }),
  operation({
    ...action,
    id: "splitTicket",
    method: "POST",
    path: "/tickets/{id}/split",
    summary: "Move messages to a new ticket.",
    capability: "ticket.merge",
    params: byId,
    body: z.omit(splitInput, { requestId: true, id: true }),
    refusals: [404, 409],
    status: 201,
    answer: tickets.acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await splitTicket(deps, { ...params, ...body, requestId })),
  }),
  operation({
    ...action,
    id: "markSpam",
    method: "POST",
    path: "/tickets/{id}/spam",
    summary: "Mark a ticket as spam, or unmark it within 30 days.",
    capability: "ticket.spam",
    params: byId,
    body: z.strictObject({ spam: z.boolean() }),
    refusals: [404, 409],
    answer: z.strictObject({ success, id, spam: z.boolean() }),
    run: (deps, { params, body, requestId }) => markSpam(deps, { ...params, ...body, requestId }),
  }),
  operation({
    ...action,
    id: "undoAction",
    method: "POST",
    path: "/tickets/{id}/undo",
    summary: "Undo an action of this token's owner within ten minutes, by its actId.",
    capability: "ticket.undo",
    versioned: true,
    params: byId,
    body: z.strictObject({ actId: uuid }),
    refusals: [404, 409],
    answer: tickets.acted,
    run: async (deps, { params, body, requestId }) =>
      tickets.actForApi(await undoAct(deps, { ...body, requestId }, { ticketId: params.id })),
  }),
];
