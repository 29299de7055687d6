import { type Call, onMissing, signedIn, staff } from "./callers.ts";

const key = () => ({ requestId: Bun.randomUUIDv7() });

/** Calls around the tickets: notifications, presence, views, macros, jobs. */
export const workCalls: Call[] = [
  { call: "notifications.list", input: () => ({}), row: staff },
  { call: "notifications.unreadCount", row: staff },
  { call: "notifications.markRead", input: () => ({ all: true }), row: staff },
  {
    call: "notifications.markRead",
    on: "missing",
    input: ({ missing }) => ({ ids: [missing] }),
    row: staff,
  },
  {
    call: "presence.look",
    input: ({ ticket }) => ({ ticketId: ticket.id, typing: false }),
    row: staff,
  },
  onMissing("presence.look", staff, (ticketId) => ({ ticketId, typing: false })),
  {
    call: "presence.leave",
    input: ({ ticket }) => ({ ticketId: ticket.id }),
    row: staff,
  },
  {
    call: "presence.lookers",
    input: ({ ticket }) => ({ ticketId: ticket.id }),
    row: staff,
  },
  onMissing("presence.lookers", staff, (ticketId) => ({ ticketId })),
  { call: "views.list", row: staff },
  { call: "views.counts", row: staff },
  {
    call: "views.save",
    input: () => ({ ...key(), name: crypto.randomUUID(), q: "is:open" }),
    row: staff,
  },
  onMissing("views.change", staff, (id) => ({ ...key(), id, q: "is:open" })),
  onMissing("views.rename", staff, (id) => ({ ...key(), id, name: "Mine" })),
  onMissing("views.share", staff, (id) => ({ ...key(), id, shared: true })),
  onMissing("views.delete", staff, (id) => ({ ...key(), id })),
  { call: "live.events", row: signedIn },
  { call: "jobs.list", row: staff },
  onMissing("jobs.get", staff),
  { call: "jobs.findStarted", input: key, row: staff },
  onMissing("jobs.cancel", staff),
  { call: "macros.list", row: staff },
  {
    call: "macros.save",
    input: ({ missing }) => ({
      ...{ ...key(), name: missing, body: "", shared: false, changes: {} },
    }),
    row: staff,
  },
  onMissing("macros.save", staff, (id) => ({
    ...{ ...key(), id, name: "M", body: "", shared: false, changes: {} },
  })),
  onMissing("macros.delete", staff, (id) => ({ ...key(), id })),
];
