import { fallbackMessage, wordsFor } from "../../shared/client-error-messages.ts";
import type { ErrorCode, ErrorDetails, FieldError } from "../../shared/errors.ts";
import type { TicketConflict, TimelineMessage } from "../../shared/tickets/page.ts";
import { notify } from "../components/notices.ts";
import { isPublicPath } from "../pages.ts";
import { findOfflineError } from "./connection.ts";
import { createStore } from "./store.ts";

/** A failed call, as far as a screen needs to know. */
export interface Failure {
  /** Null where the server did not answer, or something else answered. */
  code: ErrorCode | null;
  status: number | null;
  /** Offline: the bar shows it, and the call is retried when the connection returns. */
  offline: boolean;
  /** It is unknown whether the server carried it out. */
  isUnknown: boolean;
  message: string;
  fields: FieldError[];
  retryAfterSeconds: number | null;
  conflicts: TicketConflict[];
  cameBetween: TimelineMessage[];
}

/**
 * Done offline so long ago that it may no longer be wanted, and it is unknown whether the server carried it
 * out.
 */
export class WaitedTooLong extends Error {
  constructor(readonly isUnknown: boolean) {
    super(
      isUnknown
        ? "It waited for more than a day and may have gone through. Check before you repeat it."
        : "It waited for more than 12 hours, and things may have changed.",
    );
  }
}

export function readFailure(error: unknown): Failure {
  const offline = findOfflineError(error);
  if (offline) return { ...failureOf(undefined, offline.message), offline: true };
  if (error instanceof WaitedTooLong) {
    return { ...failureOf(undefined, error.message), isUnknown: error.isUnknown };
  }
  const data = hasData(error) ? error.data : undefined;
  return failureOf(data, data && error instanceof Error ? error.message : null);
}

function failureOf(data: ErrorData | undefined, message: string | null): Failure {
  return {
    code: data?.code ?? null,
    status: data?.httpStatus ?? null,
    offline: false,
    isUnknown: false,
    message: wordsFor(message),
    fields: data?.fields ?? [],
    retryAfterSeconds: data?.retryAfterSeconds || null,
    conflicts: data?.conflicts ?? [],
    cameBetween: data?.cameBetween ?? [],
  };
}

/** The server's message about one field of a form. */
export function fieldMessage(failure: Failure | null, field: string): string | undefined {
  return failure?.fields.find((f) => f.field === field)?.message;
}

/** True from the first 401 until /login, so that the alert shows once. */
export const sessionExpired = createStore(false);

/** True while signing out: errors of those moments are not shown. */
export const signingOut = createStore(false);

/** Set `meta: { showsError: true }` where a screen shows its call's error itself. */
export interface CallMeta extends Record<string, unknown> {
  showsError?: boolean;
}

/** Handles every error of queries and mutations. */
export function handleCallError(error: unknown, meta: CallMeta | undefined): void {
  const failure = readFailure(error);
  if (isSessionOver(failure)) {
    if (!signingOut.get() && !isPublicPath(location.pathname)) sessionExpired.set(true);
    return;
  }
  if (!meta?.showsError) notifyFailure(failure);
}

/** When offline, shows the general message as the title, and what happened to the call. */
export function notifyFailure({ offline, message }: Failure): void {
  notify({ kind: "error", ...(offline && { title: fallbackMessage }), message });
}

/** For actions without a form: shows what was not done, or perhaps not, and why. */
export function notifyError(title: string, failure: Failure, retry?: () => void): void {
  if (isSessionOver(failure)) return;
  const words = failure.fields.map(({ message }) => message).join(" ");
  notify({
    kind: "error",
    title: failure.isUnknown ? `Perhaps ${title}` : title,
    message: words || failure.message,
    ...(retry && { action: { label: "Retry", run: retry } }),
  });
}

/** Prefixes the name, unless it contains a word for which the whole notice would be hidden. */
export function errorReason(name: string, message: string): string {
  const words = `${name}: ${message}`;
  return wordsFor(words) === words ? words : message;
}

/** Shown once, by the session alert. */
export function isSessionOver({ status }: Failure): boolean {
  return status === 401;
}

/** Retries only what may be temporary: no answer, or a server error. */
export function canRetry(failureCount: number, error: unknown): boolean {
  const { status, offline } = readFailure(error);
  return failureCount < 2 && !offline && (status === null || status >= 500);
}

interface ErrorData extends Omit<ErrorDetails, "message"> {
  code?: ErrorCode;
  httpStatus?: number;
}

function hasData(error: unknown): error is { data: ErrorData | undefined } {
  return typeof error === "object" && error !== null && "data" in error;
}
