import { errorCatalogue } from "./refusals/catalogue.ts";
import type { TicketConflict, TimelineMessage } from "./tickets/page.ts";

export type ErrorCode = keyof typeof errorCatalogue;

export interface FieldError {
  field: string;
  message: string;
}

/** What both doors add to a refusal, beside its code and words. */
export interface ErrorDetails {
  fields?: FieldError[];
  retryAfterSeconds?: number;
  /** What stands instead of the catalogue's words, where it can be said more exactly. */
  message?: string;
  /** Of `ticket_conflict`: both values of each field. */
  conflicts?: TicketConflict[];
  /** Of `came_between`: the messages that were not on the screen yet. */
  cameBetween?: TimelineMessage[];
}

/** The one error our own code throws. Anything else is unexpected, and its words stay in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(details.message ?? errorCatalogue[code].message, options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}
