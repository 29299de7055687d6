import { exportOperations } from "./exports/operations.ts";
import type { Operation } from "./operation.ts";
import { messageOperations } from "./operations/messages.ts";
import { recordOperations } from "./operations/records.ts";
import { settingsOperations } from "./operations/settings.ts";
import { ticketOperations } from "./operations/tickets.ts";
import { webhookOperations } from "./webhooks/operations.ts";

/** All calls of the API but uploads and downloads, which stream. */
export const operations: readonly Operation[] = [
  ...ticketOperations,
  ...messageOperations,
  ...recordOperations,
  ...settingsOperations,
  ...exportOperations,
  ...webhookOperations,
];
