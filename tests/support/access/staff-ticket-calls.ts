import { type Call, onMissing, staff } from "./callers.ts";
import { elsewhere, onTickets } from "./ticket-calls.ts";

const requestId = () => Bun.randomUUIDv7();

/** Staff-only actions on tickets: pickers, bulk, merge, split, redact. */
export const staffTicketCalls: Call[] = [
  ...onTickets("tickets.assignees", staff, (ticketId) => ({ ticketId })),
  ...onTickets("tickets.requesters", staff, (ticketId) => ({ ticketId })),
  onMissing("tickets.ownNote", staff, (messageId) => ({ messageId })),
  onMissing("tickets.editNote", staff, (messageId) => ({
    ...{ requestId: requestId(), messageId, body: "Another" },
  })),
  onMissing("tickets.deleteNote", staff, (messageId) => ({ requestId: requestId(), messageId })),
  {
    call: "tickets.person",
    on: "own company's",
    input: ({ other }) => ({ id: other.id }),
    row: staff,
  },
  {
    call: "tickets.person",
    on: "another company's",
    input: ({ stranger }) => ({ id: stranger.id }),
    row: elsewhere(staff),
  },
  {
    call: "tickets.company",
    on: "own",
    input: ({ companyId }) => ({ id: companyId }),
    row: staff,
  },
  {
    call: "tickets.company",
    on: "another",
    input: ({ foreignCompanyId }) => ({ id: foreignCompanyId }),
    row: elsewhere(staff),
  },
  { call: "tickets.teams", input: () => ({}), row: staff },
  { call: "tickets.tags", input: () => ({}), row: staff },
  ...onTickets("tickets.spam", staff, (id) => ({ requestId: requestId(), id, spam: true })),
  onMissing("tickets.merge", staff, (sourceId, { ticket }) => ({
    ...{ requestId: requestId(), sourceId, targetId: ticket.id },
  })),
  ...onTickets("tickets.previewMerge", staff, (targetId, { ticket }) => ({
    ...{ targetId, sourceIds: [ticket.id] },
  })),
  onMissing("tickets.unmerge", staff, (sourceId) => ({ requestId: requestId(), sourceId })),
  onMissing("tickets.split", staff, (id) => ({
    ...{ requestId: requestId(), id, messageIds: [id], subject: "Another" },
  })),
  onMissing("tickets.link", staff, (id, { ticket }) => ({
    ...{ id, number: ticket.number, kind: "related" },
  })),
  onMissing("tickets.unlink", staff, (id) => ({ id, linkId: id })),
  onMissing("tickets.redactMessage", staff, (messageId) => ({ messageId })),
  onMissing("tickets.redactSubject", staff, (eventId) => ({ eventId })),
  onMissing("tickets.redactFile", staff, (fileId) => ({ fileId })),
  {
    call: "tickets.bulk",
    on: "missing",
    input: ({ missing }) => ({ requestId: missing, act: { kind: "spam" }, ids: [missing] }),
    row: staff,
  },
  ...onTickets("tickets.setReadMarks", staff, (id) => ({ ids: [id], unread: true })),
  onMissing("tickets.undoBulk", staff, (jobId) => ({ requestId: jobId, jobId })),
];
