import { TRPCError } from "@trpc/server";
import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
  type FieldError,
} from "../../shared/errors.ts";
import { isLockConflict, isUnstorableText } from "../db/connection/client.ts";

/** What REST and tRPC return for an error: never its cause, SQL or stack. */
interface Refusal extends ErrorDetails {
  code: ErrorCode;
  message: string;
  status: (typeof errorCatalogue)[ErrorCode]["status"];
  /** An unexpected error, for the log only. */
  unexpected?: unknown;
}

export function toRefusal(error: unknown): Refusal {
  const known = knownError(error);
  if (!known) return { ...refusalOf(new AppError("unexpected")), unexpected: error };
  return refusalOf(known);
}

function refusalOf({ code, message, details }: AppError): Refusal {
  return { ...details, code, message, status: errorCatalogue[code].status };
}

function knownError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isLockConflict(error)) return new AppError("unavailable", { retryAfterSeconds: 2 });
  if (isUnstorableText(error)) return new AppError("invalid_text");
  if (isSchemaError(error)) {
    return new AppError("invalid_input", { fields: fieldErrors(error.issues) });
  }
  if (error instanceof TRPCError) return knownError(error.cause) ?? ownErrorOfTrpc(error);
  return null;
}

/** What tRPC refuses before a procedure runs. */
function ownErrorOfTrpc(error: TRPCError): AppError | null {
  switch (error.code) {
    case "BAD_REQUEST":
    case "PARSE_ERROR":
      return new AppError(error.cause instanceof SyntaxError ? "invalid_json" : "invalid_input");
    case "NOT_FOUND":
      return new AppError("not_found");
    case "METHOD_NOT_SUPPORTED":
      return new AppError("method_not_allowed");
    case "UNSUPPORTED_MEDIA_TYPE":
      return new AppError("wrong_media_type");
    case "PAYLOAD_TOO_LARGE":
      return new AppError("too_large");
    default:
      return null;
  }
}

interface SchemaError extends Error {
  issues: readonly SchemaIssue[];
}

function isSchemaError(error: unknown): error is SchemaError {
  return error instanceof Error && "issues" in error && Array.isArray(error.issues);
}

interface SchemaIssue {
  code?: string | undefined;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  message: string;
  keys?: string[];
}

/** More would only make the answer as long as the request. */
const mostUnknownFields = 50;

/** Each field that a schema refused, with its message. */
function fieldErrors(issues: readonly SchemaIssue[]): FieldError[] {
  let left = mostUnknownFields;
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) =>
      String(typeof part === "object" ? part.key : part),
    );
    if (issue.code === "unrecognized_keys") {
      const message = "This field is not known.";
      const named = (issue.keys ?? []).slice(0, left);
      left -= named.length;
      return named.map((key) => ({ field: [...path, key].join("."), message }));
    }
    return [{ field: path.join("."), message: issue.message }];
  });
}
