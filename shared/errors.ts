/**
 * The one catalogue of what can go wrong: code → HTTP status, tRPC code, the words people see.
 * No message may hold the word "http": the client hides such messages behind the fallback.
 */
export const fallbackMessage = "OOps! Something went wrong";

interface CatalogueEntry {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 500 | 503;
  trpc: TrpcCode;
  message: string;
}

type TrpcCode =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_SUPPORTED"
  | "TIMEOUT"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR"
  | "SERVICE_UNAVAILABLE";

export const errorCatalogue = {
  invalid_input: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "Some fields need another look.",
  },
  invalid_json: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "The body of the request is not valid JSON.",
  },
  invalid_text: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "The text holds characters that cannot be stored.",
  },
  invalid_cursor: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "This page mark does not belong to this list. Start again at its top.",
  },
  password_length: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "New Password should be between 8 to 16 characters",
  },
  password_common: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "This password is on the list of the most used ones. Choose another.",
  },
  password_wrong: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "The previous password is not right.",
  },
  link_spent: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "This link has been used or has run out. Ask for a new one.",
  },
  scope_for_agents_only: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "Only an Agent has a company scope.",
  },
  unknown_company: {
    status: 400,
    trpc: "BAD_REQUEST",
    message: "One of the companies does not exist.",
  },
  not_signed_in: {
    status: 401,
    trpc: "UNAUTHORIZED",
    message: "Please sign in.",
  },
  session_expired: {
    status: 401,
    trpc: "UNAUTHORIZED",
    message: "Session Expired. Please login again!",
  },
  wrong_credentials: {
    status: 401,
    trpc: "UNAUTHORIZED",
    message: "The email address or the password is not right.",
  },
  forbidden: {
    status: 403,
    trpc: "FORBIDDEN",
    message: "Your role does not allow this.",
  },
  forgery: {
    status: 403,
    trpc: "FORBIDDEN",
    message: "The X-XSRF-TOKEN header is missing or does not fit the XSRF-TOKEN cookie.",
  },
  foreign_origin: {
    status: 403,
    trpc: "FORBIDDEN",
    message: "This request came from another site. If this is your desk's address, set BASE_URL.",
  },
  not_found: {
    status: 404,
    trpc: "NOT_FOUND",
    message: "There is nothing here, or you may not see it.",
  },
  email_taken: {
    status: 409,
    trpc: "CONFLICT",
    message: "Another user already has this email address.",
  },
  not_yourself: {
    status: 409,
    trpc: "CONFLICT",
    message: "You cannot delete, disable or demote yourself.",
  },
  last_super_admin: {
    status: 409,
    trpc: "CONFLICT",
    message: "This is the last active Super Admin. Make someone else one first.",
  },
  already_set_up: {
    status: 409,
    trpc: "CONFLICT",
    message: "This desk already has a Super Admin. Sign in instead.",
  },
  too_large: {
    status: 413,
    trpc: "PAYLOAD_TOO_LARGE",
    message: "The request is too large.",
  },
  wrong_media_type: {
    status: 415,
    trpc: "UNSUPPORTED_MEDIA_TYPE",
    message: "Send the body as application/json.",
  },
  method_not_allowed: {
    status: 405,
    trpc: "METHOD_NOT_SUPPORTED",
    message: "This address does not take that method.",
  },
  too_many_attempts: {
    status: 429,
    trpc: "TOO_MANY_REQUESTS",
    message: "Too many attempts. Wait a moment and try again.",
  },
  unexpected: {
    status: 500,
    trpc: "INTERNAL_SERVER_ERROR",
    message: fallbackMessage,
  },
  unavailable: {
    status: 503,
    trpc: "SERVICE_UNAVAILABLE",
    message: "The desk is catching its breath. Try again in a few seconds.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface FieldError {
  field: string;
  message: string;
}

/** What both doors add to a refusal, beside its code and words. */
export interface ErrorDetails {
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

/** The one error our own code throws. Anything else is unexpected, and its words stay in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(errorCatalogue[code].message, options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** The specification's rule for a message that reaches a person. */
export function wordsFor(message: string | null | undefined): string {
  if (!message || /http/i.test(message)) return fallbackMessage;
  return message;
}

interface SchemaIssue {
  code?: string | undefined;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  message: string;
  keys?: string[];
}

/** Each field that a schema refused, with its words. */
export function fieldErrors(issues: readonly SchemaIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) =>
      String(typeof part === "object" ? part.key : part),
    );
    if (issue.code === "unrecognized_keys") {
      const message = "This field is not known.";
      return (issue.keys ?? []).map((key) => ({ field: [...path, key].join("."), message }));
    }
    return [{ field: path.join("."), message: issue.message }];
  });
}
