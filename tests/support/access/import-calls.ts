import { type Call, each, staff, superAdmin } from "./callers.ts";

const none = each(superAdmin, "not_found");
const choices = { createCompanies: false, sendInvitations: false };

/** What brings files in: a Super Admin's alone, and of a file its uploader's. */
export const importCalls: Call[] = [
  { call: "imports.get", on: "missing", input: ({ missing }) => ({ id: missing }), row: none },
  {
    call: "imports.preview",
    on: "missing",
    input: ({ missing }) => ({ id: missing, mapping: ["email"], choices }),
    row: none,
  },
  {
    call: "imports.confirm",
    on: "missing",
    input: ({ missing }) => ({ requestId: missing, id: missing, mapping: ["email"], choices }),
    row: none,
  },
  {
    call: "imports.discard",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: superAdmin,
  },
  {
    call: "imports.result",
    on: "missing",
    input: ({ missing }) => ({ jobId: missing }),
    row: none,
  },
];

export const importRouteCalls: Call[] = [
  // The body of these calls is no table.
  ...["POST /node/imports/users", "POST /node/imports/companies"].map(
    (call): Call => ({
      call,
      on: "what is no table",
      input: () => ({ any: "bytes" }),
      row: each(superAdmin, "invalid_input"),
    }),
  ),
  {
    call: "GET /node/imports/:id/refused",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(superAdmin, "not_found"),
  },
  { call: "GET /node/exports/users", row: superAdmin },
  {
    call: "GET /node/exports/users/:id/data",
    on: "missing",
    input: ({ missing }) => ({ id: missing }),
    row: each(superAdmin, "not_found"),
  },
  { call: "GET /node/exports/companies", row: superAdmin },
  { call: "GET /node/exports/tickets", row: staff },
];
