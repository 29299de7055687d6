import { encodeCursor } from "../../../server/db/keyset.ts";
import {
  type Call,
  customers,
  each,
  onMissing,
  type Row,
  signedIn,
  staff,
  type World,
} from "./callers.ts";

/** A Super Admin sees every company's; to all others it is like one that is not there. */
export const elsewhere = (row: Row): Row => {
  const { "Super Admin": seesAll, ...others } = each(row, "not_found");
  return { ...others, "Super Admin": seesAll === "not_found" ? "ok" : seesAll };
};
const requestId = () => Bun.randomUUIDv7();

/** A call on one ticket, on each of the three. */
export function onTickets(
  call: string,
  row: Row,
  input: (id: string, world: World) => object,
): Call[] {
  return [
    { call, on: "own", row, input: (world) => input(world.ticket.id, world) },
    {
      call,
      on: "another company's",
      row: elsewhere(row),
      input: (world) => input(world.foreign.id, world),
    },
    onMissing(call, row, input),
  ];
}

const before = encodeCursor(["-timeline", "infinity", 0, requestId()]);
const body = "Some words";
const list = { view: "all", sort: "created", descending: true };

/** Tickets: own, another company's, missing. */
export const ticketCalls: Call[] = [
  { call: "tickets.list", input: () => ({}), row: signedIn },
  { call: "tickets.count", input: () => ({}), row: signedIn },
  { call: "tickets.ids", input: () => ({}), row: staff },
  { call: "tickets.viewCounts", row: signedIn },
  {
    call: "tickets.get",
    on: "own",
    input: ({ ticket }) => ({ number: ticket.number }),
    row: signedIn,
  },
  {
    call: "tickets.get",
    on: "another company's",
    input: ({ foreign }) => ({ number: foreign.number }),
    row: elsewhere(signedIn),
  },
  {
    call: "tickets.get",
    on: "missing",
    input: () => ({ number: 999_999_999 }),
    row: each(signedIn, "not_found"),
  },
  ...onTickets("tickets.earlier", signedIn, (id) => ({ id, before })),
  {
    call: "tickets.neighbours",
    on: "another company's",
    input: ({ foreign }) => ({ ...list, number: foreign.number }),
    row: signedIn,
  },
  {
    call: "tickets.create",
    on: "own company",
    input: ({ role, other, companyId }) => ({
      ...{ requestId: requestId(), subject: "Help", body, companyId },
      ...(role === "Customer" ? {} : { requesterId: other.id }),
    }),
    row: signedIn,
  },
  {
    call: "tickets.create",
    on: "another company",
    input: ({ role, stranger, foreignCompanyId }) => ({
      ...{ requestId: requestId(), subject: "Help", body, companyId: foreignCompanyId },
      ...(role === "Customer" ? {} : { requesterId: stranger.id }),
    }),
    row: { ...signedIn, Customer: "invalid_input", Agent: "out_of_scope" },
  },
  ...onTickets("tickets.update", staff, (id) => ({
    ...{ requestId: requestId(), id, patch: { priority: "high" }, from: { priority: "normal" } },
  })),
  ...onTickets("tickets.reply", signedIn, (id) => ({ requestId: requestId(), id, body })),
  ...onTickets("tickets.note", staff, (id) => ({ requestId: requestId(), id, body })),
  {
    call: "tickets.undo",
    on: "missing",
    input: ({ missing }) => ({ requestId: requestId(), actId: missing }),
    row: each(staff, "not_found"),
  },
  {
    call: "tickets.undoReply",
    on: "missing",
    input: ({ missing }) => ({ messageId: missing }),
    row: each(staff, "not_found"),
  },
  { call: "tickets.findDone", input: () => ({ requestId: requestId() }), row: signedIn },
  { call: "tickets.preview", input: () => ({ body }), row: signedIn },
  ...onTickets("tickets.solve", customers, (id) => ({ requestId: requestId(), id })),
  {
    call: "tickets.reopen",
    on: "own",
    input: ({ ticket }) => ({ requestId: requestId(), id: ticket.id }),
    row: each(customers, "illegal_move"),
  },
  ...onTickets("tickets.reopen", customers, (id) => ({ requestId: requestId(), id })).slice(1),
  {
    call: "tickets.rate",
    on: "own",
    input: ({ ticket }) => ({ requestId: requestId(), id: ticket.id, rating: "good" }),
    row: each(customers, "illegal_move"),
  },
  ...onTickets("tickets.rate", customers, (id) => ({
    ...{ requestId: requestId(), id, rating: "good" },
  })).slice(1),
  // An address that no colleague has: only the requester's own company is searched.
  ...onTickets("tickets.addColleague", each(customers, "out_of_scope"), (id) => ({
    ...{ requestId: requestId(), id, email: "unknown@elsewhere.test" },
  })).slice(0, 1),
  ...onTickets("tickets.addColleague", customers, (id) => ({
    ...{ requestId: requestId(), id, email: "unknown@elsewhere.test" },
  })).slice(1),
  { call: "tickets.usualReply", row: signedIn },
  { call: "tickets.companies", input: () => ({}), row: signedIn },
  {
    call: "tickets.markRead",
    on: "own",
    input: ({ ticket }) => ({ id: ticket.id }),
    row: signedIn,
  },
  {
    call: "tickets.markRead",
    on: "another's",
    input: ({ foreign }) => ({ id: foreign.id }),
    row: elsewhere(signedIn),
  },
  onMissing("tickets.markRead", signedIn),
  { call: "tickets.complete", input: () => ({ q: "", at: 0 }), row: signedIn },
  { call: "drafts.begun", row: signedIn },
  ...onTickets("drafts.get", signedIn, (ticketId) => ({ ticketId })),
  ...onTickets("drafts.save", signedIn, (ticketId) => ({
    ...{ ticketId, kind: "reply", revision: 0, body },
  })),
];
