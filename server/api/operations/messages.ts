import * as z from "zod/mini";
import { noteInput, replyInput } from "../../../shared/schemas/ticket-acts.ts";
import { redactMessage } from "../../tickets/redact.ts";
import { addNote, replyToTicket } from "../../tickets/reply.ts";
import { listTimeline } from "../../tickets/timeline.ts";
import { undoReply } from "../../tickets/undo-reply.ts";
import { nextCursor, success } from "../answers/common.ts";
import * as tickets from "../answers/tickets.ts";
import { operation } from "../operation.ts";
import { byId, page } from "./inputs.ts";

export const messageOperations = [
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
    answer: tickets.written,
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
    answer: tickets.written,
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
    answer: tickets.oneTicket,
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
