import { type Call, each, onMissing, staff, superAdmin } from "./callers.ts";

const key = () => ({ requestId: Bun.randomUUIDv7() });

/** A mail server that never answers. */
const nowhere = {
  host: "127.0.0.1",
  port: 9,
  security: "none",
  login: "support",
  certificate: null,
  folder: "INBOX",
};
const mailbox = {
  name: "Support",
  teamId: null,
  companyId: null,
  accepts: "everyone",
  domains: [],
  afterStoring: "leave",
  moveTo: null,
  authservId: null,
  senderName: "desk",
  signature: "",
  acknowledges: true,
  quotes: true,
  plusArrives: true,
  isDefault: false,
  sends: "default",
  outHost: "",
  outPort: 587,
  outSecurity: "starttls",
  outLogin: "",
};
const webhook = () => ({
  name: `Webhook ${Bun.randomUUIDv7()}`,
  url: "https://hooks.example.com/frontdesk",
  types: ["ticket.created"],
  content: "ids",
});

/** The desk's settings, teams, tags, mails and audit log: a Super Admin's alone. */
export const deskCalls: Call[] = [
  { call: "desk.get", row: superAdmin },
  { call: "desk.searchRebuild", row: superAdmin },
  { call: "desk.signInRules", row: superAdmin },
  { call: "desk.setUp", row: superAdmin },
  { call: "desk.dismissSetUp", row: superAdmin },
  {
    call: "desk.update",
    input: () => ({ set: { overdueHours: 24 }, base: { overdueHours: 24 } }),
    row: superAdmin,
  },
  { call: "desk.setLogo", input: () => ({ picture: null, base: null }), row: superAdmin },
  { call: "teams.list", row: superAdmin },
  onMissing("teams.uses", superAdmin),
  { call: "teams.staff", input: () => ({}), row: superAdmin },
  {
    call: "teams.create",
    input: () => ({ ...key(), name: `Team ${Bun.randomUUIDv7()}` }),
    row: superAdmin,
  },
  onMissing("teams.rename", superAdmin, (id) => ({
    ...{ ...key(), id, name: "Another", base: "One" },
  })),
  onMissing("teams.setMember", superAdmin, (id, { self }) => ({
    ...{ id, userId: self.id, member: true },
  })),
  onMissing("teams.delete", superAdmin, (id) => ({ ...key(), id })),
  { call: "tags.list", input: () => ({}), row: superAdmin },
  onMissing("tags.uses", superAdmin),
  onMissing("tags.rename", superAdmin, (id) => ({
    ...{ ...key(), id, name: "another", base: "one" },
  })),
  onMissing("tags.merge", superAdmin, (id, { other }) => ({ ...key(), id, into: other.id })),
  onMissing("tags.delete", superAdmin, (id) => ({ ...key(), id })),
  {
    call: "tags.undo",
    on: "missing",
    input: ({ missing: id }) => ({ ...key(), id }),
    row: each(superAdmin, "undo_too_late"),
  },
  { call: "mails.list", input: () => ({}), row: superAdmin },
  onMissing("mails.tryAgain", superAdmin, (id) => ({ ...key(), id })),
  { call: "mails.settings", row: superAdmin },
  { call: "mails.update", input: () => ({ ...key(), set: {}, base: {} }), row: superAdmin },
  {
    call: "mails.sendTest",
    input: () => ({
      fields: {
        ...{ host: "", port: 587, security: "starttls", login: "" },
        ...{ sender: null, replyTo: null, baseUrl: null },
      },
    }),
    row: each(superAdmin, "no_mail_server"),
  },
  { call: "apiTokens.all", row: superAdmin },
  {
    call: "apiTokens.createApp",
    input: () => ({ name: "Importer", role: "Agent", scopes: ["tickets:read"], days: 30 }),
    row: superAdmin,
  },
  onMissing("apiTokens.revokeAny", superAdmin),
  onMissing("inbound.rest", staff, (messageId) => ({ messageId })),
  { call: "inbound.heldOn", input: ({ missing: ticketId }) => ({ ticketId }), row: staff },
  onMissing("inbound.makeTicket", staff, (id) => ({ ...key(), id })),
  onMissing("inbound.addToTicket", staff, (id) => ({ ...key(), id, number: 1 })),
  onMissing("inbound.blockSender", staff, (id) => ({ ...key(), id })),
  onMissing("inbound.allowSender", staff, (id) => ({ ...key(), id })),
  onMissing("inbound.delete", staff, (id) => ({ ...key(), id })),
  onMissing("inbound.tryAddressAgain", staff, (userId) => ({ ...key(), userId })),
  { call: "mailboxes.list", row: superAdmin },
  onMissing("mailboxes.get", superAdmin),
  { call: "mailboxes.receivedDays", input: () => ({ timeZone: "UTC" }), row: superAdmin },
  { call: "mailboxes.received", input: () => ({ timeZone: "UTC" }), row: superAdmin },
  {
    call: "mailboxes.test",
    input: () => ({ ...nowhere, password: "secret" }),
    row: superAdmin,
  },
  {
    call: "mailboxes.create",
    input: ({ self }) => ({
      ...key(),
      fields: { ...mailbox, ...nowhere, address: `${self.id}@desk.test` },
      password: "secret",
      backlogDays: 0,
    }),
    row: superAdmin,
  },
  onMissing("mailboxes.sendTest", superAdmin),
  onMissing("mailboxes.findTest", superAdmin, (id) => ({
    ...{ id, token: Bun.randomUUIDv7(), plusRefused: null },
    known: { arrived: false, plus: false },
  })),
  onMissing("mailboxes.update", superAdmin, (id) => ({
    ...{ ...key(), id, set: { name: "Another" }, base: { name: "One" } },
  })),
  onMissing("mailboxes.pause", superAdmin, (id) => ({ id, paused: true })),
  onMissing("mailboxes.retry", superAdmin),
  onMissing("mailboxes.compare", superAdmin),
  onMissing("mailboxes.remove", superAdmin, (id) => ({ ...key(), id })),
  { call: "webhooks.list", row: superAdmin },
  {
    call: "webhooks.create",
    input: () => ({ ...key(), ...webhook() }),
    row: superAdmin,
  },
  onMissing("webhooks.update", superAdmin, (id) => ({
    ...{ ...key(), ...webhook(), id, version: 1 },
  })),
  onMissing("webhooks.delete", superAdmin, (id) => ({ ...key(), id })),
  onMissing("webhooks.rotateSecret", superAdmin, (id) => ({ ...key(), id })),
  onMissing("webhooks.pause", superAdmin),
  onMissing("webhooks.resume", superAdmin, (id) => ({ id, send: true })),
  onMissing("webhooks.ping", superAdmin, (id) => ({ ...key(), id })),
  { call: "webhooks.deliveries", input: () => ({}), row: superAdmin },
  onMissing("webhooks.request", superAdmin),
  onMissing("webhooks.sendAgain", superAdmin),
  onMissing("webhooks.skip", superAdmin),
  onMissing("webhooks.sendAll", superAdmin, (webhookId) => ({
    ...{ webhookId, since: new Date().toISOString() },
  })),
  { call: "audit.list", input: () => ({}), row: superAdmin },
  { call: "audit.person", input: ({ self }) => ({ id: self.id }), row: superAdmin },
];
