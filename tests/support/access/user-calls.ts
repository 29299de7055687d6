import { type Call, each, onMissing, staff, superAdmin } from "./callers.ts";

const onAnother = (call: string, more: object = {}): Call => ({
  ...{ call, on: "another", row: superAdmin },
  input: ({ other }) => ({ id: other.id, ...more }),
});

const customer = (requestId: string, companyId: string) => ({
  ...{ requestId, firstName: "A", lastName: "B", companyId },
  email: `${crypto.randomUUID()}@b.test`,
});

/** Users, for Super Admins only; staff can create a customer for whom they open a ticket. */
export const userCalls: Call[] = [
  { call: "users.list", input: () => ({}), row: superAdmin },
  { call: "users.count", input: () => ({}), row: superAdmin },
  { call: "users.ids", input: () => ({}), row: superAdmin },
  onAnother("users.get"),
  onMissing("users.get", superAdmin),
  onAnother("users.tickets"),
  onMissing("users.tickets", superAdmin),
  onAnother("users.history"),
  onAnother("users.sessions"),
  onMissing("users.sessions", superAdmin),
  {
    call: "users.endSession",
    on: "another's",
    input: ({ other, otherSession }) => ({ id: other.id, sessionId: otherSession }),
    row: superAdmin,
  },
  {
    call: "users.endSession",
    on: "a session of another user",
    input: ({ self, otherSession }) => ({ id: self.id, sessionId: otherSession }),
    row: each(superAdmin, "not_found"),
  },
  onAnother("users.endSessions"),
  onMissing("users.endSessions", superAdmin),
  {
    call: "users.resendInvitation",
    on: "another, who has accepted",
    input: ({ other }) => ({ id: other.id }),
    row: each(superAdmin, "already_accepted"),
  },
  onMissing("users.resendInvitation", superAdmin),
  onAnother("users.makeLink"),
  {
    call: "users.makeLink",
    on: "a Super Admin",
    input: ({ self }) => ({ id: self.id }),
    row: each(superAdmin, "link_by_shell_only"),
  },
  onMissing("users.makeLink", superAdmin),
  {
    call: "users.cancelAddressChange",
    on: "another, whose address does not change",
    input: ({ other }) => ({ id: other.id }),
    row: each(superAdmin, "not_found"),
  },
  onMissing("users.cancelAddressChange", superAdmin),
  {
    call: "users.bulk",
    on: "missing",
    input: ({ missing }) => ({
      ...{ requestId: missing, act: { kind: "state", state: "disabled" }, ids: [missing] },
    }),
    row: superAdmin,
  },
  onMissing("users.undoBulk", superAdmin, (jobId) => ({ requestId: jobId, jobId })),
  {
    call: "users.create",
    input: ({ missing }) => ({
      requestId: missing,
      firstName: "A",
      lastName: "B",
      email: `${crypto.randomUUID()}@b.test`,
      role: "Customer",
    }),
    row: superAdmin,
  },
  {
    call: "users.createCustomer",
    on: "own company",
    input: ({ missing, companyId }) => customer(missing, companyId),
    row: staff,
  },
  {
    call: "users.createCustomer",
    on: "another company",
    input: ({ missing, foreignCompanyId }) => customer(missing, foreignCompanyId),
    row: { ...staff, Agent: "out_of_scope" },
  },
  onAnother("users.update", { firstName: "Maya" }),
  {
    call: "users.update",
    on: "own role",
    input: ({ self }) => ({ id: self.id, role: "Agent" }),
    row: each(superAdmin, "not_yourself"),
  },
  onMissing("users.update", superAdmin, (id) => ({ id, firstName: "Maya" })),
  {
    call: "users.resetByAdmin",
    input: ({ other }) => ({ email: other.email }),
    row: superAdmin,
  },
  {
    call: "users.delete",
    on: "oneself",
    input: ({ self, missing }) => ({ requestId: missing, id: self.id }),
    row: each(superAdmin, "not_yourself"),
  },
  {
    ...{ call: "users.delete", on: "another", row: superAdmin },
    input: ({ other, missing }) => ({ requestId: missing, id: other.id }),
  },
  onMissing("users.delete", superAdmin, (id) => ({ requestId: id, id })),
];
