import { type Call, each, everyone, signedIn, staff, superAdmin, type World } from "./callers.ts";
import { dashboardRouteCalls } from "./dashboard-calls.ts";
import { importRouteCalls } from "./import-calls.ts";

/** The routes outside of tRPC. */
export const routes: Call[] = [
  { call: "GET /healthz", row: everyone },
  { call: "GET /readyz", row: everyone },
  { call: "GET /robots.txt", row: everyone },
  { call: "GET /.well-known/change-password", row: everyone },
  { call: "GET /node/token", row: everyone },
  { call: "GET /node/api/openapi.json", row: everyone },
  { call: "GET /node/api/docs", row: everyone },
  { call: "GET /node/auth/user", row: signedIn },
  {
    call: "POST /node/auth/login",
    input: () => ({ email: "unknown@nowhere.test", password: "x" }),
    row: each(everyone, "wrong_credentials"),
  },
  { call: "GET /node/auth/logout", row: everyone },
  {
    call: "POST /node/auth/change-password",
    input: () => ({ oldPassword: "wrong-password", newPassword: "another-horse" }),
    row: each(signedIn, "password_wrong"),
  },
  {
    call: "POST /node/auth/password-reset",
    input: () => ({ email: "unknown@nowhere.test" }),
    row: everyone,
  },
  { call: "POST /node/auth/create", input: () => ({}), row: each(superAdmin, "invalid_input") },
  { call: "GET /node/auth/load/all/users", row: superAdmin },
  {
    call: "PUT /node/auth/update/:id",
    on: "another",
    input: ({ other }) => ({ id: other.id, firstName: "Maya" }),
    row: superAdmin,
  },
  {
    call: "PUT /node/auth/update/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing, firstName: "Maya" }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "DELETE /node/auth/delete/:id",
    on: "another",
    input: ({ other }) => ({ id: other.id }),
    row: superAdmin,
  },
  {
    call: "DELETE /node/auth/delete/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "DELETE /node/auth/update/:id/email",
    on: "another, whose address does not change",
    input: ({ other }) => ({ id: other.id }),
    row: each(superAdmin, "not_found"),
  },
  {
    call: "POST /node/auth/reset/password/by/admin",
    input: ({ other }) => ({ email: other.email }),
    row: superAdmin,
  },
  // The logo is shown on the sign-in page; a new desk has none.
  { call: "GET /node/desk/logo", row: each(everyone, "not_found") },
  { call: "GET /node/desk/logo/:hash", row: each(everyone, "not_found") },
  { call: "GET /node/audit/csv", row: superAdmin },
  { call: "POST /node/files", input: () => ({ any: "bytes" }), row: signedIn },
  // tests/files-access.test.ts tests who can read which files, and tests/mail/originals.test.ts which originals.
  {
    call: "GET /node/files/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(signedIn, "not_found"),
  },
  {
    call: "GET /node/files/:id/:name",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(signedIn, "not_found"),
  },
  {
    call: "GET /node/mail/original/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(signedIn, "not_found"),
  },
  {
    call: "GET /node/mail/images/:id/:part/:position",
    on: "missing",
    input: ({ missing }) => ({ id: missing, part: "text", position: "0" }),
    row: each(staff, "not_found"),
  },
  // Without a sign-in that was begun it leads back to the settings.
  { call: "GET /node/mail/oauth", row: superAdmin },
  // With the key of a mailbox alone.
  {
    call: "POST /node/mail/in/:id",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(everyone, "mail_key_wrong"),
  },
  // By the link in a mail alone: a session opens nothing here.
  {
    call: "POST /node/one-ticket/files",
    input: () => ({ any: "bytes" }),
    row: each(everyone, "ticket_link_ended"),
  },
  ...["GET /node/one-ticket/files/:id", "GET /node/one-ticket/files/:id/:name"].map((call) => ({
    call,
    on: "missing",
    input: ({ missing }: World) => ({ id: missing }),
    row: each(everyone, "ticket_link_ended"),
  })),
  ...importRouteCalls,
  ...dashboardRouteCalls,
];
