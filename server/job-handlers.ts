import { companyBulkHandler } from "./companies/bulk.ts";
import { companyBulkUndoHandler } from "./companies/bulk-undo.ts";
import { companyMergeHandler } from "./companies/merge/run.ts";
import { companyImportHandler, userImportHandler } from "./imports/run-import.ts";
import type { JobHandlers } from "./jobs/handlers.ts";
import { ticketBulkHandler } from "./tickets/bulk.ts";
import { ticketBulkUndoHandler } from "./tickets/bulk-undo.ts";
import { userBulkHandler } from "./users/bulk.ts";
import { userBulkUndoHandler } from "./users/bulk-undo.ts";

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  "ticket-bulk": ticketBulkHandler,
  "ticket-bulk-undo": ticketBulkUndoHandler,
  "user-bulk": userBulkHandler,
  "user-bulk-undo": userBulkUndoHandler,
  "company-bulk": companyBulkHandler,
  "company-bulk-undo": companyBulkUndoHandler,
  "company-merge": companyMergeHandler,
  "user-import": userImportHandler,
  "company-import": companyImportHandler,
};
