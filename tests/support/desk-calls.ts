import { type Call, each, onMissing, superAdmin } from "./knockers.ts";

/** The desk's settings, teams, tags, mails and audit log: a Super Admin's alone. */
export const deskCalls: Call[] = [
  { call: "desk.get", row: superAdmin },
  { call: "desk.searchRebuild", row: superAdmin },
  { call: "desk.signInRules", row: superAdmin },
  {
    call: "desk.update",
    input: () => ({ set: { overdueHours: 24 }, base: { overdueHours: 24 } }),
    row: superAdmin,
  },
  { call: "desk.setLogo", input: () => ({ picture: null, base: null }), row: superAdmin },
  { call: "teams.list", row: superAdmin },
  { call: "teams.staff", input: () => ({}), row: superAdmin },
  {
    call: "teams.create",
    input: () => ({ name: `Team ${Bun.randomUUIDv7()}` }),
    row: superAdmin,
  },
  onMissing("teams.rename", superAdmin, (id) => ({ id, name: "Another", base: "One" })),
  onMissing("teams.setMember", superAdmin, (id, { self }) => ({
    ...{ id, userId: self.id, member: true },
  })),
  onMissing("teams.delete", superAdmin),
  { call: "tags.list", input: () => ({}), row: superAdmin },
  onMissing("tags.uses", superAdmin),
  onMissing("tags.rename", superAdmin, (id) => ({ id, name: "another", base: "one" })),
  onMissing("tags.merge", superAdmin, (id, { other }) => ({ id, into: other.id })),
  onMissing("tags.delete", superAdmin),
  {
    call: "tags.undo",
    on: "missing",
    input: ({ missing: id }) => ({ id }),
    row: each(superAdmin, "undo_too_late"),
  },
  { call: "mails.list", input: () => ({}), row: superAdmin },
  { call: "mails.settings", row: superAdmin },
  { call: "mails.sendTest", row: each(superAdmin, "no_mail_server") },
  { call: "audit.list", input: () => ({}), row: superAdmin },
  { call: "audit.person", input: ({ self }) => ({ id: self.id }), row: superAdmin },
];
